/// One step of a schema from one version to the next.
public struct SQLiteMigration: Sendable {
    /// The version of the schema after the step: 1, 2, 3 and so on.
    let version: Int
    let apply: @Sendable (SQLiteConnection) throws -> Void

    /// Makes a step of a script of SQL statements.
    public init(version: Int, script: String) {
        self.init(version: version) { try $0.execute(script: script) }
    }

    /// Makes a step of code. It runs inside a transaction and must not begin or end one.
    public init(version: Int, apply: @escaping @Sendable (SQLiteConnection) throws -> Void) {
        self.version = version
        self.apply = apply
    }
}

/// The tables of one part of a program, with their migrations. One file can have several schemas, each with its own version.
public struct SQLiteSchema: Sendable {
    /// The name of the schema, unique in the file.
    let name: String
    /// All steps in order. A step must not change after its version was released.
    package let migrations: [SQLiteMigration]
    /// The tables of the newest version. A file of that version without one of them is damaged.
    package let tables: [String]

    /// Makes a schema. The name must be unique in the file: the libraries have schemas with the names `words`, `settings`, `todos`,
    /// `translation` and `reminder`.
    public init(name: String, tables: [String], migrations: [SQLiteMigration]) {
        precondition(
            migrations.map(\.version) == Array(1...max(1, migrations.count)),
            "The migrations of a schema are numbered 1, 2, 3 and so on.")
        self.name = name
        self.tables = tables
        self.migrations = migrations
    }

    /// The newest version.
    package var version: Int { migrations.count }
}
