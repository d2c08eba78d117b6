public import CoreModule
public import Observation

/// Makes the button that shows or hides what is done.
struct TodoShowButtonBuilder: Builder {
    static let feature = Feature.part("ShowButton")
    let dependencies: any ValueModelStream<Bool>
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> TodoShowButtonGraph {
        let viewModel = TodoShowButtonViewModel(isShowing: dependencies, actions: scope.actions)
        scope.observe(dependencies.events(buffer: .newest(1)), with: viewModel) { $0.isShowingCompleted = $1 }
        return TodoShowButtonGraph(scope: scope, viewModel: viewModel)
    }
}

/// The button as the rest of the app sees it.
public final class TodoShowButtonGraph: Graph {
    /// The lifetime of the feature.
    public let scope: FeatureScope
    /// The view model.
    public let viewModel: TodoShowButtonViewModel

    init(scope: FeatureScope, viewModel: TodoShowButtonViewModel) {
        self.scope = scope
        self.viewModel = viewModel
    }
}

/// Whether done tasks are shown.
@MainActor
@Observable
public final class TodoShowButtonViewModel {
    /// Whether done tasks are shown.
    public internal(set) var isShowingCompleted: Bool
    private let stream: any ValueModelStream<Bool>
    private let actions: UserActions

    init(isShowing stream: any ValueModelStream<Bool>, actions: UserActions) {
        self.stream = stream
        self.actions = actions
        isShowingCompleted = stream.value
    }

    /// Shows done tasks, or hides them.
    public func toggle() {
        isShowingCompleted.toggle()
        actions.note(isShowingCompleted ? "show done tasks" : "hide done tasks")
        stream.send(isShowingCompleted)
    }
}
