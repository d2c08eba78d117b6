public import CoreModule

extension SavedScreen {
    /// The to-do list.
    public static let todoList = SavedScreen("todoList")
    /// The conflicts of a synchronization.
    public static let todoConflicts = SavedScreen("todoConflicts")
    /// The tasks that were removed within 30 days.
    public static let todoBin = SavedScreen("todoBin")

    /// The editor of a task. Nil: of a new task. The editor of a done task is not found.
    public static func todoEditor(_ id: TodoID?) -> SavedScreen { SavedScreen("todoEditor", input: id?.rawValue) }
}

extension RouteLinks {
    /// The links of the to-do list, and of the screens that it leads to.
    package static let todoList = RouteLinks(["todo"], leadingTo: [todoEditor, todoConflicts, todoBin])
    fileprivate static let todoEditor: RouteLinks = ["new-task", "todo/*"]
    fileprivate static let todoConflicts: RouteLinks = ["conflicts"]
    fileprivate static let todoBin: RouteLinks = ["todo-bin"]
}

extension RouteName<Void, TodoConflictsGraph> {
    static var todoConflicts: Self { RouteName(SavedScreen.todoConflicts.route, links: .todoConflicts) }
}

extension RouteName<Void, TodoBinGraph> {
    static var todoBin: Self { RouteName(SavedScreen.todoBin.route, links: .todoBin) }
}

extension RouteName<Todo?, TodoEditorGraph> {
    static func todoEditor(_ todos: TaskList) -> Self {
        RouteName(SavedScreen.todoEditor(nil).route, links: .todoEditor) { editor in
            editor.viewModel.todo?.id.rawValue
        } find: { id in
            guard let id else { return .some(nil) }
            guard let todo = try await todos.todo(TodoID(id)), todo.canBeEdited else { return nil }
            return .some(todo)
        }
    }
}
