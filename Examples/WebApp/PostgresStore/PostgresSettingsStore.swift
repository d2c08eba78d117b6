import CoreModule

/// Stores the settings of one person.
struct PostgresSettingsStore: SettingsStore {
    let database: PostgresDatabase

    func text(_ key: String) async throws(StoreError) -> String? {
        try await database.read(StoreError.self) { try Self.text(key, $0) }
    }

    func change<Result: Sendable>(
        _ key: String, _ edit: @escaping @Sendable (inout String?) throws(StoreError) -> Result
    ) async throws(StoreError) -> Result {
        try await database.write(StoreError.self) { transaction in
            let before = try Self.text(key, transaction)
            var text = before
            let result = try edit(&text)
            guard let text else {
                try transaction.run(
                    "DELETE FROM setting WHERE sha256(key) = sha256($1) AND key = $1", [.key(key)])
                return result
            }
            try transaction.run(
                """
                INSERT INTO setting(key, value) VALUES ($1, $2)
                ON CONFLICT (person, sha256(key)) DO UPDATE SET value = excluded.value
                """, [.key(key), .key(text)])
            return result
        }
    }

    private static func text(_ key: String, _ transaction: PostgresTransaction) throws -> String? {
        try transaction.first("SELECT value FROM setting WHERE sha256(key) = sha256($1) AND key = $1", [.key(key)]) {
            try $0.text(0)
        }
    }
}
