import CoreModule
import Foundation

/// Reads StarDict's format (StarDictFileFormat, versions 2.4.2 and 3.0.0): a description, an index, synonyms, and the text.
struct StarDictReader: DictionaryReader {
    let title: String
    let direction: TranslationDirection?
    let files: [RandomAccessFile]
    private let index: StarDictIndex
    private let synonyms: StarDictIndex?
    private let text: DictionaryText
    private let textFile: RandomAccessFile
    private let types: [UInt8]

    /// How the names of the index, and of the synonyms, end.
    static let indexEnds = [".idx", ".idx.gz", ".idx.dz"]
    static let synonymEnds = [".syn", ".syn.gz", ".syn.dz"]

    /// Opens the files, and reads the indexes once. Throws ``DictionaryFileError``.
    init(_ path: String) throws(DictionaryFileError) {
        func file(_ ends: [String], else reason: DictionaryFileError.Reason) throws(DictionaryFileError)
            -> RandomAccessFile
        {
            guard let end = ends.first(where: { RandomAccessFile.exists(path + $0) }) else {
                throw descriptionFile.failure(reason)
            }
            return try RandomAccessFile(path: path + end)
        }
        let descriptionFile = try RandomAccessFile(path: path + ".ifo")
        let description = try StarDictDescription(descriptionFile)
        let indexFile = try file(Self.indexEnds, else: .noIndexFile)
        let textFile = try file([".dict", ".dict.dz"], else: .noText)
        let synonymCount = description.synonymCount ?? 0
        let hasSynonyms = synonymCount > 0 || Self.synonymEnds.contains { RandomAccessFile.exists(path + $0) }
        let synonymFile = hasSynonyms ? try file(Self.synonymEnds, else: .noSynonymFile) : nil
        let text = try DictionaryText(textFile)
        let bytes = try DictionaryBytes(indexFile)
        guard bytes.size >= description.indexSize ?? 0 else { throw indexFile.failure(.truncated) }
        let index = try StarDictIndex(bytes, numberSize: description.offsetSize + 4) {
            number throws(DictionaryFileError) in
            guard let place = Self.place(number), text.contains(place) else { throw textFile.failure(.wrongPlace) }
        }
        guard index.count >= description.wordCount ?? 0 else { throw indexFile.failure(.truncated) }
        synonyms = try synonymFile.map { file throws(DictionaryFileError) in
            try StarDictIndex(DictionaryBytes(file), numberSize: 4) { number throws(DictionaryFileError) in
                guard Self.number(number) < index.count else { throw file.failure(.wrongPlace) }
            }
        }
        guard synonyms?.count ?? 0 >= synonymCount else { throw (synonymFile ?? indexFile).failure(.truncated) }
        (title, direction, types) = (description.title, description.direction, description.types)
        (self.index, self.text, self.textFile) = (index, text, textFile)
        files = [descriptionFile, indexFile, textFile] + [synonymFile].compactMap(\.self)
    }

    func rows(of text: String, isPrefix: Bool) throws(DictionaryFileError) -> [DictionaryRow] {
        var rows: [DictionaryRow] = []
        for spelling in Self.spellings(text) {
            for entry in try index.entries(spelling, isPrefix: isPrefix) { rows.append(try row(entry)) }
            for synonym in try synonyms?.entries(spelling, isPrefix: isPrefix) ?? [] {
                let entry = try index.entry(Self.number(synonym.number))
                let row = try row(entry)
                rows.append(DictionaryRow(word: synonym.text, place: row.place, mainWord: row.word))
            }
        }
        return rows
    }

    func readings(at rows: [DictionaryRow]) throws(DictionaryFileError) -> [DictEntryFormat.Reading] {
        var readings: [DictEntryFormat.Reading] = []
        for (row, bytes) in zip(rows, try text.bytes(rows.map(\.place))) {
            guard let parts = StarDictEntry.parts(bytes[...], types: types) else { throw textFile.failure(.wrongPlace) }
            guard var article = StarDictEntry.article(parts) else { throw textFile.failure(.wrongEncoding) }
            if let mainWord = row.mainWord { article.names.append(mainWord) }
            readings.append(article.reading(of: row.word, isNamed: row.mainWord))
        }
        return readings
    }

    func words(near text: String, _ spelling: Spelling) throws(DictionaryFileError) -> [(rank: Int, text: String)] {
        var nearest = NearestWords(text, spelling)
        for spelling in Self.spellings(text) {
            for list in [index, synonyms].compactMap(\.self) { try list.near(spelling) { nearest.take($0) } }
        }
        return nearest.sorted
    }

    private func row(_ entry: StarDictIndex.Entry) throws(DictionaryFileError) -> DictionaryRow {
        guard let place = Self.place(entry.number) else { throw textFile.failure(.wrongPlace) }
        return DictionaryRow(word: entry.text, place: place)
    }

    /// The index ignores the case of A to Z only, so a text is searched in these spellings, each once.
    private static func spellings(_ text: String) -> [String] {
        let text = text.precomposedStringWithCanonicalMapping
        guard !text.isEmpty else { return [] }
        var seen: Set<[UInt8]> = []
        let lower = text.lowercased()
        return [text, lower, lower.prefix(1).uppercased() + lower.dropFirst(), text.uppercased()]
            .filter { seen.insert(StarDictIndex.key($0)).inserted }
    }

    /// The offset and the size of an entry; nil if no file is so large.
    private static func place(_ number: ArraySlice<UInt8>) -> DictionaryText.Place? {
        let offset = number.dropLast(4)
        guard offset.dropLast(6).allSatisfy({ $0 == 0 }) else { return nil }
        return DictionaryText.Place(offset: self.number(offset), size: self.number(number.suffix(4)))
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}

/// What an `.ifo` file says.
struct StarDictDescription: Sendable {
    private(set) var title = ""
    private(set) var direction: TranslationDirection?
    private(set) var wordCount: Int?
    private(set) var synonymCount: Int?
    /// The size of the index, if it is not compressed.
    private(set) var indexSize: Int?
    /// The size of an offset in the index, in bytes.
    private(set) var offsetSize = 4
    /// The types of the parts of all entries; empty if each entry says its own.
    private(set) var types: [UInt8] = []

    /// Reads a file. Throws ``DictionaryFileError`` if it is none of StarDict.
    init(_ file: RandomAccessFile) throws(DictionaryFileError) {
        let bytes = try file.bytes(at: 0, count: min(file.size, 1 << 16))
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        guard lines.first?.drop(while: { $0 == "\u{FEFF}" }).hasPrefix("StarDict's dict ifo file") == true else {
            throw file.failure(.noDescription)
        }
        for line in lines.dropFirst() {
            guard let sign = line.firstIndex(of: "=") else { continue }
            let value = DictEntryFormat.normalized(line[line.index(after: sign)...])
            switch line[..<sign] {
            case "bookname": title = value
            case "wordcount": wordCount = Int(value)
            case "synwordcount": synonymCount = Int(value)
            case "idxfilesize": indexSize = Int(value)
            case "idxoffsetbits": offsetSize = value == "64" ? 8 : 4
            case "sametypesequence": types = Array(value.utf8)
            case "lang": direction = TranslationDirection(codes: value)
            default: break
            }
        }
        guard types.allSatisfy(\.isLetter) else { throw file.failure(.damaged) }
    }
}

extension TranslationDirection {
    /// Reads the codes of two languages, as `en-ru`; nil if they are none.
    init?(codes: some StringProtocol) {
        let parts = codes.lowercased().split(separator: "-")
        let languages = parts.map { Language(anyCode: String($0)) }
        guard languages.count == 2, languages[0] != languages[1], languages.allSatisfy(\.isKnown) else { return nil }
        self.init(unchecked: languages[0], languages[1])
    }
}
