public import CoreModule
public import Foundation

/// Stores the records of tasks. It contains no rules: ``TaskList`` has them, and calls it.
///
/// To store tasks in your own way, implement a repository and a ``TodoRecordTransaction``, and make a ``TaskList`` of it. Several
/// tasks may call a repository at the same time. A transaction is synchronous, so nothing can come between its steps: run its body
/// where your store may block, such as on an actor with its own executor.
public protocol TodoRecordRepository: Sendable {
    /// Runs a closure on one consistent state of the records.
    ///
    /// Throws what the closure throws, or ``TodoError/store(_:)``. A failure is never reported as an empty result.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any TodoRecordSnapshot) throws(TodoError) -> Value
    ) async throws(TodoError) -> Value

    /// Runs a closure once, as one transaction. Transactions run one after another, also those of several processes. When this method
    /// returns, all changes are stored. If it throws, nothing changes.
    ///
    /// Throws what the closure throws, or ``TodoError/store(_:)``.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any TodoRecordTransaction) throws(TodoError) -> Value
    ) async throws(TodoError) -> Value

    /// Returns whether others, such as another process or another repository of the same records, have changed anything since the
    /// last call that returned, or since the first read. What this repository has written does not count. A ``TaskList`` does not
    /// call it while it writes. The default is for a store that only one repository uses.
    func hasExternalChanges() async throws(TodoError) -> Bool

    /// Runs a closure like ``read(_:)``, if the store can read at once, without waiting. Then the list shows its tasks before it has
    /// loaded them, which a preview needs. The default implementation returns nil.
    func readNow<Value: Sendable>(
        _ body: @Sendable (any TodoRecordSnapshot) throws(TodoError) -> Value
    ) throws(TodoError) -> Value?
}

extension TodoRecordRepository {
    /// Returns false: only this repository uses the store.
    public func hasExternalChanges() async throws(TodoError) -> Bool { false }

    /// Returns nil: the store cannot read at once.
    public func readNow<Value: Sendable>(
        _ body: @Sendable (any TodoRecordSnapshot) throws(TodoError) -> Value
    ) throws(TodoError) -> Value? { nil }

    /// Runs a closure as a transaction that is rolled back at its end.
    func rollingBack<Value: Sendable>(
        _ body: @escaping @Sendable (any TodoRecordTransaction) throws(TodoError) -> Value
    ) async throws(TodoError) -> Value {
        let result = Locked<Value?>(nil)
        do {
            return try await write { records throws(TodoError) -> Value in
                let value = try body(records)
                result.withLock { $0 = value }
                // Any error rolls back.
                throw .store(StoreError(wrapping: CancellationError(), path: nil))
            }
        } catch {
            guard let value = result.withLock({ $0 }) else { throw error }
            return value
        }
    }
}

/// The records of all tasks in one consistent state. Valid only inside the closure that receives it.
///
/// Every method throws ``TodoError/store(_:)`` if the store fails. The first five are all that a store needs. The others have
/// defaults that read every record: a store that can answer them from an index implements them itself. Identifiers and paths are
/// compared exactly, and ordered as Swift orders strings: `B` before `a`, whatever the language.
public protocol TodoRecordSnapshot {
    /// Returns the record of a task, as it was saved last. Nil if there is none.
    func record(_ id: TodoID) throws(TodoError) -> TodoRecord?
    /// Returns the records that a selection contains, in any order.
    func records(_ selection: TodoRecordSelection) throws(TodoError) -> [TodoRecord]
    /// Returns what was stored of the collection on the server. Nil if nothing was.
    func collection() throws(TodoError) -> TodoCollectionState?
    /// Returns the resources on the server that are not tasks.
    func ignoredResources() throws(TodoError) -> [WebDAVPath: ETag]
    /// Returns all conflicts, in the order in which they were added.
    func conflicts() throws(TodoError) -> [TodoConflict]

    /// Returns all tasks, oldest first, those of one date in the order of their identifiers.
    func todos() throws(TodoError) -> [Todo]
    /// Returns the first tasks whose identifiers begin with a text, in the order of the identifiers. If a task has exactly this
    /// identifier, the others may be left out.
    func todos(idPrefix: String, limit: Int) throws(TodoError) -> [Todo]
    /// Counts tasks, done tasks, records with ``TodoRecord/isDirty``, and conflicts.
    func counts() throws(TodoError) -> TodoCounts
    /// Returns the first records with ``TodoRecord/isDirty``: those without a task first, because a removal frees space on the
    /// server; then in the order of their identifiers.
    func dirtyRecords(limit: Int, except skipped: Set<TodoID>) throws(TodoError) -> [TodoRecord]
    /// Returns the ``TodoRecord/serverCopy`` of each record that has one, and the ignored resources, by path.
    func knownResources() throws(TodoError) -> [WebDAVPath: TodoKnownResource]

    /// Returns what is in the bin with a date of removal before this one, the latest first. The default implementation
    /// returns nothing: the store keeps no bin.
    func removedTodos(before date: Date) throws(TodoError) -> [RemovedTodo]
    /// Returns a task in the bin, or nil if it is not there. The default implementation reads the whole bin.
    func removedTodo(_ id: TodoID) throws(TodoError) -> RemovedTodo?
}

/// The records inside a transaction, which sees its own changes. Valid only inside the closure that receives it.
public protocol TodoRecordTransaction: TodoRecordSnapshot {
    /// Stores a record in place of the one with the same identifier. One that ``TodoRecord/isEmpty`` is deleted instead. No two
    /// records have the same ``TodoRecord/path``, and a task that is there never changes its date of creation.
    func save(_ record: TodoRecord) throws(TodoError)
    /// Stores the state of the collection in place of the one before.
    func setCollection(_ state: TodoCollectionState) throws(TodoError)
    /// Stores the version of a resource that is not a task, in place of the one before. Nil deletes it.
    func setIgnored(_ path: WebDAVPath, _ etag: ETag?) throws(TodoError)
    /// Stores a conflict under a new identifier: the next number, in decimal digits, from 1. A number that a stored conflict has had
    /// is never used again, also after the conflict was deleted.
    func addConflict(_ kind: TodoConflict.Kind, of id: TodoID, text: String, at date: Date) throws(TodoError)
    /// Deletes a conflict. Does nothing if there is no such conflict.
    func removeConflict(_ id: Identifier<TodoConflict>) throws(TodoError)

    /// Confirms the ``TodoRecord/serverCopy`` of each record that has one. The default saves each record that changes.
    func confirmServerCopies() throws(TodoError)

    /// Puts a removed task into the bin in place of one with its identifier, or takes it out. This changes no record. By default
    /// nothing is kept: only the session can undo its removals.
    func setRemovedTodo(_ removed: RemovedTodo?, of id: TodoID) throws(TodoError)
    /// Deletes what was put into the bin with a date of removal before this one, and returns how many tasks that were. By default none.
    func deleteRemovedTodos(before date: Date) throws(TodoError) -> Int
}

// MARK: Defaults

extension TodoRecordSnapshot {
    /// Sorts the tasks of all records.
    public func todos() throws(TodoError) -> [Todo] {
        try records(.all).compactMap(\.todo).sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
    }

    /// Searches the tasks of all records.
    public func todos(idPrefix: String, limit: Int) throws(TodoError) -> [Todo] {
        if let todo = try record(TodoID(idPrefix))?.todo { return [todo] }
        let matches = try records(.all).compactMap(\.todo).filter { $0.id.rawValue.hasPrefix(idPrefix) }
        return Array(matches.sorted { $0.id < $1.id }.prefix(limit))
    }

    /// Counts all records and all conflicts.
    public func counts() throws(TodoError) -> TodoCounts {
        let records = try records(.all)
        return TodoCounts(
            total: records.count { $0.todo != nil }, done: records.count { $0.todo?.isCompleted == true },
            notSynchronized: records.count(where: \.isDirty), conflicts: try conflicts().count)
    }

    /// Sorts the records that are dirty.
    public func dirtyRecords(limit: Int, except skipped: Set<TodoID>) throws(TodoError) -> [TodoRecord] {
        let dirty = try records(.dirty).filter { !skipped.contains($0.id) }
        let order = dirty.sorted { ($0.todo == nil ? 0 : 1, $0.id) < ($1.todo == nil ? 0 : 1, $1.id) }
        return Array(order.prefix(limit))
    }

    /// Returns nothing: the store keeps no bin.
    public func removedTodos(before date: Date) throws(TodoError) -> [RemovedTodo] { [] }

    /// Reads the whole bin.
    public func removedTodo(_ id: TodoID) throws(TodoError) -> RemovedTodo? {
        try removedTodos(before: .distantFuture).first { $0.id == id }
    }

    /// Reads all records with something of a server.
    public func knownResources() throws(TodoError) -> [WebDAVPath: TodoKnownResource] {
        var known = try ignoredResources().mapValues { TodoKnownResource(etag: $0, id: nil) }
        for record in try records(.withServerState) {
            if let path = record.path { known[path] = record.serverCopy }
        }
        return known
    }
}

extension TodoRecordTransaction {
    /// Keeps nothing.
    public func setRemovedTodo(_ removed: RemovedTodo?, of id: TodoID) throws(TodoError) {}

    /// Deletes nothing.
    public func deleteRemovedTodos(before date: Date) throws(TodoError) -> Int { 0 }

    /// Saves each record whose server copy was not confirmed.
    public func confirmServerCopies() throws(TodoError) {
        for var record in try records(.withServerState) where record.remote?.isConfirmed == false {
            record.remote?.isConfirmed = true
            try save(record)
        }
    }
}

/// A choice of records, as the rules need them.
public enum TodoRecordSelection: Hashable, Sendable {
    /// All records, also those without a task.
    case all
    /// Those that the server must receive: ``TodoRecord/isDirty``.
    case dirty
    /// Those with something of a server: ``TodoRecord/hasServerState``.
    case withServerState
    /// The one with a ``TodoRecord/path``, if there is one.
    case at(WebDAVPath)
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
