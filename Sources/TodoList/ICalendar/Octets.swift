extension UInt8 {
    static let tab = UInt8(ascii: "\t")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
    static let quote = UInt8(ascii: "\"")
    static let colon = UInt8(ascii: ":")
    static let semicolon = UInt8(ascii: ";")
    static let comma = UInt8(ascii: ",")
    static let equals = UInt8(ascii: "=")
    static let backslash = UInt8(ascii: "\\")

    var isLineBreak: Bool { self == .lineFeed || self == .carriageReturn }
    var isWhiteSpace: Bool { self == .space || self == .tab || isLineBreak }
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    /// Whether it is one of the octets behind the first of a UTF-8 character.
    var isContinuation: Bool { self & 0b1100_0000 == 0b1000_0000 }
    /// The capital letter, for one of ASCII's letters.
    var uppercased: UInt8 { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) ? self - 32 : self }
}

extension ArraySlice<UInt8> {
    /// Without the white space at both ends.
    var trimmed: Self {
        drop { $0.isWhiteSpace }.trimmedAtEnd
    }

    /// Without the white space at the end.
    var trimmedAtEnd: Self {
        var trimmed = self
        while trimmed.last?.isWhiteSpace == true { trimmed.removeLast() }
        return trimmed
    }
}

/// The number of up to 18 digits of ASCII; `nil` for anything else.
func decimal(_ digits: some Collection<UInt8>) -> Int? {
    guard (1...18).contains(digits.count), digits.allSatisfy(\.isDigit) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
}

/// A number with zeros in front.
func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
