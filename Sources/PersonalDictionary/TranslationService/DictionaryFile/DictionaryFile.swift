import CoreModule
public import Foundation

/// A dictionary in the format of dictd, as FreeDict publishes them: an `.index` file, and its text beside it, `.dict` or `.dict.dz`.
///
/// It is read in place, without a server. Opening it reads a few kilobytes, however large it is, and so does a look-up. If the files
/// change, the next look-up reads the new ones.
///
/// ```swift
/// let file = try DictionaryFile(URL(filePath: "/usr/share/dictd/freedict-eng-rus.index"))
/// let translation = TranslationConfiguration([.glossary, .file(file)])
/// ```
public final class DictionaryFile: Sendable {
    /// The name of the files without its ends: `freedict-eng-rus`.
    public let name: String
    /// The title that the dictionary gives itself; empty if it has none.
    public let title: String
    private let path: String
    private let direction: TranslationDirection?
    private let contents: Locked<Contents>

    /// Opens a dictionary. Throws ``DictionaryFileError``.
    /// - Parameters:
    ///   - url: one of its files, or the name without the ends.
    ///   - direction: the direction of its translations. If nil, its name says it (`eng-rus`, `en-ru`), or its title.
    public convenience init(_ url: URL, direction: TranslationDirection? = nil) throws(DictionaryFileError) {
        try self.init(path: url.path(percentEncoded: false), direction)
    }

    /// Opens the dictionary that a command line names: by a path, or by its direction and a path (`en-ru:PATH`). Throws
    /// ``DictionaryFileError``, also if neither the text nor the dictionary says a direction between everyday languages.
    public convenience init(_ text: String) throws(DictionaryFileError) {
        let parts = text.wholeMatch(of: /(?:([a-z]+)-([a-z]+):)?(.*)/)?.output
        var direction: TranslationDirection?
        if let source = parts?.1, let target = parts?.2, source != target {
            direction = .init(unchecked: Language(code: String(source)), Language(code: String(target)))
        }
        try self.init(path: parts.map { String($0.3) } ?? text, direction)
        let isSaid = parts?.1 != nil
        guard isSaid ? direction != nil : LanguageCatalog.everyday.directions.contains(where: translates) else {
            throw DictionaryFileError(path: path, reason: .noDirection)
        }
    }

    private init(path: String, _ direction: TranslationDirection?) throws(DictionaryFileError) {
        var path = path
        for end in [".index", ".dz", ".dict"] where path.hasSuffix(end) { path.removeLast(end.count) }
        let contents = try Contents(path)
        self.path = path
        self.direction = direction
        self.contents = Locked(contents)
        name = String(path.split(separator: "/").last ?? "")
        title = try contents.title()
    }

    /// Whether it translates in a direction.
    public func translates(_ direction: TranslationDirection) -> Bool {
        if let own = self.direction { return own == direction }
        return DictDatabase(name: name, title: title).translates(direction)
    }

    /// Whether it has a word. Ignores case and, in most dictionaries, punctuation. Throws ``DictionaryFileError``.
    public func contains(_ word: String) throws(DictionaryFileError) -> Bool {
        try read { contents throws(DictionaryFileError) in try !contents.index.rows(of: word).isEmpty }
    }

    /// What the dictionary says about a word.
    func definitions(of word: String) throws(DictionaryFileError) -> [DictReply.Definition] {
        try read { contents throws(DictionaryFileError) in
            try definitions(at: contents.index.rows(of: word).map(\.place), in: contents)
        }
    }

    typealias Candidate = DictCandidate<DictionaryText.Place>

    /// The shortest words that begin with a text, with what the dictionary says about each.
    func candidates(
        beginningWith text: WordText, limit: Int
    ) throws(DictionaryFileError) -> [(Candidate, [DictReply.Definition])] {
        try read { contents throws(DictionaryFileError) in
            let rows = try contents.index.rows(of: text.value, isPrefix: true)
            var (matches, candidates): ([(word: String, query: DictionaryText.Place)], [Candidate]) = ([], [])
            // To compare all would cost more than to read them.
            let groups = Dictionary(grouping: rows) { $0.word.unicodeScalars.count }.sorted { $0.key < $1.key }
            for (_, rows) in groups where candidates.count < limit {
                matches += rows.map { ($0.word, $0.place) }
                candidates = Candidate.best(matches, beginningWith: text, limit: limit)
            }
            var found: [(Candidate, [DictReply.Definition])] = []
            for candidate in candidates {
                found.append((candidate, try definitions(at: candidate.queries, in: contents)))
            }
            return found
        }
    }

    private func definitions(
        at places: [DictionaryText.Place], in contents: Contents
    ) throws(DictionaryFileError) -> [DictReply.Definition] {
        let database = title.lowercased().contains("freedict") ? "fd-\(name)" : name
        return try contents.entries(at: places).map { DictReply.Definition(database: database, lines: $0) }
    }

    /// Reads the files. If they have changed by then, what was read may be nonsense, so they are opened and read again.
    private func read<Value>(
        _ body: (Contents) throws(DictionaryFileError) -> Value
    ) throws(DictionaryFileError) -> Value {
        for _ in 0..<3 {
            let contents = contents.withLock { $0 }
            let result: Result<Value, DictionaryFileError>
            do throws(DictionaryFileError) { result = .success(try body(contents)) } catch { result = .failure(error) }
            if contents.files.allSatisfy(\.isUnchanged) { return try result.get() }
            let new = try Contents(path)
            self.contents.withLock { $0 = new }
        }
        throw DictionaryFileError(path: path, reason: .changing)
    }
}

/// Its words, of which a text may be a form.
extension DictionaryFile: Headwords {
    package func headwords(_ text: String, ignoresAccents: Bool) throws(DictionaryFileError) -> [Headword] {
        DictEntryFormat.headwords(text, try definitions(of: text))
    }

    /// None: the words with the same first letters are thousands in a large dictionary, and reading them takes too long.
    package func keys(near text: String, edits: Int) -> [String] { [] }
}

/// The open files of a dictionary.
private struct Contents: Sendable {
    let files: [RandomAccessFile]
    let index: DictionaryIndex
    private let text: DictionaryText

    init(_ path: String) throws(DictionaryFileError) {
        let indexFile = try RandomAccessFile(path: path + ".index")
        guard let end = [".dict", ".dict.dz"].first(where: { access(path + $0, F_OK) == 0 }) else {
            throw indexFile.failure(.noText)
        }
        files = [indexFile, try RandomAccessFile(path: path + end)]
        index = try DictionaryIndex(indexFile)
        text = try DictionaryText(files[1])
    }

    /// The first line of the title's entry, but for the entry's own name.
    func title() throws(DictionaryFileError) -> String {
        guard let row = try index.special("short") else { return "" }
        let lines = try entries(at: [row.place]).joined().map { DictEntryFormat.normalized($0) }
        return lines.first { !$0.isEmpty && !$0.hasPrefix("00-database") } ?? ""
    }

    /// The lines of each entry once. Throws ``DictionaryFileError`` if none is UTF-8.
    func entries(at places: [DictionaryText.Place]) throws(DictionaryFileError) -> [[String]] {
        var seen: Set<DictionaryText.Place> = []
        let entries = try text.bytes(places.filter { seen.insert($0).inserted })
        let readable = entries.compactMap { String(validating: $0, as: UTF8.self) }
        guard entries.isEmpty || !readable.isEmpty else { throw files[1].failure(.damaged) }
        return readable.map { $0.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init) }
    }
}
