public import CoreModule
import Foundation

/// What the app needs from outside: everything that does I/O, opened and ready.
public struct AppDependencies: Sendable {
    /// The user's data.
    public let store: DictionaryStore
    /// Looks words up.
    public let translationService: any TranslationService
    /// The languages that the dictionary offers.
    public let languages: LanguageCatalog
    /// The current direction of translation.
    public let direction: TranslationDirection
    /// Tells the time of day.
    public let clock: WallClock
    /// Names words and tasks.
    public let identifiers: IdentifierGenerator
    /// Is told what happens.
    public let logger: Logger

    /// Gathers what the app needs.
    public init(
        store: DictionaryStore, translationService: any TranslationService, languages: LanguageCatalog,
        direction: TranslationDirection, clock: WallClock, identifiers: IdentifierGenerator, logger: Logger
    ) {
        self.store = store
        self.translationService = translationService
        self.languages = languages
        self.direction = direction
        self.clock = clock
        self.identifiers = identifiers
        self.logger = logger
    }

    /// Opens what a configuration names. Throws ``DictionaryError/store(_:)`` where the store cannot be used; it is then left
    /// as it is.
    public static func open(_ configuration: AppConfiguration) async throws(DictionaryError) -> AppDependencies {
        let store: DictionaryStore
        switch configuration.storage {
        case .file(let url): store = try await DictionaryStore.open(url)
        case .memory: store = .inMemory()
        }
        let saved: TranslationDirection?
        do {
            saved = try await store.directions.direction()
        } catch {
            await store.close()
            throw error
        }
        return AppDependencies(
            store: store,
            translationService: configuration.translationService
                ?? GlossaryTranslationService(clock: configuration.clock),
            languages: configuration.languages,
            direction: configuration.languages.direction(preferring: saved),
            clock: configuration.clock,
            identifiers: configuration.identifiers ?? .uuidV7(clock: configuration.clock),
            logger: configuration.logger)
    }
}
