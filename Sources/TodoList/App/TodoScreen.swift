public import CoreModule

/// A screen of the to-do list in a form that can be saved.
public enum TodoScreen: Hashable, Sendable, Codable {
    /// The main screen.
    case list
    /// The editor of a task. Nil: of a new task.
    case editor(TodoID?)
    /// The conflicts of a synchronization.
    case conflicts

    // Names in saved data, beside those of other screens of an app.
    private enum CodingKeys: String, CodingKey {
        case list = "todoList"
        case editor = "todoEditor"
        case conflicts = "todoConflicts"
    }

    /// The screen of a graph. Nil if it is no screen of the to-do list.
    @MainActor
    public init?(_ graph: any Graph) {
        switch graph {
        case is TodoListGraph: self = .list
        case let editor as TodoEditorGraph: self = .editor(editor.viewModel.todo?.id)
        case is TodoConflictsGraph: self = .conflicts
        default: return nil
        }
    }
}

extension TodoListGraph {
    /// The open screens above the main screen, from bottom to top. It is observable. Empty if another navigator shows them.
    public var openScreens: [TodoScreen] { navigation?.screens.compactMap { TodoScreen($0) } ?? [] }

    /// Dismisses the screens above the main screen, and opens others. Throws like ``open(_:)``; the screens before the failure are
    /// open then.
    public func restore(_ screens: [TodoScreen]) async throws(TodoError) {
        navigation?.popAll()
        for screen in screens { try await open(screen) }
    }

    /// Opens a screen above the main screen. Does nothing if its task no longer exists. Throws ``TodoError/store(_:)`` if the tasks
    /// cannot be read.
    public func open(_ screen: TodoScreen) async throws(TodoError) {
        switch screen {
        case .list: break
        case .conflicts: mainScreen.toConflicts.router.open()
        case .editor(nil): mainScreen.toEditor.router.open(nil)
        case .editor(let id?):
            if let todo = try await mainScreen.list.viewModel.todo(id) { mainScreen.toEditor.router.open(todo) }
        }
    }
}
