public import Foundation

/// This device in a replica.
struct ReplicaSelf {
    let device: String
    let name: String
    /// The number of its last operation.
    let number: Int
    /// The address of the folder that it was last synchronized with.
    let folder: String?
    /// What distinguishes the store from a copy, as of the last synchronization.
    let instance: String?
    /// When the last synchronization ended.
    let synchronized: Date?

    init?(_ connection: SQLiteConnection) throws {
        let own = try connection.first(
            """
            SELECT device, coalesce(name, ''), number, folder, instance, synchronized
            FROM replica_self LEFT JOIN replica_name USING (device)
            """
        ) { row in
            (
                try row.text(0), try row.text(1), Int(try row.integer(2)), try row.optionalText(3),
                try row.optionalText(4), row.optionalInteger(5).map { Date(millisecondsSince1970: $0) }
            )
        }
        guard let own else { return nil }
        (device, name, number, folder, instance, synchronized) = own
    }
}

/// A device that takes part.
public struct ReplicaDevice: Identifiable, Hashable, Sendable {
    /// Its identifier.
    public let id: String
    /// Its name, for people.
    public let name: String
    /// When it last wrote; nil if that is not known.
    public let lastWrite: Date?
    /// Whether it is this one.
    public let isThis: Bool
}

/// How far a synchronization is. It counts changes, as the names of the files do: those of one record count each, also if a later one has
/// replaced them.
public struct ReplicaProgress: Hashable, Sendable {
    /// The number of changes that were read or written.
    public internal(set) var completed = 0
    /// The number of changes to read and to write, as far as it is known by now. Some of them may be in files that cannot be read.
    public internal(set) var total = 0
}

/// What a synchronization did.
public struct ReplicaReport: Hashable, Sendable {
    /// The number of the user's records that this device has changed since the synchronization before.
    public var sent: Int
    /// The number of the user's records that other devices have changed.
    public var received: Int
    /// The number of values that lost a merge.
    public var conflicts: Int
    /// The files that do not fit their names: they have not arrived completely, or a newer version has written them.
    public var unreadable: [String]

    /// Makes a report.
    public init(sent: Int = 0, received: Int = 0, conflicts: Int = 0, unreadable: [String] = []) {
        self.sent = sent
        self.received = received
        self.conflicts = conflicts
        self.unreadable = unreadable
    }
}

/// Why a synchronization failed. What was done stays, and nothing is lost.
public enum ReplicaError: Error, Hashable, Sendable {
    /// The store failed.
    case store(StoreError)
    /// The folder failed.
    case folder(SharedFolderError)
    /// The folder is empty, and was not when it was last synchronized.
    case emptied(address: String)
    /// The store is a copy of another one, and is to be synchronized first.
    case copied
    /// No folder is known to synchronize with.
    case off
}

extension ReplicaError: ExplainedError, LoggedError {
    /// What went wrong.
    public var explanation: Message {
        switch self {
        case .store(let error): error.explanation
        case .folder(let error): error.explanation
        case .emptied(let address): Message("the shared folder is empty, and was not before: \(address)")
        case .copied: Message("this store is a copy of another one; synchronize it first")
        case .off: Message("no folder is known to synchronize with")
        }
    }

    /// The error's code.
    public var code: String {
        switch self {
        case .store(let error): error.code.rawValue
        case .folder(let error): error.code
        case .emptied, .copied, .off: "sync"
        }
    }

    /// Whether the same synchronization may succeed later without the user's action.
    public var isTransient: Bool {
        switch self {
        case .store(let error): error.code == .busy
        case .folder(let error): error.isTransient
        case .emptied, .copied, .off: false
        }
    }

    /// The level of the error that it wraps.
    public var logLevel: EventLogger.Level {
        switch self {
        case .store(let error): error.logLevel
        case .folder(let error): error.logLevel
        case .emptied: .warning
        case .copied, .off: .info
        }
    }
}
