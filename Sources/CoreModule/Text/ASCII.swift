/// The ASCII bytes that text formats use. Inlinable, because the readers of iCalendar and CSV call them for each byte.
extension UInt8 {
    @inlinable package static var tab: UInt8 { UInt8(ascii: "\t") }
    @inlinable package static var lineFeed: UInt8 { UInt8(ascii: "\n") }
    @inlinable package static var carriageReturn: UInt8 { UInt8(ascii: "\r") }
    @inlinable package static var space: UInt8 { UInt8(ascii: " ") }
    @inlinable package static var quote: UInt8 { UInt8(ascii: "\"") }
    @inlinable package static var colon: UInt8 { UInt8(ascii: ":") }
    @inlinable package static var semicolon: UInt8 { UInt8(ascii: ";") }
    @inlinable package static var comma: UInt8 { UInt8(ascii: ",") }
    @inlinable package static var equals: UInt8 { UInt8(ascii: "=") }
    @inlinable package static var backslash: UInt8 { UInt8(ascii: "\\") }

    @inlinable package var isLineBreak: Bool { self == .lineFeed || self == .carriageReturn }
    @inlinable package var isWhiteSpace: Bool { self == .space || self == .tab || isLineBreak }
    @inlinable package var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    @inlinable package var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
    /// The value of a hexadecimal digit in either case; nil for any other byte.
    @inlinable package var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        default: nil
        }
    }
    /// Whether it is a byte of a UTF-8 character other than the first.
    @inlinable package var isContinuation: Bool { self & 0b1100_0000 == 0b1000_0000 }
    /// The upper-case letter if it is an ASCII letter, otherwise itself.
    @inlinable package var uppercased: UInt8 {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) ? self - 32 : self
    }
}

extension String {
    /// Whether a condition holds for each byte of UTF-8. Several times as fast as `utf8.allSatisfy`.
    @inlinable package func allBytes(_ condition: (UInt8) -> Bool) -> Bool {
        var text = self
        return text.withUTF8 { $0.allSatisfy(condition) }
    }
}

extension ArraySlice<UInt8> {
    /// Without the white space at both ends.
    @inlinable package var trimmed: Self {
        drop { $0.isWhiteSpace }.trimmedAtEnd
    }

    /// Without the white space at the end.
    @inlinable package var trimmedAtEnd: Self {
        var trimmed = self
        while trimmed.last?.isWhiteSpace == true { trimmed.removeLast() }
        return trimmed
    }
}

/// Reads a number of 1 to 18 ASCII digits; nil for anything else.
@inlinable
package func decimal(_ digits: some Collection<UInt8>) -> Int? {
    guard (1...18).contains(digits.count), digits.allSatisfy(\.isDigit) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
}

/// Writes a number with leading zeros, in decimal digits or in those of another radix.
package func padded(_ number: some BinaryInteger, _ width: Int, radix: Int = 10) -> String {
    let digits = String(number, radix: radix)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
