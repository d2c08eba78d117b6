import CoreModule
import Foundation

/// Notes as the records of an app: a title that no two have in common, a body of lines, a star, which an older version does not know.
struct Notes: ReplicatedRecords {
    static let schema = SQLiteSchema(
        name: "notes", tables: ["note"],
        migrations: [
            SQLiteMigration(
                version: 1,
                script: """
                    CREATE TABLE note(
                        id TEXT PRIMARY KEY, title TEXT NOT NULL UNIQUE, body TEXT, star TEXT, changed INTEGER NOT NULL
                    )
                    """)
        ])

    var knowsStar = true
    let kind = "note"
    let table = (name: "note", column: "id")

    func changes(since mark: String?, _ store: SQLiteConnection) throws -> [ReplicaValue] {
        try store.query("SELECT id, title, body, star, changed FROM note") { row in
            var fields = ["title": try row.text(1)]
            fields["body"] = try row.optionalText(2)
            if knowsStar { fields["star"] = try row.optionalText(3) }
            return ReplicaValue(
                id: try row.text(0), fields: fields, date: Date(millisecondsSince1970: try row.integer(4)))
        }
    }

    func set(_ value: ReplicaValue, in transaction: ReplicaTransaction) throws {
        try transaction.connection.run("DELETE FROM note WHERE id = ?", [.text(value.id)])
        try transaction.connection.run(
            "INSERT INTO note VALUES (?, ?, ?, ?, ?)",
            [
                .text(value.id), .text(value.fields["title"]), .text(value.fields["body"]),
                .text(knowsStar ? value.fields["star"] : nil),
                .integer(value.date.millisecondsSince1970),
            ])
    }

    func remove(_ value: ReplicaValue, isReplaced: Bool, in transaction: ReplicaTransaction) throws {
        try transaction.connection.run("DELETE FROM note WHERE id = ?", [.text(value.id)])
    }

    func identity(_ id: String, _ fields: [String: String]) -> String? { fields["title"] }

    func united(_ records: [[String: String]]) -> [String: String] {
        var united = records.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
        var lines: [Substring] = []
        for line in records.flatMap({ ($0["body"] ?? "").split(separator: "\n") }) where !lines.contains(line) {
            lines.append(line)
        }
        united["body"] = lines.isEmpty ? nil : lines.joined(separator: "\n")
        return united
    }

    func role(of field: String) -> ReplicaFieldRole {
        field == "title" ? .identity : field == "star" && !knowsStar ? .unknown : .content
    }
}

/// A shared folder in memory, as one device sees it.
actor MemoryFolder: SharedFolder {
    nonisolated let address: String
    private(set) var contents: [String: Data] = [:]
    /// The number of calls that succeed before one fails; nil if all do.
    private var callsLeft: Int?
    private var error = broken
    static let broken = SharedFolderError.unwritable(address: "memory", Message("it is broken"))
    /// The number of calls.
    private(set) var calls = 0

    init(_ address: String = "memory", _ contents: [String: Data] = [:]) {
        self.address = address
        self.contents = contents
    }

    func fail(after calls: Int?, with error: SharedFolderError = broken) { (callsLeft, self.error) = (calls, error) }

    func set(_ data: Data?, _ name: String) { contents[name] = data }

    func replace(by contents: [String: Data]) { self.contents = contents }

    private func call() throws(SharedFolderError) {
        calls += 1
        guard let left = callsLeft else { return }
        guard left > 0 else { throw error }
        callsLeft = left - 1
    }

    func files() throws(SharedFolderError) -> [SharedFile] {
        try call()
        return contents.map { SharedFile(name: $0.key, size: $0.value.count) }
    }

    func contents(of name: String) throws(SharedFolderError) -> Data? {
        try call()
        return contents[name]
    }

    func write(_ data: Data, to name: String) throws(SharedFolderError) {
        try call()
        if contents[name] == nil { contents[name] = data }
    }

    func remove(_ name: String) throws(SharedFolderError) {
        try call()
        contents[name] = nil
    }
}
