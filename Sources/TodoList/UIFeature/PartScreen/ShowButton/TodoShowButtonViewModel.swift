import CoreModule
public import Observation

/// Shows or hides done tasks.
@MainActor
@Observable
public final class TodoShowButtonViewModel {
    private let shown: StreamBinding<Bool>
    private let actions: UserActions

    init(isShowing stream: ValueStream<Bool>, scope: FeatureScope) {
        shown = StreamBinding(stream, in: scope)
        actions = scope.actions
    }

    /// Whether done tasks are shown.
    public var isShowingCompleted: Bool { shown.value }

    /// Shows or hides done tasks.
    public func toggle() {
        actions.note(isShowingCompleted ? "hide done tasks" : "show done tasks")
        shown.value.toggle()
    }
}
