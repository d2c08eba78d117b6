import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing

/// Answers by the number of the request, from 1, and keeps when each was sent.
private actor ScriptedHTTPClient: HTTP.Client {
    private let time: ManualTime
    private let answer: @Sendable (Int) async throws(HTTP.Error) -> HTTP.Response
    /// In seconds since the start.
    private(set) var sent: [TimeInterval] = []

    init(
        _ time: ManualTime,
        _ answer: @escaping @Sendable (Int) async throws(HTTP.Error) -> HTTP.Response = { _ throws(HTTP.Error) in
            HTTP.Response(status: 200, url: url)
        }
    ) {
        self.time = time
        self.answer = answer
    }

    func send(_ request: HTTP.Request) async throws(HTTP.Error) -> HTTP.Response {
        sent.append(time.now.timeIntervalSince(ManualTime.start))
        return try await answer(sent.count)
    }
}

private let url = URL(filePath: "/page")

private func limited(_ status: Int = 429, retryAfter: String? = nil) -> HTTP.Error {
    .status(HTTP.Response(status: status, url: url, headers: retryAfter.map { ["Retry-After": $0] } ?? [:]))
}

@Suite("Limited HTTP client", .bounded)
struct LimitedHTTPClientTests {
    private let time = ManualTime()
    private let request = HTTP.Request("GET", url)

    private func client(_ base: any HTTP.Client, _ limits: RequestLimit...) -> LimitedHTTPClient {
        LimitedHTTPClient(base, limits: limits, clock: time.clock, sleeper: time.sleeper)
    }

    @Test("requests are sent at once until a limit is reached, and then as soon as every limit allows it")
    func limits() async throws {
        let base = ScriptedHTTPClient(time)
        let limits = [RequestLimit(3, per: .seconds(1)), RequestLimit(5, per: .seconds(60))]
        let client = LimitedHTTPClient(base, limits: limits, clock: time.clock, sleeper: time.hurriedSleeper)
        for _ in 0..<7 { _ = try await client.send(request) }
        #expect(await base.sent == [0, 0, 0, 1, 1, 60, 60])
    }

    @Test("concurrent requests are sent one after another")
    func concurrent() async throws {
        let sent = (0..<4).map { _ in Latch() }
        let base = ScriptedHTTPClient(time) { (number) throws(HTTP.Error) in
            sent[number - 1].open()
            return HTTP.Response(status: 200, url: url)
        }
        let client = client(base, RequestLimit(1, per: .seconds(1)))
        let tasks = (0..<4).map { _ in Task { [request] in try await client.send(request).status } }
        // The next one may sleep before the one whose turn it is has been sent.
        for latch in sent.dropLast() {
            await latch.wait()
            try await time.advanceToNextSleep()
        }
        for task in tasks { #expect(try await task.value == 200) }
        #expect(await base.sent == [0, 1, 2, 3])
    }

    @Test("a cancelled request stops waiting and takes no permit")
    func cancellation() async throws {
        let base = ScriptedHTTPClient(time)
        let client = client(base, RequestLimit(1, per: .seconds(1000)))
        _ = try await client.send(request)
        let waiting = (0..<2).map { _ in Task { [request] in try await client.send(request) } }
        _ = await time.nextSleep()
        for task in waiting { task.cancel() }
        for task in waiting { await #expect(throws: HTTP.Error.cancelled) { try await task.value } }
        let last = Task { [request] in try await client.send(request) }
        try await time.advanceToNextSleep()
        _ = try await last.value
        #expect(await base.sent == [0, 1000])
    }

    @Test("a request that did not reach the service releases its permit")
    func unreachable() async throws {
        let base = ScriptedHTTPClient(time) { (number) throws(HTTP.Error) in
            if number == 1 { throw .unreachable(Message("no network")) }
            return HTTP.Response(status: 200, url: url)
        }
        let client = client(base, RequestLimit(1, per: .seconds(1000)))
        await #expect(throws: HTTP.Error.unreachable(Message("no network"))) { try await client.send(request) }
        _ = try await client.send(request)
        #expect(await base.sent == [0, 0])
    }

    @Test("a request that waits takes the permit that another one releases")
    func turnGivenBack() async throws {
        let gate = Latch()
        let failure = HTTP.Error.unreachable(Message("no network"))
        let base = ScriptedHTTPClient(time) { (number) throws(HTTP.Error) in
            guard number == 1 else { return HTTP.Response(status: 200, url: url) }
            await gate.wait()
            throw failure
        }
        let client = client(base, RequestLimit(1, per: .seconds(1000)))
        let tasks = (0..<2).map { _ in Task { [request] in try await client.send(request).status } }
        _ = await time.nextSleep()
        gate.open()
        var answers: [Int] = []
        for task in tasks {
            do { answers.append(try await task.value) } catch { #expect(error as? HTTP.Error == failure) }
        }
        #expect(answers == [200])
        #expect(await base.sent == [0, 0])
    }

    @Test(
        "before the date of Retry-After nothing is sent, and the same status says how long that is",
        arguments: [(429, "30"), (503, "Sat, 21 Nov 2026 10:00:30 GMT")])
    func retryAfter(status: Int, retryAfter: String) async throws {
        let base = ScriptedHTTPClient(time) { (number) throws(HTTP.Error) in
            if number == 1 { throw limited(status, retryAfter: retryAfter) }
            return HTTP.Response(status: 200, url: url)
        }
        let client = client(base, RequestLimit(1, per: .seconds(5)))
        await #expect(throws: limited(status, retryAfter: retryAfter)) { try await client.send(request) }
        time.advance(to: ManualTime.start + 10.5)
        let error = await #expect(throws: HTTP.Error.self) { try await client.send(request) }
        #expect(error == limited(status, retryAfter: "20"))
        time.advance(to: ManualTime.start + 29.999)
        await #expect(throws: limited(status, retryAfter: "1")) { try await client.send(request) }
        time.advance(to: ManualTime.start + 30)
        _ = try await client.send(request)
        #expect(await base.sent == [0, 30])
    }

    @Test(
        "a limit without a date, and another status with one, stop no request",
        arguments: [limited(), limited(503), limited(429, retryAfter: "soon"), limited(404, retryAfter: "30")])
    func noPause(error: HTTP.Error) async throws {
        let base = ScriptedHTTPClient(time) { (number) throws(HTTP.Error) in
            if number == 1 { throw error }
            return HTTP.Response(status: 200, url: url)
        }
        let client = client(base)
        await #expect(throws: error) { try await client.send(request) }
        _ = try await client.send(request)
        #expect(await base.sent == [0, 0])
    }

    @Test("requests that wait for their permit fail at once when another one is rate limited")
    func refusedWhileWaiting() async throws {
        let gate = Latch()
        let base = ScriptedHTTPClient(time) { (_) throws(HTTP.Error) in
            await gate.wait()
            throw limited(retryAfter: "30")
        }
        let client = client(base, RequestLimit(1, per: .seconds(60)))
        let tasks = (0..<3).map { _ in Task { [request] in try await client.send(request) } }
        _ = await time.nextSleep()
        gate.open()
        for task in tasks { await #expect(throws: limited(retryAfter: "30")) { try await task.value } }
        #expect(await base.sent == [0])
    }
}

@Suite("Requests of a path and a query")
struct HTTPRequestQueryTests {
    @Test(
        "path and query are encoded and follow those of the address",
        arguments: [
            ("http://h", "/top/anime", "http://h/top/anime?q=a%2Bb%20%26%3D%C3%BC&page=2"),
            ("http://h/v4/", "top/anime", "http://h/v4/top/anime?q=a%2Bb%20%26%3D%C3%BC&page=2"),
            ("http://h/v4?key=1", "x", "http://h/v4/x?key=1&q=a%2Bb%20%26%3D%C3%BC&page=2"),
            ("http://h", "a b?c#d%20/ü", "http://h/a%20b%3Fc%23d%2520/%C3%BC?q=a%2Bb%20%26%3D%C3%BC&page=2"),
            ("http://h/v4", "", "http://h/v4?q=a%2Bb%20%26%3D%C3%BC&page=2"),
        ])
    func query(base: String, path: String, expected: String) throws {
        let base = try #require(URL(string: base))
        let request = HTTP.Request(base, path: path, query: [("q", "a+b &=ü"), ("type", nil), ("page", "2")])
        #expect(request.url.absoluteString == expected && request.method == "GET")
    }

    @Test("without fields there is no question mark, and header fields are kept")
    func noQuery() throws {
        let base = try #require(URL(string: "http://h"))
        let request = HTTP.Request(base, path: "users/7.json", query: [("type", nil)], headers: ["X": "1"])
        #expect(request.url.absoluteString == "http://h/users/7.json" && request.headers == ["X": "1"])
        #expect(HTTP.Request(base).method == "GET" && HTTP.Request(base).url == base)
    }

    @Test("a local server can answer with a function of requests and responses")
    func answering() async throws {
        let server = try LocalHTTPServer.answering { request in
            HTTP.Response(
                status: request.method == "POST" ? 201 : 404, url: request.url,
                headers: ["X-Url": request.url.absoluteString, "X-Type": request.headers["content-type"] ?? ""],
                body: request.body ?? Data())
        }
        var request = HTTP.Request(
            server.url, path: "a b", query: [("q", "ü")], headers: ["Content-Type": "text/plain"])
        (request.method, request.body) = ("POST", Data("hi".utf8))
        let response = try await SystemHTTPClient().send(request)
        #expect(response.status == 201 && response.body == Data("hi".utf8))
        #expect(response.header("x-url") == "\(server.url)/a%20b?q=%C3%BC" && response.header("x-type") == "text/plain")
        await #expect(throws: HTTP.Error.self) { try await SystemHTTPClient().send(HTTP.Request(server.url)) }
    }

    @Test("the server reads the texts as they were given")
    func server() async throws {
        let server = try LocalHTTPServer { _ in .text("") }
        let fields: [(String, String?)] = [("q", "a+b &=ü%20"), ("sort by", "")]
        _ = try await SystemHTTPClient().send(HTTP.Request(server.url, path: "a b", query: fields))
        let request = try #require(server.requests.first)
        #expect(request.path == "/a%20b" && request.query == ["q": "a+b &=ü%20", "sort by": ""])
    }
}
