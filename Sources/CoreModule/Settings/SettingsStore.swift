/// Stores texts under keys, for several tasks and processes at once. ``AppSettings`` reads and writes typed values through it.
public protocol SettingsStore: Sendable {
    /// The path of the file, for error messages. Nil if there is no file, as by default.
    var path: String? { get }

    /// Returns the text of a key, or nil if there is none. The default implementation is a change that changes nothing.
    func text(_ key: String) async throws(StoreError) -> String?

    /// Returns the texts of those keys that are there, for a reader that asks twice a second what has changed. What others have changed
    /// may be missing for a moment. The default implementation reads one after another.
    func watchedTexts(_ keys: [String]) async throws(StoreError) -> [String: String]

    /// Reads, edits and writes the text of a key in one transaction. An edit to nil removes the key. If it throws, nothing changes.
    func change<Result: Sendable>(
        _ key: String, _ edit: @escaping @Sendable (inout String?) throws(StoreError) -> Result
    ) async throws(StoreError) -> Result
}

extension SettingsStore {
    /// Nil: there is no file.
    public var path: String? { nil }

    /// Reads by a change that changes nothing.
    public func text(_ key: String) async throws(StoreError) -> String? { try await change(key) { $0 } }

    /// Reads one text after another.
    public func watchedTexts(_ keys: [String]) async throws(StoreError) -> [String: String] {
        var texts: [String: String] = [:]
        for key in keys { texts[key] = try await text(key) }
        return texts
    }
}

/// Stores settings in memory.
public actor InMemorySettingsStore: SettingsStore {
    private var texts: [String: String] = [:]

    /// Creates an empty store.
    public init() {}

    /// Edits a text in one transaction.
    public func change<Result: Sendable>(
        _ key: String, _ edit: @escaping @Sendable (inout String?) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        var text = texts[key]
        let result = try edit(&text)
        texts[key] = text
        return result
    }
}

/// Stores settings in a table of a SQLite database.
public struct SQLiteSettingsStore: SettingsStore {
    /// The table. Pass it to ``SQLiteDatabase/open(_:schemas:)``.
    public static let schema = SQLiteSchema(
        name: "settings", tables: ["setting"],
        migrations: [
            SQLiteMigration(
                version: 1,
                script:
                    "CREATE TABLE setting(key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;")
        ])

    private let database: SQLiteDatabase

    /// Creates a store in a database that was opened with ``schema``.
    public init(_ database: SQLiteDatabase) {
        self.database = database
    }

    /// The path of the database's file.
    public var path: String? { database.path }

    /// The text of a key.
    public func text(_ key: String) async throws(StoreError) -> String? {
        do {
            return try await database.read { try Self.text(key, $0) }
        } catch {
            throw StoreError(wrapping: error, path: path)
        }
    }

    /// Edits a text in one transaction.
    public func change<Result: Sendable>(
        _ key: String, _ edit: @escaping @Sendable (inout String?) throws(StoreError) -> Result
    ) async throws(StoreError) -> Result {
        do {
            return try await database.write { try Self.change(key, $0, edit) }
        } catch {
            throw StoreError(wrapping: error, path: path)
        }
    }

    /// Edits a text as a step of a transaction.
    package static func change<Result>(
        _ key: String, _ connection: SQLiteConnection, _ edit: (inout String?) throws -> Result
    ) throws -> Result {
        let before = try text(key, connection)
        var text = before
        let result = try edit(&text)
        guard text != before else { return result }
        if let text {
            try connection.run("INSERT OR REPLACE INTO setting(key, value) VALUES (?, ?)", [.text(key), .text(text)])
        } else {
            try connection.run("DELETE FROM setting WHERE key = ?", [.text(key)])
        }
        return result
    }

    private static func text(_ key: String, _ connection: SQLiteConnection) throws -> String? {
        try connection.first("SELECT value FROM setting WHERE key = ?", [.text(key)]) { try $0.text(0) }
    }
}
