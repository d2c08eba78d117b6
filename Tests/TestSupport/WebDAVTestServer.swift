package import CoreModule
package import Foundation

/// A WebDAV server that was started for the tests. The environment names it: `WEBDAV_URL`, a folder on it; the user is "user", the
/// password "secret".
package struct WebDAVTestServer: Sendable {
    private let root: URL
    package let user = "user"
    package let password = "secret"

    /// Nil if the environment names none.
    package init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
        guard let url = environment["WEBDAV_URL"].flatMap({ URL(string: $0) }) else { return nil }
        root = url
    }

    private var credentials: WebDAVCredentials { WebDAVCredentials(user: user, password: Secret(password)) }

    /// Calls a function with the address of a new folder, which is removed afterwards.
    package func withFolder(_ body: (URL) async throws -> Void) async throws {
        let url = root.appending(path: "\(UUID().uuidString)/")
        try await send("MKCOL", url)
        try await body(url)
        try await send("DELETE", url)
    }

    private func send(_ method: String, _ url: URL) async throws {
        let basic = Data("\(user):\(password)".utf8).base64EncodedString()
        let request = HTTP.Request(method, url, headers: ["Authorization": "Basic \(basic)"])
        _ = try await SystemHTTPClient().send(request)
    }

    package func folder(_ url: URL) throws -> WebDAVFolder { try WebDAVFolder(url: url, credentials: credentials) }
}
