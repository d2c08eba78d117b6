package import CoreModule

extension ResourceBundle {
    /// The resources of `TodoList`: its messages and the Windows names of time zones.
    package static let todoList = ResourceBundle("superapp_TodoList")
}
