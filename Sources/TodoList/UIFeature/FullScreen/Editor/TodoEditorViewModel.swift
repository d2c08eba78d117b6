public import CoreModule
public import Foundation
public import Observation

/// A task that the user edits, or a new one. Nothing changes before it is saved.
///
/// Changes of the task from elsewhere appear in the fields that the user has not touched. ``TodoField/title`` labels the fields,
/// ``TodoPriority/title`` the priorities. `Message.save`, `cancel` and `delete` of `CoreModule` are the titles of the buttons.
@MainActor
@Observable
public final class TodoEditorViewModel: ScreenViewModel, ActionViewModel {
    /// The task in the list. Nil for a new task.
    public private(set) var todo: Todo?
    /// Whether the task was removed, here or elsewhere. The input can still be saved as a new task.
    public private(set) var isRemoved = false
    /// Whether the task was saved or deleted, or the user has cancelled: the screen is dismissed.
    public private(set) var isClosed = false

    struct Draft: Equatable {
        var fields = TodoFields()
        /// What the user typed into the fields whose values are read from text.
        var typed: [TodoField: String] = [:]
    }

    private(set) var draft: Draft
    /// When the alarms ring that another program has set, earliest first, once they are loaded. They cannot be edited.
    public private(set) var alarms: [Date] = []
    /// The task of which this one is a part, once it is loaded.
    private var knownParent: Todo?
    @ObservationIgnored private var isLoaded = false
    /// The changes that arrive while the task is being saved.
    @ObservationIgnored private var held: [TodoChange] = []
    private let reloading: LatestTask
    /// The user's actions.
    public let actions: ActionState<TodoError>
    private let id: FeatureID
    let dependencies: TodoEditorDependencies

    init(_ todo: Todo?, _ dependencies: TodoEditorDependencies, scope: FeatureScope) {
        self.todo = todo
        draft = Draft(fields: todo.map { TodoFields($0) } ?? TodoFields())
        reloading = LatestTask(in: scope)
        actions = ActionState(scope.actions)
        id = scope.id
        self.dependencies = dependencies
    }

    /// Reads what the fields do not hold: the name of the task of which this one is a part, and the alarms.
    public func load() async {
        isLoaded = true
        do throws(TodoError) {
            if let parent = draft.fields.parent { knownParent = try await dependencies.session.todos.todo(parent) }
            guard let todo else { return }
            alarms = try await dependencies.session.todos.alarms(of: todo.id, in: dependencies.timeZone)
        } catch {
            // The fields can be edited all the same. Saving them reports a store that fails.
        }
    }

    /// Whether the task is being saved or deleted.
    public var isSaving: Bool { actions.isRunning }

    // MARK: Fields

    /// The text.
    public var text: String {
        get { draft.fields.text }
        set { draft.fields.text = newValue }
    }

    /// The priority.
    public var priority: TodoPriority {
        get { draft.fields.priority }
        set { draft.fields.priority = newValue }
    }

    /// The deadline.
    public var deadline: TodoDeadline? {
        get { draft.fields.schedule.deadline }
        set {
            draft.fields.schedule.deadline = newValue
            draft.typed[.deadline] = nil
        }
    }

    /// The notes.
    public var notes: String {
        get { draft.fields.notes }
        set { draft.fields.notes = newValue }
    }

    /// Whether the task is done.
    public var isCompleted: Bool {
        get { draft.fields.isCompleted }
        set { draft.fields.isCompleted = newValue }
    }

    /// The deadline as text, as ``TodoDeadline/init(typed:now:locale:)`` reads it: `2026-12-01`, `tomorrow`, `в пятницу`. Empty if there is
    /// none. ``deadlineMessage`` says what was understood. An invalid text stays as typed and appears in ``problems``.
    public var deadlineText: String {
        get { draft.typed[.deadline] ?? deadline?.description ?? "" }
        set { type(newValue, into: .deadline) }
    }

    /// When the task begins, as text; see ``deadlineText``. Empty if at once.
    public var startText: String {
        get { draft.typed[.start] ?? draft.fields.schedule.start?.description ?? "" }
        set { type(newValue, into: .start) }
    }

    /// The recurrence as text, as `TodoRecurrence` reads it: `daily`, `every 2 weeks on mon,thu`. Empty or `none` if there is none. An
    /// invalid text stays as typed and appears in ``problems``.
    public var recurrenceText: String {
        get { draft.typed[.recurrence] ?? draft.fields.schedule.recurrence?.typedText ?? "" }
        set { type(newValue, into: .recurrence) }
    }

    /// The tags as text, with commas between them. Too many stay as typed and appear in ``problems``.
    public var tagsText: String {
        get { draft.typed[.tags] ?? draft.fields.tags.description }
        set { type(newValue, into: .tags) }
    }

    /// The link as text. Empty if there is none. An invalid text stays as typed and appears in ``problems``.
    public var linkText: String {
        get { draft.typed[.link] ?? draft.fields.link?.absoluteString ?? "" }
        set { type(newValue, into: .link) }
    }

    /// The task of which this one is a part; nil if it is none.
    public var parent: TodoID? {
        get { draft.fields.parent }
        set {
            draft.fields.parent = newValue
            draft.typed[.parent] = nil
        }
    }

    /// The name of the task of which this one is a part, as ``TaskList/todo(named:)`` finds it. Empty if it is none. Whether there is one
    /// task with the name is known when the task is saved.
    public var parentText: String {
        get { draft.typed[.parent] ?? name(of: draft.fields.parent) }
        set { draft.typed[.parent] = newValue == name(of: draft.fields.parent) ? nil : newValue }
    }

    /// The ``parentText`` of the task in the list.
    public var savedParentText: String { name(of: saved.parent) }

    private func name(of parent: TodoID?) -> String {
        knownParent.flatMap { $0.id == parent ? $0.text.value : nil } ?? parent?.rawValue ?? ""
    }

    private func parent(named typed: String) async throws(TodoError) -> TodoID? {
        let name = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        knownParent = name.isEmpty ? nil : try await dependencies.session.todos.todo(named: name)
        return knownParent?.id
    }

    private func type(_ text: String, into field: TodoField) {
        draft.typed[field] = text
        // An invalid text does not change the value; ``problems`` has its error.
        do { draft.fields[field] = try value(of: field, typed: text) } catch {}
    }

    /// Whether there is a deadline. Setting it to true sets the deadline to today unless there is one, to false removes it.
    public var hasDeadline: Bool {
        get { deadline != nil }
        set {
            guard !newValue || deadline == nil else { return }
            deadline = newValue ? .day(CalendarDay(dependencies.clock.now(), in: dependencies.timeZone)) : nil
        }
    }

    /// Fills the fields with what the user has changed in a form that shows an earlier state of the task, such as a web page. A
    /// field that is nil gets the value of the task, or that of a new task.
    public func fill(
        text: String? = nil, notes: String? = nil, priority: TodoPriority? = nil, startText: String? = nil,
        deadlineText: String? = nil, recurrenceText: String? = nil, tagsText: String? = nil, linkText: String? = nil,
        parentText: String? = nil,
        isCompleted: Bool? = nil
    ) {
        draft = Draft(fields: saved)
        if let text { self.text = text }
        if let notes { self.notes = notes }
        if let priority { self.priority = priority }
        if let recurrenceText { self.recurrenceText = recurrenceText }
        if let startText { self.startText = startText }
        if let deadlineText { self.deadlineText = deadlineText }
        if let tagsText { self.tagsText = tagsText }
        if let linkText { self.linkText = linkText }
        if let parentText { self.parentText = parentText }
        if let isCompleted { self.isCompleted = isCompleted }
    }

    // MARK: State

    private var saved: TodoFields { todo.map { TodoFields($0) } ?? TodoFields() }

    private var changedFields: [TodoField] {
        let saved = saved
        return TodoField.allCases.filter {
            !draft.fields[$0].agrees(with: saved[$0]) || $0 == .parent && draft.typed[$0] != nil
        }
    }

    /// Whether there is input that leaving the screen would lose.
    public var hasUnsavedChanges: Bool { !changedFields.isEmpty || draft.typed.keys.contains { problems[$0] != nil } }

    /// The errors of invalid fields.
    public var problems: [TodoField: TodoError] {
        var problems: [TodoField: TodoError] = [:]
        do { _ = try TodoText(text) } catch { problems[.text] = error }
        do { _ = try TodoNotes(notes) } catch { problems[.notes] = error }
        if draft.fields.schedule.start != saved.schedule.start || draft.fields.schedule.recurrence != nil {
            do { try draft.fields.schedule.check(in: dependencies.timeZone) } catch { problems[.start] = error }
        }
        for (field, text) in draft.typed {
            do { _ = try value(of: field, typed: text) } catch { problems[field] = error }
        }
        return problems
    }

    /// The error of the first invalid field. Nil if all are valid.
    public var problem: TodoError? {
        let problems = problems
        return TodoField.allCases.lazy.compactMap { problems[$0] }.first
    }

    /// Whether there are changes that can be saved.
    public var canSave: Bool { !isSaving && problem == nil && (hasUnsavedChanges || isRemoved) }
    /// Whether there is a task to delete: not a new one, and not one that was removed.
    public var canDelete: Bool { !isSaving && todo != nil && !isRemoved }

    // MARK: Actions

    /// Saves the task, and closes the editor unless the user has typed in the meantime. Adds the task if it is new or was removed
    /// in the meantime.
    /// - Parameters:
    ///   - closes: whether to close the editor. False for an editor that stays beside the list.
    ///   - subtasks: what becomes of the open subtasks of a task that is done now.
    /// - Returns: the saved task. Nil if it failed; then `failure` says why, and ``subtasksQuestion`` what to ask.
    @discardableResult
    public func save(closes: Bool = true, subtasks: TodoSubtasks = .asked) async -> Todo? {
        let saved = await perform("save task") { () throws(TodoError) in try await store(subtasks) }
        guard let saved else { return nil }
        if closes, saved.isWhole { close() }
        return saved.todo
    }

    /// Performs an action, and then applies the changes that arrived meanwhile. One's own is among them, or follows them.
    private func perform<Value>(_ name: String, _ action: ActionState<TodoError>.Action<Value>) async -> Value? {
        guard !isSaving else { return nil }
        let value = await actions.performAlone(name, subject, action)
        let changes = held
        held = []
        for change in changes { apply(change) }
        return value
    }

    /// Stores the draft.
    /// - Returns: the task, and whether the user has typed nothing in the meantime.
    private func store(_ subtasks: TodoSubtasks) async throws(TodoError) -> (todo: Todo, isWhole: Bool) {
        if let problem { throw problem }
        let typed = draft
        var fields = todo == nil ? draft.fields.completed(by: entry) : draft.fields
        fields.text = try TodoText(fields.text).value
        fields.notes = try TodoNotes(notes).value
        if let name = typed.typed[.parent] { fields.parent = try await parent(named: name) }
        let now = dependencies.clock.now()
        let stored: Todo
        if let todo, !isRemoved {
            stored = try await dependencies.session.edit(
                todo.id, TodoEdit(from: todo, to: fields), subtasks, dependencies.clock, dependencies.timeZone
            ).todo
        } else {
            fields.completedAt = isCompleted ? now.inWholeSeconds : nil
            // What was removed may have been a part of a task that was removed, too.
            if isRemoved, typed.typed[.parent] == nil, let parent = fields.parent,
                try await dependencies.session.todos.todo(parent) == nil
            {
                fields.parent = nil
            }
            let new = fields.todo(dependencies.identifiers.next(), createdAt: now, updatedAt: now)
            stored = try await dependencies.session.todos.add(new, in: dependencies.timeZone)
        }
        let isWhole = draft == typed
        reloading.cancel()
        isRemoved = false
        todo = stored
        // Shows the task as it was stored, unless the user has typed in the meantime: texts are normalized, and a recurring task moves.
        draft.typed = draft.typed.filter { typed.typed[$0] != $1 }
        let shown = TodoFields(stored)
        for field in TodoField.allCases where draft.fields[field] == typed.fields[field] {
            draft.fields[field] = shown[field]
        }
        return (stored, isWhole)
    }

    /// Discards all unsaved changes.
    public func discardChanges() {
        actions.performNow("discard changes", subject) { () throws(TodoError) in draft = Draft(fields: saved) }
    }

    /// Whether the task is among those that the list's `undoShown()` would restore. Not if another program has removed it.
    public var canUndoRemoval: Bool {
        guard isRemoved, let last = dependencies.session.changes.lastShown else { return false }
        return last.isRemoval && last.items.contains { $0.id == todo?.id }
    }

    /// Removes the task, and closes the editor unless the user has typed in the meantime. The list's `undoShown()` restores the
    /// task. Does nothing if ``canDelete`` is false.
    /// - Parameter closes: whether to close the editor. False for an editor that stays beside the list.
    /// - Returns: whether it was removed. If it failed, `failure` says why.
    @discardableResult
    public func delete(closes: Bool = true) async -> Bool {
        guard canDelete, let todo else { return false }
        let typed = draft
        let isWhole = await perform("remove task") { () throws(TodoError) in
            try await dependencies.session.remove([todo.id], dependencies.clock)
            isRemoved = true
            return draft == typed
        }
        if closes, isWhole == true { close() }
        return isWhole != nil
    }

    /// Closes the editor without saving. Does nothing while the task is being saved or deleted.
    public func cancel() {
        guard !isSaving else { return }
        actions.note("cancel", subject)
        close()
    }

    private func close() {
        isClosed = true
        dependencies.navigator?.dismiss(id)
    }

    private var subject: String { todo?.id.rawValue ?? "new" }

    // MARK: Changes from elsewhere

    func apply(_ change: TodoChange) {
        guard !isSaving else { return held.append(change) }
        switch change {
        case .updated(let changed) where changed.id == todo?.id: follow(changed)
        case .added(let changed) where changed.id == todo?.id:
            isRemoved = false
            follow(changed)
        case .removed(let id) where id == todo?.id:
            reloading.cancel()
            isRemoved = true
        case .reloaded: reload()
        case .added, .updated, .removed: break
        }
    }

    /// Reads the task again. A change that arrives meanwhile is newer.
    private func reload() {
        guard let id = todo?.id else { return }
        reloading.start { [weak self, todos = dependencies.session.todos] in
            do throws(TodoError) {
                let todo = try await todos.todo(id)
                guard let self, !Task.isCancelled else { return }
                // While it is being saved, it may have been read before that.
                apply(isSaving ? .reloaded(hasEdits: false) : todo.map { .added($0) } ?? .removed(id))
            } catch {
                // The task stays as it is shown. Saving it reports a store that fails.
            }
        }
    }

    /// Takes over changed fields that the user has not touched.
    private func follow(_ changed: Todo) {
        reloading.cancel()
        let (touched, fields) = (changedFields, TodoFields(changed))
        for field in TodoField.allCases where !touched.contains(field) {
            // What was typed is touched, even if it is equal.
            if draft.typed[field] == nil { draft.fields[field] = fields[field] }
        }
        todo = changed
        // What was typed may mean another value now: of a task that has moved the same rule has another time.
        for (field, text) in draft.typed { type(text, into: field) }
        if isLoaded { reloading.start { [weak self] in await self?.load() } }
    }
}
