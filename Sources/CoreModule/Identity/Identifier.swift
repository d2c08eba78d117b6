/// An identifier that cannot be mistaken for another kind's: `Identifier<Word>` and `Identifier<Todo>` are different types.
///
/// The value behind it is an opaque string: other programs' identifiers (the UID of a calendar object, say) fit too.
/// It codes as that bare string, and compares as strings do.
public struct Identifier<Subject>: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The bare value, as stored and shown.
    public let rawValue: String

    /// Makes an identifier of a bare value.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// The bare value.
    public var description: String { rawValue }

    /// Orders by the bare value; identifiers made by ``IdentifierGenerator/uuidV7(clock:)`` thus sort by age, oldest first.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension Identifier: Codable {
    /// Reads the bare string.
    public init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self)
    }

    /// Writes the bare string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
