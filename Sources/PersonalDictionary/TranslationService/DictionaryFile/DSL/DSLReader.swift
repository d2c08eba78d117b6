import CoreModule

/// Reads the DSL format of Lingvo: a text of words, each with the lines of its entry.
///
/// Such a file has no index, so it is read once when it is opened, and its words are kept. The entries are read where they are.
struct DSLReader: DictionaryReader {
    private(set) var title = ""
    private(set) var direction: TranslationDirection?
    let files: [RandomAccessFile]
    private let text: DictionaryText
    private let encoding: DSLEncoding
    /// A line for each word: its key, the word, and the offset and the size of its entry.
    private let words: SortedKeys

    /// Opens a file, and reads it once. Throws ``DictionaryFileError``.
    init(_ path: String, ends: [String]) throws(DictionaryFileError) {
        let found = ends.first { RandomAccessFile.exists(path + $0) }
        let file = try RandomAccessFile(path: path + (found ?? ends[0]))
        files = [file]
        text = try DictionaryText(file)
        guard text.size <= Self.maximumSize else { throw file.failure(.tooLarge) }
        var collector = DSLCollector(file)
        try text.forEachBlock { block throws(DictionaryFileError) in try collector.take(block) }
        try collector.end()
        (encoding, words) = (collector.encoding, collector.words)
        guard !words.ranges.isEmpty else { throw file.failure(collector.headers.isEmpty ? .noDSL : .truncated) }
        title = collector.headers["NAME"] ?? ""
        if let source = DictDatabase.language(named: collector.headers["INDEX_LANGUAGE"] ?? ""),
            let target = DictDatabase.language(named: collector.headers["CONTENTS_LANGUAGE"] ?? ""), source != target
        {
            direction = TranslationDirection(unchecked: source, target)
        }
    }

    func rows(of text: String, isPrefix: Bool) throws(DictionaryFileError) -> [DictionaryRow] {
        let key = DSLCollector.key(text)
        return key.isEmpty ? [] : words.places(of: key, isPrefix: isPrefix).compactMap(row)
    }

    func readings(at rows: [DictionaryRow]) throws(DictionaryFileError) -> [DictEntryFormat.Reading] {
        var readings: [DictEntryFormat.Reading] = []
        for (row, bytes) in zip(rows, try text.bytes(rows.map(\.place))) {
            guard let text = encoding.text(bytes[...]) else { throw files[0].failure(.wrongEncoding) }
            readings.append(DSLMarkup.article(text, of: row.word).reading(of: row.word))
        }
        return readings
    }

    func words(near text: String, _ spelling: Spelling) throws(DictionaryFileError) -> [(rank: Int, text: String)] {
        var nearest = NearestWords(text, spelling)
        let key = DSLCollector.key(text)
        for length in 1...3 {
            let places = words.places(of: String(key.prefix(length)), isPrefix: true)
            guard length == 3 || places.count <= Self.maximumNear else { continue }
            for place in places { nearest.take(words[place]) }
            break
        }
        return nearest.sorted
    }

    /// 1 GB: such a file is read as a whole.
    private static let maximumSize = 1 << 30
    private static let maximumNear = 10_000

    private func row(_ place: Int) -> DictionaryRow? {
        let cells = words.cells(after: place)
        guard cells.count == 3, let offset = Int(cells[1]), let size = Int(cells[2]) else { return nil }
        return DictionaryRow(word: String(cells[0]), place: DictionaryText.Place(offset: offset, size: size))
    }
}
