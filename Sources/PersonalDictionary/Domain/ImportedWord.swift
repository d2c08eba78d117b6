/// A word to import: it is added, or merged with the word of the same text and direction.
public struct ImportedWord: Hashable, Sendable {
    /// The word. What a file does not say is as in a new word.
    public let word: Word
    /// The dictionary entry of the word, if the file has one.
    public let entry: DictionaryEntry?

    /// Creates a word to import.
    public init(_ word: Word, entry: DictionaryEntry? = nil) {
        self.word = word
        self.entry = entry
    }

    /// Merges this word into the one that is there.
    ///
    /// An import removes nothing: a favourite stays one, a translation is only replaced by a different one, and the user's own only by
    /// the user's own. So importing a file twice changes nothing.
    func merged(into word: Word) -> Word {
        var merged = word
        merged.isFavorite = word.isFavorite || self.word.isFavorite
        if let offered = self.word.translation.translation, replaces(word.translation.translation, offered) {
            merged.translation = .translated(offered)
        }
        if merged != word { merged.updatedAt = max(word.updatedAt, self.word.updatedAt) }
        return merged
    }

    private func replaces(_ present: Translation?, _ offered: Translation) -> Bool {
        guard let present else { return true }
        if present.text == offered.text { return false }
        return present.provider != .user || offered.provider == .user
    }
}
