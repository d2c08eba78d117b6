public import CoreModule
public import Foundation
public import TodoList

/// What an app decides before it starts.
public struct AppConfiguration: Sendable {
    /// Where the user's data is kept.
    public enum Storage: Sendable, Hashable {
        /// In a file, made with its folders when missing.
        case file(URL)
        /// In memory, until the app ends.
        case memory
    }

    /// Where the user's data is kept.
    public var storage: Storage
    /// The languages that the dictionary offers.
    public var languages: LanguageCatalog
    /// Who is asked for translations, and in which order; the glossary that comes with the library unless told otherwise.
    public var translation: TranslationConfiguration
    /// Who shows the daily reminder, and what it says; without one unless told otherwise.
    public var reminder: ReminderConfiguration
    /// The user's language and customs; messages are in English where the library does not speak the language.
    public var locale: Locale
    /// The user's time zone, for the days of tasks and of the reminder.
    public var timeZone: TimeZone
    /// Tells the time of day.
    public var clock: WallClock
    /// Waits; by the clock where `nil`.
    public var sleeper: Sleeper?
    /// Names words and tasks; version 7 UUIDs where `nil`.
    public var identifiers: IdentifierGenerator?
    /// How the to-do list is synchronized; it is kept on this device only unless told otherwise.
    public var todoSynchronization: TodoSynchronization?
    /// Is told what happens: screens, changes of words and tasks, reading and writing, requests and streams. Words and tasks are
    /// named at debug level only. The `FeatureTree` has a logger of its own.
    public var logger: Logger

    /// Makes a configuration; everything but the storage has a default that suits an app.
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
