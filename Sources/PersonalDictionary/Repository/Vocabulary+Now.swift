import CoreModule

/// What a screen shows before its first load, if the store can read at once: see ``WordRepository/readNow(_:)``.
extension Vocabulary {
    /// Returns a page of a selection. Nil if the store cannot read at once, or fails: the load that follows says why.
    func wordsNow(_ page: WordPage, in selection: WordSelection) -> [Word]? {
        now { words throws(DictionaryError) in try words.words(selection, page) }
    }

    /// Returns the entry of a word, or nil in an optional if it has none. Nil as above.
    func entryNow(of id: WordID) -> DictionaryEntry?? {
        now { words throws(DictionaryError) in try words.entry(of: id) }
    }

    private func now<Value: Sendable>(
        _ body: @Sendable (any WordSnapshot) throws(DictionaryError) -> Value
    ) -> Value? {
        do throws(DictionaryError) { return try repository.readNow(body) } catch { return nil }
    }
}
