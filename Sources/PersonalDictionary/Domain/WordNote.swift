public import CoreModule

/// The user's note on a word: text of any number of lines, trimmed, in Unicode's composed form (NFC), without control
/// characters, of at most 20,000 characters.
public struct WordNote: Hashable, Sendable {
    /// The maximum number of characters.
    public static let maximumLength = 20_000
    /// No note.
    public static let empty = WordNote(stored: "")

    /// The text. Empty if there is no note.
    public let value: String

    /// Creates a note from user input. Throws ``DictionaryError/textTooLong(length:maximum:)``.
    public init(_ typed: String) throws(DictionaryError) {
        value = try typed.bounded(to: Self.maximumLength, scalars: 4 * Self.maximumLength)
    }

    /// The note with its name, on one line; nil if there is none.
    public var message: Message? { value.isEmpty ? nil : Message("note: \(value)") }

    /// Creates a note from a store, without a check.
    public init(stored value: String) {
        self.value = value
    }
}
