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

/// A list of tasks on a server.
public struct TodoListAddress: Hashable, Sendable, CustomStringConvertible {
    /// Its address, without a user.
    public let url: URL
    /// Its name. Nil if it is unknown, or has none.
    public let name: String?

    /// Describes a list.
    public init(url: URL, name: String? = nil) {
        self.url = url
        self.name = name
    }

    /// The address and the name, on one line.
    public var description: String {
        [url.absoluteString, name?.split(whereSeparator: \.isWhitespace).joined(separator: " ")]
            .compactMap(\.self).joined(separator: "  ")
    }
}
