/// A typed identifier: `Identifier<Word>` and `Identifier<Todo>` are different types.
///
/// Its raw value is an opaque string, so identifiers of other programs fit too, such as the UID of a calendar object.
/// It is coded as that string and compared like it.
public struct Identifier<Subject>: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The string, as stored and shown.
    public let rawValue: String

    /// Makes an identifier of a string.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// The raw value.
    public var description: String { rawValue }

    /// Compares the raw values. Identifiers of ``IdentifierGenerator/uuidV7(clock:)`` sort by age, oldest first.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension Identifier: Codable {
    /// Reads the string.
    public init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self)
    }

    /// Writes the string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
