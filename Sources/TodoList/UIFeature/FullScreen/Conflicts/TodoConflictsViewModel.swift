public import CoreModule
public import Observation

/// The values that lost a merge in a synchronization. Each can be restored.
@MainActor
@Observable
public final class TodoConflictsViewModel: ScreenViewModel, ActionViewModel {
    private let loader: Loader<[TodoConflict], TodoError>
    /// The user's actions.
    public let actions: ActionState<TodoError>
    private let dependencies: TodoConflictsDependencies

    init(_ dependencies: TodoConflictsDependencies, scope: FeatureScope) {
        loader = Loader([]) { () throws(TodoError) in try await dependencies.todos.conflicts() }
        actions = ActionState(scope.actions)
        self.dependencies = dependencies
    }

    /// The title of the screen.
    public var title: Message { Message("Conflicts") }
    /// The loading state.
    public var phase: ListPhase<TodoError> { loader.phase }
    /// The conflicts, oldest first.
    public var conflicts: [TodoConflict] { loader.value }
    /// Whether the conflicts were loaded and there are none.
    public var isEmpty: Bool { phase == .loaded && conflicts.isEmpty }
    /// The title of the button that calls ``restore(_:)``.
    public var restoreTitle: Message { Message("Restore") }
    /// The text to show if ``isEmpty``.
    public var emptyMessage: Message { Message("No conflicts") }

    /// Loads the conflicts.
    public func load() async { await loader.load() }

    /// Restores the lost value by an ordinary edit, and deletes the conflict.
    /// - Returns: the change of the task. Nil if it failed; then `failure` says why.
    @discardableResult
    public func restore(_ conflict: TodoConflict.ID) async -> TodoChange? {
        let change = await actions.perform("restore conflict", "\(conflict)") { () throws(TodoError) in
            try await dependencies.todos.restore(conflict, at: dependencies.clock.now())
        }
        // After a failure, too: another screen or process may have restored it.
        await loader.reload()
        return change
    }

    func reload() async { await loader.reload() }
}
