import CoreModule
import Foundation

/// Reads dictd's format: an index of sorted lines, and the text with the entries.
struct DictdReader: DictionaryReader {
    private(set) var title = ""
    let direction: TranslationDirection? = nil
    let files: [RandomAccessFile]
    private let name: String
    /// Whether its entries are in FreeDict's format, also if no title or name says so.
    private var isFreeDict = false
    private let index: DictionaryIndex
    private let text: DictionaryText

    /// Opens the files. Throws ``DictionaryFileError``.
    init(_ path: String) throws(DictionaryFileError) {
        let indexFile = try RandomAccessFile(path: path + ".index")
        // The index of my.dict may be my.dict.index.
        let texts = [path + ".dict", path + ".dict.dz"] + (path.hasSuffix(".dict") ? [path, path + ".dz"] : [])
        guard let textPath = texts.first(where: { RandomAccessFile.exists($0) }) else {
            throw indexFile.failure(.noText)
        }
        files = [indexFile, try RandomAccessFile(path: textPath)]
        name = String(path.split(separator: "/").last ?? "")
        index = try DictionaryIndex(indexFile)
        text = try DictionaryText(files[1])
        guard let last = try index.last(), text.contains(last.place) else { throw files[1].failure(.wrongPlace) }
        title = try readTitle()
        isFreeDict = title.lowercased().contains("freedict")
        if !isFreeDict { isFreeDict = try looksLikeFreeDict() }
    }

    func rows(of text: String, isPrefix: Bool) throws(DictionaryFileError) -> [DictionaryRow] {
        try index.rows(of: text, isPrefix: isPrefix)
    }

    func readings(at rows: [DictionaryRow]) throws(DictionaryFileError) -> [DictEntryFormat.Reading] {
        let database = isFreeDict ? "fd-\(name)" : name
        return try entries(rows).map { DictEntryFormat.read(.init(database: database, lines: $0)) }
    }

    func words(near text: String, _ spelling: Spelling) throws(DictionaryFileError) -> [(rank: Int, text: String)] {
        try index.words(near: text, spelling)
    }

    /// The first line of the title's entry, but for the entry's own name.
    private func readTitle() throws(DictionaryFileError) -> String {
        guard let row = try index.special("short") else { return "" }
        let lines = try entries([row]).joined().map { DictEntryFormat.normalized($0) }
        return lines.first { !$0.isEmpty && !$0.hasPrefix("00-database") } ?? ""
    }

    /// Whether most entries of a sample have FreeDict's first line.
    private func looksLikeFreeDict() throws(DictionaryFileError) -> Bool {
        let rows = try index.samples(9).filter { text.contains($0.place) && $0.place.size < 1 << 16 }
        var firsts: [String] = []
        for row in rows {
            do throws(DictionaryFileError) {
                let entry = try text.bytes([row.place])[0]
                firsts.append(String(decoding: entry.prefix { $0 != .lineFeed }, as: UTF8.self))
            } catch {
                // A damaged one says nothing: its look-up reports it.
                if case .unreadable = error.reason { throw error }
            }
        }
        return 2 * firsts.count(where: FreeDictFormat.isHeadword) > firsts.count
    }

    /// The lines of each entry once. Throws ``DictionaryFileError`` if none is UTF-8, or one is no entry: it neither has
    /// whole lines, nor begins with its word.
    private func entries(_ rows: [DictionaryRow]) throws(DictionaryFileError) -> [[String]] {
        // Each with the byte before it.
        let wholes = try text.bytes(rows.map(\.place.withByteBefore))
        var readable: [[String]] = []
        for (row, bytes) in zip(rows, wholes) {
            let entry = bytes.suffix(row.place.size)
            let hasWholeLines = entry.last == .lineFeed && (row.place.offset == 0 || bytes.first == .lineFeed)
            let text = String(validUTF8: entry)
            guard hasWholeLines || index.key(text ?? "").hasPrefix(index.key(row.word)) else {
                throw files[1].failure(.wrongPlace)
            }
            if let text {
                let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
                readable.append(lines.map(String.init))
            }
        }
        guard rows.isEmpty || !readable.isEmpty else { throw files[1].failure(.wrongEncoding) }
        return readable
    }
}
