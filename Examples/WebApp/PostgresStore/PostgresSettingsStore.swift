import CoreModule
import Synchronization

/// Stores the settings of one person.
final class PostgresSettingsStore: SettingsStore {
    private struct Watched {
        let keys: [String], texts: [String: String], notifications: Int
    }

    private let person: PostgresPerson
    /// What was read last for a watcher; nil if it must be read again.
    private let watched = Mutex(Watched?.none)

    init(_ person: PostgresPerson) {
        self.person = person
    }

    private var database: PostgresDatabase { person.database }

    func text(_ key: String) async throws(StoreError) -> String? {
        try await database.read(StoreError.self) { try Self.text(key, $0) }
    }

    /// Asks the database only if a notification came since the last call, or if none can come.
    func watchedTexts(_ keys: [String]) async throws(StoreError) -> [String: String] {
        // Before the look at the database: a later one leads to another look.
        let notifications = person.notifications.count(of: .settings)
        if let watched = watched.withLock(\.self), watched.keys == keys, watched.notifications == notifications {
            return watched.texts
        }
        let texts = try await database.read(StoreError.self) { transaction in
            try keys.reduce(into: [String: String]()) { $0[$1] = try Self.text($1, transaction) }
        }
        watched.withLock { $0 = notifications.map { Watched(keys: keys, texts: texts, notifications: $0) } }
        return texts
    }

    func change<Result: Sendable>(
        _ key: String, _ edit: @escaping @Sendable (inout String?) throws(StoreError) -> Result
    ) async throws(StoreError) -> Result {
        let result = try await database.write(StoreError.self) {
            [notification = person.notifications.text(.settings)] transaction -> Result in
            let before = try Self.text(key, transaction)
            var text = before
            let result = try edit(&text)
            if text != before { transaction.notify(notification) }
            try Self.set(key, text, transaction)
            return result
        }
        watched.withLock { $0 = nil }
        return result
    }

    /// Stores the text of a key, or removes it, as a step of a transaction.
    static func set(_ key: String, _ text: String?, _ transaction: PostgresTransaction) throws {
        guard let text else {
            try transaction.run("DELETE FROM setting WHERE sha256(key) = sha256($1) AND key = $1", [.key(key)])
            return
        }
        try transaction.run(
            """
            INSERT INTO setting(key, value) VALUES ($1, $2)
            ON CONFLICT (person, sha256(key)) DO UPDATE SET value = excluded.value
            """, [.key(key), .key(text)])
    }

    private static func text(_ key: String, _ transaction: PostgresTransaction) throws -> String? {
        try transaction.first("SELECT value FROM setting WHERE sha256(key) = sha256($1) AND key = $1", [.key(key)]) {
            try $0.text(0)
        }
    }
}
