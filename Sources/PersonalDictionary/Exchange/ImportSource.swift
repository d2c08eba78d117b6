import CoreModule
import Foundation

/// The records of a file that is read twice. The bytes of what cannot be read again, such as a pipe, are kept in memory.
struct ImportSource: Sendable {
    private let file: FileHandle
    private let name: String
    private let newReader: ExchangeReader
    private var reader: ExchangeReader
    /// Whether all of the file was read.
    private var isAtEnd = false
    /// Where a regular file begins. Nil for any other file.
    private let start: off_t?
    private var kept: [Data] = []
    /// How many bytes were read, and how many there were before ``rewind()``.
    private var (byteCount, expectedCount): (Int, Int?) = (0, nil)
    /// What is left of `kept`. Nil before ``rewind()``.
    private var rest: ArraySlice<Data>?

    /// Reads an open file from its current position.
    init(_ file: FileHandle, named name: String, _ reader: ExchangeReader) {
        self.file = file
        self.name = name
        self.reader = reader
        newReader = reader
        var status = stat()
        let isRegular = fstat(file.fileDescriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        start = isRegular ? lseek(file.fileDescriptor, 0, SEEK_CUR) : nil
    }

    /// How the file was understood. Complete at the end.
    var form: WordImportReport.Form { reader.form }

    /// Goes back to the beginning.
    mutating func rewind() throws(DictionaryError) {
        (reader, isAtEnd, rest) = (newReader, false, kept[...])
        (byteCount, expectedCount) = (0, byteCount)
        guard let start, lseek(file.fileDescriptor, start, SEEK_SET) < 0 else { return }
        throw .fileUnreadable(path: name, reason: .systemError(errno))
    }

    /// Returns the lines that end in the next bytes of the file. Nil at its end. Throws if the task is cancelled, or the file is
    /// shorter or longer than before.
    mutating func next() throws(DictionaryError) -> [ExchangeLine]? {
        guard !isAtEnd else { return nil }
        try Vocabulary.checkCancellation()
        let chunk = try nextBytes()
        isAtEnd = chunk.isEmpty
        return isAtEnd ? reader.finish() : reader.push(chunk)
    }

    private mutating func nextBytes() throws(DictionaryError) -> Data {
        if start == nil, rest != nil { return rest?.popFirst() ?? Data() }
        do {
            let chunk = try file.read(upToCount: 64 * 1024) ?? Data()
            if start == nil { kept.append(chunk) }
            byteCount += chunk.count
            if !chunk.isEmpty || expectedCount == nil || expectedCount == byteCount { return chunk }
        } catch {
            throw .fileUnreadable(path: name, reason: .fileError(error))
        }
        throw .fileUnreadable(path: name, reason: Message("it has changed while it was read"))
    }
}
