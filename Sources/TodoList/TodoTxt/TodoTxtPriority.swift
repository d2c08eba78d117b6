/// A todo.txt priority: a letter from A, the highest, to Z.
public struct TodoTxtPriority: Hashable, Sendable, Comparable, CustomStringConvertible {
    let letter: UInt8

    /// The priority of a letter; nil if it is not A to Z.
    public init?(_ letter: Character) {
        guard let byte = letter.asciiValue else { return nil }
        self.init(byte)
    }

    init?(_ letter: UInt8) {
        guard (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter) else { return nil }
        self.letter = letter
    }

    /// The letter.
    public var description: String { String(UnicodeScalar(letter)) }

    /// The higher priority, which is the earlier letter, comes first.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.letter < rhs.letter }
}
