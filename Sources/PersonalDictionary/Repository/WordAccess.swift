public import CoreModule
public import Foundation

/// Reads words.
///
/// Every method of this and the following protocols throws ``DictionaryError/store(_:)`` if the store fails; then nothing has changed.
public protocol WordFetching: Sendable {
    /// Returns a page of all words, newest first.
    func words(_ page: WordPage) async throws(DictionaryError) -> [Word]
    /// Returns a page of the favourite words, newest first.
    func favoriteWords(_ page: WordPage) async throws(DictionaryError) -> [Word]
    /// Returns the word with an identifier. Throws ``DictionaryError/notFound(_:)``.
    func word(_ id: WordID) async throws(DictionaryError) -> Word
    /// Returns the only word whose identifier begins with a text. A complete identifier is never ambiguous.
    ///
    /// Throws ``DictionaryError/notFound(_:)``, or ``DictionaryError/ambiguousID(_:matches:)`` with at most ten matches.
    func word(idPrefix: String) async throws(DictionaryError) -> Word
    /// Returns the words with a text, one for each direction in which it was added, newest first.
    func words(_ text: WordText) async throws(DictionaryError) -> [Word]
    /// Returns the number of words.
    func wordCount() async throws(DictionaryError) -> Int
    /// Returns the dictionary entry of a word. Nil if there was no look-up, no service has the word, or the user wrote
    /// the translation.
    func entry(of id: WordID) async throws(DictionaryError) -> DictionaryEntry?
}

/// Searches words.
public protocol WordSearching: Sendable {
    /// Returns the words that match a query: exact matches first, then prefixes, then the rest; newest first among equals.
    func search(_ query: WordQuery) async throws(DictionaryError) -> [Word]
}

/// Creates, changes and deletes words. When a method returns, its change is stored.
public protocol WordEditing: Sendable {
    /// Adds a word. Throws ``DictionaryError/duplicate(of:)`` if there is a word with the same ``WordText/identity`` and direction, or
    /// with the same identifier.
    func add(_ word: Word) async throws(DictionaryError)
    /// Adds words in one transaction, all or none. Throws like adding one word.
    func add(_ words: [Word]) async throws(DictionaryError)
    /// Adds imported words in one transaction, all or none. A word that is there, with the same ``WordText/identity`` and direction,
    /// is merged; see ``ImportedWord``.
    /// - Parameters:
    ///   - words: the words to import.
    ///   - makeFallbackID: makes the identifier of a new word whose own identifier another word has.
    /// - Returns: the outcome of each word, in their order.
    func merge(
        _ words: [ImportedWord], makeFallbackID: @escaping @Sendable () -> WordID
    ) async throws(DictionaryError) -> [ImportOutcome]
    /// Adds a word to the favourites or removes it from them, and returns it. Throws ``DictionaryError/notFound(_:)``.
    @discardableResult
    func setFavorite(_ isFavorite: Bool, of id: WordID, at date: Date) async throws(DictionaryError) -> Word
    /// Stores the user's own translation, which no look-up replaces, and returns the word. Throws ``DictionaryError/notFound(_:)``.
    @discardableResult
    func setUserTranslation(_ text: String, of id: WordID, at date: Date) async throws(DictionaryError) -> Word
    /// Removes words, all or none. Throws ``DictionaryError/notFound(_:)`` if one is not there.
    /// - Returns: the removed words with their entries, each once. Merging them undoes the removal.
    @discardableResult
    func remove(_ ids: [WordID]) async throws(DictionaryError) -> [ImportedWord]
}
