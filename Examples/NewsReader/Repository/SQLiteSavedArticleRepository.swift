import CoreModule
import Foundation

/// Keeps articles in a table of a database.
struct SQLiteSavedArticleRepository: SavedArticleRepository {
    static let schema = SQLiteSchema(
        name: "savedArticles", tables: ["saved_article"],
        migrations: [
            SQLiteMigration(
                version: 1,
                script: """
                    CREATE TABLE saved_article(
                        id TEXT NOT NULL PRIMARY KEY, saved INTEGER NOT NULL, article TEXT NOT NULL, picture BLOB) STRICT
                    """)
        ])

    let database: SQLiteDatabase

    func rows() async throws(NewsError) -> [SavedRow] {
        try await perform {
            try await database.read {
                try $0.query("SELECT saved, article FROM saved_article") { row in
                    SavedRow(try Self.article(row.text(1)), saved: try Self.saved(row))
                }
            }
        }
    }

    func article(_ id: Article.ID) async throws(NewsError) -> SavedArticle? {
        try await perform {
            try await database.read {
                let sql = "SELECT saved, article, picture FROM saved_article WHERE id = ?"
                return try $0.first(sql, [.text(id.rawValue)]) { row in
                    SavedArticle(
                        try Self.article(row.text(1)), picture: row.optionalBlob(2).map { Data($0) },
                        saved: try Self.saved(row))
                }
            }
        }
    }

    func put(_ saved: SavedArticle) async throws(NewsError) {
        try await perform {
            let values: [SQLiteValue] = [
                .text(saved.article.id.rawValue), .integer(saved.saved.millisecondsSince1970),
                .text(saved.article.json),
                .blob(saved.picture.map { Array($0) }),
            ]
            try await database.write { try $0.run("INSERT OR REPLACE INTO saved_article VALUES(?, ?, ?, ?)", values) }
        }
    }

    func remove(_ id: Article.ID) async throws(NewsError) {
        try await perform {
            try await database.write { try $0.run("DELETE FROM saved_article WHERE id = ?", [.text(id.rawValue)]) }
        }
    }

    func removeAll() async throws(NewsError) -> [Article.ID] {
        try await perform {
            try await database.write { connection in
                try connection.query("DELETE FROM saved_article RETURNING id") { Article.ID(try $0.text(0)) }
            }
        }
    }

    /// Converts an error of the database into one of the news reader.
    @discardableResult
    private func perform<Value>(_ operation: () async throws -> Value) async throws(NewsError) -> Value {
        try await NewsError.storing { () throws(StoreError) in
            do { return try await operation() } catch { throw StoreError(wrapping: error, path: database.path) }
        }
    }

    private static func saved(_ row: SQLiteRow) throws -> Date { Date(millisecondsSince1970: try row.integer(0)) }

    private static func article(_ text: String) throws -> Article {
        do {
            return try Article(json: text)
        } catch {
            // Without the error, which may contain the text.
            throw StoreError(.damaged, path: nil, message: Message("the store is damaged"))
        }
    }
}
