/// What a list of words shows.
public struct WordListSource: Sendable {
    /// Reads a page of it.
    public typealias Fetch = @Sendable (WordPage) async throws(DictionaryError) -> [Word]

    /// Whether a word belongs to the list; `nil` where only reading again can tell (a search).
    let includes: (@Sendable (Word) -> Bool)?
    /// Reads a page, newest first; `nil` where the words are handed to the list.
    let fetch: Fetch?

    /// The newest words of those for which `includes` is true, as `fetch` reads them.
    public static func newest(where includes: @escaping @Sendable (Word) -> Bool, fetch: @escaping Fetch)
        -> WordListSource
    {
        WordListSource(includes: includes, fetch: fetch)
    }

    /// Whatever ``WordListViewModel/show(_:)`` is given.
    public static let external = WordListSource(includes: nil, fetch: nil)
}
