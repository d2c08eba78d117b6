public import CoreModule

/// What the main screen of the to-do list needs from outside.
struct TodoMainScreenDependencies {
    let services: TodoServices
    let navigator: any Navigator
}

/// Makes the main screen of the to-do list.
struct TodoMainScreenBuilder: Builder {
    static let feature = Feature.screen("MainScreen")
    let dependencies: TodoMainScreenDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> TodoMainScreenGraph {
        let services = dependencies.services
        let toEditor = TodoNavToEditorDependencies(navigator: dependencies.navigator, services: services)
        let toConflicts = TodoNavToConflictsDependencies(navigator: dependencies.navigator, services: services)
        return TodoMainScreenGraph(
            scope: scope,
            list: TodoMainListBuilder(dependencies: services, parent: scope).build(),
            counter: TodoCounterBuilder(dependencies: services, parent: scope).build(),
            showButton: TodoShowButtonBuilder(dependencies: services.isShowingCompleted, parent: scope).build(),
            networkIndicator: TodoNetworkIndicatorBuilder(dependencies: services, parent: scope).build(),
            toEditor: TodoNavToEditorBuilder(dependencies: toEditor, parent: scope).build(),
            toConflicts: TodoNavToConflictsBuilder(dependencies: toConflicts, parent: scope).build())
    }
}

/// The main screen of the to-do list: the list, a counter, a button that shows or hides what is done, an indicator of how it
/// stands to its server, and the ways to the editor and to the conflicts.
public final class TodoMainScreenGraph: ScreenGraph {
    /// The lifetime of the feature.
    public let scope: FeatureScope
    /// The tasks.
    public let list: TodoMainListGraph
    /// How many are done.
    public let counter: TodoCounterGraph
    /// Shows or hides what is done.
    public let showButton: TodoShowButtonGraph
    /// The synchronization status.
    public let networkIndicator: TodoNetworkIndicatorGraph
    /// Leads to the editor of a task.
    public let toEditor: TodoNavToEditorGraph
    /// Leads to what lost when edits met, and tells how much that is.
    public let toConflicts: TodoNavToConflictsGraph

    /// What the screen is called, with how many tasks are done once they were counted, how many conflicts there are, and how the
    /// list stands to its server.
    public var title: Message {
        var parts = counter.viewModel.total == 0 ? [] : [counter.viewModel.message]
        if toConflicts.viewModel.count > 0 { parts.append(toConflicts.viewModel.message) }
        if networkIndicator.viewModel.status.hasServer { parts.append(networkIndicator.viewModel.message) }
        guard let first = parts.first else { return Message("To-do") }
        return Message("To-do (\(parts.dropFirst().reduce(first) { Message("\($0) · \($1)") }))")
    }

    init(
        scope: FeatureScope, list: TodoMainListGraph, counter: TodoCounterGraph, showButton: TodoShowButtonGraph,
        networkIndicator: TodoNetworkIndicatorGraph, toEditor: TodoNavToEditorGraph,
        toConflicts: TodoNavToConflictsGraph
    ) {
        self.scope = scope
        self.list = list
        self.counter = counter
        self.showButton = showButton
        self.networkIndicator = networkIndicator
        self.toEditor = toEditor
        self.toConflicts = toConflicts
    }
}
