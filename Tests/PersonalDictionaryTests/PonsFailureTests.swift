import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("PONS: answers and failures", .bounded)
struct PonsFailureTests {
    private let time = ManualTime()
    private let key = FakePonsServer.secret

    private func service(
        _ url: URL, key: String = FakePonsServer.secret,
        client: any HTTP.Client = SystemHTTPClient(timeout: .seconds(600))
    ) -> PonsTranslationService {
        PonsTranslationService(secret: Secret(key), baseURL: url, client: client, clock: time.clock)
    }

    private func look(_ service: PonsTranslationService, _ text: String = "soon") async -> Result<
        DictionaryEntry, TranslationError
    > {
        do throws(TranslationError) {
            return .success(try await service.lookUp(try word(text), direction("en", "it")))
        } catch {
            return .failure(error)
        }
    }

    private func word(_ text: String) throws(TranslationError) -> WordText {
        do { return try WordText(text) } catch {
            throw .malformedAnswer(Message("a mistake of the test: \(String(describing: error))"))
        }
    }

    private func direction(_ source: String, _ target: String) throws(TranslationError) -> TranslationDirection {
        do { return try .between(source, target) } catch {
            throw .malformedAnswer(Message("a mistake of the test: \(String(describing: error))"))
        }
    }

    /// What came of a look-up; fails the test where it tells the key or the word.
    private func error(_ service: PonsTranslationService, _ text: String = "soon-asked") async -> TranslationError? {
        guard case .failure(let error) = await look(service, text) else { return nil }
        expectDiscretion(error, text)
        return error
    }

    private func expectDiscretion(_ value: Any, _ text: String = "soon-asked") {
        var dumped = ""
        dump(value, to: &dumped)
        for shown in [dumped, "\(value)", String(reflecting: value)] {
            #expect(!shown.contains(key) && !shown.contains(text), "\(shown)")
        }
    }

    private func isNetwork(_ error: TranslationError?) -> Bool {
        if case .network(let reason) = error { !reason.key.isEmpty } else { false }
    }

    private func isMalformed(_ error: TranslationError?) -> Bool {
        if case .malformedAnswer(let reason) = error { !reason.key.isEmpty } else { false }
    }

    @Test("each status has its meaning")
    func statuses() async throws {
        let enit = try direction("en", "it")
        let expected: [(Int, TranslationError)] = [
            (204, .notFound), (401, .unauthorized), (403, .unauthorized), (404, .unsupportedDirection(enit)),
            (429, .rateLimited(until: nil)), (503, .rateLimited(until: nil)), (500, .network(Message("status \(500)"))),
            (502, .network(Message("status \(502)"))), (400, .malformedAnswer(Message("status \(400)"))),
            (418, .malformedAnswer(Message("status \(418)"))),
            (202, .malformedAnswer(Message("status \(202)"))), (304, .malformedAnswer(Message("status \(304)"))),
        ]
        for (status, meaning) in expected {
            let server = try LocalHTTPServer { _ in .answer(status: status) }
            #expect(await error(service(server.url)) == meaning)
        }
    }

    @Test(
        "a wrong key is rejected; an empty or invalid key is not sent",
        arguments: ["wrong", "", " \n", "a\r\nb", "ü"])
    func key(key: String) async throws {
        let server = try FakePonsServer()
        #expect(await error(service(server.baseURL, key: key)) == .unauthorized)
        #expect(server.requests.count == (key == "wrong" ? 1 : 0))
    }

    @Test("a 403 means the dictionary if the key is known to be valid, and the key if not")
    func uncoveredDictionary() async throws {
        let statuses = Locked(["enit": 204, "deen": 200, "enru": 403, "deru": 403, "deit": 401])
        let server = try LocalHTTPServer { request in
            let status = statuses.withLock { $0[request.query["l"] ?? ""] ?? 404 }
            return status == 200 ? .text(request.query["q"] == "bad" ? "<html>" : "[]") : .answer(status: status)
        }
        let service = service(server.url)
        let copy = service
        func asked(_ languages: (String, String), _ text: String = "soon-asked", of service: PonsTranslationService)
            async throws -> TranslationError?
        {
            let (text, direction) = (try word(text), try direction(languages.0, languages.1))
            do throws(TranslationError) {
                _ = try await service.lookUp(text, direction)
                return nil
            } catch {
                return error
            }
        }
        let enru = try TranslationError.unsupportedDirection(direction("en", "ru"))
        #expect(try await asked(("en", "ru"), of: service) == .unauthorized)
        // Neither a missing dictionary nor the page of a proxy shows that the key is valid.
        #expect(try await asked(("it", "ru"), of: service) == .unsupportedDirection(direction("it", "ru")))
        #expect(isMalformed(try await asked(("de", "en"), "bad", of: service)))
        #expect(try await asked(("en", "ru"), of: service) == .unauthorized)
        for good in [("en", "it"), ("de", "en")] {
            #expect(try await asked(good, of: service) == .notFound)
            #expect(try await asked(("en", "ru"), of: service) == enru)
            #expect(try await asked(("en", "ru"), of: copy) == enru)
            #expect(try await asked(("en", "ru"), of: self.service(server.url)) == .unauthorized)
            // This is always the key.
            #expect(try await asked(("de", "it"), of: copy) == .unauthorized)
            #expect(try await asked(("en", "ru"), of: service) == .unauthorized)
        }
        // A dictionary that the key did cover: so it is a good key no more.
        #expect(try await asked(("en", "it"), of: service) == .notFound)
        statuses.withLock { $0["enit"] = 403 }
        #expect(try await asked(("en", "it"), of: service) == .unauthorized)
        #expect(try await asked(("de", "ru"), of: service) == .unauthorized)
    }

    @Test("a direction that PONS has no dictionary for is not supported")
    func unsupported() async throws {
        let server = try FakePonsServer()
        let direction = try TranslationDirection.between("it", "ru")
        await #expect(throws: TranslationError.unsupportedDirection(direction)) {
            try await service(server.baseURL).lookUp(WordText("cane"), direction)
        }
    }

    @Test(
        "if the quota is used up, the error has the date when to come back, if the server names one",
        arguments: [429, 503])
    func quota(status: Int) async throws {
        let server = try FakePonsServer(quota: 1)
        let service = service(server.baseURL)
        _ = try await service.lookUp(WordText("soon"), .between("en", "it"))
        #expect(await error(service) == .rateLimited(until: nil))
        server.refill(1)
        _ = try await service.lookUp(WordText("soon"), .between("en", "it"))
        let dates = [("120", 120), ("Sat, 21 Nov 2026 11:00:00 GMT", 3600), ("Fri, 20 Nov 2026 11:00:00 GMT", 0)]
        for (value, seconds) in dates {
            let server = try LocalHTTPServer { _ in .answer(status: status, headers: ["Retry-After": value]) }
            let until = time.now.addingTimeInterval(TimeInterval(seconds))
            #expect(await error(self.service(server.url)) == .rateLimited(until: until))
        }
    }

    @Test(
        "an answer that is not in the form of PONS is malformed, and its content is not repeated",
        arguments: [
            "", "[", "<!DOCTYPE html><html><body>Log in, soon-asked</body></html>", "null", "7", "\"soon-asked\"", "{}",
            #"{"error": "soon-asked"}"#, #"[{"hits": []}]"#, #"["soon-asked"]"#, #"[{"lang": 7}]"#,
            #"[{"lang": "en", "hits": [{"type": "entry", "roms": [{"arabs": []}]}]}]"#,
            #"[{"lang": "en", "hits": [{"type": "entry", "roms": {"soon-asked": 1}}]}]"#,
            #"[{"lang": "en", "hits": [{"type": "entry", "ro"#, "\u{0}", String(repeating: "[", count: 100_000),
        ])
    func malformed(body: String) async throws {
        let server = try LocalHTTPServer { _ in .text(body) }
        #expect(isMalformed(await error(service(server.url))))
    }

    @Test(
        "a truncated answer is a network error",
        arguments: [
            LocalHTTPServer.Reply.closeMidAnswer(Array("[{\"lang\": \"en\", \"hi".utf8)), .raw([]),
            .raw(Array("HTTP/1.1 20".utf8)),
            .raw(Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n[".utf8)),
            .raw(Array("220 dict\r\n".utf8)),
        ])
    func brokenOff(reply: LocalHTTPServer.Reply) async throws {
        let server = try LocalHTTPServer { _ in reply }
        #expect(isNetwork(await error(service(server.url))))
    }

    @Test("a server that stalls times out")
    func stall() async throws {
        let server = try LocalHTTPServer { _ in .stall }
        let client = SystemHTTPClient(timeout: .milliseconds(300))
        #expect(await error(service(server.url, client: client)) == .network(Message("timed out")))
    }

    @Test("an answer of 50 MB is rejected")
    func tooLong() async throws {
        let server = try LocalHTTPServer { _ in .endless(megabytes: 50) }
        #expect(await error(service(server.url)) == .malformedAnswer(Message("more than \(8 << 20) bytes")))
    }

    @Test("a redirect to another host is not followed, and the key is not sent there")
    func foreignRedirect() async throws {
        let other = try LocalHTTPServer { _ in .text("[]") }
        let server = try LocalHTTPServer { request in
            .text("", status: 302, headers: ["Location": "\(other.url)\(request.target)"])
        }
        #expect(await error(service(server.url)) == .network(Message("sent to another host")))
        #expect(server.requests.count == 1 && other.requests.isEmpty)
    }

    @Test("a redirect on the same host is followed")
    func redirect() async throws {
        let server = try LocalHTTPServer { request in
            guard request.path == "/old/dictionary" else { return .answer(status: 204) }
            return .text("", status: 301, headers: ["Location": "/v1\(request.target.dropFirst(4))"])
        }
        #expect(await error(service(server.url.appending(path: "old"))) == .notFound)
        #expect(server.requests.map(\.path) == ["/old/dictionary", "/v1/dictionary"])
        #expect(server.requests.allSatisfy { $0.headers["x-secret"] == key && $0.query["q"] == "soon-asked" })
    }

    @Test("each followed redirect is one more request, which waits for its permit and counts")
    func redirectsAreCounted() async throws {
        let times = Locked<[Date]>([])
        let server = try LocalHTTPServer { [time] request in
            times.withLock { $0.append(time.now) }
            guard request.path == "/old/dictionary" else { return .answer(status: 204) }
            return .text("", status: 301, headers: ["Location": "/v1\(request.target.dropFirst(4))"])
        }
        // The time advances to the end of each wait.
        let sleeper = Sleeper { [time] in time.advance(by: max(0, $0.timeIntervalSince(time.now))) }
        let limits = [RequestLimit(1, per: .seconds(1)), RequestLimit(3, per: .seconds(1000))]
        let gate = LookUpFakes(time: time).gate(.pons, limits, sleeper: sleeper)
        let pons = PonsTranslationService(
            secret: Secret(key), baseURL: server.url.appending(path: "old"),
            client: SystemHTTPClient(timeout: .seconds(600), followsRedirects: false), clock: time.clock,
            beforeRedirect: { () async throws(TranslationError) in try await gate.acquirePermit() })
        let service = GatedLookUp(LoggingLookUp(pons, name: "pons", logger: .disabled), gate: gate)
        let request = LookUpRequest(try word("soon-asked"), try direction("en", "it"))
        let start = time.now
        await #expect(throws: TranslationError.notFound) { try await service.lookUp(request) }
        // The third request is the last of the budget, so where it leads is not looked at.
        await #expect(throws: TranslationError.rateLimited(until: start + 1000)) {
            try await service.lookUp(request)
        }
        #expect(times.withLock { $0 } == [start, start + 1, start + 2])
        #expect(server.requests.map(\.path) == ["/old/dictionary", "/v1/dictionary", "/old/dictionary"])
        #expect(server.requests.allSatisfy { $0.headers["x-secret"] == key })
    }

    @Test("with a client that does not follow redirects, the key goes to no other host and redirects do not loop")
    func unfollowedRedirects() async throws {
        let client = SystemHTTPClient(timeout: .seconds(600), followsRedirects: false)
        let other = try LocalHTTPServer { _ in .text("[]") }
        let away = try LocalHTTPServer { request in
            .text("", status: 302, headers: ["Location": "\(other.url)\(request.target)"])
        }
        #expect(await error(service(away.url, client: client)) == .network(Message("sent to another host")))
        #expect(away.requests.count == 1 && other.requests.isEmpty)
        let round = try LocalHTTPServer { .text("", status: 302, headers: ["Location": $0.target]) }
        #expect(await error(service(round.url, client: client)) == .network(Message("more than \(5) redirects")))
        #expect(round.requests.count == 6)
    }

    @Test("a closed port and an unknown name are unreachable: nothing was sent")
    func unreachable() async throws {
        let refused = try #require(URL(string: "http://127.0.0.1:\(try LocalSocket.refusedPort())/v1"))
        let nowhere = try #require(URL(string: "http://nosuch.invalid/v1"))
        for url in [refused, nowhere] {
            guard case .unreachable = await error(service(url)) else {
                Issue.record("\(url) was reached")
                continue
            }
        }
    }

    @Test("a cancelled look-up ends at once as cancelled")
    func cancellation() async throws {
        let arrived = Latch()
        let server = try LocalHTTPServer { _ in
            arrived.open()
            return .stall
        }
        let service = service(server.url)
        let task = Task { await error(service) }
        await arrived.wait()
        expectDiscretion(service)
        task.cancel()
        #expect(await task.value == .cancelled)
    }

    @Test("its description shows neither the key nor the path")
    func discretion() throws {
        let url = try #require(URL(string: "https://me:passw0rd@pons.example/soon-asked/v1?soon-asked"))
        let service = service(url)
        #expect("\(service)" == "PONS at pons.example")
        expectDiscretion(service)
    }

    @Test("concurrent look-ups each get their own entry")
    func many() async throws {
        let server = try FakePonsServer()
        let service = service(server.baseURL)
        let words = Array(repeating: ["soon", "listen"], count: 20).flatMap(\.self)
        let found = await withTaskGroup(of: Bool.self) { group in
            for word in words {
                group.addTask {
                    if case .success(let entry) = await look(service, word) { entry.headword == word } else { false }
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(found == words.count)
    }
}
