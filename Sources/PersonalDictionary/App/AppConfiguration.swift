public import CoreModule
public import Foundation
public import TodoList

/// The decisions of an app before it starts.
public struct AppConfiguration: Sendable {
    /// Where the user's data is stored.
    public enum Storage: Sendable, Hashable {
        /// In a file. If it does not exist, it is created with its folders.
        case file(URL)
        /// In memory, until the app ends.
        case memory
    }

    /// Where the user's data is stored.
    public var storage: Storage
    /// The languages that the dictionary offers.
    public var languages: LanguageCatalog
    /// The providers of translations, in their order; by default the library's glossary.
    public var translation: TranslationConfiguration
    /// How the daily reminder is shown; by default there is none.
    public var reminder: ReminderConfiguration
    /// The user's language and region. If the library does not have the language, messages are in English.
    public var locale: Locale
    /// The user's time zone, for the days of tasks and of the reminder.
    public var timeZone: TimeZone
    /// The time of day.
    public var clock: WallClock
    /// Waits; if nil, by the clock.
    public var sleeper: Sleeper?
    /// Makes identifiers of words and tasks; if nil, version 7 UUIDs.
    public var identifiers: IdentifierGenerator?
    /// How the to-do list is synchronized; if nil, it stays on this device.
    public var todoSynchronization: TodoSynchronization?
    /// Logs screens, changes of words and tasks, reading and writing, requests and streams. Words and tasks are named at debug level
    /// only. The `FeatureTree` has its own logger.
    public var logger: Logger

    /// Makes a configuration. Everything except the storage has a default that suits an app.
    public init(
        storage: Storage, languages: LanguageCatalog = .everyday,
        translation: TranslationConfiguration = TranslationConfiguration(),
        reminder: ReminderConfiguration = ReminderConfiguration(), locale: Locale = .current,
        timeZone: TimeZone = .autoupdatingCurrent, clock: WallClock = .system, sleeper: Sleeper? = nil,
        identifiers: IdentifierGenerator? = nil, todoSynchronization: TodoSynchronization? = nil,
        logger: Logger = .disabled
    ) {
        self.storage = storage
        self.languages = languages
        self.translation = translation
        self.reminder = reminder
        self.locale = locale
        self.timeZone = timeZone
        self.clock = clock
        self.sleeper = sleeper
        self.identifiers = identifiers
        self.todoSynchronization = todoSynchronization
        self.logger = logger
    }
}
