public import CoreModule
public import Foundation
public import TodoList

/// What the app needs from outside: everything that does I/O, opened and ready.
public struct AppDependencies: Sendable {
    /// The user's data.
    public let store: DictionaryStore
    /// Looks words up, by whatever means there are.
    public let translationService: any TranslationService
    /// Looks a word up that the user wants looked up again, whatever was answered before.
    public let freshService: any TranslationService
    /// Looks a word up while the user types it: leaves enough of what services allow to the words that are saved.
    public let liveService: any TranslationService
    /// Looks words up at once, with no network and no limits; `nil` where nothing does.
    public let immediateService: (any TranslationService)?
    /// Whom the services ask, by name: a word that nobody knew before is looked up again where one of them was not asked.
    public let providers: Set<TranslationProvider>
    /// Lists words while the user types; `nil` where there is no glossary.
    public let glossary: (any WordSuggesting)?
    /// List words when the user has stopped typing: over the network, within their limits.
    public let remoteSuggestions: [any WordSuggesting]
    /// The languages that the dictionary offers.
    public let languages: LanguageCatalog
    /// The current direction of translation.
    public let direction: TranslationDirection
    /// Words messages for the user.
    public let localizer: Localizer
    /// Who shows the daily reminder, and what it says: in the localizer's words and the app's time zone where it was not told.
    public let reminder: ReminderConfiguration
    /// Tells the time of day.
    public let clock: WallClock
    /// Waits.
    public let sleeper: Sleeper
    /// Names words and tasks.
    public let identifiers: IdentifierGenerator
    /// The user's time zone.
    public let timeZone: TimeZone
    /// How the to-do list is synchronized; `nil` where it is kept on this device only.
    public let todoSynchronization: TodoSynchronization?
    /// Is told what happens.
    public let logger: Logger
    /// For how long a word whose look-up takes long keeps the next one waiting; until it has ended where `nil`.
    public let patience: Duration?
    /// Has services be asked again that were given a rest after faults.
    let resumeServices: @Sendable () -> Void
    private let closeServices: @Sendable () async -> Void

    /// Gathers what the app needs. The logger is told of what the store reads and writes; `resumeServices` is called before words are
    /// looked up because the user wants it now; `closeServices` is what ``close()`` does before it closes the store. Where no
    /// `providers` are named, no word that nobody knew is looked up again by itself.
    public init(
        store: DictionaryStore, translationService: any TranslationService,
        freshService: (any TranslationService)? = nil, liveService: (any TranslationService)? = nil,
        immediateService: (any TranslationService)? = nil, providers: Set<TranslationProvider> = [],
        glossary: (any WordSuggesting)? = nil, remoteSuggestions: [any WordSuggesting] = [],
        languages: LanguageCatalog, direction: TranslationDirection,
        localizer: Localizer = .personalDictionary(),
        reminder: ReminderConfiguration = ReminderConfiguration(),
        clock: WallClock, sleeper: Sleeper? = nil, identifiers: IdentifierGenerator,
        timeZone: TimeZone = .autoupdatingCurrent, todoSynchronization: TodoSynchronization? = nil, logger: Logger,
        patience: Duration? = nil, resumeServices: @escaping @Sendable () -> Void = {},
        closeServices: @escaping @Sendable () async -> Void = {}
    ) {
        self.init(
            loggedStore: store.logged(by: logger.labelled("store")), translationService: translationService,
            freshService: freshService ?? translationService, liveService: liveService ?? translationService,
            immediateService: immediateService, providers: providers, glossary: glossary,
            remoteSuggestions: remoteSuggestions, languages: languages, direction: direction,
            localizer: localizer, reminder: reminder, clock: clock, sleeper: sleeper, identifiers: identifiers,
            timeZone: timeZone, todoSynchronization: todoSynchronization, logger: logger,
            patience: patience, resumeServices: resumeServices, closeServices: closeServices)
    }

    private init(
        loggedStore: DictionaryStore, translationService: any TranslationService,
        freshService: any TranslationService, liveService: any TranslationService,
        immediateService: (any TranslationService)?, providers: Set<TranslationProvider>,
        glossary: (any WordSuggesting)?, remoteSuggestions: [any WordSuggesting], languages: LanguageCatalog,
        direction: TranslationDirection, localizer: Localizer,
        reminder: ReminderConfiguration, clock: WallClock, sleeper: Sleeper?, identifiers: IdentifierGenerator,
        timeZone: TimeZone, todoSynchronization: TodoSynchronization?, logger: Logger,
        patience: Duration?, resumeServices: @escaping @Sendable () -> Void,
        closeServices: @escaping @Sendable () async -> Void
    ) {
        store = loggedStore
        self.translationService = translationService
        self.freshService = freshService
        self.liveService = liveService
        self.immediateService = immediateService
        self.providers = providers
        self.glossary = glossary
        self.remoteSuggestions = remoteSuggestions
        self.languages = languages
        self.direction = direction
        self.localizer = localizer
        var reminder = reminder.following(timeZone)
        reminder.messages = reminder.messages ?? .localized(localizer)
        self.reminder = reminder
        self.clock = clock
        self.sleeper = sleeper ?? .system(clock: clock)
        self.identifiers = identifiers
        self.timeZone = timeZone
        self.todoSynchronization = todoSynchronization
        self.logger = logger
        self.patience = patience
        self.resumeServices = resumeServices
        self.closeServices = closeServices
    }

    /// Ends what was opened: says goodbye to the servers that there are connections to, which takes a second at most, and closes the
    /// store. To be called when the app's graph is detached; calls to the store fail from then on.
    public func close() async {
        await closeServices()
        await store.close()
    }

    /// Opens what a configuration names. Throws ``DictionaryError/store(_:)`` where the store cannot be used; it is then left as it
    /// is.
    public static func open(_ configuration: AppConfiguration) async throws(DictionaryError) -> AppDependencies {
        let logger = configuration.logger.labelled("store")
        let store: DictionaryStore
        switch configuration.storage {
        case .file(let url):
            store = try await OperationLog(logger).run("open store", url.path(percentEncoded: false)) {
                () throws(DictionaryError) in try await DictionaryStore.open(url)
            }.logged(by: logger)
        case .memory:
            store = DictionaryStore.inMemory().logged(by: logger)
        }
        let saved: TranslationDirection?
        do {
            saved = try await store.directions.direction()
        } catch {
            await store.close()
            throw error
        }
        let services = configuration.translation.services(
            store: store, language: configuration.locale.language.languageCode.map { Language(code: $0.identifier) },
            clock: configuration.clock,
            sleeper: configuration.sleeper ?? .system(clock: configuration.clock),
            logger: configuration.logger.labelled("translation"))
        return AppDependencies(
            loggedStore: store, translationService: services.all, freshService: services.fresh,
            liveService: services.live, immediateService: services.immediate,
            providers: Set(configuration.translation.names),
            glossary: services.glossary, remoteSuggestions: services.remoteSuggestions,
            languages: configuration.languages,
            direction: configuration.languages.direction(preferring: saved),
            localizer: .personalDictionary(locale: configuration.locale, timeZone: configuration.timeZone),
            reminder: configuration.reminder,
            clock: configuration.clock, sleeper: configuration.sleeper,
            identifiers: configuration.identifiers ?? .uuidV7(clock: configuration.clock),
            timeZone: configuration.timeZone, todoSynchronization: configuration.todoSynchronization,
            logger: configuration.logger, patience: configuration.translation.patience,
            resumeServices: services.resume, closeServices: services.close)
    }
}
