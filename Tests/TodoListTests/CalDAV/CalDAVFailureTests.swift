import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

@Suite("CalDAV failures and secrets", .bounded)
struct CalDAVFailureTests {
    private static let password = "p4ss-0f-a-test"

    private func tasks(
        _ server: LocalHTTPServer, client: any HTTP.Client = SystemHTTPClient(timeout: .seconds(600))
    ) throws -> CalDAVCollection {
        try CalDAVCollection(url: server.url.appending(path: "tasks/"), credentials: testCredentials, client: client)
    }

    private func changes(_ tasks: CalDAVCollection) async -> WebDAVError? {
        await error { () throws(WebDAVError) in try await tasks.changes(since: "t") }
    }

    /// Fails where a value shows the password, as it is or encoded.
    private func expectDiscretion(_ value: Any) {
        var dumped = ""
        dump(value, to: &dumped)
        let encoded = Data("user:\(Self.password)".utf8).base64EncodedString()
        for shown in [dumped, "\(value)", String(reflecting: value)] {
            #expect(!shown.contains(Self.password) && !shown.contains(encoded), "\(shown)")
        }
    }

    @Test("every request has credentials, before the server asks for them")
    func authorization() async throws {
        let server = try LocalHTTPServer { request in
            let expected = "Basic " + Data("user:\(Self.password)".utf8).base64EncodedString()
            return request.headers["authorization"] == expected
                ? .text(multistatus(syncToken("t")), status: 207) : .answer(status: 401)
        }
        #expect(await changes(try tasks(server)) == nil)
        #expect(server.requests.map(\.method) == ["REPORT"])
        let wrong = try CalDAVCollection(
            url: server.url, credentials: WebDAVCredentials(user: "user", password: Secret("wrong")),
            client: SystemHTTPClient(timeout: .seconds(600)))
        #expect(await changes(wrong) == .unauthorized)
        let nobody = try CalDAVCollection(
            url: server.url, credentials: nil, client: SystemHTTPClient(timeout: .seconds(600)))
        #expect(await changes(nobody) == .unauthorized)
        #expect(server.requests.last?.headers["authorization"] == nil)
    }

    @Test("a redirect on the same host keeps method, body and user; one to another host is not followed")
    func redirects() async throws {
        let other = try LocalHTTPServer { _ in .answer(status: 207) }
        let server = try LocalHTTPServer { request in
            switch request.path {
            case "/.well-known/caldav": return .answer(status: 301, headers: ["Location": "/dav/"])
            case "/dav/":
                return .text(
                    multistatus(found("", calendarType).replacing("<d:href></", with: "<d:href>/dav/</")), status: 207)
            case "/": return .answer(status: 404)
            default: return .answer(status: 302, headers: ["Location": "http://localhost:\(other.port)/"])
            }
        }
        let root = try WebDAVServer(
            url: server.url, credentials: testCredentials, client: SystemHTTPClient(timeout: .seconds(600)))
        #expect(try await root.collection().path == path("/dav/"))
        let last = try #require(server.requests.last)
        #expect(last.method == "PROPFIND" && last.headers["authorization"] != nil && !last.body.isEmpty)
        #expect(await changes(try tasks(server)) == .foreignRedirect(host: "localhost"))
        #expect(other.requests.isEmpty)
    }

    @Test("a server that stalls, hangs up, never ends or is missing is an error soon")
    func weather() async throws {
        let stalling = try LocalHTTPServer { _ in .stall }
        let closing = try LocalHTTPServer { _ in .closeMidAnswer(Array("<multistatus xmlns='DAV:'>".utf8)) }
        let endless = try LocalHTTPServer { _ in .endless(megabytes: 100) }
        let impatient = SystemHTTPClient(timeout: .milliseconds(300))
        let narrow = SystemHTTPClient(timeout: .seconds(600), maximumBodySize: 1 << 20)
        defer { withExtendedLifetime((stalling, closing, endless, impatient, narrow)) {} }
        #expect(await changes(try tasks(stalling, client: impatient)) == .timedOut)
        #expect(await changes(try tasks(closing))?.code == "network")
        #expect(isMalformed(await changes(try tasks(endless, client: narrow))))
        let nowhere = try CalDAVCollection(
            url: address("http://127.0.0.1:\(LocalSocket.refusedPort())/"), credentials: testCredentials,
            client: SystemHTTPClient(timeout: .seconds(600)))
        #expect(await changes(nowhere)?.code == "network")
    }

    @Test("a task that is cancelled while the server stalls ends soon")
    func cancelled() async throws {
        let server = try LocalHTTPServer { _ in .stall }
        let tasks = try tasks(server)
        let task = Task { await changes(tasks) }
        try await eventually { !server.requests.isEmpty }
        task.cancel()
        #expect(await task.value == .cancelled)
        withExtendedLifetime((server, tasks)) {}
    }

    @Test(
        "a password is sent without encryption only to this machine, unless it is allowed",
        arguments: [
            ("http://dav.example/", "dav.example"), ("http://127.0.0.1.evil.example/", "127.0.0.1.evil.example"),
            ("http://127.0.0.1@evil.example/", "evil.example"), ("http://128.0.0.1/", "128.0.0.1"),
            ("http://localhost.evil.example", "localhost.evil.example"), ("http://[::2]/", "::2"),
            ("https://dav.example/", nil), ("http://localhost:5232/", nil), ("http://LOCALHOST/", nil),
            ("http://127.0.0.1/", nil), ("http://127.200.3.4:1/", nil), ("http://[::1]:5232/", nil),
        ])
    func insecure(url: String, refused: String?) async throws {
        let client = FakeDAVClient { _ in .multistatus(syncToken("t")) }
        let url = try address(url)
        let failure = await error { () throws(WebDAVError) in
            _ = try WebDAVServer(url: url, credentials: testCredentials, client: client)
            _ = try CalDAVCollection(url: url, credentials: testCredentials, client: client)
        }
        #expect(failure == refused.map { .insecure(host: $0) })
        _ = try CalDAVCollection(
            url: url, credentials: testCredentials, client: client, allowsInsecureConnections: true)
        _ = try CalDAVCollection(url: url, credentials: nil, client: client)
        let token = await error { () throws(WebDAVError) in
            try CalDAVCollection(url: url, credentials: Tokens("a").credentials, client: client)
        }
        #expect(token == refused.map { .insecure(host: $0) })
        #expect(client.requests.isEmpty)
    }

    @Test("the error of an invalid address does not show the address")
    func addresses() async throws {
        let secret = Self.password
        for text in [
            "ftp://dav.example/", "dav.example", "/tasks", "https://user:\(secret)@dav.example/",
            "https://:\(secret)@dav.example/",
            "mailto:a@b",
        ] {
            let url = try address(text)
            let failure = await error { () throws(WebDAVError) in
                _ = try WebDAVServer(url: url, credentials: nil, client: FakeDAVClient())
            }
            guard case .invalidAddress = failure else {
                Issue.record("\(text): \(String(describing: failure))")
                continue
            }
            expectDiscretion(failure as Any)
        }
        for user in [nil, "", "a:b"] {
            let credentials = WebDAVCredentials(user: user, password: Secret(secret))
            let failure = await error { () throws(WebDAVError) in
                _ = try WebDAVServer(url: URL(filePath: "/"), credentials: credentials, client: FakeDAVClient())
            }
            #expect(failure?.code == "sync")
            let known = await error { () throws(WebDAVError) in
                guard let url = URL(string: "https://dav.example/") else { return }
                _ = try WebDAVServer(url: url, credentials: credentials, client: FakeDAVClient())
            }
            if case .invalidAddress = known {} else { Issue.record("\(String(describing: user))") }
        }
    }

    @Test("a user in the address is used if no other is given, and removed from requests")
    func userInAddress() async throws {
        for (user, expected) in [(nil, "ann%b"), ("user", "user")] {
            let client = FakeDAVClient { _ in .multistatus(syncToken("t")) }
            let tasks = try CalDAVCollection(
                url: address("https://ann%25b@dav.example/tasks/"),
                credentials: WebDAVCredentials(user: user, password: Secret(Self.password)), client: client)
            _ = try await tasks.changes(since: "t")
            let field = client.requests[0].headers["Authorization"]
            #expect(field == "Basic " + Data("\(expected):\(Self.password)".utf8).base64EncodedString())
            #expect(client.requests[0].url.absoluteString == "https://dav.example/tasks/")
        }
    }

    /// What a login's token is, and with which values it was asked for.
    private final class Tokens: Sendable {
        let refused = Locked<[String?]>([])
        let next: Locked<[String]>

        init(_ next: String...) { self.next = Locked(next) }

        var credentials: WebDAVCredentials {
            WebDAVCredentials { [self] value throws(WebDAVError) in
                refused.withLock { $0.append(value?.reveal()) }
                guard let token = next.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else {
                    throw .network("asleep")
                }
                return Secret(token)
            }
        }
    }

    @Test("credentials that have expired are asked for once more, and the request is sent again with the new ones")
    func expired() async throws {
        let client = FakeDAVClient(.status(401), .multistatus(syncToken("t")), .multistatus(syncToken("t")))
        let tokens = Tokens("a", "b", "b")
        let tasks = try CalDAVCollection(
            url: address("https://dav.example/tasks/"), credentials: tokens.credentials, client: client)
        for _ in 1...2 { #expect(await changes(tasks) == nil) }
        #expect(client.requests.map { $0.headers["Authorization"] } == ["a", "b", "b"])
        #expect(tokens.refused.withLock(\.self) == [nil, "a", nil])
    }

    @Test(
        "refused credentials are an error: the same ones are not sent again, nor are there three tries; without any, nothing is sent",
        arguments: [
            (["a", "a"], WebDAVError.unauthorized, ["a"]), (["a", "b", "c"], .unauthorized, ["a", "b"]),
            (["a"], .network("asleep"), ["a"]), ([], .network("asleep"), []),
        ])
    func refused(values: [String], failure: WebDAVError, sent: [String]) async throws {
        let client = FakeDAVClient { _ in .status(401) }
        let tokens = Tokens()
        tokens.next.withLock { $0 = values }
        let tasks = try CalDAVCollection(
            url: address("https://dav.example/tasks/"), credentials: tokens.credentials, client: client)
        #expect(await changes(tasks) == failure)
        #expect(client.requests.map { $0.headers["Authorization"] } == sent)
    }

    @Test("the requests of a collection and of a server are logged, without paths")
    func log() async throws {
        let log = EventLogger.InMemoryHandler()
        let logger = EventLogger(label: "caldav", minimumLevel: .debug, handler: log)
        let client = FakeDAVClient { _ in .multistatus(syncToken("t")) }
        let url = try address("https://dav.example/tasks/")
        let tasks = try CalDAVCollection(url: url, credentials: testCredentials, client: client, logger: logger)
        #expect(await changes(tasks) == nil)
        let server = try WebDAVServer(url: url, credentials: testCredentials, client: client, logger: logger)
        #expect(await error { () throws(WebDAVError) in try await server.collection() } != nil)
        let started = log.events.map(\.line).filter { $0.contains("request started") }
        #expect(started.count == 2 && !log.events.contains { $0.line.contains("tasks") })
        #expect(started.first?.hasSuffix("request=REPORT dav.example") == true, "\(started)")
    }

    @Test("neither a server, nor a collection, nor an error shows the password")
    func discretion() async throws {
        let client = FakeDAVClient { _ in .status(403, body: "<html>\(Self.password)") }
        let server = try server(client)
        let tasks = try collection(client)
        expectDiscretion(testCredentials)
        expectDiscretion(server)
        expectDiscretion(tasks)
        expectDiscretion(await changes(tasks) as Any)
        expectDiscretion(client.requests[0])
        #expect("\(tasks)" == "https://dav.example/tasks/" && "\(server)" == "https://dav.example/")
    }
}
