import CoreModule

/// Keeps the current direction in the settings of a SQLite file.
public final class SQLiteDirectionRepository: DirectionRepository {
    private let database: SQLiteDatabase

    init(_ database: SQLiteDatabase) {
        self.database = database
    }

    /// The direction that was saved last.
    public func direction() async throws(DictionaryError) -> TranslationDirection? {
        do {
            let codes = try await database.read { connection in
                try connection.first("SELECT value FROM setting WHERE key = 'direction'") { try $0.text(0) }
            }?.split(separator: " ").map(String.init)
            guard let codes else { return nil }
            guard codes.count == 2 else {
                throw StoreError(.damaged, path: database.path, message: Message("the saved direction cannot be read"))
            }
            return try WordRow.direction(codes[0], codes[1])
        } catch {
            throw DictionaryError(wrapping: error, path: database.path)
        }
    }

    /// Saves the direction.
    public func save(_ direction: TranslationDirection) async throws(DictionaryError) {
        do {
            try await database.write { connection in
                try connection.run(
                    """
                    INSERT INTO setting(key, value) VALUES ('direction', ?)
                    ON CONFLICT(key) DO UPDATE SET value = excluded.value
                    """, [.text("\(direction.source.code) \(direction.target.code)")])
            }
        } catch {
            throw DictionaryError(wrapping: error, path: database.path)
        }
    }
}
