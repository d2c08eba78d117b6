import CoreModule
import Foundation
import PersonalDictionary

/// The words of a person inside a transaction. No statement names the person: the policies of the tables do.
final class PostgresWords: WordTransaction {
    private let transaction: PostgresTransaction
    private let index: PostgresWordIndex
    /// The number of this transaction's changes. Nil as long as no word has changed.
    private(set) var revision: Int64?

    init(_ transaction: PostgresTransaction, _ index: PostgresWordIndex) {
        self.transaction = transaction
        self.index = index
    }

    // MARK: Reading

    func word(_ id: WordID) throws(DictionaryError) -> Word? { try words("WHERE id = $1", [.key(id.rawValue)]).first }

    func words(folded: String) throws(DictionaryError) -> [Word] {
        try words("WHERE sha256(folded) = sha256($1) AND folded = $1", [.key(folded)])
    }

    func words(_ selection: WordSelection, _ page: WordPage) throws(DictionaryError) -> [Word] {
        var (condition, values) = try converting { try PostgresWordRow.condition(selection) }
        values.insert(.integer(Int64(page.limit)), at: 0)
        let key = selection.isAlphabetical ? "folded" : "created_at"
        let isAscending = selection.isAlphabetical || selection.isOldestFirst
        if let start = page.start {
            condition += " AND (\(key), id) \(isAscending ? ">" : "<") ($\(values.count + 1), $\(values.count + 2))"
            values += [
                selection.isAlphabetical ? .key(start.text.folded) : .date(start.createdAt), .key(start.id.rawValue),
            ]
        }
        let order = isAscending ? "\(key), id" : "\(key) DESC, id DESC"
        return try words("WHERE \(condition) ORDER BY \(order) LIMIT $1", values)
    }

    func wordCount() throws(DictionaryError) -> Int {
        try converting { try transaction.first("SELECT count(*) FROM word") { Int(try $0.integer(0)) } ?? 0 }
    }

    func wordCounts() throws(DictionaryError) -> [TranslationDirection: Int] {
        try converting {
            let counts = try transaction.query("SELECT source, target, count(*) FROM word GROUP BY source, target") {
                (
                    try TranslationDirection(from: Language(code: $0.text(0)), to: Language(code: $0.text(1))),
                    Int(try $0.integer(2))
                )
            }
            return Dictionary(counts) { $0 + $1 }
        }
    }

    func entry(of id: WordID) throws(DictionaryError) -> DictionaryEntry? {
        try converting {
            try transaction.first("SELECT entry FROM word WHERE id = $1", [.key(id.rawValue)]) { row in
                try row.optionalJSON(DictionaryEntry.self, 0)
            } ?? nil
        }
    }

    func askedProviders(of id: WordID) throws(DictionaryError) -> Set<TranslationProvider> {
        try converting {
            try transaction.first("SELECT asked::text FROM word WHERE id = $1", [.key(id.rawValue)]) { row in
                try row.json(Set<TranslationProvider>.self, 0)
            } ?? []
        }
    }

    func search(_ query: WordQuery) throws(DictionaryError) -> [Word] {
        try indexedWords { $0.search(query) }
    }

    func words(translatedAs texts: Set<String>) throws(DictionaryError) -> [Word] {
        try indexedWords { Array($0.keys(translatedAs: texts)) }
    }

    private func indexedWords(_ find: (inout WordIndex) -> [Int64]) throws(DictionaryError) -> [Word] {
        let keys = try converting { try index.use(transaction, find) }
        guard !keys.isEmpty else { return [] }
        let numbers = keys.map(String.init).joined(separator: ",")
        return try words(
            "JOIN unnest($1::bigint[]) WITH ORDINALITY AS found(number, place) ON seq = number ORDER BY place",
            [.text("{\(numbers)}")])
    }

    func nearestFolded(to query: WordQuery) throws(DictionaryError) -> [String] {
        try converting { try index.use(transaction) { $0.nearest(to: query) } }
    }

    func removedWords(before date: Date) throws(DictionaryError) -> [RemovedWord] {
        try removedWords("removed_at < $1 ORDER BY removed_at DESC, id", .date(date))
    }

    func removedWord(_ id: WordID) throws(DictionaryError) -> RemovedWord? {
        try removedWords("id = $1", .key(id.rawValue)).first
    }

    private func removedWords(_ condition: String, _ value: PostgresValue) throws(DictionaryError) -> [RemovedWord] {
        try converting {
            try transaction.query("SELECT removed FROM word_bin WHERE \(condition)", [value]) {
                try $0.json(RemovedWord.self, 0)
            }
        }
    }

    // MARK: Writing

    func insert(_ word: Word) throws(DictionaryError) {
        try converting {
            // Not an error of the server, which would end the transaction.
            let count = try transaction.run(
                """
                INSERT INTO word(\(PostgresWordRow.written)) VALUES (\(PostgresWordRow.parameters)) ON CONFLICT DO NOTHING
                """, PostgresWordRow.values(word, revision: try nextRevision()))
            guard count == 0 else { return }
            let duplicate = try transaction.first(
                "SELECT id FROM word WHERE (sha256(identity) = sha256($1) AND source = $2 AND target = $3) OR id = $4",
                [
                    .key(word.text.identity), .text(word.direction.source.code), .text(word.direction.target.code),
                    .key(word.id.rawValue),
                ]
            ) { WordID(try $0.text(0)) }
            guard let duplicate else { throw PostgresError.unexpected }
            throw DictionaryError.duplicate(of: duplicate)
        }
    }

    func update(_ word: Word) throws(DictionaryError) {
        try converting {
            try transaction.run(
                """
                UPDATE word SET (\(PostgresWordRow.written)) = (\(PostgresWordRow.parameters)) WHERE id = $1
                """, PostgresWordRow.values(word, revision: try nextRevision()))
        }
    }

    func delete(_ id: WordID) throws(DictionaryError) {
        try converting {
            let seq = try transaction.first("DELETE FROM word WHERE id = $1 RETURNING seq", [.key(id.rawValue)]) {
                try $0.integer(0)
            }
            guard let seq else { return }
            try transaction.run(
                "INSERT INTO word_removal(revision, seq, id) VALUES ($1, $2, $3)",
                [.integer(try nextRevision()), .integer(seq), .key(id.rawValue)])
        }
    }

    func setEntry(_ entry: DictionaryEntry?, of id: WordID) throws(DictionaryError) {
        try converting {
            try transaction.run(
                "UPDATE word SET entry = $2, revision = $3 WHERE id = $1",
                [.key(id.rawValue), .json(entry), .integer(try nextRevision())])
        }
    }

    func setAskedProviders(_ providers: Set<TranslationProvider>, of id: WordID) throws(DictionaryError) {
        try converting {
            try transaction.run(
                "UPDATE word SET asked = $2::jsonb WHERE id = $1", [.key(id.rawValue), .json(providers)])
        }
    }

    func importNote(part: Int) throws(DictionaryError) -> String? {
        try converting {
            try transaction.first("SELECT note FROM import_note WHERE part = $1", [.integer(Int64(part))]) {
                try $0.text(0)
            }
        }
    }

    func setImportNote(_ note: String?, part: Int) throws(DictionaryError) {
        try converting {
            try transaction.run("DELETE FROM import_note WHERE part >= $1", [.integer(Int64(part))])
            guard let note else { return }
            try transaction.run(
                "INSERT INTO import_note(part, note) VALUES ($1, $2)", [.integer(Int64(part)), .key(note)])
        }
    }

    func isReviewed(_ id: WordID) throws(DictionaryError) -> Bool? {
        try converting {
            try transaction.first("SELECT 1 FROM review_card WHERE word = $1 LIMIT 1", [.key(id.rawValue)]) { _ in true
            }
                ?? false
        }
    }

    func setRemovedWord(_ removed: RemovedWord?, of id: WordID) throws(DictionaryError) {
        try converting {
            guard let removed else {
                return try transaction.run("DELETE FROM word_bin WHERE id = $1", [.key(id.rawValue)])
            }
            return try transaction.run(
                """
                INSERT INTO word_bin(id, removed_at, removed) VALUES ($1, $2, $3) ON CONFLICT (person, id) DO UPDATE
                SET removed_at = excluded.removed_at, removed = excluded.removed
                """, [.key(id.rawValue), .date(removed.removedAt), .json(removed)])
        }
    }

    func deleteRemovedWords(before date: Date) throws(DictionaryError) -> Int {
        try converting { try transaction.run("DELETE FROM word_bin WHERE removed_at < $1", [.date(date)]) }
    }

    // MARK: Details

    private func words(_ clauses: String, _ values: [PostgresValue]) throws(DictionaryError) -> [Word] {
        try converting {
            try transaction.query(
                "SELECT \(PostgresWordRow.columns) FROM word \(clauses)", values, PostgresWordRow.word)
        }
    }

    /// Counts a change inside its transaction, and returns its number.
    private func nextRevision() throws -> Int64 {
        if let revision { return revision }
        let next = try PostgresRevision.words.next(transaction)
        try PostgresWordRow.forgetRemovals(at: next, transaction)
        revision = next
        return next
    }

    @discardableResult
    private func converting<Value>(_ body: () throws -> Value) throws(DictionaryError) -> Value {
        do { return try body() } catch { throw DictionaryError(postgres: error) }
    }
}
