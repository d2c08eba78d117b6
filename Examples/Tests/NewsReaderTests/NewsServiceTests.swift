import CoreModule
import Foundation
import NewsReader
import SuperappTesting
import Testing

@MainActor
@Suite("The service of a news reader, over a local server", .timeLimit(.minutes(15)))
struct NewsServiceTests {
    private let time = ManualTime()

    private func service(_ server: LocalHTTPServer, key: String = "key", timeout: Duration = .seconds(60))
        -> NewsAPIService
    {
        NewsAPIService(
            key: Secret(key), client: SystemHTTPClient(timeout: timeout, maximumBodySize: 1 << 20),
            baseURL: server.url, clock: time.clock)
    }

    private func failure(_ reply: LocalHTTPServer.Reply, timeout: Duration = .seconds(60)) async throws -> NewsError? {
        let server = try LocalHTTPServer.always(reply)
        let failure: NewsError?
        do throws(NewsError) {
            _ = try await service(server, timeout: timeout).headlines(page: 1)
            failure = nil
        } catch {
            failure = error
        }
        withExtendedLifetime(server) {}
        return failure
    }

    @Test(
        "each documented error has its own meaning",
        arguments: [
            (400, "parameterInvalid", NewsError.refused(.parameterInvalid)),
            (400, "parametersMissing", .refused(.parametersMissing)),
            (400, "sourcesTooMany", .refused(.sourcesTooMany)),
            (400, "sourceDoesNotExist", .refused(.sourceDoesNotExist)),
            (400, "newCode", .refused(.unknown)),
            (401, "apiKeyMissing", .key(.missing)),
            (401, "apiKeyInvalid", .key(.invalid)),
            (401, "apiKeyDisabled", .key(.disabled)),
            (401, "newCode", .key(.invalid)),
            (429, "apiKeyExhausted", .key(.exhausted)),
            (429, "rateLimited", .limited(until: nil)),
            (500, "unexpectedError", .serviceDown),
            (503, "newCode", .serviceDown),
            (200, "apiKeyInvalid", .key(.invalid)),
        ])
    func errors(status: Int, code: String, expected: NewsError) async throws {
        #expect(try await failure(.text(Fixture.error(code), status: status)) == expected)
    }

    @Test("the news are asked for at the documented addresses, and the key is in a header field")
    func addresses() async throws {
        let recorder = RecordingNewsClient()
        let service = NewsAPIService(key: Secret("key"), client: recorder)
        _ = try await service.headlines(page: 1)
        _ = try await service.search("swift 6", page: 2)
        let requests = await recorder.requests
        #expect(
            requests.map(\.url.absoluteString) == [
                "https://newsapi.org/v2/top-headlines?country=us&pageSize=20&page=1",
                "https://newsapi.org/v2/everything?q=swift%206&pageSize=20&page=2",
            ])
        #expect(requests.allSatisfy { $0.method == "GET" && $0.headers["X-Api-Key"] == "key" })
    }

    @Test("an error without a readable body has the meaning of its status")
    func statuses() async throws {
        for (status, expected) in [
            (400, NewsError.refused(.unknown)), (401, .key(.invalid)), (429, .limited(until: nil)), (502, .serviceDown),
        ] {
            #expect(try await failure(.text("<html>", status: status)) == expected)
        }
    }

    @Test("the service says when it can be asked again")
    func retryDate() async throws {
        let reply = LocalHTTPServer.Reply.text(
            Fixture.error("rateLimited"), status: 429, headers: ["Retry-After": "120"])
        #expect(try await failure(reply) == .limited(until: time.now.addingTimeInterval(120)))
    }

    @Test("nothing is sent before the date that the service has named")
    func pause() async throws {
        let server = try LocalHTTPServer.always(
            .text(Fixture.error("rateLimited"), status: 429, headers: ["Retry-After": "3600"]))
        let reader = TestReader(server)
        let news = reader.app.news.viewModel
        await news.load()
        await news.tryAgain()
        #expect(server.requests.count == 1)
        guard case .limited(let date?) = news.failure else {
            Issue.record("\(String(describing: news.failure))")
            return
        }
        #expect(news.message == NewsError.limited(until: date).explanation)
    }

    @Test(
        "an answer of another form is an error",
        arguments: [
            "", "[]", "null", "{}", #"{"status": "ok"}"#, #"{"articles": 5}"#, "{\"articles\": [{\"title\": \"a",
        ])
    func malformed(body: String) async throws {
        #expect(try await failure(.text(body)) == .malformed)
    }

    @Test("an answer that is cut short, too long, or no HTTP is an error")
    func broken() async throws {
        #expect(try await failure(.closeMidAnswer(Array(#"{"status": "ok", "articles": ["#.utf8))) == .interrupted)
        #expect(try await failure(.endless(megabytes: 2)) == .malformed)
        #expect(try await failure(.raw(Array("SSH-2.0-OpenSSH_9.9\r\n".utf8))) == .interrupted)
    }

    @Test("an answer that does not arrive is an error")
    func slow() async throws {
        #expect(try await failure(.stall, timeout: .milliseconds(200)) == .timedOut)
    }

    @Test("without a connection, a message and a way to try again, which works")
    func offline() async throws {
        let stopped = try LocalHTTPServer.offline()
        let base = service(stopped)
        stopped.stop()
        let isBack = Latch()
        let reader = TestReader(
            ScriptedNews { _, page throws(NewsError) in
                isBack.isOpen ? .titles("a") : try await base.headlines(page: page)
            })
        let news = reader.app.news.viewModel
        await news.load()
        #expect(news.failure == .offline && news.message == NewsError.offline.explanation)
        isBack.open()
        await news.tryAgain()
        #expect(news.failure == nil && news.rows.map(\.title) == ["a"])
    }

    @Test(
        "a key that cannot be sent sends nothing",
        arguments: [("", NewsError.KeyProblem.missing), ("a\u{7}b", .invalid)])
    func unusableKey(key: String, problem: NewsError.KeyProblem) async throws {
        let server = try LocalHTTPServer.offline()
        await #expect(throws: NewsError.key(problem)) { try await service(server, key: key + "\n").headlines(page: 1) }
        #expect(server.requests.isEmpty)
    }

    @Test("a text of any characters reaches the service as it is, and one that is too long is refused")
    func query() async throws {
        let server = try LocalHTTPServer.always(.text(Fixture.noArticles))
        let text = "a+b & c=d? #é 100% \"x\""
        let page = try await service(server).search(text, page: 3)
        #expect(page.elements.isEmpty && page.isLast)
        #expect(server.requests.map { $0.query["q"] } == [text])
        #expect(server.requests.map { $0.query["page"] } == ["3"])
        let long = String(repeating: "я", count: 501)
        await #expect(throws: NewsError.queryTooLong(limit: 500)) { try await service(server).search(long, page: 1) }
        #expect(server.requests.count == 1)
    }

    @Test("a total that is larger than a page says that more pages follow")
    func total() async throws {
        for (total, page, isLast) in [(20, 1, true), (21, 1, false), (40, 2, true), (41, 2, false)] {
            let server = try LocalHTTPServer.always(.text(Fixture.page("a", total: total)))
            #expect(try await service(server).headlines(page: page).isLast == isLast)
            #expect(server.requests.count == 1)
        }
    }

    // MARK: Pictures

    @Test("a picture is loaded without the key")
    func picture() async throws {
        let server = try LocalHTTPServer.offline()
        let data = try await HTTPPictureLoader(logger: .disabled).picture(server.url.appending(path: "pictures/1.png"))
        #expect(data.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(server.requests.map { $0.headers["x-api-key"] } == [nil])
    }

    @Test("a picture that is too large, missing, or a page is none")
    func noPicture() async throws {
        let image = ["Content-Type": "image/png"]
        let replies: [(LocalHTTPServer.Reply, NewsError)] = [
            (.endless(megabytes: 2), .pictureTooLarge),
            (.text("", status: 404), .noPicture),
            (.text("", headers: image), .noPicture),
            (.text("<html>", headers: ["Content-Type": "text/html"]), .noPicture),
            (.answer(status: 301, headers: ["Location": "http://elsewhere.example/"]), .noPicture),
        ]
        for (reply, expected) in replies {
            let server = try LocalHTTPServer.always(reply)
            let loader = HTTPPictureLoader(limit: 1 << 20, logger: .disabled)
            await #expect(throws: expected) { try await loader.picture(server.url) }
            #expect(server.requests.count == 1)
        }
        let whole = try LocalHTTPServer.always(.answer(headers: image, body: Data(repeating: 1, count: 11)))
        await #expect(throws: NewsError.pictureTooLarge) {
            try await HTTPPictureLoader(SystemHTTPClient(), limit: 10).picture(whole.url)
        }
        #expect(whole.requests.count == 1)
    }

    // MARK: The invented news

    @Test("the invented news refuse what the service refuses")
    func offlineErrors() async throws {
        let server = try LocalHTTPServer.offline()
        for (target, status) in [
            ("v2/everything?q=a", 401), ("v3/everything", 404), ("pictures/1.png", 200),
        ] {
            let url = try #require(URL(string: "\(server.url.absoluteString)/\(target)"))
            #expect(OfflineNews.answer(HTTP.Request("GET", url)).status == status)
            let withKey = OfflineNews.answer(HTTP.Request("GET", url, headers: ["x-api-key": "key"]))
            #expect(withKey.status == (status == 401 ? 200 : status))
        }
        let missing = HTTP.Request(server.url, path: "v2/everything", headers: ["X-Api-Key": "key"])
        #expect(OfflineNews.answer(missing).status == 400)
    }
}

/// Keeps the requests, which the invented news answer.
private actor RecordingNewsClient: HTTP.Client {
    private(set) var requests: [HTTP.Request] = []

    func send(_ request: HTTP.Request) async throws(HTTP.Error) -> HTTP.Response {
        requests.append(request)
        return OfflineNews.answer(request)
    }
}
