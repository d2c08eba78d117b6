import CoreModule
import Foundation
import PersonalDictionary

/// When each word is due for review, in a table beside the words.
enum LearningTable {
    static let tables = OwnTables(
        SQLiteSchema(
            name: "study", tables: ["study_due"],
            migrations: [
                SQLiteMigration(
                    version: 1,
                    script: """
                        CREATE TABLE study_due(
                            word TEXT PRIMARY KEY, date INTEGER NOT NULL, is_removed INTEGER NOT NULL DEFAULT 0
                        ) STRICT, WITHOUT ROWID
                        """)
            ])
    ) { change, connection in
        switch change {
        case .added(let word):
            // A new word is due at once. One that is brought back has its date already.
            try connection.run(
                "INSERT INTO study_due(word, date) VALUES (?, ?) ON CONFLICT(word) DO UPDATE SET is_removed = 0",
                [.text(word.id.rawValue), .integer(Int64(word.createdAt.timeIntervalSince1970))])
        case .removed(let id):
            try connection.run("UPDATE study_due SET is_removed = 1 WHERE word = ?", [.text(id.rawValue)])
        case .updated, .reloaded:
            break
        }
    }

    /// The words that are due, the longest due first.
    static func due(at date: Date, in database: SQLiteDatabase) async throws -> [WordID] {
        try await database.read { connection in
            try connection.query(
                "SELECT word FROM study_due WHERE date <= ? AND is_removed = 0 ORDER BY date, word",
                [.integer(Int64(date.timeIntervalSince1970))]
            ) { WordID(try $0.text(0)) }
        }
    }

    /// Sets when a word is due.
    static func setDue(_ date: Date, of id: WordID, in database: SQLiteDatabase) async throws {
        try await database.write { connection in
            try connection.run(
                "UPDATE study_due SET date = ? WHERE word = ?",
                [.integer(Int64(date.timeIntervalSince1970)), .text(id.rawValue)])
        }
    }
}
