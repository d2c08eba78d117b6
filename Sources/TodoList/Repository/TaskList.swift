public import CoreModule
public import Foundation

/// The tasks of a list, with the rules for them: names, edits, removal and undo, conflicts, what a server must receive.
///
/// Each operation is one transaction of the repository. It is logged, and what it changes is published; more than 50 changes are one
/// ``TodoChange/reloaded(hasEdits:)``. Operations that change tasks run one after the other, so the changes are published in the order
/// in which they were made. Make one list of a repository: its screens and sessions share it, and see each other's changes.
///
/// Every method throws ``TodoError/store(_:)`` if the store fails; then nothing has changed.
public final class TaskList: Sendable {
    private let records: any TodoRecordRepository
    private let stream: EventStream<TodoChange>
    private let changeLog: ChangeLog<TodoID>
    private let log: OperationLog
    private let gate = AsyncMutex()
    /// The name of this list in version vectors, if the stored collection has none yet.
    let replica: String

    /// Creates a list of stored tasks. The logger gets operations and changes, the tasks only at debug level.
    public convenience init(_ records: any TodoRecordRepository, logger: EventLogger = .disabled) {
        self.init(records, replica: UUID().uuidString.lowercased(), logger: logger)
    }

    package init(_ records: any TodoRecordRepository, replica: String, logger: EventLogger = .disabled) {
        self.records = records
        self.replica = replica
        stream = EventStream<TodoChange>().logged(as: "tasks", by: logger, describe: \.logText)
        changeLog = ChangeLog(logger.labelled("change"))
        log = OperationLog(logger.labelled("store"))
    }

    /// Creates a list in a database that was opened with ``TodoSchema/todos``. An acknowledged change survives a power loss. Several
    /// processes may share the file.
    public convenience init(_ database: SQLiteDatabase, logger: EventLogger = .disabled) {
        self.init(SQLiteTodoRecordRepository(database: database), logger: logger)
    }

    /// Creates an empty list in memory: for tests and experiments.
    public static func inMemory(logger: EventLogger = .disabled) -> TaskList {
        TaskList(InMemoryTodoRecordRepository(), logger: logger)
    }

    /// Creates a list in memory for a preview or a test: screens show its tasks in their first frame. Of two tasks with one
    /// identifier, only the later one is used.
    public static func preview(_ todos: [Todo] = .sample, logger: EventLogger = .disabled) -> TaskList {
        TaskList(InMemoryTodoRecordRepository(todos, isReadAtOnce: true), logger: logger)
    }

    /// Publishes every change after it was stored, in order.
    public var changes: any ModelStreamReader<TodoChange> { stream }

    // MARK: Reading

    /// Returns all tasks, oldest first.
    public func todos() async throws(TodoError) -> [Todo] {
        try await read("read tasks", result: { "\($0.count)" }) { try $0.todos() }
    }

    /// Returns all tasks, oldest first, if the repository can read at once. Nil also if that fails: the load that follows says why.
    func todosNow() -> [Todo]? {
        do throws(TodoError) {
            return try records.readNow { records throws(TodoError) in try records.todos() }
        } catch {
            return nil
        }
    }

    /// Returns the task with an identifier. Nil if there is none.
    public func todo(_ id: TodoID) async throws(TodoError) -> Todo? {
        try await read("read task", "\(id)", result: { $0?.logText ?? "none" }) { try $0.record(id)?.todo }
    }

    /// Returns when the alarms of a task ring that another program has set, earliest first, each once: at a date, or before or after the
    /// start or deadline that the task has now. Days and times without a time zone are those of `timeZone`.
    public func alarms(
        of id: TodoID, in timeZone: TimeZone = .autoupdatingCurrent
    ) async throws(TodoError) -> [Date] {
        try await read("read alarms", "\(id)", result: { "\($0.count)" }) {
            try $0.record(id)?.alarms(in: timeZone) ?? []
        }
    }

    /// Returns the only task that a name means: the one with this identifier, else the one with this text. Else it may be the
    /// beginning of an identifier, or a text that differs only in case or spaces.
    ///
    /// Throws ``TodoError/notFound(_:)``, or ``TodoError/ambiguousID(_:matches:)`` with at most ten matches.
    public func todo(named name: String) async throws(TodoError) -> Todo {
        try await read("find task", name, result: \.logText) { try $0.todo(named: name) }
    }

    /// Counts the tasks and the conflicts, without reading them.
    public func counts() async throws(TodoError) -> TodoCounts {
        try await read("count tasks", result: { "\($0.total)" }) { try $0.counts() }
    }

    /// Returns all conflicts, oldest first.
    public func conflicts() async throws(TodoError) -> [TodoConflict] {
        try await read("read conflicts", result: { "\($0.count)" }) { try $0.conflicts() }
    }

    /// Runs a closure on one consistent state of the records: to copy the list into another store. Throws what the closure throws.
    public func readRecords<Value: Sendable>(
        _ body: @escaping @Sendable (any TodoRecordSnapshot) throws(TodoError) -> Value
    ) async throws(TodoError) -> Value {
        try await read("read records") { try body($0) }
    }

    // MARK: Editing

    /// Adds a task. Its identifier must be new, or the one of a removed task; otherwise it throws ``TodoError/store(_:)``. The list
    /// sets the task's synchronization state. The task of which it is a part must be there, or it throws ``TodoError/notFound(_:)``.
    ///
    /// A recurring task without a start and a deadline is due on the first day of its rule, from today in the time zone. Throws
    /// ``TodoError/startAfterDeadline``, and for a start that cannot be kept as it is ``TodoError/startIsDeadline``,
    /// ``TodoError/startHasTime`` or ``TodoError/startMovesSeries``; for a rule that ends before the task is due, or before its first day,
    /// ``TodoError/emptyRecurrence(_:)``.
    /// - Returns: the task as it was added.
    @discardableResult
    public func add(_ todo: Todo, in timeZone: TimeZone = .autoupdatingCurrent) async throws(TodoError) -> Todo {
        try todo.schedule.checkTyped(at: todo.updatedAt, in: timeZone)
        return try await write("add task", todo.logText, changes: { [.added($0)] }) { try $0.add(todo, in: timeZone) }
    }

    /// Changes a task and returns the result. Throws ``TodoError/notFound(_:)``.
    ///
    /// A recurring task that is done moves to its next time that is not past at the date, in the time zone if its times have none. If
    /// it is not done after all, it moves back. Throws ``TodoError/unknownRecurrence(of:_:)`` if the next time is not known, and
    /// ``TodoError/startAfterDeadline`` if it gets such a start, or recurs. Otherwise a deadline before the start removes that.
    /// A start that cannot be kept as it is given is refused as in ``add(_:in:)``; so is the removal of the only date of a recurring task:
    /// ``TodoError/recurrenceWithoutDate``.
    @discardableResult
    public func edit(
        _ id: TodoID, _ edit: TodoEdit, at date: Date, in timeZone: TimeZone = .autoupdatingCurrent
    ) async throws(TodoError) -> Todo {
        try await write("edit task", "\(id)", result: \.logText, changes: { [.updated($0)] }) {
            try $0.edit(id, edit, at: date, in: timeZone)
        }
    }

    /// Changes a task as ``edit(_:_:at:in:)`` does. If it is done by that, its open subtasks are done with it or not, in the same
    /// transaction, all or none: those that are open then. Throws ``TodoError/openSubtasks(of:_:)`` if the user is to be asked.
    /// - Returns: the task and the subtasks that were done with it, as they are now.
    public func edit(
        _ id: TodoID, _ edit: TodoEdit, subtasks: TodoSubtasks, at date: Date,
        in timeZone: TimeZone = .autoupdatingCurrent
    ) async throws(TodoError) -> [Todo] {
        try await edited(id, edit, subtasks: subtasks, at: date, in: timeZone).map(\.after)
    }

    /// Does ``edit(_:_:subtasks:at:in:)``. Throws ``TodoError/nothingToReopen(_:)`` if a recurring task is to be reopened that is neither
    /// done nor has moved.
    func edited(
        _ id: TodoID, _ edit: TodoEdit, subtasks: TodoSubtasks, at date: Date, in timeZone: TimeZone
    ) async throws(TodoError) -> [EditedTodo] {
        try await write(
            "edit task", "\(id)", result: { $0.count == 1 ? $0[0].after.logText : "\($0.count)" },
            changes: { $0.map { .updated($0.after) } }
        ) { try $0.edit(id, edit, subtasks: subtasks, at: date, in: timeZone) }
    }

    /// Takes edits back, all or none: each field that still has the value that its edit gave it.
    /// - Returns: the tasks of which something was taken back, as they are now.
    func takeBack(_ edits: [EditedTodo], at date: Date, in timeZone: TimeZone) async throws(TodoError) -> [Todo] {
        try await write(
            "take edits back", edits.map(\.after.id.rawValue).joined(separator: " "), result: { "\($0.count)" },
            changes: { $0.map { .updated($0) } }
        ) { records in try edits.compactMap { try records.takeBack($0, at: date, in: timeZone) } }
    }

    /// Skips the present time of a recurring task, as if it were done: see ``edit(_:_:at:in:)``. Throws ``TodoError/notRecurring(_:)``,
    /// and if it is done ``TodoError/nothingToSkip(_:)``.
    @discardableResult
    public func skip(
        _ id: TodoID, at date: Date, in timeZone: TimeZone = .autoupdatingCurrent
    ) async throws(TodoError) -> Todo {
        try await skipped(id, at: date, in: timeZone).after
    }

    /// Does ``skip(_:at:in:)``.
    func skipped(_ id: TodoID, at date: Date, in timeZone: TimeZone) async throws(TodoError) -> EditedTodo {
        try await write("skip task", "\(id)", result: \.after.logText, changes: { [.updated($0.after)] }) {
            try $0.skip(id, at: date, in: timeZone)
        }
    }

    /// Removes tasks, all or none. Throws ``TodoError/notFound(_:)`` if one does not exist.
    /// - Returns: the tasks as they were, each once.
    @discardableResult
    public func remove(_ ids: [TodoID], at date: Date) async throws(TodoError) -> [Todo] {
        try await write(
            "remove tasks", ids.map(\.rawValue).joined(separator: " "), changes: { $0.map { .removed($0.id) } }
        ) { try $0.remove(ids, at: date) }
    }

    /// Brings back tasks as they were when ``remove(_:at:)`` removed them at a date, all or none. Skips a task that has been back
    /// since, even if it was removed again: the removed version is outdated then. The list sets their synchronization state.
    /// - Returns: the tasks that are back, as they are now.
    public func undoRemoval(of todos: [Todo], at removedAt: Date) async throws(TodoError) -> [Todo] {
        try await write(
            "undo removal", todos.map(\.id.rawValue).joined(separator: " "), result: { "\($0.count) back" },
            changes: { $0.map { .added($0) } }
        ) { records in try todos.compactMap { try records.undoRemoval(of: $0, at: removedAt) } }
    }

    /// Restores the lost value by an ordinary edit, and deletes the conflict. Throws ``TodoError/noConflict(_:)``, and
    /// ``TodoError/notFound(_:)`` if its task was removed.
    /// - Returns: the change of the task.
    @discardableResult
    public func restore(_ conflict: Identifier<TodoConflict>, at date: Date) async throws(TodoError) -> TodoChange {
        try await write("restore conflict", "\(conflict)", result: \.logText, changes: { [$0] }) {
            try $0.restore(conflict, at: date)
        }
    }

    // MARK: Other processes

    /// Publishes ``TodoChange/reloaded(hasEdits:)`` if others, such as another process, have changed tasks since the last call. They
    /// deliver their edits to the server themselves.
    ///
    /// Logs no failure: it is called often, and the caller knows which failure is new.
    public func publishExternalChanges() async throws(TodoError) {
        await gate.enter()
        defer { gate.leave() }
        if try await records.hasExternalChanges() { publish(.reloaded(hasEdits: false)) }
    }

    // MARK: Transactions

    /// Runs a transaction that only reads.
    package func read<Value: Sendable>(
        _ name: String, _ subject: @autoclosure () -> String = "", result: (Value) -> String = { _ in "" },
        _ body: @escaping @Sendable (any TodoRecordSnapshot) throws -> Value
    ) async throws(TodoError) -> Value {
        try await log.run(name, subject(), result: result) { () throws(TodoError) in
            try await records.read { records throws(TodoError) in
                do { return try body(records) } catch { throw TodoError(wrapping: error, path: nil) }
            }
        }
    }

    /// Runs a transaction and publishes its changes. If the body throws, nothing changes. A trial is rolled back, and publishes
    /// nothing. Subject and result are logged at debug level.
    package func write<Value: Sendable>(
        _ name: String, _ subject: @autoclosure () -> String = "", isTrial: Bool = false,
        result: (Value) -> String = { _ in "" }, changes: (Value) -> [TodoChange] = { _ in [] },
        _ body: @escaping @Sendable (any TodoRecordTransaction) throws -> Value
    ) async throws(TodoError) -> Value {
        await gate.enter()
        defer { gate.leave() }
        let value = try await log.run(name, subject(), result: result) { () throws(TodoError) in
            let step = { @Sendable (records: any TodoRecordTransaction) throws(TodoError) in
                do { return try body(records) } catch { throw TodoError(wrapping: error, path: nil) }
            }
            return isTrial ? try await records.rollingBack(step) : try await records.write(step)
        }
        guard !isTrial else { return value }
        let made = changes(value)
        let isMany = made.count > ManyChanges.ofOneOperation
        for change in isMany ? [.reloaded(hasEdits: made.contains(where: \.isEdit))] : made { publish(change) }
        return value
    }

    private func publish(_ change: TodoChange) {
        change.log(to: changeLog)
        stream.send(change)
    }
}

/// How many tasks and conflicts a list has.
public struct TodoCounts: Hashable, Sendable {
    /// The number of tasks.
    public var total: Int
    /// The number of done tasks.
    public var done: Int
    /// The number of tasks that the server must receive: edited or removed since the last synchronization, or never
    /// synchronized.
    public var notSynchronized: Int
    /// The number of conflicts.
    public var conflicts: Int

    /// Creates the counts; without arguments, those of an empty list.
    public init(total: Int = 0, done: Int = 0, notSynchronized: Int = 0, conflicts: Int = 0) {
        self.total = total
        self.done = done
        self.notSynchronized = notSynchronized
        self.conflicts = conflicts
    }
}

// MARK: What is logged

extension TodoChange {
    fileprivate func log(to log: ChangeLog<TodoID>) {
        switch self {
        case .added(let todo): todo.log("task added", to: log)
        case .updated(let todo): todo.log("task changed", to: log)
        case .removed(let id): log.noteRemoval("task removed", id, ["task": "\(id)"])
        case .reloaded: log.noteMany("tasks changed")
        }
    }

    /// The change in a log at debug level.
    fileprivate var logText: String {
        switch self {
        case .added(let todo): "added \(todo.logText)"
        case .updated(let todo): "updated \(todo.logText)"
        case .removed(let id): "removed \(id)"
        case .reloaded: "reloaded"
        }
    }
}

extension Todo {
    fileprivate func log(_ message: String, to log: ChangeLog<TodoID>) {
        log.note(message, id, [state], content: logText) {
            ["task": "\(id)", "state": $0[0], "priority": priority.rawValue, "sync": sync.rawValue]
        }
    }

    /// The task in a log at debug level: `0192… Buy milk (open)`.
    fileprivate var logText: String { "\(id) \(text.value) (\(state))" }

    private var state: String { isCompleted ? "done" : "open" }
}
