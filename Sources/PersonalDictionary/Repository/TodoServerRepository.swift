public import Foundation

/// The server of the to-do list, as the user has named it. The password is no part of it.
public struct TodoServerAddress: Hashable, Sendable, Codable {
    /// The address, without a password.
    public let url: URL
    /// The user's name at the server; `nil` where it stands in the address, or none is needed.
    public let user: String?

    /// Names a server; a password in the address is left out.
    public init(url: URL, user: String? = nil) {
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        parts?.password = nil
        self.url = parts?.url ?? url
        self.user = user
    }
}

/// Remembers the server of the to-do list.
public protocol TodoServerRepository: Sendable {
    /// The server that was saved last; `nil` where there is none. Throws ``DictionaryError/store(_:)``.
    func server() async throws(DictionaryError) -> TodoServerAddress?
    /// Saves the server, or with `nil` that there is none. Throws ``DictionaryError/store(_:)``.
    func save(_ server: TodoServerAddress?) async throws(DictionaryError)
}

/// Remembers the server of the to-do list in memory.
public actor InMemoryTodoServerRepository: TodoServerRepository {
    private var saved: TodoServerAddress?

    /// Makes a repository without a server.
    public init() {}

    /// The server that was saved last.
    public func server() throws(DictionaryError) -> TodoServerAddress? { saved }

    /// Saves the server.
    public func save(_ server: TodoServerAddress?) throws(DictionaryError) { saved = server }
}
