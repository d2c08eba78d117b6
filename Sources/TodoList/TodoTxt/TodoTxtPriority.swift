/// The priority of a task in the format of todo.txt: a letter from A, the highest, to Z.
public struct TodoTxtPriority: Hashable, Sendable, Comparable, CustomStringConvertible {
    let letter: UInt8

    /// The priority of a letter; `nil` for what is none of A to Z.
    public init?(_ letter: Character) {
        guard let byte = letter.asciiValue else { return nil }
        self.init(byte)
    }

    init?(_ letter: UInt8) {
        guard (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter) else { return nil }
        self.letter = letter
    }

    /// The letter of one of three: A is high, C low. A normal task needs none.
    init?(_ priority: TodoPriority) {
        switch priority {
        case .high: letter = UInt8(ascii: "A")
        case .normal: return nil
        case .low: letter = UInt8(ascii: "C")
        }
    }

    /// The letter.
    public var description: String { String(UnicodeScalar(letter)) }

    /// The higher priority, which is the earlier letter, comes first.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.letter < rhs.letter }

    /// The priority as one of three: A is high, B normal, all further ones low.
    public var priorityClass: TodoPriority {
        switch letter {
        case UInt8(ascii: "A"): .high
        case UInt8(ascii: "B"): .normal
        default: .low
        }
    }
}
