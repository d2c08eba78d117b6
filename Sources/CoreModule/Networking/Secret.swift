/// A password or a key. Descriptions, dumps and logs show only dots.
public struct Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let value: String

    /// Wraps a secret.
    public init(_ value: String) {
        self.value = value
    }

    /// The secret itself, for the code that sends it.
    public func reveal() -> String { value }

    /// Dots.
    public var description: String { "•••" }
    /// Dots.
    public var debugDescription: String { description }
    /// A mirror that shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
