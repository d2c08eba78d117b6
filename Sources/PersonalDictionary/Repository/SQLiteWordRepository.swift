import CoreModule
import Foundation

/// Stores words in a SQLite file. Stored changes survive a loss of power, and several processes can share the file.
final class SQLiteWordRepository: WordRepository {
    private let database: SQLiteDatabase
    /// The search index of the file, which its sessions share.
    let index: WordSearchIndex
    private let external = ExternalChangeTracker()
    private let tables: [OwnTables]

    init(_ database: SQLiteDatabase, _ index: WordSearchIndex = WordSearchIndex(), tables: [OwnTables] = []) {
        self.database = database
        self.index = index
        self.tables = tables
    }

    /// Does not wait for writers.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any WordSnapshot) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value {
        try await database.reading { [index, path = database.path] connection in
            try body(SQLiteWordTransaction(connection, index, path))
        }
    }

    /// While the index is read, other reads wait for one step of it at most.
    func readToSearch<Value: Sendable>(
        _ body: @escaping @Sendable (any WordSnapshot) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value {
        while true {
            let value = try await database.reading { [index, path = database.path] connection -> Value? in
                try index.isReady(connection) ? try body(SQLiteWordTransaction(connection, index, path)) : nil
            }
            if let value { return value }
            do {
                // In a task of its own: cancelling this one does not cancel it.
                try await Task { [index, database] in try await index.prepare(database) }.value
            } catch {
                throw DictionaryError(wrapping: error, path: database.path)
            }
        }
    }

    /// All changes of a transaction have one number.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any WordTransaction) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value {
        let (value, revision) = try await database.writing { [tables, path = database.path] connection in
            // With an index of its own: what it changes may be rolled back.
            let transaction = SQLiteWordTransaction(connection, WordSearchIndex(), path, tables)
            return (try body(transaction), transaction.revision)
        }
        if let revision { external.noteOwn(revision) }
        return value
    }

    func externalChanges() async throws(DictionaryError) -> [WordChange] {
        try await database.reading { [external] connection in try external.wordChanges(connection) }
    }
}

/// The words of a SQLite file inside a transaction.
final class SQLiteWordTransaction: WordTransaction {
    private let connection: SQLiteConnection
    private let index: WordSearchIndex
    private let path: String?
    private let tables: [OwnTables]
    /// The number of this transaction's changes. Nil as long as no word has changed.
    private(set) var revision: Int64?

    init(
        _ connection: SQLiteConnection, _ index: WordSearchIndex, _ path: String?, _ tables: [OwnTables] = []
    ) {
        self.connection = connection
        self.index = index
        self.path = path
        self.tables = tables
    }

    // MARK: Reading

    func word(_ id: WordID) throws(DictionaryError) -> Word? {
        try first("\(Self.select) WHERE id = ?", [.text(id.rawValue)], WordRow.word)
    }

    func words(folded: String) throws(DictionaryError) -> [Word] {
        try words("WHERE folded = ?", [.text(folded)])
    }

    func words(idPrefix: String, limit: Int) throws(DictionaryError) -> [Word] {
        // By substr, not LIKE: the prefix may contain wildcards. The first condition lets SQLite use the index.
        try words(
            """
            WHERE id BETWEEN ?1 AND ?1 || char(1114111) AND substr(id, 1, length(?1)) = ?1 ORDER BY id LIMIT ?2
            """, [.text(idPrefix), .integer(Int64(limit))])
    }

    /// A walk along an index, whatever the number of words.
    func words(_ selection: WordSelection, _ page: WordPage) throws(DictionaryError) -> [Word] {
        if case .notFound(let providers) = selection { return try words(notAskedOf: providers, page) }
        return try words(selection, page, and: "")
    }

    private func words(
        _ selection: WordSelection, _ page: WordPage, and further: String, _ furtherValues: [SQLiteValue] = []
    ) throws(DictionaryError) -> [Word] {
        let key = selection.isAlphabetical ? "folded" : "created_at"
        let isAscending = selection.isAlphabetical || selection.isOldestFirst
        var (condition, values) = WordRow.condition(selection)
        condition += further
        values += furtherValues
        if let start = page.start {
            condition += " AND (\(key), id) \(isAscending ? ">" : "<") (?, ?)"
            values += [
                selection.isAlphabetical
                    ? .text(start.text.folded) : .integer(start.createdAt.millisecondsSince1970),
                .text(start.id.rawValue),
            ]
        }
        let order = isAscending ? "\(key), id" : "\(key) DESC, id DESC"
        return try words(
            "WHERE \(condition) ORDER BY \(order) LIMIT ?", values + [.integer(Int64(page.limit))])
    }

    /// Looks at one word for each set of providers that were asked, and then only at the words of the sets that match.
    private func words(
        notAskedOf providers: Set<TranslationProvider>, _ page: WordPage
    ) throws(DictionaryError) -> [Word] {
        guard !providers.isEmpty else { return [] }
        let selection = WordSelection.notFound(notAskedOf: providers)
        var found: [Word] = []
        var last = ""
        let next = "SELECT asked_of FROM word WHERE status = 'notFound' AND asked_of > ? ORDER BY asked_of LIMIT 1"
        while let note = try first(next, [.text(last)], { try $0.text(0) }) {
            last = note
            guard !providers.isSubset(of: Set(stored: note)) else { continue }
            found += try words(selection, page, and: " AND asked_of = ?", [.text(note)])
        }
        return selection.page(page, of: found)
    }

    func wordCount() throws(DictionaryError) -> Int {
        try first("SELECT count(*) FROM word") { Int(try $0.integer(0)) } ?? 0
    }

    func wordCounts() throws(DictionaryError) -> [TranslationDirection: Int] {
        try converting {
            let counts = try connection.query("SELECT source, target, count(*) FROM word GROUP BY source, target") {
                (try WordRow.direction(try $0.text(0), try $0.text(1)), Int(try $0.integer(2)))
            }
            return Dictionary(counts) { $0 + $1 }
        }
    }

    func entry(of id: WordID) throws(DictionaryError) -> DictionaryEntry? {
        try first(
            "SELECT entry FROM dictionary_entry JOIN word ON word.seq = dictionary_entry.word WHERE word.id = ?",
            [.text(id.rawValue)]
        ) { try DictionaryEntry(stored: try $0.text(0)) }
    }

    func askedProviders(of id: WordID) throws(DictionaryError) -> Set<TranslationProvider> {
        try first("SELECT asked_of FROM word WHERE id = ?", [.text(id.rawValue)]) { Set(stored: try $0.text(0)) } ?? []
    }

    /// The first search reads all words into an index in memory. Later ones read only what has changed since.
    func search(_ query: WordQuery) throws(DictionaryError) -> [Word] {
        try words { $0.search(query) }
    }

    func words(translatedAs texts: Set<String>) throws(DictionaryError) -> [Word] {
        try words { Array($0.keys(translatedAs: texts)) }
    }

    private func words(_ find: (inout WordIndex) -> [Int64]) throws(DictionaryError) -> [Word] {
        try converting {
            let keys = try index.use(connection, find)
            guard !keys.isEmpty else { return [] }
            // One statement for all, in order.
            return try connection.query(
                """
                WITH found(place, number) AS (SELECT key, value FROM json_each(?))
                SELECT \(WordRow.columns) FROM found JOIN word ON seq = number ORDER BY place
                """, [.text("\(keys)")], WordRow.word)
        }
    }

    func nearestFolded(to query: WordQuery) throws(DictionaryError) -> [String] {
        try converting { try index.use(connection) { $0.nearest(to: query) } }
    }

    func removedWords(before date: Date) throws(DictionaryError) -> [RemovedWord] {
        try removedWords("removed_at < ? ORDER BY removed_at DESC, id", .integer(date.millisecondsSince1970))
    }

    func removedWord(_ id: WordID) throws(DictionaryError) -> RemovedWord? {
        try removedWords("id = ?", .text(id.rawValue)).first
    }

    private func removedWords(_ condition: String, _ value: SQLiteValue) throws(DictionaryError) -> [RemovedWord] {
        try converting {
            try connection.query("SELECT removed FROM word_bin WHERE \(condition)", [value]) {
                try JSONDecoder().decode(RemovedWord.self, from: Data($0.text(0).utf8))
            }
        }
    }

    // MARK: Writing

    func insert(_ word: Word) throws(DictionaryError) {
        try converting {
            let values = WordRow.insertedValues(word, revision: try nextRevision())
            do throws(SQLiteError) {
                try connection.run(WordRow.insertion, values)
            } catch {
                guard error.isUniquenessViolation, let present = try twin(of: word) ?? self.word(word.id)
                else { throw error }
                throw DictionaryError.duplicate(of: present.id)
            }
            try follow(.added(word))
        }
    }

    func update(_ word: Word) throws(DictionaryError) {
        try converting {
            let values = WordRow.updatedValues(word, revision: try nextRevision())
            guard try connection.run(WordRow.update, values) == 0 else { return try follow(.updated(word)) }
            guard try self.word(word.id) != nil else { return }
            // Rarely, the text or the direction is another one.
            try connection.run(WordRow.move, WordRow.movedValues(word))
            try update(word)
        }
    }

    func delete(_ id: WordID) throws(DictionaryError) {
        try converting {
            let key = try connection.first("DELETE FROM word WHERE id = ? RETURNING seq", [.text(id.rawValue)]) {
                try $0.integer(0)
            }
            guard let key else { return }
            try WordRevision.noteRemoval(of: key, id, at: nextRevision(), connection)
            try follow(.removed(id))
        }
    }

    func setEntry(_ entry: DictionaryEntry?, of id: WordID) throws(DictionaryError) {
        try converting {
            let key = try connection.first(
                "UPDATE word SET entry_translations = ?, revision = ? WHERE id = ? RETURNING seq",
                [.text(entry?.translationLines ?? ""), .integer(try nextRevision()), .text(id.rawValue)]
            ) { SQLiteValue.integer(try $0.integer(0)) }
            guard let key else { return }
            guard let entry else {
                try connection.run("DELETE FROM dictionary_entry WHERE word = ?", [key])
                return
            }
            try connection.run(
                """
                INSERT INTO dictionary_entry(word, entry) VALUES (?, ?)
                ON CONFLICT(word) DO UPDATE SET entry = excluded.entry
                """, [key, .text(try entry.stored)])
        }
    }

    func setAskedProviders(_ providers: Set<TranslationProvider>, of id: WordID) throws(DictionaryError) {
        try converting {
            try connection.run(
                "UPDATE word SET asked_of = ? WHERE id = ?",
                [.text(try providers.stored()), .text(id.rawValue)])
        }
    }

    /// The parts are settings, in the order of their keys. Of an earlier version, the only one is `lastImport`.
    func importNote(part: Int) throws(DictionaryError) -> String? {
        try first(
            "SELECT value FROM setting WHERE key BETWEEN 'lastImport' AND 'lastImport0' ORDER BY key LIMIT 1 OFFSET ?",
            [.integer(Int64(part))]
        ) { try $0.text(0) }
    }

    func setImportNote(_ note: String?, part: Int) throws(DictionaryError) {
        try converting {
            let key = "lastImport/\(padded(part, 9))"
            try connection.run(
                "DELETE FROM setting WHERE key BETWEEN ? AND 'lastImport0'", [.text(part == 0 ? "lastImport" : key)])
            guard let note else { return }
            try connection.run("INSERT INTO setting(key, value) VALUES (?, ?)", [.text(key), .text(note)])
        }
    }

    func isReviewed(_ id: WordID) throws(DictionaryError) -> Bool? {
        try first("SELECT EXISTS (SELECT 1 FROM review_card WHERE word = ?)", [.text(id.rawValue)]) { try $0.bool(0) }
    }

    func setRemovedWord(_ removed: RemovedWord?, of id: WordID) throws(DictionaryError) {
        try converting {
            guard let removed else {
                return try connection.run("DELETE FROM word_bin WHERE id = ?", [.text(id.rawValue)])
            }
            let json = String(decoding: try JSONEncoder().encode(removed), as: UTF8.self)
            return try connection.run(
                "INSERT OR REPLACE INTO word_bin(id, removed_at, removed) VALUES (?, ?, ?)",
                [.text(id.rawValue), .integer(removed.removedAt.millisecondsSince1970), .text(json)])
        }
    }

    func deleteRemovedWords(before date: Date) throws(DictionaryError) -> Int {
        try converting {
            try connection.run(
                "DELETE FROM word_bin WHERE removed_at < ?", [.integer(date.millisecondsSince1970)])
        }
    }

    // MARK: Details

    /// Lets the app's own tables follow a change.
    private func follow(_ change: WordChange) throws {
        for own in tables { try own.apply(change, connection) }
    }

    private static let select = "SELECT \(WordRow.columns) FROM word"

    private func words(_ clauses: String, _ values: [SQLiteValue]) throws(DictionaryError) -> [Word] {
        try converting { try connection.query("\(Self.select) \(clauses)", values, WordRow.word) }
    }

    private func first<Value>(
        _ query: String, _ values: [SQLiteValue] = [], _ value: (SQLiteRow) throws -> Value
    ) throws(DictionaryError) -> Value? {
        try converting { try connection.first(query, values, value) }
    }

    private func nextRevision() throws -> Int64 {
        if let revision { return revision }
        let next = try WordRevision.next(connection)
        revision = next
        return next
    }

    @discardableResult
    private func converting<Value>(_ body: () throws -> Value) throws(DictionaryError) -> Value {
        do { return try body() } catch { throw DictionaryError(wrapping: error, path: path) }
    }
}

extension DictionaryError {
    /// Makes the dictionary's error of an error that an operation on its store threw.
    init(wrapping error: any Error, path: String?) {
        self = error as? DictionaryError ?? .store(StoreError(wrapping: error, path: path))
    }
}
