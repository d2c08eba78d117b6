package import CoreModule

/// Imports words from files and exports them to files. Both block their thread while they read or write, and both work in parts, so
/// that a large file is never in memory as a whole.
///
/// Every method throws ``DictionaryError/fileUnreadable(path:reason:)`` or ``DictionaryError/fileUnwritable(path:reason:)`` if the
/// file fails, and ``DictionaryError/store(_:)`` if the store does.
public struct WordExchange: Sendable {
    /// The number of words that are read at once.
    static let pageSize = 500

    let words: Vocabulary
    let languages: LanguageCatalog
    let direction: DirectionStream
    let clock: WallClock
    let identifiers: IdentifierGenerator
    let acceptsProvider: @Sendable (TranslationProvider) -> Bool

    /// Creates an exchange.
    /// - Parameters:
    ///   - words: the words.
    ///   - languages: the languages of words; an import rejects a record in another language.
    ///   - direction: the direction of a record that has none.
    ///   - clock: the date of a record that has none.
    ///   - identifiers: makes the identifier of a record that has none. A record with one that it would not make is rejected.
    ///   - acceptsProvider: whether words may come from a provider; a record of another is rejected.
    package init(
        words: Vocabulary, languages: LanguageCatalog, direction: DirectionStream, clock: WallClock,
        identifiers: IdentifierGenerator,
        acceptsProvider: @escaping @Sendable (TranslationProvider) -> Bool = { _ in true }
    ) {
        self.words = words
        self.languages = languages
        self.direction = direction
        self.clock = clock
        self.identifiers = identifiers
        self.acceptsProvider = acceptsProvider
    }
}
