public import CoreModule

/// The main screen of the to-do list: the list, a counter, a button that shows or hides done tasks, the synchronization status,
/// and the ways to the editor and the conflicts.
public final class TodoMainScreenGraph: ScreenGraph {
    /// The lifetime of the feature.
    public let scope: FeatureScope
    /// The tasks.
    public let list: TodoMainListGraph
    /// The counter of tasks.
    public let counter: TodoCounterGraph
    /// The button that shows or hides done tasks.
    public let showButton: TodoShowButtonGraph
    /// The synchronization status.
    public let networkIndicator: TodoNetworkIndicatorGraph
    /// The way to the editor of a task.
    public let toEditor: TodoNavToEditorGraph
    /// The way to the conflicts, with their number.
    public let toConflicts: TodoNavToConflictsGraph

    /// The title of the screen, with the counter, the number of conflicts and the synchronization status once they are known.
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
