import CoreModule
import Foundation
import GRDB
import PersonalDictionary

/// What a Swift developer would otherwise write: GRDB, a pool in WAL mode, and a Codable record.
struct GRDBStore: Sendable {
    struct Record: Codable, FetchableRecord, PersistableRecord {
        static let databaseTableName = "word"

        let id: String
        let text: String
        let identity: String
        let folded: String
        let source: String
        let target: String
        let status: String
        let translation: String?
        let provider: String?
        let translatedAt: Int64?
        let isFavorite: Bool
        let createdAt: Int64
        let updatedAt: Int64
        let revision: Int64

        enum CodingKeys: String, CodingKey {
            case id, text, identity, folded, source, target, status, translation, provider, revision
            case translatedAt = "translated_at"
            case isFavorite = "is_favorite"
            case createdAt = "created_at"
            case updatedAt = "updated_at"
        }

        init(_ word: Word, revision: Int64) {
            id = word.id.rawValue
            text = word.text.value
            identity = word.text.identity
            folded = word.text.folded
            source = word.direction.source.code
            target = word.direction.target.code
            status = word.translation.name
            translation = word.translation.translation?.text
            provider = word.translation.translation?.provider.rawValue
            translatedAt = word.translation.translation?.date.milliseconds
            isFavorite = word.isFavorite
            createdAt = word.createdAt.milliseconds
            updatedAt = word.updatedAt.milliseconds
            self.revision = revision
        }
    }

    private let pool: DatabasePool

    init(_ file: URL) throws {
        pool = try DatabasePool(path: file.path())
        // A pool in WAL mode is given NORMAL, under which a loss of power may undo what was acknowledged.
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    }

    /// Adds words as one change, as the store's tables want it.
    func add(_ words: [Word]) async throws {
        try await pool.write { database in
            try database.execute(sql: "UPDATE word_revision SET latest = latest + 1")
            let revision = try Int64.fetchOne(database, sql: "SELECT latest FROM word_revision") ?? 0
            for word in words { try Record(word, revision: revision).insert(database) }
        }
    }

    /// The same with rows written by hand: a cached statement, whose values are given in order.
    func addByHand(_ words: [Word]) async throws {
        try await pool.write { database in
            try database.cachedStatement(sql: "UPDATE word_revision SET latest = latest + 1").execute()
            let latest = try database.cachedStatement(sql: "SELECT latest FROM word_revision")
            let revision = try Int64.fetchOne(latest) ?? 0
            let statement = try database.cachedStatement(
                sql: """
                    INSERT INTO word(id, text, source, target, status, translation, provider, translated_at, is_favorite,
                    created_at, updated_at, identity, folded, revision) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """)
            for word in words {
                let translation = word.translation.translation
                try statement.execute(arguments: [
                    word.id.rawValue, word.text.value, word.direction.source.code, word.direction.target.code,
                    word.translation.name, translation?.text, translation?.provider.rawValue,
                    translation?.date.milliseconds, word.isFavorite, word.createdAt.milliseconds,
                    word.updatedAt.milliseconds, word.text.identity, word.text.folded, revision,
                ])
            }
        }
    }

    func newestByHand(_ limit: Int) async throws -> [PlainStore.Row] {
        try await pool.read { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT id, text, source, target, status, translation, provider, translated_at, is_favorite, created_at,
                    updated_at FROM word ORDER BY created_at DESC, id DESC LIMIT ?
                    """)
            let cursor = try Row.fetchCursor(statement, arguments: [limit])
            var rows: [PlainStore.Row] = []
            while let row = try cursor.next() {
                rows.append(
                    PlainStore.Row(
                        id: row[0], text: row[1], source: row[2], target: row[3], status: row[4],
                        translation: row[5] ?? "", provider: row[6] ?? "", translatedAt: row[7] ?? 0,
                        createdAt: row[9], updatedAt: row[10], isFavorite: row[8]))
            }
            return rows
        }
    }

    func newest(_ limit: Int) async throws -> [Record] {
        try await pool.read { database in
            try Record.order(Column("created_at").desc, Column("id").desc).limit(limit).fetchAll(database)
        }
    }

    /// Adds a column for the folded translations, as there is one for the folded texts: what `LIKE` is asked of.
    func addFoldedColumn() throws {
        try pool.write { database in
            try database.execute(sql: "ALTER TABLE word ADD COLUMN folded_translation TEXT")
            let rows = try Row.fetchAll(database, sql: "SELECT seq, translation FROM word")
            let update = try database.makeStatement(sql: "UPDATE word SET folded_translation = ? WHERE seq = ?")
            for row in rows {
                let translation: String? = row["translation"]
                try update.execute(arguments: [
                    translation.map { TextFolding.fold($0, .search) }, row["seq"] as Int64,
                ])
            }
        }
    }

    /// The newest words in which the query occurs.
    func search(_ query: String, limit: Int) async throws -> [Record] {
        let pattern = "%" + TextFolding.fold(query, .search) + "%"
        return try await pool.read { database in
            try Record.fetchAll(
                database,
                sql: """
                    SELECT * FROM word WHERE folded LIKE ?1 OR folded_translation LIKE ?1
                    ORDER BY created_at DESC, id DESC LIMIT ?2
                    """, arguments: [pattern, limit])
        }
    }

    /// Adds a full-text index of the folded texts by three letters each.
    func addTrigrams() throws {
        try pool.write { database in
            try database.execute(
                sql: """
                    CREATE VIRTUAL TABLE trigram USING fts5(folded, folded_translation, content='word', content_rowid='seq',
                    tokenize='trigram case_sensitive 1');
                    INSERT INTO trigram(trigram) VALUES ('rebuild')
                    """)
        }
    }

    /// The newest words in which the query occurs, by their row numbers, in whose order the full-text index finds them. The query
    /// has at least three letters.
    func searchTrigrams(_ query: String, limit: Int) async throws -> [Record] {
        let pattern = "\"" + TextFolding.fold(query, .search).replacing("\"", with: "\"\"") + "\""
        return try await pool.read { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT word.* FROM trigram JOIN word ON word.seq = trigram.rowid WHERE trigram MATCH ?
                    ORDER BY trigram.rowid DESC LIMIT ?
                    """)
            return try Record.fetchAll(statement, arguments: [pattern, limit])
        }
    }

    func close() throws { try pool.close() }
}
