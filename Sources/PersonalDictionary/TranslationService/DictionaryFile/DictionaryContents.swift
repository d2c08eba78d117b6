import CoreModule
import Foundation

/// The open files of a dictionary.
struct DictionaryContents: Sendable {
    /// Its name and its title.
    private(set) var database: DictDatabase
    private let direction: TranslationDirection?
    private let files: [RandomAccessFile]
    private let index: DictionaryIndex
    private let text: DictionaryText

    /// Opens the files. Throws ``DictionaryFileError``.
    init(_ path: String, name: String, _ direction: TranslationDirection?) throws(DictionaryFileError) {
        let indexFile = try RandomAccessFile(path: path + ".index")
        // The index of my.dict may be my.dict.index.
        let texts = [path + ".dict", path + ".dict.dz"] + (path.hasSuffix(".dict") ? [path, path + ".dz"] : [])
        guard let textPath = texts.first(where: { access($0, F_OK) == 0 }) else { throw indexFile.failure(.noText) }
        files = [indexFile, try RandomAccessFile(path: textPath)]
        index = try DictionaryIndex(indexFile)
        text = try DictionaryText(files[1])
        self.direction = direction
        database = DictDatabase(name: name, title: "")
        guard let last = try index.last(), text.contains(last.place) else { throw files[1].failure(.wrongPlace) }
        database = DictDatabase(name: name, title: try title())
    }

    /// Whether the files have not been written or replaced since they were opened.
    var isUnchanged: Bool { files.allSatisfy(\.isUnchanged) }

    /// Whether it translates in a direction. Throws ``DictionaryFileError`` if nothing says its direction, or if the
    /// title says another one: the file may have been replaced.
    func translates(_ asked: TranslationDirection) throws(DictionaryFileError) -> Bool {
        if let direction, direction != asked { return false }
        if database.isTitled(asked) { return true }
        if direction != nil || database.isNamed(asked) {
            guard !database.titlesDirection else { throw files[0].failure(.otherDirection(database.title)) }
            return true
        }
        guard database.namesDirection || database.titlesDirection else { throw files[0].failure(.noDirection) }
        return false
    }

    func contains(_ word: String) throws(DictionaryFileError) -> Bool { try !index.rows(of: word).isEmpty }

    /// What the dictionary says about a word.
    func definitions(of word: String) throws(DictionaryFileError) -> [DictReply.Definition] {
        try definitions(at: index.rows(of: word))
    }

    typealias Candidate = DictCandidate<DictionaryIndex.Row>

    /// The shortest words that begin with a text, with what the dictionary says about each.
    func candidates(
        beginningWith text: WordText, limit: Int
    ) throws(DictionaryFileError) -> [(Candidate, [DictReply.Definition])] {
        let rows = try index.rows(of: text.value, isPrefix: true)
        var (matches, candidates): ([(word: String, query: DictionaryIndex.Row)], [Candidate]) = ([], [])
        // To compare all would cost more than to read them.
        let groups = Dictionary(grouping: rows) { $0.word.unicodeScalars.count }.sorted { $0.key < $1.key }
        for (_, rows) in groups where candidates.count < limit {
            matches += rows.map { ($0.word, $0) }
            candidates = Candidate.best(matches, beginningWith: text, limit: limit)
        }
        var found: [(Candidate, [DictReply.Definition])] = []
        for candidate in candidates { found.append((candidate, try definitions(at: candidate.queries))) }
        return found
    }

    private func definitions(at rows: [DictionaryIndex.Row]) throws(DictionaryFileError) -> [DictReply.Definition] {
        let (name, title) = (database.name, database.title)
        let database = title.lowercased().contains("freedict") ? "fd-\(name)" : name
        return try entries(rows).map { DictReply.Definition(database: database, lines: $0) }
    }

    /// The first line of the title's entry, but for the entry's own name.
    private func title() throws(DictionaryFileError) -> String {
        guard let row = try index.special("short") else { return "" }
        let lines = try entries([row]).joined().map { DictEntryFormat.normalized($0) }
        return lines.first { !$0.isEmpty && !$0.hasPrefix("00-database") } ?? ""
    }

    /// The lines of each entry once. Throws ``DictionaryFileError`` if none is UTF-8, or one is no entry: it neither has
    /// whole lines, nor begins with its word.
    private func entries(_ rows: [DictionaryIndex.Row]) throws(DictionaryFileError) -> [[String]] {
        var seen: Set<DictionaryText.Place> = []
        let rows = rows.filter { seen.insert($0.place).inserted }
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
        guard rows.isEmpty || !readable.isEmpty else { throw files[1].failure(.damaged) }
        return readable
    }
}

/// Its words, of which a text may be a form, or a misspelling.
extension DictionaryContents: Headwords {
    func headwords(_ text: String, ignoresAccents: Bool) throws(DictionaryFileError) -> [Headword] {
        DictEntryFormat.headwords(text, try definitions(of: text))
    }

    func texts(near text: String, _ spelling: Spelling) throws(DictionaryFileError) -> [(rank: Int, text: String)] {
        try index.words(near: text, spelling)
    }
}
