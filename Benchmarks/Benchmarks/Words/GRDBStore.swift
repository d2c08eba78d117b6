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
            case id, text, identity, source, target, status, translation, provider, revision
            case translatedAt = "translated_at"
            case isFavorite = "is_favorite"
            case createdAt = "created_at"
            case updatedAt = "updated_at"
        }

        init(_ word: Word, revision: Int64) {
            id = word.id.rawValue
            text = word.text.value
            identity = word.text.identity
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

    func newest(_ limit: Int) async throws -> [Record] {
        try await pool.read { database in
            try Record.order(Column("created_at").desc, Column("id").desc).limit(limit).fetchAll(database)
        }
    }

    /// Adds columns for the folded texts: what `LIKE` is asked of.
    func addFoldedColumns() throws {
        try pool.write { database in
            try database.execute(
                sql: "ALTER TABLE word ADD COLUMN folded TEXT; ALTER TABLE word ADD COLUMN folded_translation TEXT")
            let rows = try Row.fetchAll(database, sql: "SELECT seq, text, translation FROM word")
            let update = try database.makeStatement(
                sql: "UPDATE word SET folded = ?, folded_translation = ? WHERE seq = ?")
            for row in rows {
                let translation: String? = row["translation"]
                try update.execute(arguments: [
                    TextFolding.fold(row["text"], .search), translation.map { TextFolding.fold($0, .search) },
                    row["seq"] as Int64,
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

    func close() throws { try pool.close() }
}
