import CoreModule
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import PersonalDictionary
import Testing
import WebFrontEnd

/// Runs a test on a server over a file of its own, without a network.
func withServer(
    _ setup: TestingSetup = .router, access: WebConfiguration.Access = .onePerson,
    change: (inout WebConfiguration) -> Void = { _ in },
    _ test: @Sendable @escaping (any TestClientProtocol, WebServer) async throws -> Void
) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "web-tests-\(UUID())")
    defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) } }
    var configuration = WebConfiguration(access: access)
    configuration.port = 0
    change(&configuration)
    let stores = try await FileStores(folder.appending(path: "words.sqlite"))
    let server = try await WebServer(configuration, stores: stores)
    let result: Result<Void, any Error>
    do {
        result = .success(try await server.application().test(setup) { client in try await test(client, server) })
    } catch {
        result = .failure(error)
    }
    await server.sessions.close()
    await stores.close()
    try result.get()
}

/// A browser as the server sees it: it keeps the cookie, and sends forms with the token of the page.
struct Browser: Sendable {
    let client: any TestClientProtocol
    var headers: HTTPFields
    let token: String

    /// The origin and the host of a client of the tests.
    static let origin = "http://localhost"

    /// Opens the first page.
    init(_ client: any TestClientProtocol, headers: HTTPFields = [:], origin: String = Browser.origin) async throws {
        self.client = client
        let page = try await client.execute(uri: "/", method: .get, headers: headers)
        #expect(page.status == .ok)
        let cookie = try #require(page.headers[.setCookie])
        self.headers = headers
        let session = String(try #require(cookie.split(separator: ";").first))
        self.headers[.cookie] = headers[.cookie].map { "\($0); \(session)" } ?? session
        self.headers[.origin] = origin
        let text = String(buffer: page.body)
        token = String(try #require(text.firstMatch(of: /data-token="([0-9a-f]+)"/)).1)
    }

    /// The session that the cookie names.
    var session: SessionID {
        SessionID(headers[.cookie]?.firstMatch(of: /superapp-session[-0-9]*=([^;]*)/).map { String($0.1) } ?? "")
    }

    /// Loads a page.
    func get(_ path: String, _ more: HTTPFields = [:]) async throws -> TestResponse {
        var headers = headers
        headers[.origin] = nil
        for field in more { headers[field.name] = field.value }
        return try await client.execute(uri: path, method: .get, headers: headers)
    }

    /// Sends a form with the token.
    func post(_ action: String, _ fields: KeyValuePairs<String, String>) async throws -> TestResponse {
        try await send(action, fields.map { ($0.key, $0.value) } + [("token", token)], headers)
    }

    /// Sends a form as it is.
    func send(
        _ action: String, _ fields: [(String, String)], _ headers: HTTPFields
    ) async throws -> TestResponse {
        var headers = headers
        headers[.contentType] = "application/x-www-form-urlencoded"
        let body = fields.map { "\(Self.encoded($0.0))=\(Self.encoded($0.1))" }.joined(separator: "&")
        return try await client.execute(
            uri: "/action/\(Self.encoded(action))", method: .post, headers: headers, body: ByteBuffer(string: body))
    }

    /// Adds a word on the page of a new one.
    func add(_ text: String) async throws -> TestResponse {
        try await post("add-word", ["from": "/new", "text": text])
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(["-"])) ?? ""
    }
}

extension TestResponse {
    /// The body as text.
    var text: String { String(buffer: body) }
}
