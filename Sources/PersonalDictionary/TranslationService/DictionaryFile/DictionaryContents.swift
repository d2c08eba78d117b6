import CoreModule

/// The open files of a dictionary, and what says its direction.
struct DictionaryContents: Sendable {
    /// Its name and its title.
    let database: DictDatabase
    private let direction: TranslationDirection?
    private let reader: any DictionaryReader

    /// Opens the files. Throws ``DictionaryFileError``.
    init(
        _ path: String, _ format: DictionaryFileFormat, name: String, _ direction: TranslationDirection?
    ) throws(DictionaryFileError) {
        reader = try format.open(path)
        self.direction = direction ?? reader.direction
        database = DictDatabase(name: name, title: reader.title)
    }

    /// Whether the files have not been written or replaced since they were opened.
    var isUnchanged: Bool { reader.files.allSatisfy(\.isUnchanged) }

    /// Whether it translates in a direction. Throws ``DictionaryFileError`` if nothing says its direction, or if the
    /// title says another one: the file may have been replaced.
    func translates(_ asked: TranslationDirection) throws(DictionaryFileError) -> Bool {
        if let direction, direction != asked { return false }
        if database.isTitled(asked) { return true }
        if direction != nil || database.isNamed(asked) {
            guard !database.titlesDirection else { throw reader.files[0].failure(.otherDirection(database.title)) }
            return true
        }
        guard database.namesDirection || database.titlesDirection else { throw reader.files[0].failure(.noDirection) }
        return false
    }

    func contains(_ word: String) throws(DictionaryFileError) -> Bool {
        try !reader.rows(of: word, isPrefix: false).isEmpty
    }

    /// What the dictionary says about a word, each entry once.
    func readings(of word: String) throws(DictionaryFileError) -> [DictEntryFormat.Reading] {
        try readings(at: reader.rows(of: word, isPrefix: false))
    }

    typealias Candidate = DictCandidate<DictionaryRow>

    /// The shortest words that begin with a text, with what the dictionary says about each.
    func candidates(
        beginningWith text: WordText, limit: Int
    ) throws(DictionaryFileError) -> [(Candidate, [DictEntryFormat.Reading])] {
        let rows = try reader.rows(of: text.value, isPrefix: true)
        var (matches, candidates): ([(word: String, query: DictionaryRow)], [Candidate]) = ([], [])
        // To compare all would cost more than to read them.
        let groups = Dictionary(grouping: rows) { $0.word.unicodeScalars.count }.sorted { $0.key < $1.key }
        for (_, rows) in groups where candidates.count < limit {
            matches += rows.map { ($0.word, $0) }
            candidates = Candidate.best(matches, beginningWith: text, limit: limit)
        }
        var found: [(Candidate, [DictEntryFormat.Reading])] = []
        for candidate in candidates { found.append((candidate, try readings(at: candidate.queries))) }
        return found
    }

    private func readings(at rows: [DictionaryRow]) throws(DictionaryFileError) -> [DictEntryFormat.Reading] {
        var seen: Set<DictionaryText.Place> = []
        return try reader.readings(at: rows.filter { seen.insert($0.place).inserted })
    }
}

/// Its words, of which a text may be a form, or a misspelling.
extension DictionaryContents: Headwords {
    func headwords(_ text: String, ignoresAccents: Bool) throws(DictionaryFileError) -> [Headword] {
        DictEntryFormat.headwords(text, try readings(of: text))
    }

    func texts(near text: String, _ spelling: Spelling) throws(DictionaryFileError) -> [(rank: Int, text: String)] {
        try reader.words(near: text, spelling)
    }
}
