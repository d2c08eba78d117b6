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
    /// An import removes nothing: a favourite stays one. A translation is stored if the word has none, and so is a note. The user's own
    /// translation also replaces a service's. Tags are added. Own translations of which the file has several are added to those of the word. So
    /// whatever a file contains, importing it twice changes nothing.
    public func merged(into word: Word) -> Word {
        var merged = word
        merged.isFavorite = word.isFavorite || self.word.isFavorite
        if Self.rank(self.word.translation) > Self.rank(word.translation) {
            merged.translation = self.word.translation
        }
        if word.note == .empty { merged.note = self.word.note }
        // If they are too long together, those that are there stay.
        do { merged.tags = try word.tags.adding(self.word.tags) } catch {}
        if let present = word.translation.translation, word.translation.isOwn,
            let offered = self.word.translation.translation, !offered.alternatives.isEmpty
        {
            // If they are too long together, those that are there stay.
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

extension Word {
    /// What only a user changes, or a file, by names: a word in which one differs was changed since.
    var choices: [(name: String, value: WordChoice?)] {
        let own = translation.isOwn ? translation.translation?.all.joined(separator: "\n") : nil
        return [
            ("text", .text("\(direction) \(text.identity)")),
            ("translation", own.map(WordChoice.text)),
            ("isFavorite", .flag(isFavorite)),
            ("note", note == .empty ? nil : .text(note.value)),
            ("tags", tags == .empty ? nil : .text(tags.stored)),
        ]
    }
}

/// A value of ``Word/choices``.
enum WordChoice: Hashable, Codable {
    case flag(Bool)
    case text(String)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do { self = .text(try container.decode(String.self)) } catch { self = .flag(try container.decode(Bool.self)) }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .flag(let flag): try container.encode(flag)
        case .text(let text): try container.encode(text)
        }
    }

    /// The value as JSON.
    var json: String {
        switch self {
        case .flag(let flag): flag ? "true" : "false"
        case .text(let text): text.jsonQuoted
        }
    }
}

/// What taking an import back did.
public struct ImportUndo: Hashable, Sendable {
    /// The number of words that the import had added, and that are removed.
    public internal(set) var removed = 0
    /// The number of words that the import had changed, and that are as before.
    public internal(set) var restored = 0
    /// The number of words that stay as they are, because the user has changed them since.
    public internal(set) var kept = 0

    /// A text for the user: how many words were removed and restored.
    public var message: Message { Message("removed \(removed), restored \(restored)") }
    /// A text for the user: how many words stayed, and why. Nil if none did.
    public var keptMessage: Message? {
        kept == 0 ? nil : Message("kept, because you have changed them since: \(kept)")
    }
    /// The text to show if there is no import to undo.
    public static var nothingMessage: Message { Message("there is no import to undo") }
}
