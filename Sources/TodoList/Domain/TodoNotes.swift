import CoreModule

/// The notes of a task: text of several lines, in Unicode's composed form (NFC), of at most 20,000 characters.
public struct TodoNotes: Hashable, Sendable, CustomStringConvertible {
    /// The most characters, as a reader counts them, that notes may have.
    public static let maximumLength = 20_000
    private static let maximumScalars = 4 * maximumLength

    /// The text; empty if there are no notes.
    public let value: String

    /// No notes.
    public static let none = TodoNotes(stored: "")

    /// Creates trimmed notes from user input; throws ``TodoError/notesTooLong(length:)``.
    public init(_ typed: String) throws(TodoError) {
        do {
            value = try BoundedText.normalized(
                typed, maximumLength: Self.maximumLength, maximumScalars: Self.maximumScalars)
        } catch {
            throw .notesTooLong(length: error.length)
        }
    }

    /// Notes that were checked when they were stored, or come from elsewhere, where other limits hold.
    init(stored value: String) {
        self.value = value
    }

    /// The text.
    public var description: String { value }
}
