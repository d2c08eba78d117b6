public import CoreModule

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
    /// An import removes nothing: a favourite stays one. A translation or a note is stored if the word has none. The user's own
    /// translation also replaces a service's. Tags are added, and so are own translations if the file has several. So importing a file
    /// twice changes nothing.
    public func merged(into word: Word) -> Word {
        var merged = word
        merged.isFavorite = word.isFavorite || self.word.isFavorite
        if Self.rank(self.word.translation) > Self.rank(word.translation) {
            merged.translation = self.word.translation
        }
        if word.note == .empty { merged.note = self.word.note }
        // If tags or translations are too long together, those that are there stay.
        do { merged.tags = try word.tags.adding(self.word.tags) } catch {}
        if let present = word.translation.translation, word.translation.isOwn,
            let offered = self.word.translation.translation, !offered.alternatives.isEmpty
        {
            do {
                let all = try present.adding(offered.all, at: max(present.date, offered.date))
                if all.all != present.all { merged.translation = .translated(all) }
            } catch {}
        }
        if merged != word { merged.updatedAt = max(word.updatedAt, self.word.updatedAt) }
        return merged
    }

    private static func rank(_ state: TranslationState) -> Int {
        switch state.translation?.provider {
        case nil: 0
        case .user?: 2
        case _?: 1
        }
    }
}

/// What only a user changes in a word, or a file: a word in which one differs was changed since. The note of an import has them.
struct WordChoices: Hashable, Codable {
    let text: String
    let translation: String?
    let isFavorite: Bool
    let note: String?
    let tags: String?

    init(_ word: Word) {
        text = "\(word.direction) \(word.text.identity)"
        translation = word.translation.isOwn ? word.translation.translation?.all.joined(separator: "\n") : nil
        isFavorite = word.isFavorite
        note = word.note == .empty ? nil : word.note.value
        tags = word.tags == .empty ? nil : word.tags.stored
    }

    /// The choices as JSON. An encoder would take longer than a store takes to add a word.
    var json: String {
        let texts = [("text", text), ("translation", translation), ("note", note), ("tags", tags)]
        let members = texts.compactMap { name, text in text.map { "\"\(name)\":\($0.jsonQuoted)" } }
        return "{\"isFavorite\":\(isFavorite),\(members.joined(separator: ","))}"
    }
}

/// What taking an import back did.
public struct ImportUndo: Hashable, Sendable {
    /// The number of words that the import had added, and that are removed.
    public internal(set) var removed = 0
    /// The number of words that the import had changed, and that are as before.
    public internal(set) var restored = 0
    /// The number of words that stay as they are, because the user has changed or reviewed them since.
    public internal(set) var kept = 0

    /// A text for the user: how many words were removed and restored.
    public var message: Message { Message("removed \(removed), restored \(restored)") }
    /// A text for the user: how many words stayed, and why. Nil if none did.
    public var keptMessage: Message? {
        kept == 0 ? nil : Message("kept, because you have changed or reviewed them since: \(kept)")
    }
    /// The text to show if there is no import to undo.
    public static var nothingMessage: Message { Message("there is no import to undo") }
}
