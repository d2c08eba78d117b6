public import CoreModule

struct TodoShowButtonDependencies {
    let isShowingCompleted: ValueStream<Bool>
    /// Whether a task of the list is done. It is observable.
    let hasHideable: @MainActor () -> Bool
}

struct TodoShowButtonBuilder: Builder {
    static let feature = Feature.part("ShowButton")
    let dependencies: TodoShowButtonDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> TodoShowButtonGraph {
        let viewModel = TodoShowButtonViewModel(dependencies, scope: scope)
        return TodoShowButtonGraph(scope: scope, viewModel: viewModel)
    }
}

/// The button that shows or hides done tasks.
public typealias TodoShowButtonGraph = PartGraph<TodoShowButtonViewModel>
