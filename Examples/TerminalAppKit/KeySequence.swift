/// The control sequences of keys, as xterm and later terminals send them.
enum KeySequence {
    /// The key of a sequence.
    /// - Parameters:
    ///   - parameters: the bytes between the introducer and the last byte, such as `1;5`.
    ///   - final: the last byte.
    static func key(_ parameters: [UInt8], final: UInt8) -> Key {
        let numbers = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
            .map { Int(String(decoding: $0, as: UTF8.self)) }
        // One more than the sum of Shift 1, Alt 2 and Control 4.
        let modifiers = (numbers.count > 1 ? numbers[1] ?? 1 : 1) - 1
        let isByWord = modifiers & 6 != 0
        switch final {
        case UInt8(ascii: "A"): return .up
        case UInt8(ascii: "B"): return .down
        case UInt8(ascii: "C"): return isByWord ? .wordRight : .right
        case UInt8(ascii: "D"): return isByWord ? .wordLeft : .left
        case UInt8(ascii: "H"): return .home
        case UInt8(ascii: "F"): return .end
        case UInt8(ascii: "M"): return .enter
        case UInt8(ascii: "Z"): return .backTab
        case UInt8(ascii: "~"): return numbered(numbers.first ?? nil, isByWord: isByWord)
        default: return .unknown
        }
    }

    private static func numbered(_ number: Int?, isByWord: Bool) -> Key {
        switch number {
        case 1, 7: .home
        case 3: isByWord ? .deleteWordRight : .delete
        case 4, 8: .end
        case 5: .pageUp
        case 6: .pageDown
        default: .unknown
        }
    }
}
