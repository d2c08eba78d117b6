import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing
import WebFrontEnd

/// A program as the server sees it: it sends JSON and its token, and keeps no cookies.
struct Program: Sendable {
    let client: any TestClientProtocol
    /// Its token; nil if it sends none.
    var token: String?
    /// The headers of each request besides.
    var headers: HTTPFields = [:]

    /// What the server has answered.
    struct Answer {
        let status: Int
        let json: JSON
        let headers: HTTPFields
        /// The status, and the code of a problem: `404 notFound`. Without one, only the status.
        var summary: String { json["code"]?.text.map { "\(status) \($0)" } ?? "\(status)" }
    }

    /// Makes a token on the page of the settings.
    init(_ client: any TestClientProtocol, _ browser: Browser, name: String = "App") async throws {
        self.client = client
        #expect(try await browser.post("make-token", ["from": "/settings", "program": name]).status == .seeOther)
        let page = try await browser.get("/settings").text
        token = String(try #require(page.firstMatch(of: #/superapp_[0-9a-f]{64}(\.[A-Za-z0-9+\/=]+)?/#)).0)
    }

    /// Makes a program with a token, or without one.
    init(_ client: any TestClientProtocol, token: String?, headers: HTTPFields = [:]) {
        (self.client, self.token, self.headers) = (client, token, headers)
    }

    /// Sends a request.
    func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: JSON? = nil, _ more: HTTPFields = [:]
    ) async throws -> Answer {
        try await send(method, path, data: body?.data, more)
    }

    /// Sends a request with a body that may be no JSON.
    func send(
        _ method: HTTPRequest.Method, _ path: String, data: Data?, _ more: HTTPFields = [:]
    ) async throws -> Answer {
        var headers = headers
        if let token { headers[.authorization] = "Bearer \(token)" }
        if data != nil { headers[.contentType] = "application/json" }
        for field in more { headers[field.name] = field.value.isEmpty ? nil : field.value }
        let answer = try await client.execute(
            uri: path.hasPrefix("/api") ? path : APIOperation.basePath + path, method: method, headers: headers,
            body: data.map { ByteBuffer(bytes: $0) })
        let bytes = Data(answer.body.readableBytesView)
        return Answer(
            status: answer.status.code, json: bytes.isEmpty ? .null : try JSON(bytes), headers: answer.headers)
    }

    /// The texts of a list.
    func texts(_ path: String, _ list: String = "words") async throws -> [String] {
        try await send(.get, path).json[list]?.list?.compactMap { $0["text"]?.text } ?? []
    }
}

/// Runs a test with a browser and a program of the only person.
func withProgram(
    change: (inout WebConfiguration) -> Void = { _ in },
    _ test: @Sendable @escaping (Program, Browser) async throws -> Void
) async throws {
    try await withServer(change: change) { client, _ in
        let browser = try await Browser(client)
        try await test(try await Program(client, browser), browser)
    }
}
