/// The identifier of a person, as the proxy that authenticates says it: not empty, and at most 200 bytes of UTF-8, without NUL.
///
/// It is compared by its bytes, as the database does. As texts, “é” and “e” with a combining accent would be equal.
public struct PersonID: Hashable, Sendable, CustomStringConvertible {
    /// The text, as the database stores it.
    public let rawValue: String

    /// Makes an identifier of a text. Calls for one that is empty, too long or contains NUL fail.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// The owner of what all people share. No proxy can say this name.
    static let shared = PersonID("\u{1}services")

    /// The text.
    public var description: String { rawValue }

    /// Compares the bytes.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.rawValue.utf8.elementsEqual(rhs.rawValue.utf8) }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) { hasher.combine(Array(rawValue.utf8)) }
}
