public import CoreModule

/// Imports words from files and exports them to files. Both work in pages of a few hundred words, so that a large file is never in
/// memory as a whole, and block their thread while they read or write.
///
/// Every method throws ``DictionaryError/fileUnreadable(path:reason:)`` or ``DictionaryError/fileUnwritable(path:reason:)`` if the
/// file fails, and ``DictionaryError/store(_:)`` if the store does.
public struct WordExchange: Sendable {
    /// The number of words in one transaction.
    static let pageSize = 500

    let words: Vocabulary
    let languages: LanguageCatalog
    let direction: DirectionStream
    let clock: WallClock
    let identifiers: IdentifierGenerator

    /// Creates an exchange.
    /// - Parameters:
    ///   - words: the words.
    ///   - languages: the languages of words; an import rejects a record in another language.
    ///   - direction: the direction of a record that has none.
    ///   - clock: the date of a record that has none.
    ///   - identifiers: makes the identifier of a record that has none.
    public init(
        words: Vocabulary, languages: LanguageCatalog, direction: DirectionStream, clock: WallClock,
        identifiers: IdentifierGenerator
    ) {
        self.words = words
        self.languages = languages
        self.direction = direction
        self.clock = clock
        self.identifiers = identifiers
    }
}
