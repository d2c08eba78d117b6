import CoreModule

/// The folding of long lines (RFC 5545, section 3.1): a line break followed by a space or tab continues the line.
enum LineFolding {
    /// The maximum number of octets of a line without its line break.
    static let limit = 75
    /// As RFC 5545 requires. Some programs write LF, which is read too, also mixed.
    static let standardLineBreak: [UInt8] = [.carriageReturn, .lineFeed]

    /// The line break of an original line; the standard's if it has none.
    static func lineBreak(of raw: ArraySlice<UInt8>) -> [UInt8] {
        raw.last == .lineFeed && raw.dropLast().last != .carriageReturn ? [.lineFeed] : standardLineBreak
    }

    /// A line without its line break and its folding. A character that folding split is restored. Other carriage
    /// returns are left out too: they mean nothing, and a line rewritten without them must read the same. Copies only
    /// if something is left out.
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
    static func folded(_ line: some Sequence<UInt8>, lineBreak: [UInt8]) -> ArraySlice<UInt8> {
        let line = line.filter { !$0.isLineBreak }
        var folded: [UInt8] = []
        folded.reserveCapacity(line.count + line.count / 32 + 2)
        var start = 0
        var room = limit
        while line.count - start > room {
            // A character has at most four octets. Invalid UTF-8 is split anywhere.
            let latest = start + room
            let end = (latest - 3...latest).last { !line[$0].isContinuation } ?? latest
            folded.append(contentsOf: line[start..<end])
            folded.append(contentsOf: lineBreak)
            folded.append(.space)
            start = end
            room = limit - 1
        }
        folded.append(contentsOf: line[start...])
        folded.append(contentsOf: lineBreak)
        return folded[...]
    }
}
