import CoreModule
public import Foundation

extension WordExchange {
    /// Exports all words to an open file, such as standard output, newest first. A word that is added during the export may be missing;
    /// no word is written twice.
    /// - Parameters:
    ///   - file: the file.
    ///   - name: the file's name in an error.
    ///   - format: the file's format.
    ///   - isForSpreadsheets: whether a table begins with a byte-order mark, and cells that Excel would calculate, such as `=1+1`, have
    ///     an apostrophe before them, which an import removes. Without effect on JSON Lines.
    ///   - progress: called after each page with the number of words so far, which is also returned.
    @discardableResult
    public func exportWords(
        to file: FileHandle, named name: String, format: ExchangeFormat, isForSpreadsheets: Bool = false,
        progress: @Sendable (Int) -> Void = { _ in }
    ) async throws(DictionaryError) -> Int {
        let writer = ExchangeWriter(format: format, isForSpreadsheets: isForSpreadsheets)
        try write(writer.header(), file, name)
        var count = 0
        var page = WordPage(limit: Self.pageSize)
        while !Task.isCancelled {
            let batch = try await words.wordsWithEntries(page)
            var bytes: [UInt8] = []
            for exported in batch {
                do {
                    bytes += try writer.line(for: ExchangeRecord(exported.word, entry: exported.entry))
                } catch {
                    throw .fileUnwritable(path: name, reason: error.reason)
                }
            }
            try write(bytes, file, name)
            count += batch.count
            progress(count)
            guard batch.count == Self.pageSize, let last = batch.last else { break }
            page = WordPage(after: last.word.position, limit: Self.pageSize)
        }
        return count
    }

    /// Exports all words to a file, completely or not at all (see `OutputFile`). It replaces an older one.
    @discardableResult
    public func exportWords(
        to file: URL, format: ExchangeFormat, isForSpreadsheets: Bool = false,
        progress: @Sendable (Int) -> Void = { _ in }
    ) async throws(DictionaryError) -> Int {
        let path = file.path(percentEncoded: false)
        return try await OutputFile.write(to: file, { .fileUnwritable(path: path, reason: $0) }) {
            handle throws(DictionaryError) in
            try await exportWords(
                to: handle, named: path, format: format, isForSpreadsheets: isForSpreadsheets, progress: progress)
        }
    }

    private func write(_ bytes: [UInt8], _ file: FileHandle, _ name: String) throws(DictionaryError) {
        do {
            try file.write(contentsOf: Data(bytes))
        } catch {
            throw .fileUnwritable(path: name, reason: .fileError(error))
        }
    }
}
