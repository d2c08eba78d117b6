public import CoreModule
import Foundation

extension MessageTable {
    /// The texts of `TodoList`.
    public static let todoList = MessageTable(.module)
}
