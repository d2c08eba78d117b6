/// The folding of long lines (RFC 5545, section 3.1): a line break and one space or tab in the middle of a line mean nothing.
enum LineFolding {
    /// The most octets that a line has before it is folded, its line break aside.
    static let limit = 75

    /// A line as it stands, without its line break and without what folds it. Where it was cut inside of a character, the
    /// character is whole again. Carriage returns elsewhere are left out too: they mean nothing, and what is rewritten without
    /// them must read as before. Copies nothing where there is nothing to leave out.
    static func unfolded(_ raw: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var end = raw.endIndex
        if raw.last == .lineFeed { end -= 1 }
        while end > raw.startIndex, raw[end - 1] == .carriageReturn { end -= 1 }
        let line = raw[..<end]
        guard line.contains(where: \.isLineBreak) else { return line }
        var unfolded: [UInt8] = []
        unfolded.reserveCapacity(line.count)
        var isAfterLineFeed = false
        for byte in line {
            // Behind a line feed stands the space or the tab, or else it would have ended the line.
            if !byte.isLineBreak, !isAfterLineFeed { unfolded.append(byte) }
            isAfterLineFeed = byte == .lineFeed
        }
        return unfolded[...]
    }

    /// A line with its line break, folded where it has more than ``limit`` octets, between characters. Without
    /// the carriage returns and line feeds in it, which would be taken for the end of the line or for a part of a fold.
    static func folded(_ line: some Sequence<UInt8>, lineBreak: LineBreak) -> ArraySlice<UInt8> {
        let line = line.filter { !$0.isLineBreak }
        var folded: [UInt8] = []
        folded.reserveCapacity(line.count + line.count / 32 + 2)
        var start = 0
        var room = limit
        while line.count - start > room {
            var end = start + room
            // A character has four octets at most. What is no UTF-8 is cut anywhere.
            var steps = 0
            while steps < 3, line[end].isContinuation {
                end -= 1
                steps += 1
            }
            if line[end].isContinuation { end = start + room }
            folded.append(contentsOf: line[start..<end])
            folded.append(contentsOf: lineBreak.bytes)
            folded.append(.space)
            start = end
            room = limit - 1
        }
        folded.append(contentsOf: line[start...])
        folded.append(contentsOf: lineBreak.bytes)
        return folded[...]
    }
}

/// What ends a line. Read are both, mixed as they come; a line that is edited or added ends as its neighbours do.
enum LineBreak: Sendable {
    /// As RFC 5545 wants it.
    case carriageReturnLineFeed
    /// As text files on Unix have it, and some programs write it.
    case lineFeed

    /// The line break of a line as it stands; the standard's where it has none.
    init(of raw: ArraySlice<UInt8>) {
        let body = raw.dropLast()
        self = raw.last == .lineFeed && body.last != .carriageReturn ? .lineFeed : .carriageReturnLineFeed
    }

    var bytes: [UInt8] {
        switch self {
        case .carriageReturnLineFeed: [.carriageReturn, .lineFeed]
        case .lineFeed: [.lineFeed]
        }
    }
}

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
        var trimmed = drop { $0.isWhiteSpace }
        while trimmed.last?.isWhiteSpace == true { trimmed.removeLast() }
        return trimmed
    }
}
