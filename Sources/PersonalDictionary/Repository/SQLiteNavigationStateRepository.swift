import CoreModule
import Foundation

/// Keeps which screens are open in the settings of a SQLite file.
public final class SQLiteNavigationStateRepository: NavigationStateRepository {
    private let database: SQLiteDatabase

    init(_ database: SQLiteDatabase) {
        self.database = database
    }

    /// What was saved last.
    public func state() async throws(DictionaryError) -> NavigationState? {
        let text: String?
        do {
            text = try await database.read { connection in
                try connection.first("SELECT value FROM setting WHERE key = 'navigation'") { try $0.text(0) }
            }
        } catch {
            throw DictionaryError(wrapping: error, path: database.path)
        }
        guard let text else { return nil }
        do {
            return try JSONDecoder().decode(NavigationState.self, from: Data(text.utf8))
        } catch {
            // Another version's, with screens that this one does not have. It is no reason not to start.
            return nil
        }
    }

    /// Saves what is open.
    public func save(_ state: NavigationState) async throws(DictionaryError) {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            let text = String(decoding: try encoder.encode(state), as: UTF8.self)
            try await database.write { connection in
                try connection.run(
                    """
                    INSERT INTO setting(key, value) VALUES ('navigation', ?)
                    ON CONFLICT(key) DO UPDATE SET value = excluded.value
                    """, [.text(text)])
            }
        } catch {
            throw DictionaryError(wrapping: error, path: database.path)
        }
    }
}
