public import CoreModule
public import Foundation

/// The identifier of a word.
public typealias WordID = Identifier<Word>

/// A word or phrase that the user keeps in the dictionary, with what is known of its translation.
public struct Word: Identifiable, Hashable, Sendable {
    /// Its identifier, for life.
    public let id: WordID
    /// What the user entered.
    public let text: WordText
    /// From which language into which it is translated.
    public let direction: TranslationDirection
    /// How far its translation has come.
    public var translation: TranslationState
    /// Whether it stands among the favourites.
    public var isFavorite: Bool
    /// When it was added, in whole milliseconds. Lists show the newest first.
    public let createdAt: Date
    /// When anything of it changed last, in whole milliseconds.
    public var updatedAt: Date

    /// Describes a word.
    public init(
        id: WordID, text: WordText, direction: TranslationDirection, translation: TranslationState = .pending,
        isFavorite: Bool = false, createdAt: Date, updatedAt: Date
    ) {
        self.id = id
        self.text = text
        self.direction = direction
        self.translation = translation
        self.isFavorite = isFavorite
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }

    /// The word under another identifier.
    func renamed(_ id: WordID) -> Word {
        Word(
            id: id, text: text, direction: direction, translation: translation, isFavorite: isFavorite,
            createdAt: createdAt,
            updatedAt: updatedAt)
    }

    /// Where the word stands in a list: the newest first, and of words of the same millisecond the larger identifier.
    public var position: WordPosition { WordPosition(createdAt: createdAt, id: id) }
}

/// A place in the list of all words, which stays valid when words come and go.
public struct WordPosition: Hashable, Sendable, Comparable {
    /// When the word there was added.
    public let createdAt: Date
    /// The word's identifier.
    public let id: WordID

    /// Names a place.
    public init(createdAt: Date, id: WordID) {
        self.createdAt = createdAt
        self.id = id
    }

    /// The newer word comes first.
    public static func < (lhs: WordPosition, rhs: WordPosition) -> Bool {
        (rhs.createdAt, rhs.id) < (lhs.createdAt, lhs.id)
    }
}

/// The text of a word: without white space around it, in Unicode's composed form (NFC), from 1 to 500 characters.
public struct WordText: Hashable, Sendable, CustomStringConvertible {
    /// The most characters, as a reader counts them, that a word may have.
    public static let maximumLength = 500
    private static let maximumScalars = 20 * maximumLength

    /// The text itself.
    public let value: String

    /// Makes a word's text of what was typed; throws ``DictionaryError/emptyText`` or ``DictionaryError/textTooLong(length:)``.
    public init(_ typed: String) throws(DictionaryError) {
        // Looked at before anything else is done with it: what is one character to a reader may be made of any number of marks,
        // and to put them in order takes more than linear time.
        let scalars = typed.unicodeScalars.count
        guard scalars <= Self.maximumScalars else { throw .textTooLong(length: scalars) }
        let text = typed.trimmingCharacters(in: .whitespacesAndNewlines).precomposedStringWithCanonicalMapping
        guard !text.isEmpty else { throw .emptyText }
        guard text.count <= Self.maximumLength else { throw .textTooLong(length: text.count) }
        value = text
    }

    /// A text that was checked when it was stored. Not checked again: what counts as one character may change with the
    /// runtime's version of Unicode, and must not make a word unreadable.
    package init(stored value: String) {
        self.value = value
    }

    /// The text.
    public var description: String { value }

    /// What tells one word from another of the same direction: two texts of one identity are the same word.
    public var identity: String { TextFolding.fold(value, .identity) }
}
