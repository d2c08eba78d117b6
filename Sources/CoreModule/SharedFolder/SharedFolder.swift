public import Foundation

/// A folder of files that several devices share: on a server, or a local one that a file synchronizer carries.
///
/// Files are written once, never changed, and removed when others have replaced them. They may arrive late and in any order.
public protocol SharedFolder: Sendable {
    /// What distinguishes it from other folders: its path or address, without a password.
    var address: String { get }

    /// Lists its files, without those that are being written.
    func files() async throws(SharedFolderError) -> [SharedFile]

    /// Returns a file's contents; nil if it has been removed meanwhile.
    func contents(of name: String) async throws(SharedFolderError) -> Data?

    /// Writes a file, completely or not at all. If there is one of that name, nothing happens: a name determines the contents.
    func write(_ contents: Data, to name: String) async throws(SharedFolderError)

    /// Removes a file. If there is none, nothing happens.
    func remove(_ name: String) async throws(SharedFolderError)
}

/// A file of a shared folder.
public struct SharedFile: Hashable, Sendable {
    /// Its name.
    public let name: String
    /// The number of its bytes.
    public let size: Int

    /// Describes a file.
    public init(name: String, size: Int) {
        self.name = name
        self.size = size
    }
}

/// Why a shared folder cannot be used.
public enum SharedFolderError: Error, Hashable, Sendable {
    /// It does not exist, or is no folder: it is not created, since it may be on a disk that is not connected.
    case missing(address: String)
    /// It, or a file in it, cannot be read.
    case unreadable(address: String, Message)
    /// It, or a file in it, cannot be written.
    case unwritable(address: String, Message)
    /// A request to the server of the folder failed.
    case server(address: String, WebDAVError)
    /// The calling task was cancelled.
    case cancelled
}

extension SharedFolderError: ExplainedError, LoggedError {
    /// What went wrong, and where.
    public var explanation: Message {
        switch self {
        case .missing(let address): Message("the shared folder is not there: \(address)")
        case .unreadable(let address, let reason): Message("the shared folder cannot be read: \(reason) (\(address))")
        case .unwritable(let address, let reason):
            Message("the shared folder cannot be written: \(reason) (\(address))")
        case .server(let address, let error): Message("\(error.explanation) (\(address))")
        case .cancelled: Message("the synchronization was cancelled")
        }
    }

    /// The error's code.
    public var code: String {
        switch self {
        case .missing, .unreadable: "fileUnreadable"
        case .unwritable: "fileUnwritable"
        case .server(_, let error): error.code
        case .cancelled: "cancelled"
        }
    }

    /// Whether the same call may succeed later without the user's action: a disk may be connected again.
    public var isTransient: Bool {
        switch self {
        case .missing, .unreadable, .unwritable: true
        case .server(_, let error): error.isTransient
        case .cancelled: false
        }
    }

    /// A warning, or debug if the call was cancelled.
    public var logLevel: EventLogger.Level { self == .cancelled ? .debug : .warning }
}
