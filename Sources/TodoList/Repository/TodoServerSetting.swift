public import CoreModule

extension SettingKey<TodoServerAddress> {
    /// The server that the list is synchronized with.
    public static let todoServer = SettingKey(
        "todoServer", unreadable: Message("the saved server of the to-do list cannot be read"))
}
