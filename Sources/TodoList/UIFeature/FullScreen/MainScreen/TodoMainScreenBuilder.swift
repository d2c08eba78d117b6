public import CoreModule

/// Makes the main screen of the to-do list.
struct TodoMainScreenBuilder: Builder {
    static let feature = Feature.screen("MainScreen", .graph)
    let dependencies: TodoServices
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> TodoMainScreenGraph {
        TodoMainScreenGraph(
            scope: scope,
            list: TodoMainListBuilder(dependencies: dependencies, parent: scope).build(),
            counter: TodoCounterBuilder(dependencies: dependencies, parent: scope).build(),
            showButton: TodoShowButtonBuilder(dependencies: dependencies.isShowingCompleted, parent: scope).build())
    }
}

/// The main screen of the to-do list: the list, a counter, and a button that shows or hides what is done.
public final class TodoMainScreenGraph: Graph {
    /// The feature's lifetime.
    public let scope: FeatureScope
    /// The tasks.
    public let list: TodoMainListGraph
    /// How many are done.
    public let counter: TodoCounterGraph
    /// Shows or hides what is done.
    public let showButton: TodoShowButtonGraph

    init(
        scope: FeatureScope, list: TodoMainListGraph, counter: TodoCounterGraph, showButton: TodoShowButtonGraph
    ) {
        self.scope = scope
        self.list = list
        self.counter = counter
        self.showButton = showButton
    }
}
