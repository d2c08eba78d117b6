package import CoreModule
import Foundation

/// Stores the records of tasks in a database with the tables of ``TodoSchema``.
package struct SQLiteTodoRecordRepository: TodoRecordRepository {
    private let database: SQLiteDatabase

    package init(database: SQLiteDatabase) {
        self.database = database
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any TodoRecordSnapshot) throws(TodoError) -> Value
    ) async throws(TodoError) -> Value {
        do {
            return try await database.read { [path = database.path] in try body(SQLiteTodoRecords($0, path)) }
        } catch {
            throw TodoError(wrapping: error, path: database.path)
        }
    }

    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any TodoRecordTransaction) throws(TodoError) -> Value
    ) async throws(TodoError) -> Value {
        do {
            return try await database.write { [path = database.path] in try body(SQLiteTodoRecords($0, path)) }
        } catch {
            throw TodoError(wrapping: error, path: database.path)
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
