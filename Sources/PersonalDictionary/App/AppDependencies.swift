public import CoreModule
import Foundation
public import TodoList

/// What the app uses from outside: everything that does I/O, open and ready.
///
/// A test or a preview changes one of them: `dependencies.with { $0.translation = services }`. Change them before the app is built.
public struct AppDependencies: Adjustable, Sendable {
    /// The user's data. Setting it also makes the translation services of the configuration again, which keep answers in it.
    public var store: DictionaryStore { didSet { makeServices() } }
    /// The translation services: those of the configuration, or your own, which keep the clock and the logger that you gave them.
    public var translation: TranslationServices {
        get { services }
        set { (services, configuration) = (newValue, nil) }
    }
    /// The languages that the dictionary offers.
    public var languages: LanguageCatalog
    /// The direction of translation at the start.
    public var direction: TranslationDirection
    /// How the daily reminder is shown.
    public var reminder: ReminderConfiguration
    /// How the to-do list is synchronized; nil if it stays on this device. Its synchronizer has the clock that you give it.
    public var todoSynchronization: TodoSynchronization?
    /// Time, identifiers, language and log. Setting it also makes the translation services of the configuration again.
    public var environment: AppEnvironment { didSet { makeServices() } }

    private var services: TranslationServices
    /// What the translation services are made of; nil if they were given.
    private var configuration: TranslationConfiguration?

    /// Makes the app's dependencies.
    public init(
        store: DictionaryStore, translation: TranslationServices, languages: LanguageCatalog = .everyday,
        direction: TranslationDirection, reminder: ReminderConfiguration = ReminderConfiguration(),
        todoSynchronization: TodoSynchronization? = nil, environment: AppEnvironment = AppEnvironment()
    ) {
        self.store = store
        services = translation
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
        self.init(
            store: store, translation: configuration.translation.services(store, configuration.environment),
            languages: configuration.languages,
            direction: configuration.languages.direction(preferring: savedDirection),
            reminder: configuration.reminder, todoSynchronization: configuration.todoSynchronization,
            environment: configuration.environment)
        self.configuration = configuration.translation
    }

    private mutating func makeServices() {
        if let configuration { services = configuration.services(store, environment) }
    }
}

extension TranslationConfiguration {
    fileprivate func services(_ store: DictionaryStore, _ environment: AppEnvironment) -> TranslationServices {
        let language = environment.localizer.locale.language.languageCode.map { Language(code: $0.identifier) }
        return services(
            store: store, language: language, clock: environment.clock, sleeper: environment.sleeper,
            logger: environment.logger.labelled("translation"))
    }
}
