public import CoreModule
import Foundation
public import Observation

/// A task that is being edited, or a new one. Nothing is changed until it is saved.
///
/// What others change of the task meanwhile shows in the fields that the user has not touched.
@MainActor
@Observable
public final class TodoEditorViewModel {
    /// What is to be done, as the user has typed it.
    public var text: String
    /// How much it matters.
    public var priority: TodoPriority
    /// When it must be done, where that is set: by the end of a day, or at a time.
    public var deadline: TodoDeadline? {
        didSet { typedDeadline = nil }
    }
    /// The deadline as the user has typed it; `nil` where it was not typed.
    private var typedDeadline: String?
    /// What is noted about it, as the user has typed it.
    public var notes: String
    /// Whether it is done.
    public var isCompleted: Bool
    /// Whether the task is being saved.
    public private(set) var isSaving = false
    /// Whether the task was removed, here or elsewhere. What was typed can still be saved, as a new task.
    public private(set) var isRemoved = false
    /// The failure of the last action; nil after a success.
    public private(set) var failure: TodoError?

    /// The task as it is in the list; `nil` where there is none yet.
    public private(set) var todo: Todo?

    private let repository: any TodoRepository
    private let removed: TodoRemovalUndo
    private let clock: WallClock
    private let identifiers: IdentifierGenerator
    private let actions: UserActions

    init(_ todo: Todo?, _ services: TodoServices, actions: UserActions) {
        self.actions = actions
        self.todo = todo
        text = todo?.text.value ?? ""
        priority = todo?.priority ?? .normal
        deadline = todo?.deadline
        notes = todo?.notes.value ?? ""
        isCompleted = todo?.isCompleted ?? false
        repository = services.todos
        removed = services.removed
        clock = services.clock
        identifiers = services.identifiers
    }

    /// The title of the screen.
    public var title: Message { todo == nil ? Message("New task") : Message("Task") }
    /// The deadline as a text to type in: a day, or a day with a time, as `TodoDeadline` reads it; empty where there is none. What is
    /// no date stays as it was typed, and is told by ``problems``.
    public var deadlineText: String {
        get { typedDeadline ?? deadline?.description ?? "" }
        set {
            // What is no date leaves the deadline as it is.
            if case .success(let typed) = Self.deadline(newValue) { deadline = typed }
            typedDeadline = newValue
        }
    }

    private static func deadline(_ typed: String) -> Result<TodoDeadline?, TodoError> {
        let text = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { return .success(nil) }
        do { return .success(try TodoDeadline(text)) } catch { return .failure(error) }
    }

    /// Whether there is anything that leaving the screen would lose.
    public var hasUnsavedChanges: Bool {
        text != (todo?.text.value ?? "") || priority != (todo?.priority ?? .normal) || deadline != todo?.deadline
            || notes != (todo?.notes.value ?? "") || isCompleted != (todo?.isCompleted ?? false)
            || problems[.deadline] != nil
    }

    /// What is wrong with what was typed, field by field; empty where nothing is.
    public var problems: [TodoField: TodoError] {
        var problems: [TodoField: TodoError] = [:]
        do { _ = try TodoText(text) } catch { problems[.text] = error }
        do { _ = try TodoNotes(notes) } catch { problems[.notes] = error }
        if let typedDeadline, case .failure(let error) = Self.deadline(typedDeadline) { problems[.deadline] = error }
        return problems
    }

    /// What is wrong in the first field in which something is; `nil` where nothing is. The error tells which field it is about.
    public var problem: TodoError? {
        let problems = problems
        return TodoField.allCases.lazy.compactMap { problems[$0] }.first
    }

    /// Whether there is something to save, and it can be.
    public var canSave: Bool { !isSaving && problem == nil && (hasUnsavedChanges || isRemoved) }

    /// Saves the task; a new one, or one that was removed meanwhile, is added.
    /// - Returns: the task as it is then; `nil` where it could not be saved, and then ``failure`` says why.
    @discardableResult
    public func save() async -> Todo? {
        guard !isSaving else { return nil }
        isSaving = true
        defer { isSaving = false }
        do {
            let saved = try await actions.perform("save task", "\(todo?.id.rawValue ?? "new")") {
                () throws(TodoError) in try await store()
            }
            failure = nil
            return saved
        } catch {
            failure = error
            return nil
        }
    }

    private func store() async throws(TodoError) -> Todo {
        if let problem { throw problem }
        let typed = try TodoText(text)
        let typedNotes = try TodoNotes(notes)
        let saved: Todo
        if let todo, !isRemoved {
            saved = try await repository.edit(todo.id, edit(of: todo, typed, typedNotes), at: clock.now())
        } else {
            let now = clock.now()
            saved = Todo(
                id: identifiers.next(), text: typed, priority: priority, deadline: deadline, notes: typedNotes,
                isCompleted: isCompleted, completedAt: isCompleted ? now.inWholeSeconds : nil, createdAt: now,
                updatedAt: now)
            try await repository.add(saved)
        }
        isRemoved = false
        todo = saved
        if deadline == saved.deadline { typedDeadline = nil }
        // Without the white space around it, unless the user has typed on meanwhile.
        if Self.text(text) == typed { text = saved.text.value }
        if Self.notes(notes) == typedNotes { notes = saved.notes.value }
        return saved
    }

    /// Takes back all that was not saved.
    public func discardChanges() {
        actions.note("discard changes", todo?.id.rawValue ?? "new")
        text = todo?.text.value ?? ""
        priority = todo?.priority ?? .normal
        deadline = todo?.deadline
        notes = todo?.notes.value ?? ""
        isCompleted = todo?.isCompleted ?? false
        failure = nil
    }

    /// Removes the task; the list's `undoRemoval()` brings it back.
    /// - Returns: whether it is gone; where not, ``failure`` says why.
    @discardableResult
    public func remove() async -> Bool {
        guard let todo else { return false }
        do {
            try await actions.perform("remove task", "\(todo.id)") { () throws(TodoError) in
                try await removed.remove([todo.id])
            }
            isRemoved = true
            failure = nil
            return true
        } catch {
            failure = error
            return false
        }
    }

    func apply(_ change: TodoChange) {
        switch change {
        case .updated(let changed) where changed.id == todo?.id: follow(changed)
        case .added(let changed) where changed.id == todo?.id:
            isRemoved = false
            follow(changed)
        case .removed(let id) where id == todo?.id: isRemoved = true
        case .added, .updated, .removed: break
        }
    }

    /// Takes over what was changed elsewhere, but for the fields that the user has touched.
    private func follow(_ changed: Todo) {
        guard let base = todo else { return }
        if text == base.text.value { text = changed.text.value }
        if priority == base.priority { priority = changed.priority }
        // What was typed is touched, even if it comes to the same.
        if deadline == base.deadline, typedDeadline == nil { deadline = changed.deadline }
        if notes == base.notes.value { notes = changed.notes.value }
        if isCompleted == base.isCompleted { isCompleted = changed.isCompleted }
        todo = changed
    }

    /// Only what the user has changed.
    private func edit(of todo: Todo, _ typed: TodoText, _ typedNotes: TodoNotes) -> TodoEdit {
        TodoEdit(
            text: typed == todo.text ? nil : typed, priority: priority == todo.priority ? nil : priority,
            deadline: deadline == todo.deadline ? nil : deadline.map { .set($0) } ?? .cleared,
            notes: typedNotes == todo.notes ? nil : typedNotes,
            isCompleted: isCompleted == todo.isCompleted ? nil : isCompleted)
    }

    private static func text(_ typed: String) -> TodoText? {
        do { return try TodoText(typed) } catch { return nil }
    }

    private static func notes(_ typed: String) -> TodoNotes? {
        do { return try TodoNotes(typed) } catch { return nil }
    }
}
