public import CoreModule
import Foundation

struct TodoMainScreenDependencies {
    let session: TodoSession
    let server: TodoServerConnection?
    let isShowingCompleted: ValueStream<Bool>
    let clock: WallClock
    let identifiers: IdentifierGenerator
    let timeZone: TimeZone
    let locale: Locale
    let navigator: any Navigator
}

struct TodoMainScreenBuilder: Builder {
    static let feature = Feature.screen("MainScreen")
    let dependencies: TodoMainScreenDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> TodoMainScreenGraph {
        let todos = dependencies.session.todos
        let list = TodoMainListDependencies(
            session: dependencies.session, isShowingCompleted: dependencies.isShowingCompleted,
            clock: dependencies.clock, identifiers: dependencies.identifiers, timeZone: dependencies.timeZone,
            locale: dependencies.locale)
        let indicator = TodoNetworkIndicatorDependencies(todos: todos, server: dependencies.server)
        let editor = TodoEditorDependencies(
            session: dependencies.session, clock: dependencies.clock,
            identifiers: dependencies.identifiers, timeZone: dependencies.timeZone, locale: dependencies.locale,
            navigator: dependencies.navigator)
        let conflicts = TodoConflictsDependencies(todos: todos, server: dependencies.server, clock: dependencies.clock)
        let bin = TodoBinDependencies(
            session: dependencies.session, clock: dependencies.clock, timeZone: dependencies.timeZone)
        let toEditor = RouteBuilder(
            navigator: dependencies.navigator, as: .todoEditor(todos), parent: scope
        ) { (todo: Todo?, parent) in
            TodoEditorBuilder(dependencies: editor, todo: todo, parent: parent)
        }
        let listGraph = TodoMainListBuilder(dependencies: list, parent: scope).build()
        let showButton = TodoShowButtonDependencies(isShowingCompleted: dependencies.isShowingCompleted) {
            [weak model = listGraph.viewModel] in model?.hasHideable ?? false
        }
        return TodoMainScreenGraph(
            scope: scope,
            list: listGraph,
            counter: TodoCounterBuilder(dependencies: TodoCounterDependencies(todos: todos), parent: scope).build(),
            showButton: TodoShowButtonBuilder(dependencies: showButton, parent: scope).build(),
            networkIndicator: TodoNetworkIndicatorBuilder(dependencies: indicator, parent: scope).build(),
            toEditor: toEditor.build(),
            toConflicts: TodoNavToConflictsBuilder(
                dependencies: TodoNavToConflictsDependencies(conflicts: conflicts, navigator: dependencies.navigator),
                parent: scope
            ).build(),
            toBin: RouteBuilder(navigator: dependencies.navigator, as: .todoBin, parent: scope) { parent in
                TodoBinBuilder(dependencies: bin, parent: parent)
            }.build())
    }
}

/// The navigation to the editor of a task, or of a new one for nil.
public typealias TodoNavToEditorGraph = RouteGraph<Todo?, TodoEditorGraph>

/// The main screen of the to-do list: the list, a counter, a button that shows or hides done tasks, the synchronization status,
/// and the navigation to the editor and the conflicts.
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
    /// The navigation to the editor of a task.
    public let toEditor: TodoNavToEditorGraph
    /// The navigation to the conflicts, with their number.
    public let toConflicts: TodoNavToConflictsGraph

    /// The navigation to the removed tasks.
    public let toBin: RouteGraph<Void, TodoBinGraph>
    /// The text of ``toBin``.
    public var toBinTitle: Message { .bin }

    /// The title of the screen, with the counter, the number of conflicts and the synchronization status once they are known.
    public var title: Message {
        var parts = counter.viewModel.total == 0 ? [] : [counter.viewModel.message]
        if toConflicts.viewModel.count > 0 { parts.append(toConflicts.viewModel.message) }
        if networkIndicator.viewModel.status.hasServer { parts.append(networkIndicator.viewModel.message) }
        guard let first = parts.first else { return list.viewModel.title }
        return Message("To-do (\(parts.dropFirst().reduce(first) { Message("\($0) · \($1)") }))")
    }

    /// Opens the editor of a task that the user has selected. A done task does not open it: it is reopened first.
    /// - Returns: whether the editor was opened.
    @discardableResult
    public func open(_ todo: Todo) -> Bool {
        guard todo.canBeEdited else { return false }
        toEditor.router.open(todo)
        return true
    }

    init(
        scope: FeatureScope, list: TodoMainListGraph, counter: TodoCounterGraph, showButton: TodoShowButtonGraph,
        networkIndicator: TodoNetworkIndicatorGraph, toEditor: TodoNavToEditorGraph,
        toConflicts: TodoNavToConflictsGraph, toBin: RouteGraph<Void, TodoBinGraph>
    ) {
        self.scope = scope
        self.list = list
        self.counter = counter
        self.showButton = showButton
        self.networkIndicator = networkIndicator
        self.toEditor = toEditor
        self.toConflicts = toConflicts
        self.toBin = toBin
    }
}
