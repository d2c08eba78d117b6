import CoreModule

struct TodoMainScreenDependencies {
    let todos: any TodoRepository
    let removal: TodoRemovalUndo
    let isShowingCompleted: ValueStream<Bool>
    let synchronizer: (any TodoSynchronizing)?
    let syncStatus: any ModelStreamReader<TodoSyncStatus>
    let clock: WallClock
    let identifiers: IdentifierGenerator
    let navigator: any Navigator
}

struct TodoMainScreenBuilder: Builder {
    static let feature = Feature.screen("MainScreen")
    let dependencies: TodoMainScreenDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> TodoMainScreenGraph {
        let needs = dependencies
        let list = TodoMainListDependencies(
            todos: needs.todos, removal: needs.removal, isShowingCompleted: needs.isShowingCompleted,
            clock: needs.clock, identifiers: needs.identifiers)
        let indicator = TodoNetworkIndicatorDependencies(
            todos: needs.todos, synchronizer: needs.synchronizer, syncStatus: needs.syncStatus)
        let editor = TodoEditorDependencies(
            todos: needs.todos, removal: needs.removal, clock: needs.clock, identifiers: needs.identifiers)
        let conflicts = TodoConflictsDependencies(
            todos: needs.todos, syncStatus: needs.syncStatus, clock: needs.clock)
        return TodoMainScreenGraph(
            scope: scope,
            list: TodoMainListBuilder(dependencies: list, parent: scope).build(),
            counter: TodoCounterBuilder(
                dependencies: TodoCounterDependencies(todos: needs.todos), parent: scope
            ).build(),
            showButton: TodoShowButtonBuilder(
                dependencies: TodoShowButtonDependencies(isShowingCompleted: needs.isShowingCompleted), parent: scope
            ).build(),
            networkIndicator: TodoNetworkIndicatorBuilder(dependencies: indicator, parent: scope).build(),
            toEditor: TodoNavToEditorBuilder(
                dependencies: TodoNavToEditorDependencies(navigator: needs.navigator, editor: editor), parent: scope
            ).build(),
            toConflicts: TodoNavToConflictsBuilder(
                dependencies: TodoNavToConflictsDependencies(navigator: needs.navigator, conflicts: conflicts),
                parent: scope
            ).build())
    }
}
