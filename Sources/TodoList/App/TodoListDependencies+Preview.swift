public import CoreModule

extension TodoListDependencies {
    /// Makes dependencies for previews and tests, without waiting: in memory, with tasks that the list shows in its first frame.
    public static func preview(_ todos: [Todo] = .sample, clock: WallClock = .system) -> TodoListDependencies {
        TodoListDependencies(todos: .preview(todos), clock: clock, identifiers: .uuidV7(clock: clock))
    }
}

extension TodoListGraph {
    /// Builds a to-do list for a preview or a test, in a tree of its own. Keep the graph while its screens are shown.
    @MainActor
    public static func preview(_ dependencies: TodoListDependencies = .preview()) -> TodoListGraph {
        TodoListBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
    }
}
