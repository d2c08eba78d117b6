public import CoreModule
import Foundation

extension MessageTable {
    /// What `TodoList` says.
    public static let todoList = MessageTable(.module)
}
