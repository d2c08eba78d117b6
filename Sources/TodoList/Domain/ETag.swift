import Foundation

/// The version of a resource, as the server sends it (RFC 9110, section 8.8.3), with its quotes and its `W/`.
public struct ETag: Hashable, Sendable, CustomStringConvertible {
    /// The original text, trimmed.
    public let rawValue: String

    /// Creates an entity tag.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// Whether it may stay the same although the bytes have changed.
    var isWeak: Bool { rawValue.hasPrefix("W/") }

    /// The original text.
    public var description: String { rawValue }
}

extension ETag: RawRepresentable, Codable {
    /// Creates an entity tag; it is coded as its text.
    public init(rawValue: String) { self.init(rawValue) }

    /// Reads a header field or a property; nil if it is empty or contains characters that are invalid in a header
    /// field.
    init?(field: String?) {
        guard let text = field?.trimmingCharacters(in: .whitespacesAndNewlines), !text.isEmpty,
            text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
        else { return nil }
        self.init(text)
    }
}
