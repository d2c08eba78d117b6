package import CoreModule
import Foundation

/// Stores the records of tasks in a database with the tables of ``TodoSchema``.
package struct SQLiteTodoRecordRepository: TodoRecordRepository {
    private let database: SQLiteDatabase
    private let external = ExternalTodoChanges()

    package init(database: SQLiteDatabase) {
        self.database = database
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any TodoRecordSnapshot) throws(TodoError) -> Value
    ) async throws(TodoError) -> Value {
        do {
            return try await database.read { [path = database.path, external] connection in
                try external.begin { try SQLiteTodoRows(connection: connection).revision() }
                return try body(SQLiteTodoRecords(connection, path))
            }
        } catch {
            throw TodoError(wrapping: error, path: database.path)
        }
    }

    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any TodoRecordTransaction) throws(TodoError) -> Value
    ) async throws(TodoError) -> Value {
        do {
            let (value, revision) = try await database.write { [path = database.path] connection -> (Value, Int64?) in
                let count = connection.changeCount
                let value = try body(SQLiteTodoRecords(connection, path))
                guard connection.changeCount > count else { return (value, nil) }
                return (value, try SQLiteTodoRows(connection: connection).nextRevision())
            }
            // After the commit: the number of a transaction that fails is that of the next one, of any process.
            if let revision { external.noteOwn(revision) }
            return value
        } catch {
            throw TodoError(wrapping: error, path: database.path)
        }
    }

    /// Reads one row.
    package func hasExternalChanges() async throws(TodoError) -> Bool {
        do {
            let latest = try await database.read { try SQLiteTodoRows(connection: $0).revision() }
            // After the read: a caller that is cancelled has seen nothing.
            return external.see(latest)
        } catch {
            throw TodoError(wrapping: error, path: database.path)
        }
    }
}

/// Tells the transactions of other connections from those of one repository, by their numbers.
package final class ExternalTodoChanges: Sendable {
    private struct State {
        /// Every transaction up to this number is accounted for: part of the first read, reported, or an own one. Nil before the
        /// first read.
        var seen: Int64?
        /// The own ones after it.
        var own: Set<Int64> = []

        mutating func begin(after latest: Int64) {
            seen = latest
            own = own.filter { $0 > latest }
            skipOwn()
        }

        mutating func skipOwn() {
            while let next = seen.map({ $0 + 1 }), own.remove(next) != nil { seen = next }
        }
    }

    private let state = Locked(State())

    /// Knows no transaction.
    package init() {}

    /// Before the first read nothing has been missed: it includes what was changed until then.
    package func begin(_ latest: () throws -> Int64) throws {
        try state.withLock { state in
            if state.seen == nil { state.begin(after: try latest()) }
        }
    }

    /// Stores that a transaction is the repository's own.
    package func noteOwn(_ revision: Int64) {
        state.withLock { state in
            guard revision > state.seen ?? .min else { return }
            state.own.insert(revision)
            state.skipOwn()
        }
    }

    /// Returns whether others have committed transactions up to this one since the last call.
    package func see(_ latest: Int64) -> Bool {
        state.withLock { state in
            guard let seen = state.seen else {
                state.begin(after: latest)
                return false
            }
            guard latest > seen else { return false }
            state.begin(after: latest)
            return true
        }
    }
}

/// The records of all tasks in the tables of ``TodoSchema``, within a transaction.
struct SQLiteTodoRecords: TodoRecordTransaction {
    private let rows: SQLiteTodoRows
    private let path: String?

    init(_ connection: SQLiteConnection, _ path: String?) {
        rows = SQLiteTodoRows(connection: connection)
        self.path = path
    }

    private func run<Value>(_ body: (SQLiteTodoRows) throws -> Value) throws(TodoError) -> Value {
        do { return try body(rows) } catch { throw TodoError(wrapping: error, path: path) }
    }

    // MARK: Reading

    func record(_ id: TodoID) throws(TodoError) -> TodoRecord? { try run { try $0.record(id) } }

    func records(_ selection: TodoRecordSelection) throws(TodoError) -> [TodoRecord] {
        try run { rows in
            switch selection {
            case .all: try rows.allRecords()
            case .dirty: try rows.dirtyRecords(limit: .max, except: [])
            case .withServerState: try rows.records("TRUE")
            case .at(let path): try rows.record(at: path).map { [$0] } ?? []
            case .identifiedByPath: try rows.records("id = path")
            case .removed: try rows.records("removed_at IS NOT NULL AND path IS NULL")
            }
        }
    }

    func collection() throws(TodoError) -> TodoCollectionState? { try run { try $0.collection() } }

    func ignoredResources() throws(TodoError) -> [CalDAVPath: ETag] { try run { try $0.ignoredResources() } }

    func conflicts() throws(TodoError) -> [TodoConflict] { try run { try $0.conflicts() } }

    func todos() throws(TodoError) -> [Todo] { try run { try $0.todos() } }

    func todos(idPrefix: String, limit: Int) throws(TodoError) -> [Todo] {
        try run { try $0.todos(idPrefix: idPrefix, limit: limit) }
    }

    func counts() throws(TodoError) -> TodoCounts { try run { try $0.counts() } }

    func dirtyRecords(limit: Int, except skipped: Set<TodoID>) throws(TodoError) -> [TodoRecord] {
        try run { try $0.dirtyRecords(limit: limit, except: skipped) }
    }

    func knownResources() throws(TodoError) -> [CalDAVPath: TodoKnownResource] { try run { try $0.knownResources() } }

    func isIgnored(_ path: CalDAVPath) throws(TodoError) -> Bool { try run { try $0.isIgnored(path) } }

    // MARK: Writing

    func save(_ record: TodoRecord) throws(TodoError) { try run { try $0.save(record) } }

    func setCollection(_ state: TodoCollectionState) throws(TodoError) { try run { try $0.setCollection(state) } }

    func setIgnored(_ path: CalDAVPath, _ etag: ETag?) throws(TodoError) { try run { try $0.setIgnored(path, etag) } }

    func addConflict(_ kind: TodoConflict.Kind, of id: TodoID, text: String, at date: Date) throws(TodoError) {
        try run { try $0.addConflict(kind, of: id, text: text, at: date) }
    }

    func removeConflict(_ id: Identifier<TodoConflict>) throws(TodoError) { try run { try $0.removeConflict(id) } }

    func confirmServerCopies() throws(TodoError) { try run { try $0.confirmServerCopies() } }

    func removeAllIgnored() throws(TodoError) { try run { try $0.removeAllIgnored() } }
}
