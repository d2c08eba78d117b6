public import Foundation

/// The name of a record in a replica.
public struct ReplicaKey: Hashable, Sendable {
    /// The kind of the record, such as `word`.
    public let kind: String
    /// Its identifier, unique among those of its kind on all devices.
    public let id: String

    /// Makes a name.
    public init(kind: String, id: String) {
        self.kind = kind
        self.id = id
    }
}

/// A record as an app has it.
public struct ReplicaValue: Hashable, Sendable {
    /// Its identifier.
    public var id: String
    /// Its fields. One that has no value is left out. A name that begins with a dot says that the value is not the user's: it brings no removed
    /// record back, and one that loses a merge is dropped.
    public var fields: [String: String]
    /// When it last changed. Of two devices that change one field without knowing of each other, the later date wins.
    public var date: Date

    /// Makes a record.
    public init(id: String, fields: [String: String], date: Date) {
        self.id = id
        self.fields = fields
        self.date = date
    }
}

/// Records of an app that a ``Replica`` carries to other devices: those of one table of a SQLite database.
///
/// Every method runs inside a transaction of the database, and throws what SQLite throws.
public protocol ReplicatedRecords: Sendable {
    /// The kind of the records, unique in a replica.
    var kind: String { get }
    /// The table that has a row for each record, and its column with the identifier. A record without a row was removed.
    var table: (name: String, column: String) { get }
    /// Whether the records are the user's. Others are neither counted as sent and received, nor do their values become conflicts. The default
    /// implementation returns true.
    var areUserData: Bool { get }

    /// Returns the records that may have changed since a mark; all if it is nil. Those that have not changed do no harm.
    func changes(since mark: String?, _ store: SQLiteConnection) throws -> [ReplicaValue]
    /// Returns the mark of the current state. The default implementation returns nil: all records are compared each time.
    func mark(_ store: SQLiteConnection) throws -> String?

    /// Adds a record, or changes it to these values. What is there already is no error.
    func set(_ value: ReplicaValue, in transaction: ReplicaTransaction) throws
    /// Removes a record, whose last values these are. What is not there is no error. If `isReplaced`, ``set(_:in:)`` follows for this record or
    /// for another one with the same identity, so that nothing is removed for the user.
    func remove(_ value: ReplicaValue, isReplaced: Bool, in transaction: ReplicaTransaction) throws
    /// Returns the last values of a record that the user has removed, if the app keeps them: others may bring it back, with what was edited just
    /// before. The default implementation returns nil.
    func removed(_ id: String, _ store: SQLiteConnection) throws -> ReplicaValue?

    /// Returns what no two records have in common. Records with the same identity that two devices made become one: the one with the smallest
    /// identifier. Nil if there are not enough fields for a record. The default implementation returns the identifier.
    func identity(_ id: String, _ fields: [String: String]) -> String?
    /// Returns the fields of the record that several become; the first is the one that stays. The default implementation takes each field from
    /// the first that has it.
    func united(_ records: [[String: String]]) -> [String: String]
    /// The identifier of the record of another kind to which one belongs. When that becomes another one, this one is set again. The default
    /// implementation returns nil.
    func owner(_ fields: [String: String]) -> ReplicaKey?
    /// What a field is to a user. The default implementation returns ``ReplicaFieldRole/content``.
    func role(of field: String) -> ReplicaFieldRole
}

/// What a field of a record is.
public enum ReplicaFieldRole: Hashable, Sendable {
    /// What the user has entered: a value that loses a merge is a conflict.
    case content
    /// A part of the identity. It is content, too.
    case identity
    /// Of a newer version of the app: it is kept as it is.
    case unknown
}

extension ReplicatedRecords {
    /// The user's.
    public var areUserData: Bool { true }

    /// Nil: all records are compared each time.
    public func mark(_ store: SQLiteConnection) throws -> String? { nil }

    /// Nil: what the user removes is not kept.
    public func removed(_ id: String, _ store: SQLiteConnection) throws -> ReplicaValue? { nil }

    /// The identifier.
    public func identity(_ id: String, _ fields: [String: String]) -> String? { id }

    /// Takes each field from the first record that has it.
    public func united(_ records: [[String: String]]) -> [String: String] {
        records.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
    }

    /// Nil: the record belongs to no other one.
    public func owner(_ fields: [String: String]) -> ReplicaKey? { nil }

    /// Content.
    public func role(of field: String) -> ReplicaFieldRole { .content }
}

/// A value that lost a merge: another device had changed the same field, and neither knew of the other.
public struct ReplicaConflict: Identifiable, Hashable, Sendable {
    /// Its number on this device.
    public let id: Int
    /// The record.
    public let key: ReplicaKey
    /// The field.
    public let field: String
    /// The value that lost.
    public let lost: String
    /// The value that the field has now; nil if it has none.
    public let kept: String?
    /// The name of the device that wrote the value that lost; nil if it is not known.
    public let device: String?
    /// When it was written.
    public let date: Date
}

extension ReplicatedRecords {
    /// The mark up to which the app's records were compared.
    func storedMark(_ connection: SQLiteConnection) throws -> String? {
        try connection.first("SELECT mark FROM replica_mark WHERE kind = ?", [.text(kind)]) { try $0.text(0) }
    }
}
