public import CoreModule
public import TodoList

// The other features use these names, so that only this file imports `TodoList`.

/// The navigation to the to-do list.
public typealias NavToTodoListGraph = RouteGraph<TodoListGraph>
typealias NavToTodoListBuilder = RouteBuilder<TodoListBuilder>
typealias NavToTodoListDependencies = RouteDependencies<TodoListBuilder>
