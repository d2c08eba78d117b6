public import CoreModule
public import Foundation

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
    /// Looks words up; the glossary that comes with the library where `nil`.
    public var translationService: (any TranslationService)?
    /// Tells the time of day.
    public var clock: WallClock
    /// Names words and tasks; version 7 UUIDs where `nil`.
    public var identifiers: IdentifierGenerator?
    /// Is told what happens.
    public var logger: Logger

    /// Makes a configuration; everything but the storage has a default that suits an app.
    public init(
        storage: Storage, languages: LanguageCatalog = .everyday, translationService: (any TranslationService)? = nil,
        clock: WallClock = .system, identifiers: IdentifierGenerator? = nil, logger: Logger = .disabled
    ) {
        self.storage = storage
        self.languages = languages
        self.translationService = translationService
        self.clock = clock
        self.identifiers = identifiers
        self.logger = logger
    }
}
