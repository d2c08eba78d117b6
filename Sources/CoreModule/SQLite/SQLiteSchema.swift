/// One step of a schema from one version to the next.
public struct SQLiteMigration: Sendable {
    /// The version that the schema has after the step; the first one is 1, and none is left out.
    public let version: Int
    let apply: @Sendable (SQLiteConnection) throws -> Void

    /// A step made of a script of SQL statements.
    public init(version: Int, script: String) {
        self.init(version: version) { try $0.execute(script: script) }
    }

    /// A step that also moves data by code. It runs inside a transaction and must not begin or end one.
    public init(version: Int, apply: @escaping @Sendable (SQLiteConnection) throws -> Void) {
        self.version = version
        self.apply = apply
    }
}

/// The tables of one part of a program, and how they came to be. Several schemas can live in one file, each with a version
/// of its own.
public struct SQLiteSchema: Sendable {
    /// The name under which the file keeps the version, unique within the file.
    public let name: String
    /// All steps since the first version, in order. Once a version was released its step must not change.
    public let migrations: [SQLiteMigration]
    /// The tables that the newest version has; a file that lacks one of them although it says it is of that version is damaged.
    public let tables: [String]

    /// Describes a schema.
    public init(name: String, tables: [String], migrations: [SQLiteMigration]) {
        precondition(
            migrations.map(\.version) == Array(1...max(1, migrations.count)),
            "The migrations of a schema are numbered 1, 2, 3 and so on.")
        self.name = name
        self.tables = tables
        self.migrations = migrations
    }

    /// The newest version.
    public var version: Int { migrations.count }
}
