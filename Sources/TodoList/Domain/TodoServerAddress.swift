public import CoreModule
public import Foundation

/// The server of the to-do list, as the user named it, without the password.
public struct TodoServerAddress: Hashable, Sendable, Codable {
    /// The address, without a password.
    public let url: URL
    /// The user name at the server. Nil if the address contains it, or if the server needs none.
    public let user: String?

    /// Names a server. A password in the address is removed.
    public init(url: URL, user: String? = nil) {
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        parts?.password = nil
        self.url = parts?.url ?? url
        self.user = user
    }
}

extension SettingKey<TodoServerAddress> {
    /// The server that the list is synchronized with.
    public static let todoServer = SettingKey(
        "todoServer", unreadable: Message("the saved server of the to-do list cannot be read"))
}
