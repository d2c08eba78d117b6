public import CoreModule
public import Observation

/// Shows or hides done tasks.
///
/// The user's choice stays when the last done task goes: the button is disabled until a task is done again.
@MainActor
@Observable
public final class TodoShowButtonViewModel {
    private let shown: StreamBinding<Bool>
    private let actions: UserActions
    private let hasHideable: @MainActor () -> Bool

    init(_ dependencies: TodoShowButtonDependencies, scope: FeatureScope) {
        shown = StreamBinding(dependencies.isShowingCompleted, in: scope)
        actions = scope.actions
        hasHideable = dependencies.hasHideable
    }

    /// Whether done tasks are shown, and those that have not begun. Setting it to another value does what ``toggle()`` does.
    public var isShowingCompleted: Bool {
        get { shown.value }
        set { if newValue != shown.value { toggle() } }
    }

    /// The title of the button.
    public var title: Message { isShowingCompleted ? Message("Hide done") : Message("Show done") }

    /// Whether a task of the list is done, or has not begun. It follows the list.
    public var canToggle: Bool { hasHideable() }

    /// Shows or hides done tasks. Does nothing if ``canToggle`` is false.
    public func toggle() {
        guard canToggle else { return }
        actions.note(isShowingCompleted ? "hide done tasks" : "show done tasks")
        shown.value.toggle()
    }
}
