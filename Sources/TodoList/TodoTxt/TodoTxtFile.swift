import CoreModule

/// A todo.txt file: one task for each line.
///
/// Everything that is not edited keeps every byte, including blank lines and line breaks.
package struct TodoTxtFile: Hashable, Sendable {
    /// The maximum size of a file: 32 MiB.
    package static let maximumSize = 32 << 20

    /// The lines, including blank ones.
    package var lines: [TodoTxtLine]

    /// Makes a file of lines.
    package init(lines: [TodoTxtLine] = []) {
        self.lines = lines
    }

    /// Reads a file; throws ``TodoTxtError/tooManyBytes(limit:)``. Any line is a task, or blank. Invalid UTF-8 is kept,
    /// and read as U+FFFD.
    package init(parsing bytes: some Collection<UInt8>) throws(TodoTxtError) {
        lines = Array(try TodoTxtLines(Array(bytes)))
    }

    /// The file's bytes. Every line except the last ends with a line break, even if it was read without one.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for line in lines {
            if let last = bytes.last, last != .lineFeed { bytes.append(.lineFeed) }
            bytes.append(contentsOf: line.raw)
        }
        return bytes
    }
}

/// The lines of a file, one after another.
struct TodoTxtLines: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var start = 0

    init(_ bytes: [UInt8]) throws(TodoTxtError) {
        guard bytes.count <= TodoTxtFile.maximumSize else { throw .tooManyBytes(limit: TodoTxtFile.maximumSize) }
        self.bytes = bytes
    }

    mutating func next() -> TodoTxtLine? {
        guard start < bytes.count else { return nil }
        let end = (bytes[start...].firstIndex(of: .lineFeed) ?? bytes.count - 1) + 1
        defer { start = end }
        return TodoTxtLine(raw: bytes[start..<end])
    }
}
