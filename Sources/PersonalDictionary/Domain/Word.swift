public import CoreModule
public import Foundation

/// The identifier of a word.
public typealias WordID = Identifier<Word>

/// A word or phrase in the dictionary, with the state of its translation.
public struct Word: Identifiable, Hashable, Sendable {
    /// The identifier. It never changes.
    public internal(set) var id: WordID
    /// The text that the user entered.
    public internal(set) var text: WordText
    /// The direction of its translation.
    public internal(set) var direction: TranslationDirection
    /// The state of its translation.
    public var translation: TranslationState
    /// Whether it is a favourite.
    public var isFavorite: Bool
    /// The user's note.
    public var note: WordNote
    /// The user's tags.
    public var tags: WordTags
    /// When it was added, in whole milliseconds. Lists show the newest word first.
    public private(set) var createdAt: Date
    /// When it last changed, in whole milliseconds.
    public var updatedAt: Date

    /// Creates a word.
    public init(
        id: WordID, text: WordText, direction: TranslationDirection, translation: TranslationState = .pending,
        isFavorite: Bool = false, note: WordNote = .empty, tags: WordTags = .empty, createdAt: Date, updatedAt: Date
    ) {
        self.id = id
        self.text = text
        self.direction = direction
        self.translation = translation
        self.isFavorite = isFavorite
        self.note = note
        self.tags = tags
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }

    /// The user's texts by which the word is found, beside its own and its translations.
    var searchedTexts: [String] { [note.value, tags.stored] }

    /// Whether both stand for the same look-up: they have the same ``WordText/identity`` and direction.
    func asksSame(as other: Word) -> Bool {
        text.identity == other.text.identity && direction == other.direction
    }

    /// This word as a change of another one: with its identifier and its date, which never change.
    func asChange(of word: Word) -> Word {
        var changed = self
        (changed.id, changed.createdAt) = (word.id, word.createdAt)
        return changed
    }

    /// The position in a list. The newest word comes first; of words of the same millisecond, the larger identifier.
    public var position: WordPosition { WordPosition(createdAt: createdAt, id: id, text: text) }
}

/// What the user marks a word with, as fields that devices have in common.
extension Word {
    /// The names of these fields.
    enum Mark {
        static let favorite = "favorite"
        static let note = "note"
        static let tag = "tag:"
    }

    /// The fields that have a value. Each tag is one, so that those of two devices come together. Of a new value, tags that are there keep their
    /// order, and new ones follow by their names; other fields are ignored.
    var marks: [String: String] {
        get {
            var fields: [String: String] = [:]
            if isFavorite { fields[Mark.favorite] = "1" }
            if note != .empty { fields[Mark.note] = note.value }
            for tag in tags.names { fields[Mark.tag + tag] = "1" }
            return fields
        }
        set {
            isFavorite = newValue[Mark.favorite] != nil
            note = WordNote(stored: newValue[Mark.note] ?? "")
            // By bytes: a tag may begin with a mark that is one character with what is before it.
            let marked = newValue.keys.filter(Self.isTag).map {
                String(decoding: $0.utf8.dropFirst(Mark.tag.utf8.count), as: UTF8.self)
            }
            let kept = tags.names.filter(marked.contains)
            tags = WordTags(stored: (kept + marked.filter { !kept.contains($0) }.sorted()).joined(separator: " "))
        }
    }

    /// Whether a field is a mark.
    static func isMark(_ field: String) -> Bool { [Mark.favorite, Mark.note].contains(field) || isTag(field) }

    private static func isTag(_ field: String) -> Bool { field.utf8.starts(with: Mark.tag.utf8) }

    /// Joins the notes of several records of a word; all other marks are there already.
    static func uniteMarks(_ fields: inout [String: String], of records: [[String: String]]) {
        var notes: [String] = []
        for note in records.compactMap({ $0[Mark.note] }) where !notes.contains(note) { notes.append(note) }
        fields[Mark.note] = notes.isEmpty ? nil : notes.joined(separator: "\n")
    }
}

extension [Word] {
    /// The title over words that differ from another one only in case, accents or stress.
    public var similarTitle: Message { Message("similar to:") }
}

/// A word as a store may keep it, such as in a column or in a file of JSON. Dates are in milliseconds since 1970.
extension Word: Codable {
    private enum CodingKeys: CodingKey {
        case id, text, direction, translation, isFavorite, note, tags, createdAt, updatedAt
    }

    /// Reads a word. A star, a note, tags and a translation may be missing.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func date(_ key: CodingKeys) throws -> Date {
            Date(millisecondsSince1970: try container.decode(Int64.self, forKey: key))
        }
        try self.init(
            id: container.decode(WordID.self, forKey: .id),
            text: WordText(stored: container.decode(String.self, forKey: .text)),
            direction: container.decode(TranslationDirection.self, forKey: .direction),
            translation: container.decodeIfPresent(StoredTranslation.self, forKey: .translation)?.state ?? .pending,
            isFavorite: container.decodeIfPresent(Bool.self, forKey: .isFavorite) ?? false,
            note: WordNote(stored: container.decodeIfPresent(String.self, forKey: .note) ?? ""),
            tags: WordTags(stored: container.decodeIfPresent(String.self, forKey: .tags) ?? ""),
            createdAt: date(.createdAt), updatedAt: date(.updatedAt))
    }

    /// Writes a word, without a star, a note and tags if it has none.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(text.value, forKey: .text)
        try container.encode(direction, forKey: .direction)
        try container.encode(StoredTranslation(translation), forKey: .translation)
        if isFavorite { try container.encode(true, forKey: .isFavorite) }
        if note != .empty { try container.encode(note.value, forKey: .note) }
        if tags != .empty { try container.encode(tags.stored, forKey: .tags) }
        try container.encode(createdAt.millisecondsSince1970, forKey: .createdAt)
        try container.encode(updatedAt.millisecondsSince1970, forKey: .updatedAt)
    }
}

/// A position in a list of words. It stays valid when words are added or removed.
public struct WordPosition: Hashable, Sendable, Comparable {
    /// When the word was added.
    public let createdAt: Date
    /// The word's identifier.
    public let id: WordID
    /// The word's text, by which a list may be ordered.
    public let text: WordText

    /// Creates a position, such as one that was sent to a client. In a list by date the text does not matter.
    public init(createdAt: Date, id: WordID, text: WordText = WordText(stored: "")) {
        (self.createdAt, self.id, self.text) = (createdAt, id, text)
    }

    /// Whether both are of one word that was added at one time.
    public static func == (lhs: WordPosition, rhs: WordPosition) -> Bool {
        lhs.createdAt == rhs.createdAt && lhs.id == rhs.id
    }

    /// Hashes what is compared.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(createdAt)
        hasher.combine(id)
    }

    /// The newer word comes first.
    public static func < (lhs: WordPosition, rhs: WordPosition) -> Bool {
        (rhs.createdAt, rhs.id) < (lhs.createdAt, lhs.id)
    }
}

/// The text of a word: trimmed, in Unicode's composed form (NFC), without control characters, from 1 to 500 characters.
public struct WordText: Hashable, Sendable, CustomStringConvertible {
    /// The maximum number of characters.
    public static let maximumLength = 500

    /// The text.
    public let value: String

    /// Creates a text from user input. Throws ``DictionaryError/emptyText`` or ``DictionaryError/textTooLong(length:maximum:)``.
    public init(_ typed: String) throws(DictionaryError) {
        value = try typed.bounded(to: Self.maximumLength, scalars: 20 * Self.maximumLength)
        guard !value.isEmpty else { throw .emptyText }
    }

    /// Creates a text from a store, without a check: another version of Unicode may count its characters differently, and the word
    /// must stay readable.
    public init(stored value: String) {
        self.value = value
    }

    /// The text.
    public var description: String { value }

    /// The text with single spaces: two texts with the same identity are the same word.
    public var identity: String {
        var previous: UInt8?
        let isIdentity = value.utf8.allSatisfy { byte in
            defer { previous = byte }
            return byte > 0x20 ? !Self.beginningsOfSpaces.contains(byte) : byte == 0x20 && previous != 0x20
        }
        // Nearly always.
        guard !isIdentity else { return value }
        return value.partsBetweenSpaces.joined(separator: " ")
    }

    /// The first bytes of white space that is not ASCII, from U+0085 to U+3000.
    private static let beginningsOfSpaces: [UInt8] = [0xC2, 0xE1, 0xE2, 0xE3]

    /// The text by which similar words are found: those that differ only in case, accents, stress or ligatures.
    public var folded: String { TextFolding.fold(identity, .search) }
}

extension String {
    /// The parts of the text between white space. By scalars: a mark behind a space is one character with it.
    var partsBetweenSpaces: [String] {
        unicodeScalars.split(whereSeparator: \.properties.isWhitespace).map { String($0) }
    }

    /// What a user typed, trimmed, in Unicode's composed form (NFC), without control characters.
    /// - Parameters:
    ///   - maximum: the maximum number of its characters. Throws ``DictionaryError/textTooLong(length:maximum:)``.
    ///   - scalars: the maximum number of the typed Unicode scalars.
    func bounded(to maximum: Int, scalars: Int) throws(DictionaryError) -> String {
        do {
            return try BoundedText.normalized(self, maximumLength: maximum, maximumScalars: scalars)
        } catch {
            throw .textTooLong(length: error.length, maximum: maximum)
        }
    }
}
