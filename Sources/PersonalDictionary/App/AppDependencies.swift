public import CoreModule
import Foundation
public import TodoList

/// What the app uses from outside: everything that does I/O, open and ready.
///
/// A test or a preview changes one of them: `dependencies.with { $0.store = store }`. Change them before the app is built.
public struct AppDependencies: Adjustable, Sendable {
    /// The user's data.
    public var store: DictionaryStore
    /// The providers of translations, which keep their answers in the store.
    public var providers: TranslationConfiguration
    /// Translation services that several apps share, in place of those of the ``providers``. They keep the clock, the logger and the store
    /// of the dependencies that made them.
    public var translation: TranslationServices?
    /// The languages that the dictionary offers.
    public var languages: LanguageCatalog
    /// The direction of translation at the start.
    public var direction: TranslationDirection
    /// How the daily reminder is shown.
    public var reminder: ReminderConfiguration
    /// The server of the to-do list; nil if it stays on this device. It keeps the clock that you gave it.
    public var todoServer: TodoServerConnection?
    /// How the folder is reached that words are synchronized with.
    public var sync: SyncConnection
    /// Time, identifiers, language and log.
    public var environment: AppEnvironment

    /// The services that were made, to be closed.
    private let made = Locked<[TranslationServices]>([])

    /// Makes the app's dependencies. If the services are nil, those of the providers are made.
    public init(
        store: DictionaryStore, providers: TranslationConfiguration = TranslationConfiguration(),
        translation: TranslationServices? = nil, languages: LanguageCatalog = .everyday,
        direction: TranslationDirection, reminder: ReminderConfiguration = ReminderConfiguration(),
        todoServer: TodoServerConnection? = nil, sync: SyncConnection = SyncConnection(),
        environment: AppEnvironment = AppEnvironment()
    ) {
        self.store = store
        self.providers = providers
        self.translation = translation
        self.languages = languages
        self.direction = direction
        self.reminder = reminder
        self.todoServer = todoServer
        self.sync = sync
        self.environment = environment
    }

    /// The shared translation services, or new ones of the ``providers``. The app's builder calls it; call it for a queue without an app, or
    /// to share the services. Does no I/O. ``close()`` ends their connections.
    public func makeTranslation() -> TranslationServices {
        if let translation { return translation }
        let language = environment.localizer.locale.language.languageCode.map { Language(code: $0.identifier) }
        let services = providers.services(
            store: store, language: language, clock: environment.clock, sleeper: environment.sleeper,
            logger: environment.logger.labelled("translation"))
        made.withLock { $0.append(services) }
        return services
    }

    /// Ends the connections to servers, which takes a second at most, and closes the store. Call it when the app's graph is detached.
    /// From then on calls to the store fail.
    public func close() async {
        await translation?.close()
        for services in made.withLock(\.self) { await services.close() }
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
                () throws(DictionaryError) in try await DictionaryStore.open(url, logger: environment.logger)
            }
        case .memory:
            store = DictionaryStore.inMemory(logger: environment.logger)
        case .store(let own):
            store = own
        }
        let saved: TranslationDirection?
        var configuration = configuration
        do {
            try await store.words.deleteOldRemovals(environment.clock)
            let settings = AppSettings(store.settings, logger: logger)
            saved = try await settings.value(.direction)
            if let languages = try await settings.value(.languages) {
                configuration.languages = LanguageCatalog(languages)
            }
        } catch {
            // A store of the caller's stays as it is.
            if case .store = configuration.storage {} else { await store.close() }
            throw DictionaryError(wrapping: error, path: nil)
        }
        return AppDependencies(configuration, store: store, savedDirection: saved)
    }

    /// Makes the dependencies of a configuration on an open store. Does no I/O.
    init(_ configuration: AppConfiguration, store: DictionaryStore, savedDirection: TranslationDirection?) {
        self.init(
            store: store, providers: configuration.translation, languages: configuration.languages,
            direction: configuration.languages.direction(preferring: savedDirection),
            reminder: configuration.reminder, todoServer: configuration.todoServer, sync: configuration.sync,
            environment: configuration.environment)
    }
}
