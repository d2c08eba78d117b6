public import CoreModule
public import Foundation
public import TodoList

/// The choices that an app makes before it starts.
public struct AppConfiguration: Adjustable, Sendable {
    /// Where the user's data is stored.
    public enum Storage: Sendable {
        /// In a file. If it does not exist, it is created with its folders.
        case file(URL)
        /// In memory, until the app ends.
        case memory
        /// In a store of your own, or one that is open already. ``AppDependencies/close()`` closes it.
        case store(DictionaryStore)
    }

    /// Where the user's data is stored.
    public var storage: Storage
    /// The languages that the dictionary offers.
    public var languages: LanguageCatalog
    /// The providers of translations, in their order; by default the library's glossary.
    public var translation: TranslationConfiguration
    /// How the daily reminder is shown; by default there is none.
    public var reminder: ReminderConfiguration
    /// The server of the to-do list; if nil, it stays on this device.
    public var todoServer: TodoServerConnection?
    /// How the folder is reached that words are synchronized with: with the password, if it is on a server.
    public var sync: SyncConnection
    /// Time, identifiers, language and log.
    public var environment: AppEnvironment

    /// Makes a configuration. Everything except the storage has a default that suits an app.
    public init(
        storage: Storage, languages: LanguageCatalog = .everyday,
        translation: TranslationConfiguration = TranslationConfiguration(),
        reminder: ReminderConfiguration = ReminderConfiguration(), todoServer: TodoServerConnection? = nil,
        sync: SyncConnection = SyncConnection(), environment: AppEnvironment = AppEnvironment()
    ) {
        self.storage = storage
        self.languages = languages
        self.translation = translation
        self.reminder = reminder
        self.todoServer = todoServer
        self.sync = sync
        self.environment = environment
    }
}
