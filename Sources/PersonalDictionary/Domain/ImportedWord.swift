/// A word that comes from a file, to be added or merged with the one of its text and direction.
public struct ImportedWord: Hashable, Sendable {
    /// The word as the file has it; what the file does not say is as in a new word.
    public let word: Word
    /// What a service said of it, where the file has that.
    public let entry: DictionaryEntry?

    /// Describes a word of a file.
    public init(_ word: Word, entry: DictionaryEntry? = nil) {
        self.word = word
        self.entry = entry
    }

    /// What becomes of a word that is there already. Nothing is taken away: a star stays, a translation is replaced only by
    /// another one, and the user's own only by the user's own. So to import a file again changes nothing.
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

/// What an import did with one word of a file.
public enum ImportOutcome: Hashable, Sendable {
    /// It is new.
    case added
    /// It was there, and has changed.
    case updated
    /// It was there, and has not.
    case unchanged
}
