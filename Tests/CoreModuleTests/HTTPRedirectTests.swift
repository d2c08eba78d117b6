import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing

@Suite("HTTP redirects", .bounded)
struct HTTPRedirectTests {
    private let client = SystemHTTPClient(timeout: .seconds(300))
    private let headers = ["X-Secret": "abc", "Content-Type": "text/plain"]

    private func redirect(_ status: Int, _ location: String) -> LocalHTTPServer.Reply {
        .text("moved", status: status, headers: ["Location": location])
    }

    @Test("a redirect on the same host is followed with all header fields", arguments: [301, 302, 303, 307, 308])
    func same(status: Int) async throws {
        let server = try LocalHTTPServer { $0.path == "/old" ? redirect(status, "/new?q=1") : .text("here") }
        let response = try await client.send(HTTP.Request("GET", server.url.appending(path: "old"), headers: headers))
        #expect(response.body == Data("here".utf8) && response.url.path() == "/new")
        #expect(server.requests.map(\.target) == ["/old", "/new?q=1"])
        #expect(server.requests.allSatisfy { $0.headers["x-secret"] == "abc" })
    }

    @Test("a client that does not follow redirects returns the answer, which gives the next request")
    func notFollowed() async throws {
        let server = try LocalHTTPServer { _ in redirect(302, "/new?q=1") }
        let client = SystemHTTPClient(timeout: .seconds(300), followsRedirects: false)
        let request = HTTP.Request("GET", server.url.appending(path: "old"), headers: headers)
        let response = try await client.send(request)
        #expect(response.status == 302 && server.requests.map(\.target) == ["/old"])
        let next = try #require(try request.redirected(by: response))
        #expect(next.url.absoluteString == "\(server.url)/new?q=1" && next.headers == headers)
        #expect(try next.redirected(by: HTTP.Response(status: 200, url: next.url)) == nil)
        let away = HTTP.Response(status: 302, url: request.url, headers: ["Location": "http://other.example/"])
        #expect(throws: HTTP.Error.foreignRedirect(host: "other.example")) { try request.redirected(by: away) }
    }

    @Test(
        "the body is sent again unless the request becomes a GET",
        arguments: [
            ("PUT", 301, "PUT"), ("PROPFIND", 302, "PROPFIND"), ("PUT", 307, "PUT"), ("PUT", 308, "PUT"),
            ("POST", 307, "POST"), ("POST", 308, "POST"), ("POST", 301, "GET"), ("POST", 302, "GET"),
            ("PUT", 303, "GET"),
        ])
    func body(method: String, status: Int, expected: String) async throws {
        let server = try LocalHTTPServer { $0.path == "/old" ? redirect(status, "/new") : .text("here") }
        let body = Data("body".utf8)
        let url = server.url.appending(path: "old")
        _ = try await client.send(HTTP.Request(method, url, headers: headers, body: body))
        let request = try #require(server.requests.last)
        #expect(request.method == expected && request.body == (expected == "GET" ? Data() : body))
        #expect(request.headers["content-type"] == (expected == "GET" ? nil : "text/plain"))
    }

    @Test(
        "a relative redirect is resolved, and its path keeps its encoding",
        arguments: [
            ("c", "/a/c"), ("../c", "/c"), ("/user%40host/a%2Fb", "/user%40host/a%2Fb"), ("?q=%26", "/a/b?q=%26"),
            ("/ü x", "/%C3%BC%20x"),
        ])
    func relative(location: String, expected: String) async throws {
        let server = try LocalHTTPServer { $0.target == "/a/b" ? redirect(302, location) : .text("here") }
        _ = try await client.send(HTTP.Request("GET", server.url.appending(path: "a/b")))
        #expect(server.requests.last?.target == expected)
    }

    @Test("a redirect to another host or port is refused, also after an allowed one, and nothing is sent there")
    func foreign() async throws {
        let other = try LocalHTTPServer { _ in .text("mine now") }
        for target in [other.url.absoluteString, "http://localhost:\(other.port)/?word=private"] {
            let server = try LocalHTTPServer { redirect(302, $0.path == "/old" ? "/new" : target) }
            for path in ["old", "new"] {
                let host = target.contains("localhost") ? "localhost" : "127.0.0.1:\(other.port)"
                await #expect(throws: HTTP.Error.foreignRedirect(host: host)) {
                    try await client.send(HTTP.Request("GET", server.url.appending(path: path), headers: headers))
                }
            }
        }
        #expect(other.requests.isEmpty)
    }

    @Test(
        "a redirect to another scheme is refused",
        arguments: [("ftp://127.0.0.1/", "127.0.0.1"), ("https://127.0.0.1:8443/", "127.0.0.1:8443")])
    func scheme(location: String, host: String) async throws {
        let server = try LocalHTTPServer { _ in redirect(302, location) }
        await #expect(throws: HTTP.Error.foreignRedirect(host: host)) {
            try await client.send(HTTP.Request("GET", server.url))
        }
    }

    @Test(
        "a redirect without a usable address is an error that does not repeat it",
        arguments: ["http://[/?q=private", "data:,private"])
    func broken(location: String) async throws {
        let server = try LocalHTTPServer { $0.target == "/old" ? redirect(302, location) : .text("here") }
        let error = await #expect(throws: HTTP.Error.self) {
            try await client.send(HTTP.Request("GET", server.url.appending(path: "old")))
        }
        #expect(!String(reflecting: error).contains("private"))
        #expect(server.requests.count == 1)
    }

    @Test("a redirect loop ends with an error")
    func circular() async throws {
        let server = try LocalHTTPServer { _ in redirect(302, "/") }
        await #expect(throws: HTTP.Error.interrupted(Message("more than \(10) redirects"))) {
            try await client.send(HTTP.Request("GET", server.url))
        }
        #expect(server.requests.count == 11)
    }

    @Test("300 and 304 are answers, not redirects", arguments: [300, 304])
    func others(status: Int) async throws {
        let server = try LocalHTTPServer { _ in redirect(status, "/new") }
        #expect(try await client.send(HTTP.Request("GET", server.url)).status == status)
    }
}
