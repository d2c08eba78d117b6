import CoreModule

/// A file in the format of todo.txt: a task a line.
///
/// What is not edited comes back byte for byte, blank lines and line breaks too.
public struct TodoTxtFile: Hashable, Sendable {
    /// The most bytes that a file may have: 32 MiB.
    public static let maximumSize = 32 << 20

    /// The lines, blank ones among them.
    public var lines: [TodoTxtLine]

    /// Makes a file of lines.
    public init(lines: [TodoTxtLine] = []) {
        self.lines = lines
    }

    /// Reads a file; throws ``TodoTxtError/tooManyBytes(limit:)``. Any line is a task, or blank. What is not UTF-8 is kept, and
    /// reads as U+FFFD.
    public init(parsing bytes: some Collection<UInt8>) throws(TodoTxtError) {
        guard bytes.count <= Self.maximumSize else { throw .tooManyBytes(limit: Self.maximumSize) }
        let bytes = Array(bytes)
        lines = []
        var start = 0
        while start < bytes.count {
            let end = (bytes[start...].firstIndex(of: .lineFeed) ?? bytes.count - 1) + 1
            lines.append(TodoTxtLine(raw: bytes[start..<end]))
            start = end
        }
    }

    /// The file's bytes. A line that is not the last one ends with a line break, even if it was read without one.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for line in lines {
            if let last = bytes.last, last != .lineFeed { bytes.append(.lineFeed) }
            bytes.append(contentsOf: line.raw)
        }
        return bytes
    }
}
