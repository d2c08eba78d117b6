package import CoreModule
package import Foundation
import TodoList

/// A CalDAV server that was started for the tests. The environment names it: `CALDAV_URL`, `CALDAV_USER`,
/// `CALDAV_PASSWORD`, `CALDAV_HOME`, the path of the user's calendars, `CALDAV_ALLOWS_DUPLICATES`, and `CALDAV_HAS_NO_TOKENS`.
package struct CalDAVTestServer: Sendable {
    /// Its address, with a slash at the end.
    package let url: URL
    package let user: String
    package let password: String
    private let path: String
    /// Whether it asks for a password: `CALDAV_PASSWORD` is not empty.
    package let hasPasswords: Bool
    /// Whether it accepts two resources with one identifier, as sabre/dav does.
    package let allowsDuplicates: Bool
    /// Whether it lists the changes since a token.
    package let hasTokens: Bool
    private let client = SystemHTTPClient(timeout: .seconds(600))

    /// Nil if the environment names none.
    package init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
        guard let text = environment["CALDAV_URL"], let url = URL(string: text) else { return nil }
        self.url = text.hasSuffix("/") ? url : url.appending(path: "/")
        user = environment["CALDAV_USER"] ?? "user"
        path = environment["CALDAV_HOME"] ?? user + "/"
        let password = environment["CALDAV_PASSWORD"] ?? "secret"
        hasPasswords = !password.isEmpty
        allowsDuplicates = environment["CALDAV_ALLOWS_DUPLICATES"] != nil
        hasTokens = environment["CALDAV_HAS_NO_TOKENS"] == nil
        self.password = hasPasswords ? password : "any"
    }

    package var credentials: WebDAVCredentials { WebDAVCredentials(user: user, password: Secret(password)) }

    /// The user's calendars.
    package var home: URL { url.appending(path: path) }

    /// Creates a collection (RFC 4791, section 5.3.1) with a new name.
    /// - Returns: its address.
    package func makeCollection(
        _ name: String, components: [String] = ["VTODO"]
    ) async throws(HTTP.Error) -> URL {
        let url = home.appending(path: "\(name)-\(UUID().uuidString)/")
        try await makeCollection(at: url, name, components: components)
        return url
    }

    /// Creates a collection at an address.
    package func makeCollection(
        at url: URL, _ name: String = "tasks", components: [String] = ["VTODO"]
    ) async throws(HTTP.Error) {
        let list = components.map { "<C:comp name=\"\($0)\"/>" }.joined()
        let body = """
            <C:mkcalendar xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:set><D:prop>\
            <D:displayname>\(name)</D:displayname>\
            <C:supported-calendar-component-set>\(list)</C:supported-calendar-component-set>\
            </D:prop></D:set></C:mkcalendar>
            """
        try await send("MKCALENDAR", url, body)
    }

    /// Removes a collection with everything in it.
    package func remove(_ url: URL) async throws(HTTP.Error) {
        try await send("DELETE", url)
    }

    private func send(_ method: String, _ url: URL, _ body: String? = nil) async throws(HTTP.Error) {
        let basic = Data("\(user):\(password)".utf8).base64EncodedString()
        _ = try await client.send(
            HTTP.Request(
                method, url,
                headers: ["Authorization": "Basic \(basic)", "Content-Type": "application/xml; charset=utf-8"],
                body: body.map { Data($0.utf8) }))
    }
}
