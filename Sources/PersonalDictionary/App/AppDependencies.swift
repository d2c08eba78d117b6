public import CoreModule
public import Foundation
public import TodoList

/// What the app needs from outside: everything that does I/O, opened and ready.
public struct AppDependencies: Sendable {
    /// The user's data.
    public let store: DictionaryStore
    /// What looks words up.
    public let translation: TranslationServices
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

    /// Gathers what the app needs. The logger logs what the store reads and writes.
    public init(
        store: DictionaryStore, translation: TranslationServices, languages: LanguageCatalog,
        direction: TranslationDirection, localizer: Localizer = .personalDictionary(),
        reminder: ReminderConfiguration = ReminderConfiguration(),
        clock: WallClock, sleeper: Sleeper? = nil, identifiers: IdentifierGenerator,
        timeZone: TimeZone = .autoupdatingCurrent, todoSynchronization: TodoSynchronization? = nil, logger: Logger
    ) {
        self.init(
            loggedStore: store.logged(by: logger.labelled("store")), translation: translation, languages: languages,
            direction: direction, localizer: localizer, reminder: reminder, clock: clock, sleeper: sleeper,
            identifiers: identifiers, timeZone: timeZone, todoSynchronization: todoSynchronization, logger: logger)
    }

    private init(
        loggedStore: DictionaryStore, translation: TranslationServices, languages: LanguageCatalog,
        direction: TranslationDirection, localizer: Localizer, reminder: ReminderConfiguration, clock: WallClock,
        sleeper: Sleeper?, identifiers: IdentifierGenerator, timeZone: TimeZone,
        todoSynchronization: TodoSynchronization?, logger: Logger
    ) {
        store = loggedStore
        self.translation = translation
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
    }

    /// Ends what was opened: says goodbye to the servers that there are connections to, which takes a second at most, and closes the
    /// store. To be called when the app's graph is detached; calls to the store fail from then on.
    public func close() async {
        await translation.close()
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
            saved = try await Settings(store.settings, logger: logger).value(.direction)
        } catch {
            await store.close()
            throw .store(error)
        }
        let services = configuration.translation.services(
            store: store, language: configuration.locale.language.languageCode.map { Language(code: $0.identifier) },
            clock: configuration.clock,
            sleeper: configuration.sleeper ?? .system(clock: configuration.clock),
            logger: configuration.logger.labelled("translation"))
        return AppDependencies(
            loggedStore: store, translation: services, languages: configuration.languages,
            direction: configuration.languages.direction(preferring: saved),
            localizer: .personalDictionary(locale: configuration.locale, timeZone: configuration.timeZone),
            reminder: configuration.reminder,
            clock: configuration.clock, sleeper: configuration.sleeper,
            identifiers: configuration.identifiers ?? .uuidV7(clock: configuration.clock),
            timeZone: configuration.timeZone, todoSynchronization: configuration.todoSynchronization,
            logger: configuration.logger)
    }
}
