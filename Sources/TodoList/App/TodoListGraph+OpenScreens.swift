public import CoreModule

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
    /// The list, as a feature of another app. Its link is `todo`; those of its screens are `todo/ID`, `new-task` and `conflicts`.
    public static var todoList: Self { RouteName(SavedScreen.todoList.route, links: .todoList) }
}
