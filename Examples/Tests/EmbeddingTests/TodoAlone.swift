import CoreModule
import Foundation
import TodoList

/// The to-do list without the dictionary: with its own navigation stack, and tasks in its own file.
@MainActor
func openTodoList(_ file: URL, tree: FeatureTree) async throws -> TodoListGraph {
    let database = try await SQLiteDatabase.open(.file(file), schemas: [TodoSchema.todos])
    let dependencies = TodoListDependencies(
        todos: TaskList(database), clock: .system, identifiers: .uuidV7(clock: .system))
    let todoList = TodoListBuilder(dependencies: dependencies, parent: tree.root).build()
    await todoList.mainScreen.list.viewModel.load()
    return todoList
}
