/// A todo.txt priority: a letter from A, the highest, to Z.
package struct TodoTxtPriority: Hashable, Sendable, Comparable, CustomStringConvertible {
    let letter: UInt8

    /// The priority of a letter; nil if it is not A to Z.
    package init?(_ letter: Character) {
        guard let byte = letter.asciiValue else { return nil }
        self.init(byte)
    }

    init?(_ letter: UInt8) {
        guard (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter) else { return nil }
        self.letter = letter
    }

    /// The letter.
    package var description: String { String(UnicodeScalar(letter)) }

    /// The higher priority, which is the earlier letter, comes first.
    package static func < (lhs: Self, rhs: Self) -> Bool { lhs.letter < rhs.letter }
}
