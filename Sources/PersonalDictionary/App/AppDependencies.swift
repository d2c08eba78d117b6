public import CoreModule
import Foundation
public import TodoList

/// What the app uses from outside: everything that does I/O, open and ready.
///
/// A test or a preview changes one of them: `dependencies.with { $0.translation = services }`.
public struct AppDependencies: Adjustable, Sendable {
    /// The user's data. The translation services keep answers in the store that they were made with.
    public var store: DictionaryStore
    /// The translation services.
    public var translation: TranslationServices
    /// The languages that the dictionary offers.
    public var languages: LanguageCatalog
    /// The direction of translation at the start.
    public var direction: TranslationDirection
    /// How the daily reminder is shown.
    public var reminder: ReminderConfiguration
    /// How the to-do list is synchronized; nil if it stays on this device.
    public var todoSynchronization: TodoSynchronization?
    /// Time, identifiers, language and log.
    public var environment: AppEnvironment

    /// Makes the app's dependencies.
    public init(
        store: DictionaryStore, translation: TranslationServices, languages: LanguageCatalog = .everyday,
        direction: TranslationDirection, reminder: ReminderConfiguration = ReminderConfiguration(),
        todoSynchronization: TodoSynchronization? = nil, environment: AppEnvironment = AppEnvironment()
    ) {
        self.store = store
        self.translation = translation
        self.languages = languages
        self.direction = direction
        self.reminder = reminder
        self.todoSynchronization = todoSynchronization
        self.environment = environment
    }

    /// Ends the connections to servers, which takes a second at most, and closes the store. Call it when the app's graph is detached.
    /// From then on calls to the store fail.
    public func close() async {
        await translation.close()
        await store.close()
        environment.logger.labelled("store").debug("store closed")
    }

    /// Opens what a configuration names. Throws ``DictionaryError/store(_:)`` if the store cannot be used; it is then unchanged.
    /// A store of your own stays open then.
    ///
    /// Logs a warning if resources were not installed with the program: its texts are then in English, and there is no glossary.
    public static func open(_ configuration: AppConfiguration) async throws(DictionaryError) -> AppDependencies {
        let environment = configuration.environment
        if let missing = environment.localizer.missingResources {
            environment.logger.labelled("resources").warning(
                "resources are missing", ["reason": "\(missing)"])
        }
        let logger = environment.logger.labelled("store")
        let store: DictionaryStore
        switch configuration.storage {
        case .file(let url):
            store = try await OperationLog(logger).run("open store", url.path(percentEncoded: false)) {
                () throws(DictionaryError) in try await DictionaryStore.open(url)
            }
        case .memory:
            store = DictionaryStore.inMemory()
        case .store(let own):
            store = own
        }
        let saved: TranslationDirection?
        do {
            saved = try await AppSettings(store.settings, logger: logger).value(.direction)
        } catch {
            // A store of the caller's stays as it is.
            if case .store = configuration.storage {} else { await store.close() }
            throw .store(error)
        }
        return AppDependencies(configuration, store: store, savedDirection: saved)
    }

    /// Makes the translation services of a configuration on an open store. Does no I/O.
    init(_ configuration: AppConfiguration, store: DictionaryStore, savedDirection: TranslationDirection?) {
        let environment = configuration.environment
        let language = environment.localizer.locale.language.languageCode.map { Language(code: $0.identifier) }
        let services = configuration.translation.services(
            store: store, language: language, clock: environment.clock, sleeper: environment.sleeper,
            logger: environment.logger.labelled("translation"))
        self.init(
            store: store, translation: services, languages: configuration.languages,
            direction: configuration.languages.direction(preferring: savedDirection),
            reminder: configuration.reminder, todoSynchronization: configuration.todoSynchronization,
            environment: environment)
    }
}
