public import CoreModule

/// Builds the to-do list: alone under the root of a `FeatureTree`, or as a feature of another app.
public struct TodoListBuilder: Builder {
    /// The description of the feature.
    public static let feature = Feature.viewless("TodoList")
    /// The feature's dependencies.
    public let dependencies: TodoListDependencies
    /// The parent scope.
    public let parent: FeatureScope

    /// Makes a builder.
    public init(dependencies: TodoListDependencies, parent: FeatureScope) {
        self.dependencies = dependencies
        self.parent = parent
    }

    /// Makes the feature's graph.
    public func makeGraph(in scope: FeatureScope) -> TodoListGraph {
        let logger = dependencies.logger
        let navigation = dependencies.navigator == nil ? ScreenStack(logger: logger) : nil
        if let navigation { scope.onDetach(with: navigation) { $0.popAll() } }
        let mainScreen = TodoMainScreenDependencies(
            session: dependencies.session, server: dependencies.server,
            isShowingCompleted: ValueStream(false).logged(as: "showDone", by: logger),
            clock: dependencies.clock, identifiers: dependencies.identifiers, timeZone: dependencies.timeZone,
            locale: dependencies.locale, navigator: dependencies.navigator ?? navigation ?? ScreenStack())
        dependencies.server?.keepSynchronized(dependencies.todos, in: scope)
        scope.run { [dependencies] in
            do {
                try await dependencies.todos.deleteOldRemovals(at: dependencies.clock.now())
            } catch {
                // The list has logged why. The bin does not show what is older, and the next start deletes it.
                return
            }
        }
        let exchange = TodoExchange(
            todos: dependencies.todos, clock: dependencies.clock, identifiers: dependencies.identifiers,
            timeZone: dependencies.timeZone)
        return TodoListGraph(
            scope: scope, navigation: navigation, exchange: exchange,
            mainScreen: TodoMainScreenBuilder(dependencies: mainScreen, parent: scope).build())
    }
}

/// The to-do list.
public final class TodoListGraph: ScreenGraph {
    /// The lifetime of the feature.
    public let scope: FeatureScope
    /// The open screens above the main screen; nil if another navigator shows them.
    public let navigation: ScreenStack?
    /// Imports and exports tasks.
    public let exchange: TodoExchange
    /// The list's main screen.
    public let mainScreen: TodoMainScreenGraph

    /// The title of the main screen.
    public var title: Message { mainScreen.title }

    init(
        scope: FeatureScope, navigation: ScreenStack?, exchange: TodoExchange, mainScreen: TodoMainScreenGraph
    ) {
        self.scope = scope
        self.navigation = navigation
        self.exchange = exchange
        self.mainScreen = mainScreen
    }
}

extension MessageTable {
    /// The texts of `TodoList`.
    public static let todoList = MessageTable(.todoList, englishIsKeys: true)
}

extension TodoListGraph {
    /// The open screens above the main screen, from bottom to top. It is observable. Empty if another navigator shows them.
    public var openScreens: [SavedScreen] { navigation?.savedPath ?? [] }

    /// Dismisses the screens above the main screen, and opens others. The editor of a task that no longer exists is skipped.
    ///
    /// Throws ``TodoError/store(_:)`` if the tasks cannot be read. The screens before the failure are open then.
    public func restore(_ screens: [SavedScreen]) async throws(TodoError) {
        do { try await navigation?.restore(screens) } catch { throw TodoError(wrapping: error, path: nil) }
    }
}

extension RouteName<Void, TodoListGraph> {
    /// The list, as a feature of another app. Its link is `todo`; those of its screens are `todo/ID`, `new-task`, `conflicts` and `todo-bin`.
    public static var todoList: Self { RouteName(SavedScreen.todoList.route, links: .todoList) }
}
