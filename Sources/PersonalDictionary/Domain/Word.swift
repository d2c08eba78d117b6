public import CoreModule
public import Foundation

/// The identifier of a word.
public typealias WordID = Identifier<Word>

/// A word or phrase in the dictionary, with the state of its translation.
public struct Word: Identifiable, Hashable, Sendable {
    /// The identifier. It never changes.
    public private(set) var id: WordID
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
    /// When it was added, in whole milliseconds. Lists show the newest word first.
    public let createdAt: Date
    /// When it last changed, in whole milliseconds.
    public var updatedAt: Date

    /// Creates a word.
    public init(
        id: WordID, text: WordText, direction: TranslationDirection, translation: TranslationState = .pending,
        isFavorite: Bool = false, note: WordNote = .empty, createdAt: Date, updatedAt: Date
    ) {
        self.id = id
        self.text = text
        self.direction = direction
        self.translation = translation
        self.isFavorite = isFavorite
        self.note = note
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }

    /// Whether both stand for the same look-up: they have the same ``WordText/identity`` and direction.
    func asksSame(as other: Word) -> Bool {
        text.identity == other.text.identity && direction == other.direction
    }

    /// The same word with another identifier.
    func renamed(_ id: WordID) -> Word {
        var word = self
        word.id = id
        return word
    }

    /// The position in a list. The newest word comes first; of words of the same millisecond, the larger identifier.
    public var position: WordPosition { WordPosition(createdAt: createdAt, id: id) }
}

/// A position in a list of words. It stays valid when words are added or removed.
public struct WordPosition: Hashable, Sendable, Comparable {
    /// When the word was added.
    public let createdAt: Date
    /// The word's identifier.
    public let id: WordID

    /// Creates a position, such as one that was sent to a client.
    public init(createdAt: Date, id: WordID) {
        self.createdAt = createdAt
        self.id = id
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
    private static let maximumScalars = 20 * maximumLength

    /// The text.
    public let value: String

    /// Creates a text from user input. Throws ``DictionaryError/emptyText`` or ``DictionaryError/textTooLong(length:maximum:)``.
    public init(_ typed: String) throws(DictionaryError) {
        do {
            value = try BoundedText.normalized(
                typed.withoutControlCharacters, maximumLength: Self.maximumLength, maximumScalars: Self.maximumScalars)
        } catch {
            throw .textTooLong(length: error.length)
        }
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
        let parts = value.unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
        return parts.map { String($0) }.joined(separator: " ")
    }

    /// The first bytes of white space that is not ASCII, from U+0085 to U+3000.
    private static let beginningsOfSpaces: [UInt8] = [0xC2, 0xE1, 0xE2, 0xE3]

    /// The text by which similar words are found: those that differ only in case, accents, stress or ligatures.
    public var folded: String { TextFolding.fold(identity, .search) }
}

extension String {
    /// Whether there are control characters, other than those that are white space. No word has any.
    var hasControlCharacters: Bool {
        !allBytes { $0 > 0x1F && $0 != 0x7F && $0 != 0xC2 } && unicodeScalars.contains(where: \.isControl)
    }

    var withoutControlCharacters: String {
        hasControlCharacters ? String(unicodeScalars.filter { !$0.isControl }) : self
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool {
        (value < 0x20 || (0x7F..<0xA0).contains(value)) && !properties.isWhitespace
    }
}
