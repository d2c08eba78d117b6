import CoreModule

/// A choice of records, as the rules need them.
public enum TodoRecordSelection: Hashable, Sendable {
    /// All records, also those without a task.
    case all
    /// Those that the server must receive: ``TodoRecord/isDirty``.
    case dirty
    /// Those with something of a server: ``TodoRecord/hasServerState``.
    case withServerState
    /// The one with a ``TodoRecord/path``, if there is one.
    case at(CalDAVPath)
    /// Those whose identifier is their ``TodoRecord/path``: another task of the server has their own.
    case identifiedByPath
    /// Those without a task and without a path: they were removed here and on the server.
    case removed

    /// Whether a record is in the selection.
    public func contains(_ record: TodoRecord) -> Bool {
        switch self {
        case .all: true
        case .dirty: record.isDirty
        case .withServerState: record.hasServerState
        case .at(let path): record.path == path
        case .identifiedByPath: record.id.rawValue == record.path?.rawValue
        case .removed: record.todo == nil && record.path == nil
        }
    }
}
