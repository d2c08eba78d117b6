public import CoreModule

extension SavedScreen {
    /// The to-do list.
    public static let todoList = SavedScreen("todoList")
    /// The conflicts of a synchronization.
    public static let todoConflicts = SavedScreen("todoConflicts")

    /// The editor of a task. Nil: of a new task. The editor of a done task is not found.
    public static func todoEditor(_ id: TodoID?) -> SavedScreen { SavedScreen("todoEditor", input: id?.rawValue) }
}

/// The links of the screens that the list leads to.
enum TodoLinks {
    static let editor = ["new-task", "todo/*"]
    static let conflicts = ["conflicts"]
}

extension RouteName<Void, TodoConflictsGraph> {
    static var todoConflicts: Self { RouteName(SavedScreen.todoConflicts.route, links: TodoLinks.conflicts) }
}

extension RouteName<Todo?, TodoEditorGraph> {
    static func todoEditor(_ todos: any TodoRepository) -> Self {
        RouteName(SavedScreen.todoEditor(nil).route, links: TodoLinks.editor) { editor in
            editor.viewModel.todo?.id.rawValue
        } find: { id in
            guard let id else { return .some(nil) }
            guard let todo = try await todos.todo(TodoID(id)), todo.canBeEdited else { return nil }
            return .some(todo)
        }
    }
}
