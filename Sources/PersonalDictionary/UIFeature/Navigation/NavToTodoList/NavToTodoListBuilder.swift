public import CoreModule
public import TodoList

// The other features use these names, so that only this file imports `TodoList`.

/// The navigation to the to-do list.
public typealias NavToTodoListGraph = RouteGraph<Void, TodoListGraph>
typealias NavToTodoListBuilder = RouteBuilder<Void, TodoListBuilder>
typealias NavToTodoListDependencies = RouteDependencies<Void, TodoListBuilder>
