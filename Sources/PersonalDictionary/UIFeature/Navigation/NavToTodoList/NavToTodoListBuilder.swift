public import CoreModule
public import TodoList

// The other features use this name, so that only this file imports `TodoList`.

/// The navigation to the to-do list.
public typealias NavToTodoListGraph = RouteGraph<Void, TodoListGraph>
