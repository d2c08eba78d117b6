import Foundation

/// The names of the devices that take part, as records of their own: each device writes its name. That of a retired one is removed, until it
/// synchronizes again.
struct ReplicaDevices: ReplicatedRecords {
    static let kind = "replica-device"
    static let name = "name"

    var kind: String { Self.kind }
    let table = (name: "replica_name", column: "device")
    let areUserData = false

    /// All names: there are few.
    func mark(_ store: SQLiteConnection) throws -> String? {
        try changes(since: nil, store).map { "\($0.id) \($0.fields[Self.name] ?? "")" }.joined(separator: "\n")
    }

    func changes(since mark: String?, _ store: SQLiteConnection) throws -> [ReplicaValue] {
        try store.query("SELECT device, name, time FROM replica_name ORDER BY device") { row in
            ReplicaValue(
                id: try row.text(0), fields: [Self.name: try row.text(1)],
                date: Date(millisecondsSince1970: try row.integer(2)))
        }
    }

    func set(_ value: ReplicaValue, in transaction: ReplicaTransaction) throws {
        try Self.setName(value.fields[Self.name] ?? "", of: value.id, at: value.date, transaction.connection)
    }

    func remove(_ value: ReplicaValue, isReplaced: Bool, in transaction: ReplicaTransaction) throws {
        try Self.removeName(of: value.id, transaction.connection)
    }

    func role(of field: String) -> ReplicaFieldRole { field == Self.name ? .content : .unknown }

    static func hasName(_ device: String, _ connection: SQLiteConnection) throws -> Bool {
        try connection.first("SELECT 1 FROM replica_name WHERE device = ?", [.text(device)]) { _ in true } ?? false
    }

    /// Changes nothing if it has this name.
    static func setName(_ name: String, of device: String, at date: Date, _ connection: SQLiteConnection) throws {
        try connection.run(
            """
            INSERT INTO replica_name(device, name, time) VALUES (?1, ?2, ?3)
            ON CONFLICT(device) DO UPDATE SET name = ?2, time = ?3 WHERE name <> ?2
            """, [.text(device), .text(name), .integer(date.millisecondsSince1970)])
    }

    /// Returns whether there was one.
    @discardableResult
    static func removeName(of device: String, _ connection: SQLiteConnection) throws -> Bool {
        try connection.run("DELETE FROM replica_name WHERE device = ?", [.text(device)]) > 0
    }
}
