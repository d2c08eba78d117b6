public import CoreModule
public import Foundation

/// Reads words.
///
/// Laws of every method of every repository: it throws ``DictionaryError/store(_:)`` when the store fails, and then nothing
/// was changed; a failure is never told as an empty result; it may be called from any task, and calls do not mix.
public protocol WordFetching: Sendable {
    /// A page of all words, newest first.
    func words(_ page: WordPage) async throws(DictionaryError) -> [Word]
    /// The word of an identifier; throws ``DictionaryError/notFound(_:)``.
    func word(_ id: WordID) async throws(DictionaryError) -> Word
    /// The one word whose identifier begins so; throws ``DictionaryError/notFound(_:)`` or
    /// ``DictionaryError/ambiguousID(_:matches:)``, with at most ten matches. A whole identifier is never ambiguous.
    func word(idPrefix: String) async throws(DictionaryError) -> Word
    /// The words of this text, one for each direction in which it was added, newest first.
    func words(_ text: WordText) async throws(DictionaryError) -> [Word]
    /// The words whose translation is pending or failed, oldest first.
    func wordsAwaitingTranslation(limit: Int) async throws(DictionaryError) -> [Word]
    /// How many words there are.
    func wordCount() async throws(DictionaryError) -> Int
    /// What a service said of the word; `nil` where none was asked, or none knew it, or the user wrote the translation.
    func entry(of id: WordID) async throws(DictionaryError) -> DictionaryEntry?
}

/// Reads the favourites.
public protocol FavoriteWordFetching: Sendable {
    /// A page of the favourite words, newest first.
    func favoriteWords(_ page: WordPage) async throws(DictionaryError) -> [Word]
}

/// Finds words.
public protocol WordSearching: Sendable {
    /// The words that a query finds: those that equal it first, then those that begin with it, then the rest, newest first
    /// among equals.
    func search(_ query: WordQuery) async throws(DictionaryError) -> [Word]
}

/// Creates, changes and deletes words. What a method acknowledges by returning is durable where the repository is.
public protocol WordEditing: Sendable {
    /// Adds a word; throws ``DictionaryError/duplicate(of:)`` where one of the same ``WordText/identity`` and direction, or of
    /// the same identifier, is there.
    func add(_ word: Word) async throws(DictionaryError)
    /// Adds words at once, all or none, for the cost of one; throws as adding one does.
    func add(_ words: [Word]) async throws(DictionaryError)
    /// Adds words that a file has, or merges them with those of the same ``WordText/identity`` and direction, all or none. A new
    /// word keeps the file's identifier unless another word has it; then it gets the one that `makeFallbackID` makes.
    /// - Returns: what was done with each, in their order.
    func merge(
        _ words: [ImportedWord], makeFallbackID: @escaping @Sendable () -> WordID
    ) async throws(DictionaryError) -> [ImportOutcome]
    /// Puts a word among the favourites or takes it out, and returns it as it is then; throws ``DictionaryError/notFound(_:)``.
    @discardableResult
    func setFavorite(_ isFavorite: Bool, of id: WordID, at date: Date) async throws(DictionaryError) -> Word
    /// Gives a word the user's own translation, which no look-up replaces, and returns it as it is then; throws
    /// ``DictionaryError/notFound(_:)``.
    @discardableResult
    func setUserTranslation(_ text: String, of id: WordID, at date: Date) async throws(DictionaryError) -> Word
    /// Records how a look-up ended, and returns the word where that has changed it. A word that was removed meanwhile, or that the
    /// user has translated, wins. A look-up that did not succeed never takes a translation away, and leaves a word that no service
    /// knew as it is; then only who was asked is noted.
    @discardableResult
    func record(_ outcome: LookUpOutcome, of id: WordID, at date: Date) async throws(DictionaryError) -> Word?
    /// Removes words, all or none; throws ``DictionaryError/notFound(_:)`` where one is not there.
    func remove(_ ids: [WordID]) async throws(DictionaryError)
}

/// How a look-up of a word ended.
public enum LookUpOutcome: Hashable, Sendable {
    /// A service knew the word.
    case found(DictionaryEntry)
    /// No service knows it. Who was asked is noted with the word, beside those who were asked before; nobody where it is not told.
    case notFound(askedOf: Set<TranslationProvider> = [])
    /// A service failed; when to try again at the earliest.
    case failed(until: Date?)

    /// What it makes of a word's translation; `nil` where it leaves it as it is.
    func state(replacing state: TranslationState) -> TranslationState? {
        if state.translation?.provider == .user { return nil }
        switch self {
        case .found(let entry): return .translated(entry.translation)
        case .notFound: return state.isWaiting ? .notFound : nil
        case .failed(let until): return state.isWaiting ? .failed(until: until) : nil
        }
    }
}

/// Reads the words that no service knew, and who was asked for them.
///
/// It is noted with each word: so words that one process has asked for are told apart from those that another has, which asks
/// others.
public protocol NotFoundWordFetching: Sendable {
    /// The words that no service knew while one of these providers was not asked, oldest first; none where no provider is named.
    func notFoundWords(
        notAskedOf providers: Set<TranslationProvider>, limit: Int
    ) async throws(DictionaryError) -> [Word]
    /// Who was asked for a word that no service knew; nobody where that is not known, and for any other word or none.
    func providersAsked(for id: WordID) async throws(DictionaryError) -> Set<TranslationProvider>
}

/// Tells what others, such as another process, have changed.
public protocol ExternalWordChangeFetching: Sendable {
    /// What was changed since the last call, or since the repository was opened, other than through this repository: a word that
    /// is new or different as ``WordChange/updated(_:)``; very much at once as ``WordChange/reloaded``.
    func externalChanges() async throws(DictionaryError) -> [WordChange]
}

/// All that can be done with the words of a dictionary. Ask for the narrow protocols where less is needed.
public protocol WordRepository: WordFetching, FavoriteWordFetching, WordSearching, WordEditing, NotFoundWordFetching,
    ExternalWordChangeFetching
{}
