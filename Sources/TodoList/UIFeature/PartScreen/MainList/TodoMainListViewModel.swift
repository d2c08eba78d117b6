public import CoreModule
import Foundation
public import Observation

/// The tasks on the main screen, and what the user can do with them.
@MainActor
@Observable
public final class TodoMainListViewModel {
    /// The loading phase of the list.
    public private(set) var phase: ListPhase<TodoError> = .loading
    /// Whether done tasks are shown.
    public private(set) var isShowingCompleted: Bool
    /// The failure of the last action; nil after a success.
    public private(set) var failure: TodoError?
    /// The typed text of a new task.
    public var typedText = ""
    /// Whether the typed text is being added.
    public private(set) var isAdding = false

    private var list = LiveList<Todo>(
        .ordered(by: { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }, includes: { _ in true }))
    private let repository: any TodoRepository
    private let removed: TodoRemovalUndo
    private let clock: WallClock
    private let identifiers: IdentifierGenerator
    private let actions: UserActions

    init(
        todos: any TodoRepository, removed: TodoRemovalUndo, clock: WallClock, identifiers: IdentifierGenerator,
        isShowingCompleted: Bool, actions: UserActions
    ) {
        repository = todos
        self.removed = removed
        self.clock = clock
        self.identifiers = identifiers
        self.isShowingCompleted = isShowingCompleted
        self.actions = actions
    }

    /// The tasks to show, in the order of creation.
    public var todos: [Todo] {
        isShowingCompleted ? list.elements : list.elements.filter { !$0.isCompleted }
    }

    /// The text to show if there are no tasks.
    public var emptyMessage: Message { isShowingCompleted ? Message("No tasks") : Message("Nothing to do") }

    /// Reads the tasks.
    public func load() async {
        let load = list.beginLoading()
        do {
            let todos = try await repository.todos()
            if list.finish(load, with: todos, hasMore: false) { phase = .loaded }
        } catch {
            if list.fail(load) { phase = .failed(error) }
        }
    }

    // MARK: Quick add

    /// Whether ``typedText`` can be added.
    public var canAddTyped: Bool {
        do { _ = try TodoText(typedText) } catch { return false }
        return !isAdding
    }

    /// Adds ``typedText``, and clears it unless the user has continued typing. It stays if it could not be added.
    /// - Returns: the task; nil if it could not be added (see ``failure``).
    @discardableResult
    public func addTyped() async -> Todo? {
        guard !isAdding else { return nil }
        isAdding = true
        defer { isAdding = false }
        let typed = typedText
        guard let todo = await add(typed) else { return nil }
        if typedText == typed { typedText = "" }
        return todo
    }

    /// Adds a task.
    /// - Returns: the task; nil if it could not be added (see ``failure``).
    @discardableResult
    public func add(
        _ text: String, priority: TodoPriority = .normal, deadline: TodoDeadline? = nil, notes: String = ""
    ) async -> Todo? {
        await perform("add task") { () throws(TodoError) in
            let now = clock.now()
            let todo = Todo(
                id: identifiers.next(), text: try TodoText(text), priority: priority, deadline: deadline,
                notes: try TodoNotes(notes), createdAt: now, updatedAt: now)
            try await repository.add(todo)
            return todo
        }
    }

    // MARK: Edits

    /// Changes a task.
    /// - Returns: the task as it is then; `nil` where it could not be changed, and then ``failure`` says why.
    @discardableResult
    public func edit(_ id: TodoID, _ edit: TodoEdit) async -> Todo? {
        await self.edit(id, edit, as: "edit task")
    }

    /// Notes that a task is done, or that it is not.
    @discardableResult
    public func setCompleted(_ isCompleted: Bool, _ id: TodoID) async -> Todo? {
        await edit(id, TodoEdit(isCompleted: isCompleted), as: isCompleted ? "tick task off" : "reopen task")
    }

    private func edit(_ id: TodoID, _ edit: TodoEdit, as action: String) async -> Todo? {
        await perform(action, "\(id)") { () throws(TodoError) in
            try await repository.edit(id, edit, at: clock.now())
        }
    }

    /// Removes tasks, all or none.
    /// - Returns: whether they were removed; if not, see ``failure``.
    @discardableResult
    public func remove(_ ids: [TodoID]) async -> Bool {
        await perform("remove tasks", "\(ids.count)") { () throws(TodoError) in try await removed.remove(ids) } != nil
    }

    /// The tasks that ``undoRemoval()`` would bring back: those that were removed last, from whichever screen.
    public var lastRemoved: [Todo] { removed.todos }

    /// Brings back the tasks that were removed last, as they were.
    /// - Returns: the tasks; `nil` where they could not be brought back, and then ``failure`` says why.
    @discardableResult
    public func undoRemoval() async -> [Todo]? {
        await perform("undo removal") { () throws(TodoError) in try await removed.restore() }
    }

    /// The one task whose identifier begins so; `nil` where there is none or are several, and then ``failure`` says why.
    public func todo(idPrefix: String) async -> Todo? {
        await keepingFailure { () throws(TodoError) in try await repository.todo(idPrefix: idPrefix) }
    }

    func apply(_ change: TodoChange) {
        switch change {
        case .added(let todo), .updated(let todo): list.apply(.put(todo))
        case .removed(let id): list.apply(.remove(id))
        }
    }

    func show(completed isShown: Bool) {
        isShowingCompleted = isShown
    }

    /// Performs an action of the user.
    private func perform<Value>(
        _ name: String, _ subject: @autoclosure () -> String = "", _ action: () async throws(TodoError) -> Value
    ) async -> Value? {
        await keepingFailure { () throws(TodoError) in try await actions.perform(name, subject(), action) }
    }

    private func keepingFailure<Value>(_ action: () async throws(TodoError) -> Value) async -> Value? {
        do {
            let value = try await action()
            failure = nil
            return value
        } catch {
            failure = error
            return nil
        }
    }
}
