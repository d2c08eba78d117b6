import CoreModule
import Foundation
import TodoList

/// A device: its store survives a crash, its synchronization does not.
struct SimulatedDevice: Sendable {
    /// An operation on the store, so that it can be done on another store too.
    enum Operation: Sendable {
        case add(Todo)
        case edit(TodoID, TodoEdit, Date)
        case remove(TodoID, Date)
        case undoRemoval(Todo, Date)
        case restore(Identifier<TodoConflict>, Date)
        case begin(String, Date)
        case pull(TodoPull, Date)
        case prepare(Set<TodoID>)
        case acknowledge(TodoDelivery, ETag?)
    }

    /// A synchronization that is under way.
    struct Run: Sendable {
        var pass: TodoSyncPass
        var action: TodoSyncPass.Action
        let acceptsDeletions: Bool
        var actions = 0

        init(acceptsDeletions: Bool, batch: Int) {
            pass = TodoSyncPass(acceptsDeletions: acceptsDeletions, batch: batch)
            action = pass.first
            self.acceptsDeletions = acceptsDeletions
        }
    }

    let name: String
    private(set) var tables = InMemoryTodoRecords.Tables()
    var run: Run?
    /// The clock's error in days.
    var days: Int
    /// The collection's address on the device; the user may enter it again.
    var address = 1
    /// The removals that the user can undo.
    var removed: [String: (todo: Todo, date: Date)] = [:]
    /// The conflicts that the user has restored.
    var restored: [TodoConflict] = []
    /// What was done to the store, where it is noted.
    var operations: [Operation]?

    init(number: Int, days: Int) {
        name = "device-\(number)"
        self.days = days
    }

    /// All or nothing, as a transaction.
    mutating func perform<Value>(
        _ operation: Operation, _ body: (InMemoryTodoRecords) throws -> Value
    ) throws -> Value {
        operations?.append(operation)
        let changed = records
        let value = try body(changed)
        tables = changed.tables
        return value
    }

    /// A copy of the records, to read or to change.
    var records: InMemoryTodoRecords { InMemoryTodoRecords(tables) }

    /// What the store holds, whenever everything was compared last.
    var knowledge: InMemoryTodoRecords.Tables {
        get throws {
            let records = records
            guard var state = records.collection() else { return tables }
            (state.comparedAt, state.tokenBefore) = (nil, nil)
            records.setCollection(state)
            try records.confirmServerCopies()
            return records.tables
        }
    }

    func todo(_ id: String) -> Todo? { records.record(TodoID(id))?.todo }

    /// The tasks by their identifiers, as others can see them.
    var fields: [TodoID: TodoFields] {
        Dictionary(uniqueKeysWithValues: records.todos().map { ($0.id, TodoDocument.written(TodoFields($0))) })
    }
}
