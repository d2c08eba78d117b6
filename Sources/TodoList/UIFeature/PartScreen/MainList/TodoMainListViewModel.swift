public import CoreModule
public import Foundation
public import Observation

/// The tasks on the main screen, and the user's actions on them.
@MainActor
@Observable
public final class TodoMainListViewModel: ActionViewModel {
    /// The text of the new task, as the user typed it.
    public var typedText = ""

    private let loader = ListLoader<Todo, TodoError>(.oldestFirst { _ in true })
    /// Those that are not done. Kept, because to filter all at each change takes much longer than the change.
    private var open = LiveList<Todo>(.oldestFirst { !$0.isCompleted })
    /// Whether a task has a start, so that it may be one that has not begun.
    private var hasStarts = false
    private let reloading: LatestTask
    private let showCompleted: StreamBinding<Bool>
    /// The user's actions.
    public let actions: ActionState<TodoError>
    private let dependencies: TodoMainListDependencies

    init(_ dependencies: TodoMainListDependencies, scope: FeatureScope) {
        reloading = LatestTask(in: scope)
        showCompleted = StreamBinding(dependencies.isShowingCompleted, in: scope)
        actions = ActionState(scope.actions)
        self.dependencies = dependencies
        guard let todos = dependencies.session.todos.todosNow() else { return }
        loader.show(todos, limit: .max)
        showOpen()
    }

    /// The title of the list.
    public var title: Message { Message("To-do") }
    /// The loading state.
    public var phase: ListPhase<TodoError> { loader.phase }
    /// Whether done tasks are shown, and those that have not begun.
    public var isShowingCompleted: Bool { showCompleted.value }
    /// The choice of tasks. An empty one, as at first, has all.
    public var filter = TodoFilter()
    /// The visible tasks, oldest first: those of the ``filter``, as of now.
    public var todos: [Todo] {
        var all = isShowingCompleted ? loader.elements : open.elements
        let now = dependencies.clock.now()
        if hasStarts, !isShowingCompleted { all.removeAll { $0.isLater(than: now, in: dependencies.timeZone) } }
        guard !filter.isEmpty else { return all }
        return filter.matches(in: all, at: now, in: dependencies.timeZone)
    }
    /// How many tasks are hidden because they have not begun; nil if none is, or if there is a ``filter``.
    public var laterMessage: Message? {
        let number = isShowingCompleted || !filter.isEmpty ? 0 : laterCount
        return number == 0 ? nil : Message("\(count: number) tasks begin later")
    }
    private var laterCount: Int {
        guard hasStarts else { return 0 }
        let now = dependencies.clock.now()
        return open.elements.count { $0.isLater(than: now, in: dependencies.timeZone) }
    }
    /// The visible tasks with those that are a part of another one below it. Takes linear time.
    public var rows: [TodoRow] { todos.nested }
    /// The tags of the tasks that are visible without the ``filter``, each once, sorted. Takes linear time.
    public var tags: [String] {
        var known: [String: String] = [:]
        for tag in (isShowingCompleted ? loader.elements : open.elements).lazy.flatMap(\.tags.names) {
            let key = TodoTags.key(tag)
            known[key] = known[key] ?? tag
        }
        return known.sorted { $0.key < $1.key }.map(\.value)
    }
    /// The title of the choice of a tag.
    public var tagTitle: Message { Message("Tag") }
    /// The title of the choice that shows the tasks whatever their tags are.
    public var anyTagTitle: Message { Message("All tasks") }
    /// Whether the tasks were loaded and none is visible.
    public var isEmpty: Bool { phase == .loaded && todos.isEmpty }
    /// The text to show if ``isEmpty``: there are no tasks, none that the ``filter`` has, or all are done and hidden.
    public var emptyMessage: Message {
        guard filter.isEmpty else { return filter.emptyMessage }
        return hasCompleted && !isShowingCompleted && laterMessage == nil
            ? Message("Nothing to do: everything is done") : Message("Nothing to do")
    }
    /// Whether a loaded task is done, visible or not.
    public var hasCompleted: Bool { loader.elements.count > open.elements.count }
    /// Whether a loaded task is done or has not begun, visible or not: what the list hides at first.
    var hasHideable: Bool { hasCompleted || laterCount > 0 }

    /// The deadline of a task as its row shows it now: `due today`. Nil if there is none.
    public func deadlineMessage(of todo: Todo) -> Message? {
        todo.deadlineMessage(now: dependencies.clock.now(), timeZone: dependencies.timeZone)
    }

    /// Whether the deadline of a task has passed now, and it is not done.
    public func isOverdue(_ todo: Todo) -> Bool {
        todo.isOverdue(at: dependencies.clock.now(), in: dependencies.timeZone)
    }

    /// Loads the tasks.
    public func load() async {
        await loader.load { () throws(TodoError) in try await dependencies.session.todos.todos() }
        showOpen()
    }

    private func showOpen() {
        hasStarts = loader.elements.contains { $0.start != nil }
        open.finish(open.beginLoading(), with: loader.elements.filter { !$0.isCompleted }, hasMore: false)
    }

    // MARK: Quick add

    /// The hint of the field for ``typedText``.
    public var typedTextHint: Message { Message("New task") }

    /// What was understood of ``typedText`` besides its text, to show below the field; see ``TodoQuickEntry``. Nil if it is only text.
    public var typedTextMessage: Message? {
        entry(typedText).message(now: dependencies.clock.now(), timeZone: dependencies.timeZone)
    }

    /// Whether the typed text is being added.
    public var isAdding: Bool { actions.isRunning }

    /// Whether ``typedText`` can be added.
    public var canAddTyped: Bool { typedProblem == nil && !isAdding }

    /// Whether ``typedText`` has a text to add, which may be too long.
    public var hasTypedText: Bool { typedProblem != .emptyText }

    private var typedProblem: TodoError? {
        do { _ = try TodoText(typedText) } catch { return error }
        return nil
    }

    /// Adds ``typedText`` and clears it, unless the user has typed in the meantime: the field stays for the next task. Does
    /// nothing if the text is empty. A failure leaves it unchanged.
    /// - Returns: the task. Nil if nothing was added; if it failed, `failure` says why.
    @discardableResult
    public func addTyped() async -> Todo? {
        guard hasTypedText else { return nil }
        let typed = typedText
        let todo = await actions.performAlone("add task") { () throws(TodoError) in
            try await insert(new(typed))
        }
        if todo != nil, typedText == typed { typedText = "" }
        return todo
    }

    /// Adds a task that the user has typed: see ``TodoQuickEntry``. A value that is given counts before that in the text; the task has no
    /// start or deadline if that is in `none`.
    /// - Returns: the task. Nil if it failed; then `failure` says why.
    @discardableResult
    public func add(
        _ text: String, priority: TodoPriority? = nil, start: TodoDeadline? = nil, deadline: TodoDeadline? = nil,
        recurrence: TodoEdit.Change<TodoRecurrence>? = nil, tags: TodoTags? = nil, link: URL? = nil,
        parent: TodoID? = nil, notes: String = "", none: Set<TodoField> = []
    ) async -> Todo? {
        await actions.perform("add task") { () throws(TodoError) in
            var todo = try new(text)
            todo.priority = priority ?? todo.priority
            todo.start = none.contains(.start) ? nil : start ?? todo.start
            todo.deadline = none.contains(.deadline) ? nil : deadline ?? todo.deadline
            if let recurrence { todo.recurrence = recurrence.value }
            guard todo.recurrence == nil || todo.start != nil || !none.contains(.deadline) else {
                throw .recurrenceWithoutDate
            }
            todo.tags = tags ?? todo.tags
            (todo.link, todo.parent, todo.notes) = (link, parent, try TodoNotes(notes))
            return try await insert(todo)
        }
    }

    private func new(_ typed: String) throws(TodoError) -> Todo {
        let now = dependencies.clock.now()
        let fields = TodoFields(entry(typed))
        var todo = fields.todo(dependencies.identifiers.next(), createdAt: now, updatedAt: now)
        todo.text = try TodoText(fields.text)
        return todo
    }

    private func entry(_ typed: String) -> TodoQuickEntry {
        let now = LocalDateTime(dependencies.clock.now(), in: dependencies.timeZone)
        return TodoQuickEntry(typed, now: now, locale: dependencies.locale)
    }

    private func insert(_ todo: Todo) async throws(TodoError) -> Todo {
        let added = try await dependencies.session.todos.add(todo, in: dependencies.timeZone)
        return noted(TodoOutcome(added, asked: todo.schedule, in: dependencies.timeZone))
    }

    // MARK: Edits

    /// Changes a task.
    /// - Returns: the changed task. Nil if it failed; then `failure` says why.
    @discardableResult
    public func edit(_ id: TodoID, _ edit: TodoEdit) async -> Todo? {
        await actions.perform("edit task", "\(id)") { () throws(TodoError) in
            try await noted(
                dependencies.session.edit(id, edit, .kept, dependencies.clock, dependencies.timeZone))
        }
    }

    /// What the last new task, edit, completion, reopening or skip on this screen has done besides what its task shows; nil if there was none.
    @ObservationIgnored public private(set) var lastOutcome: TodoOutcome?

    private func noted(_ outcome: TodoOutcome) -> Todo {
        lastOutcome = outcome
        return outcome.todo
    }

    /// Marks a task as done or not done. A recurring task moves to its next time, or back from there, step by step; if it has not moved,
    /// that fails with ``TodoError/nothingToReopen(_:)``. See ``lastOutcome``.
    ///
    /// If the task is to be done and has open subtasks, nothing happens unless `subtasks` says what becomes of them: `failure` says so,
    /// and ``subtasksQuestion`` is what to ask. If it is not due when the user sees that it is (`due`), nothing happens: see ``TodoEdit/due``.
    /// - Returns: the task as it is now. Nil if it failed; then `failure` says why.
    @discardableResult
    public func setCompleted(
        _ isCompleted: Bool, _ id: TodoID, due: TodoDeadline? = nil, subtasks: TodoSubtasks = .asked
    ) async -> Todo? {
        await actions.perform(isCompleted ? "tick task off" : "reopen task", "\(id)") { () throws(TodoError) in
            var edit = TodoEdit(isCompleted: isCompleted)
            edit.due = due
            return try await noted(
                dependencies.session.edit(
                    id, edit, subtasks, among: phase == .loaded ? loader.elements : nil, dependencies.clock,
                    dependencies.timeZone))
        }
    }

    /// What to ask because the task that was to be done has open subtasks; nil if that was not the last action, or it failed for another
    /// reason. Complete the task again as the user wants, or call `dismissFailure()`.
    public var subtasksQuestion: TodoSubtasksQuestion? { TodoSubtasksQuestion(failure) }

    /// Moves a recurring task to its next time without doing it. After the last time it is done, and ``lastMessage`` says so.
    /// `setCompleted(false, id)` takes it back.
    /// - Returns: the moved task. Nil if it failed; then `failure` says why.
    @discardableResult
    public func skip(_ id: TodoID) async -> Todo? {
        await actions.perform("skip task", "\(id)") { () throws(TodoError) in
            try await noted(dependencies.session.skip(id, dependencies.clock, dependencies.timeZone))
        }
    }

    /// Removes tasks, all or none.
    /// - Returns: whether they were removed. If not, `failure` says why.
    @discardableResult
    public func remove(_ ids: [TodoID]) async -> Bool {
        await actions.perform("remove tasks", "\(ids.count)") { () throws(TodoError) in
            try await dependencies.session.remove(ids, dependencies.clock)
        } != nil
    }

    /// The tasks that ``undo()`` would change: those of the last removal, completion, skip or other edit on any screen.
    public var lastChanged: [Todo] { dependencies.session.changes.last?.items ?? [] }

    /// What the change that ``undo()`` takes back has done, if the screens do not show it by themselves: tasks were removed, or done
    /// with their subtasks, or a recurring task is done because it has no later time. Else nil.
    public var lastMessage: Message? { dependencies.session.changes.last?.message }

    /// The last ``lastMessage``, to show beside `Message.undo`, which calls ``undoShown()``. Nil if there is none, or after
    /// ``dismissUndoMessage()``.
    public var undoMessage: Message? {
        let changes = dependencies.session.changes
        return changes.lastShown.flatMap { changes.isDismissed($0) ? nil : $0.message }
    }

    /// Puts ``undoMessage`` away until the next change. ``undoShown()`` still takes it back.
    public func dismissUndoMessage() { dependencies.session.changes.dismiss() }

    /// Whether there is a change to undo.
    public var canUndo: Bool { !lastChanged.isEmpty }

    /// Restores the tasks of the last removal, or takes the last edit back: each field that has not been changed since. Called again, it
    /// does so with the change before, up to 100 of them.
    /// - Returns: the tasks; none if all have been changed since. Nil if it failed; then `failure` says why.
    @discardableResult
    public func undo() async -> [Todo]? { await undo(dependencies.session.changes.last) }

    /// Undoes the change that ``undoMessage`` names, also if there was a later one, as ``undo()`` does.
    @discardableResult
    public func undoShown() async -> [Todo]? { await undo(dependencies.session.changes.lastShown) }

    private func undo(_ change: ChangeUndo<Todo, TodoError>.Change?) async -> [Todo]? {
        await actions.perform("undo") { () throws(TodoError) in
            try await dependencies.session.changes.restore(change)
        }
    }

    /// Finds the only task that a name means; see ``TaskList/todo(named:)``.
    /// - Returns: the task; nil if there is none or several, and then `failure` says why.
    public func todo(named name: String) async -> Todo? {
        await actions.perform(nil) { () throws(TodoError) in try await dependencies.session.todos.todo(named: name) }
    }

    func apply(_ change: TodoChange) {
        switch change {
        case .added(let todo), .updated(let todo): apply(.put(todo))
        case .removed(let id): apply(.remove(id))
        case .reloaded: if loader.requestedCount > 0 { reloading.start { [weak self] in await self?.load() } }
        }
    }

    private func apply(_ change: LiveList<Todo>.Change) {
        if case .put(let todo) = change, todo.start != nil { hasStarts = true }
        loader.apply(change)
        open.apply(change)
    }
}

extension LiveList.Rule where Element == Todo {
    fileprivate static func oldestFirst(_ includes: @escaping @Sendable (Todo) -> Bool) -> Self {
        .ordered(by: { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }, includes: includes)
    }
}
