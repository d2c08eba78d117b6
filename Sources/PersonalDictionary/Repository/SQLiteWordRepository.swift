public import CoreModule
public import Foundation

/// Keeps words in a SQLite file: what it acknowledged survives a loss of power, and several processes may share the file.
public final class SQLiteWordRepository: WordRepository {
    private let database: SQLiteDatabase
    private let index = WordSearchIndex()
    private let external = ExternalWordChanges()

    init(_ database: SQLiteDatabase) {
        self.database = database
    }

    // MARK: Reading

    /// A page of all words, newest first: a walk along an index, whatever the number of words.
    public func words(_ page: WordPage) async throws(DictionaryError) -> [Word] {
        try await self.page(page, where: "1")
    }

    /// A page of the favourite words, newest first: a walk along an index of their own.
    public func favoriteWords(_ page: WordPage) async throws(DictionaryError) -> [Word] {
        try await self.page(page, where: "is_favorite = 1")
    }

    /// The word of an identifier.
    public func word(_ id: WordID) async throws(DictionaryError) -> Word {
        try await read { try Self.word(id, $0) }
    }

    /// The one word whose identifier begins so.
    public func word(idPrefix: String) async throws(DictionaryError) -> Word {
        try await read { connection in
            guard !idPrefix.isEmpty else { throw DictionaryError.notFound(idPrefix) }
            // By substr, not LIKE: the prefix may hold wildcards. The first condition lets the index find the place.
            let words = try connection.query(
                """
                SELECT \(WordRow.columns) FROM word
                WHERE id BETWEEN ?1 AND ?1 || char(1114111) AND substr(id, 1, length(?1)) = ?1 ORDER BY id LIMIT 11
                """, [.text(idPrefix)], WordRow.word)
            guard let first = words.first else { throw DictionaryError.notFound(idPrefix) }
            guard words.count == 1 || first.id.rawValue == idPrefix else {
                throw DictionaryError.ambiguousID(idPrefix, matches: words.prefix(10).map(\.id))
            }
            return first
        }
    }

    /// The words of this text, newest first.
    public func words(_ text: WordText) async throws(DictionaryError) -> [Word] {
        try await read {
            try $0.query(
                "SELECT \(WordRow.columns) FROM word WHERE identity = ? ORDER BY created_at DESC, id DESC",
                [.text(text.identity)], WordRow.word)
        }
    }

    /// The words whose translation is pending or failed, oldest first.
    public func wordsAwaitingTranslation(limit: Int) async throws(DictionaryError) -> [Word] {
        try await read {
            try $0.query(
                """
                SELECT \(WordRow.columns) FROM word WHERE status IN ('pending', 'failed')
                ORDER BY created_at, id LIMIT ?
                """, [.integer(Int64(max(0, limit)))], WordRow.word)
        }
    }

    /// The words that no service knew while one of these providers was not asked, oldest first. It looks at one word for each set
    /// of providers that were asked, and then only at those that it finds.
    public func notFoundWords(
        notAskedOf providers: Set<TranslationProvider>, limit: Int
    ) async throws(DictionaryError) -> [Word] {
        guard !providers.isEmpty else { return [] }
        let limit = max(0, limit)
        return try await read { connection in
            var words: [Word] = []
            var last = ""
            while let note = try connection.first(
                "SELECT asked_of FROM word WHERE status = 'notFound' AND asked_of > ? ORDER BY asked_of LIMIT 1",
                [.text(last)], { try $0.text(0) })
            {
                last = note
                guard !providers.isSubset(of: AskedProvidersCoding.providers(note)) else { continue }
                words += try connection.query(
                    """
                    SELECT \(WordRow.columns) FROM word WHERE status = 'notFound' AND asked_of = ?
                    ORDER BY created_at, id LIMIT ?
                    """, [.text(note), .integer(Int64(limit))], WordRow.word)
            }
            return Array(words.sorted { $1.position < $0.position }.prefix(limit))
        }
    }

    /// Who was asked for a word that no service knew.
    public func providersAsked(for id: WordID) async throws(DictionaryError) -> Set<TranslationProvider> {
        try await read {
            try $0.first("SELECT asked_of FROM word WHERE id = ?", [.text(id.rawValue)]) {
                AskedProvidersCoding.providers(try $0.text(0))
            } ?? []
        }
    }

    /// How many words there are.
    public func wordCount() async throws(DictionaryError) -> Int {
        try await read { try $0.first("SELECT count(*) FROM word") { Int(try $0.integer(0)) } ?? 0 }
    }

    /// What a service said of the word.
    public func entry(of id: WordID) async throws(DictionaryError) -> DictionaryEntry? {
        try await read { connection in
            let json = try connection.first(
                "SELECT entry FROM dictionary_entry JOIN word ON word.seq = dictionary_entry.word WHERE word.id = ?",
                [.text(id.rawValue)]
            ) { try $0.text(0) }
            return try json.map { try DictionaryEntry(stored: $0) }
        }
    }

    /// The words that a query finds. The first search reads all words into an index in memory; later ones read only what has
    /// changed since, in this process or another.
    public func search(_ query: WordQuery) async throws(DictionaryError) -> [Word] {
        try await read { [index] connection in
            let keys = try index.search(query, on: connection)
            guard !keys.isEmpty else { return [] }
            // One statement for all, which keeps their order.
            return try connection.query(
                """
                WITH found(place, number) AS (SELECT key, value FROM json_each(?))
                SELECT \(WordRow.columns) FROM found JOIN word ON seq = number ORDER BY place
                """, [.text("\(keys)")], WordRow.word)
        }
    }

    /// What other connections to the file have changed.
    public func externalChanges() async throws(DictionaryError) -> [WordChange] {
        try await read { [external] connection in try external.next(connection) }
    }

    // MARK: Editing

    /// Adds a word.
    public func add(_ word: Word) async throws(DictionaryError) {
        try await add([word])
    }

    /// Adds words at once, all or none.
    public func add(_ words: [Word]) async throws(DictionaryError) {
        try await write { connection, revision in
            for word in words { try Self.insert(word, revision, connection) }
        }
    }

    /// Adds words that a file has, or merges them with those that are there, all or none.
    public func merge(
        _ words: [ImportedWord], makeFallbackID: @escaping @Sendable () -> WordID
    ) async throws(DictionaryError) -> [ImportOutcome] {
        try await write { connection, revision in
            try words.map { try Self.merge($0, makeFallbackID, revision, connection) }
        }
    }

    /// Puts a word among the favourites or takes it out.
    @discardableResult
    public func setFavorite(_ isFavorite: Bool, of id: WordID, at date: Date) async throws(DictionaryError) -> Word {
        try await write { connection, revision in
            try connection.run(
                """
                UPDATE word SET is_favorite = ?1, updated_at = ?2, revision = ?4 WHERE id = ?3 AND is_favorite <> ?1
                """,
                [
                    .bool(isFavorite), .integer(date.millisecondsSince1970), .text(id.rawValue), .integer(revision),
                ])
            return try Self.word(id, connection)
        }
    }

    /// Gives a word the user's own translation.
    @discardableResult
    public func setUserTranslation(
        _ text: String, of id: WordID, at date: Date
    ) async throws(DictionaryError) -> Word {
        let text = try WordText(text).value
        return try await write { connection, revision in
            let state = TranslationState.translated(Translation(text: text, provider: .user, date: date))
            let key = try Self.key(of: id, connection)
            try Self.update(key, to: state, at: date, revision, connection)
            try connection.run("DELETE FROM dictionary_entry WHERE word = ?", [.integer(key)])
            return try Self.word(id, connection)
        }
    }

    /// Records how a look-up ended. Where only who was asked is noted, that is no change of the word, and has no number.
    @discardableResult
    public func record(
        _ outcome: LookUpOutcome, of id: WordID, at date: Date
    ) async throws(DictionaryError) -> Word? {
        let recorded = try await converting {
            try await self.database.write { try Self.record(outcome, of: id, at: date, $0) }
        }
        guard let recorded else { return nil }
        external.noteOwn(recorded.revision)
        return recorded.word
    }

    /// Removes words, all or none.
    public func remove(_ ids: [WordID]) async throws(DictionaryError) {
        try await write { connection, revision in
            for id in Set(ids) {
                let key = try Self.key(of: id, connection)
                try connection.run("DELETE FROM word WHERE seq = ?", [.integer(key)])
                try WordRevision.noteRemoval(of: key, id, at: revision, connection)
            }
        }
    }

    // MARK: Details

    private func page(_ page: WordPage, where condition: String) async throws(DictionaryError) -> [Word] {
        let order = "ORDER BY created_at DESC, id DESC LIMIT ?"
        let limit = SQLiteValue.integer(Int64(page.limit))
        return try await read { connection in
            switch page.start {
            case .offset(let offset):
                try connection.query(
                    "SELECT \(WordRow.columns) FROM word WHERE \(condition) \(order) OFFSET ?",
                    [limit, .integer(Int64(max(0, offset)))], WordRow.word)
            case .after(let position):
                try connection.query(
                    "SELECT \(WordRow.columns) FROM word WHERE \(condition) AND (created_at, id) < (?, ?) \(order)",
                    [.integer(position.createdAt.millisecondsSince1970), .text(position.id.rawValue), limit],
                    WordRow.word)
            }
        }
    }

    private func read<Value: Sendable>(
        _ body: @escaping @Sendable (SQLiteConnection) throws -> Value
    ) async throws(DictionaryError) -> Value {
        try await converting { try await self.database.read(body) }
    }

    /// Writes, as one change with a number of its own.
    private func write<Value: Sendable>(
        _ body: @escaping @Sendable (_ connection: SQLiteConnection, _ revision: Int64) throws -> Value
    ) async throws(DictionaryError) -> Value {
        let (value, revision) = try await converting {
            try await self.database.write { connection in
                let revision = try WordRevision.next(connection)
                return (try body(connection, revision), revision)
            }
        }
        external.noteOwn(revision)
        return value
    }

    private func converting<Value>(_ body: () async throws -> Value) async throws(DictionaryError) -> Value {
        do { return try await body() } catch { throw DictionaryError(wrapping: error, path: database.path) }
    }

    private static func word(_ id: WordID, _ connection: SQLiteConnection) throws -> Word {
        let word = try connection.first(
            "SELECT \(WordRow.columns) FROM word WHERE id = ?", [.text(id.rawValue)], WordRow.word)
        guard let word else { throw DictionaryError.notFound(id.rawValue) }
        return word
    }

    private static func insert(_ word: Word, _ revision: Int64, _ connection: SQLiteConnection) throws {
        do throws(SQLiteError) {
            try connection.run(
                """
                INSERT INTO word(\(WordRow.columns), identity, revision) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """, WordRow.values(word) + [.text(word.text.identity), .integer(revision)])
        } catch {
            guard error.isUniquenessViolation, let duplicateID = try duplicateID(of: word, connection) else {
                throw error
            }
            throw DictionaryError.duplicate(of: duplicateID)
        }
    }

    private static func merge(
        _ imported: ImportedWord, _ makeFallbackID: () -> WordID, _ revision: Int64, _ connection: SQLiteConnection
    ) throws -> ImportOutcome {
        let word = imported.word
        let present = try connection.first(
            "SELECT \(WordRow.columns) FROM word WHERE identity = ? AND source = ? AND target = ?",
            [.text(word.text.identity), .text(word.direction.source.code), .text(word.direction.target.code)],
            WordRow.word)
        guard let present else {
            let isTaken = try connection.first("SELECT 1 FROM word WHERE id = ?", [.text(word.id.rawValue)]) { _ in true
            }
            try insert(isTaken == nil ? word : word.renamed(makeFallbackID()), revision, connection)
            if let entry = imported.entry { try put(entry, connection.lastInsertedRow, connection) }
            return .added
        }
        let merged = imported.merged(into: present)
        guard merged != present else { return .unchanged }
        let key = try key(of: present.id, connection)
        if merged.translation != present.translation {
            try connection.run("DELETE FROM dictionary_entry WHERE word = ?", [.integer(key)])
            if let entry = imported.entry { try put(entry, key, connection) }
        }
        try update(key, to: merged.translation, at: merged.updatedAt, revision, connection)
        try connection.run(
            "UPDATE word SET is_favorite = ? WHERE seq = ?", [.bool(merged.isFavorite), .integer(key)])
        return .updated
    }

    private static func put(_ entry: DictionaryEntry, _ key: Int64, _ connection: SQLiteConnection) throws {
        try connection.run(
            """
            INSERT INTO dictionary_entry(word, entry) VALUES (?, ?)
            ON CONFLICT(word) DO UPDATE SET entry = excluded.entry
            """, [.integer(key), .text(try entry.stored)])
    }

    private static func key(of id: WordID, _ connection: SQLiteConnection) throws -> Int64 {
        let key = try connection.first("SELECT seq FROM word WHERE id = ?", [.text(id.rawValue)]) { try $0.integer(0) }
        guard let key else { throw DictionaryError.notFound(id.rawValue) }
        return key
    }

    private static func duplicateID(of word: Word, _ connection: SQLiteConnection) throws -> WordID? {
        try connection.first(
            "SELECT id FROM word WHERE (identity = ? AND source = ? AND target = ?) OR id = ?",
            [
                .text(word.text.identity), .text(word.direction.source.code), .text(word.direction.target.code),
                .text(word.id.rawValue),
            ]
        ) { WordID(try $0.text(0)) }
    }

    private static func record(
        _ outcome: LookUpOutcome, of id: WordID, at date: Date, _ connection: SQLiteConnection
    ) throws -> (word: Word, revision: Int64)? {
        let sql = "SELECT \(WordRow.columns), asked_of, seq FROM word WHERE id = ?"
        let row = try connection.first(sql, [.text(id.rawValue)]) { row in
            (
                state: try WordRow.word(row).translation, note: try row.text(WordRow.columnCount),
                key: try row.integer(WordRow.columnCount + 1)
            )
        }
        guard let row else { return nil }
        let state = outcome.state(replacing: row.state)
        if case .notFound(let providers) = outcome, (state ?? row.state) == .notFound {
            let asked = AskedProvidersCoding.providers(row.note)
            if !providers.isSubset(of: asked) {
                let note = try AskedProvidersCoding.text(asked.union(providers))
                try connection.run("UPDATE word SET asked_of = ? WHERE seq = ?", [.text(note), .integer(row.key)])
            }
        }
        guard let state else { return nil }
        let revision = try WordRevision.next(connection)
        try update(row.key, to: state, at: date, revision, connection)
        if case .found(let entry) = outcome { try put(entry, row.key, connection) }
        return (try word(id, connection), revision)
    }

    /// Who was asked is known of a word only as long as nobody knows it.
    private static func update(
        _ key: Int64, to state: TranslationState, at date: Date, _ revision: Int64, _ connection: SQLiteConnection
    ) throws {
        try connection.run(
            """
            UPDATE word SET status = ?1, translation = ?2, provider = ?3, translated_at = ?4, retry_at = ?5, updated_at = ?6,
                revision = ?7, asked_of = CASE ?1 WHEN 'notFound' THEN asked_of ELSE '[]' END
            WHERE seq = ?8
            """, WordRow.values(state) + [.integer(date.millisecondsSince1970), .integer(revision), .integer(key)])
    }
}

extension DictionaryError {
    /// Makes the dictionary's error of whatever an operation on its store threw.
    init(wrapping error: any Error, path: String?) {
        self = error as? DictionaryError ?? .store(StoreError(wrapping: error, path: path))
    }
}
