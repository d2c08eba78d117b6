import CoreModule
import Foundation

/// Remembers the server of the to-do list in the settings of a SQLite file.
public final class SQLiteTodoServerRepository: TodoServerRepository {
    private let database: SQLiteDatabase

    init(_ database: SQLiteDatabase) {
        self.database = database
    }

    /// The server that was saved last.
    public func server() async throws(DictionaryError) -> TodoServerAddress? {
        do {
            let text = try await database.read { connection in
                try connection.first("SELECT value FROM setting WHERE key = 'todoServer'") { try $0.text(0) }
            }
            guard let text else { return nil }
            do {
                return try JSONDecoder().decode(TodoServerAddress.self, from: Data(text.utf8))
            } catch {
                throw StoreError(
                    .damaged, path: database.path, message: Message("the saved server of the to-do list cannot be read")
                )
            }
        } catch {
            throw DictionaryError(wrapping: error, path: database.path)
        }
    }

    /// Saves the server.
    public func save(_ server: TodoServerAddress?) async throws(DictionaryError) {
        do {
            let text = try server.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
            try await database.write { connection in
                guard let text else {
                    try connection.run("DELETE FROM setting WHERE key = 'todoServer'", [])
                    return
                }
                try connection.run(
                    """
                    INSERT INTO setting(key, value) VALUES ('todoServer', ?)
                    ON CONFLICT(key) DO UPDATE SET value = excluded.value
                    """, [.text(text)])
            }
        } catch {
            throw DictionaryError(wrapping: error, path: database.path)
        }
    }
}
