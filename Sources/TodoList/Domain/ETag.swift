import Foundation

/// The version of a resource, as its server names it (RFC 9110, section 8.8.3): kept as it came, with its quotes and its `W/`.
public struct ETag: Hashable, Sendable, CustomStringConvertible {
    /// As it came, without white space around it.
    public let rawValue: String

    /// Takes an entity tag.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// Whether it may stay the same though bytes have changed.
    public var isWeak: Bool { rawValue.hasPrefix("W/") }

    /// The tag as it came.
    public var description: String { rawValue }
}

extension ETag {
    /// Takes what a header field or a property says; `nil` where that is nothing, or what no header field may hold.
    init?(field: String?) {
        guard let text = field?.trimmingCharacters(in: .whitespacesAndNewlines), !text.isEmpty,
            text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
        else { return nil }
        self.init(text)
    }
}
