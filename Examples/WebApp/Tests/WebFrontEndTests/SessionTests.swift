import CoreModule
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import PersonalDictionary
import SuperappTesting
import Testing
import WebFrontEnd

@Suite("Sessions", .timeLimit(.minutes(2)))
struct SessionTests {
    @Test("a session that was left is put away without leaks, and comes back where it was, with its token")
    func parking() async throws {
        let time = ManualTime()
        try await withServer(change: { $0.environment.clock = time.clock }) { client, server in
            let browser = try await Browser(client)
            #expect(try await browser.get("/favorites").status == .ok)
            #expect(try await browser.get("/search?text=dog").status == .ok)
            let tree = try await server.sessions.use(browser.session, Person()) { $0.tree }
            time.advance(by: 601)
            await server.sessions.parkIdle()
            try await tree.expectNoLeaks()
            let counts = await server.sessions.counts
            #expect((counts.live, counts.parked, counts.streams) == (0, 1, 0))

            let state = try await server.sessions.use(browser.session, Person()) { $0.app.navigationState }
            #expect(state == NavigationState(screens: [.favorites, .search], searchText: "dog"))
            #expect(try await browser.add("cat").status == .seeOther)
        }
    }

    @Test("a rating is stored: it is there for other sessions, and when the session was put away")
    func reviews() async throws {
        let time = ManualTime()
        try await withServer(change: { $0.environment.clock = time.clock }) { client, server in
            let browser = try await Browser(client)
            #expect(try await browser.add("dog").status == .seeOther)
            let front = try await browser.get("/review").text
            let card = String(try #require(front.firstMatch(of: /name="card" value="([^"]+)"/)).1)
            for (action, rating) in [("show-answer", ""), ("rate", "3")] {
                let fields = ["from": "/review", "card": card, "rating": rating] as KeyValuePairs
                #expect(try await browser.post(action, fields).status == .seeOther)
            }
            time.advance(by: 601)
            await server.sessions.parkIdle()
            for browser in [browser, try await Browser(client)] {
                #expect(try await !browser.get("/review").text.contains(#"name="card""#))
            }
        }
    }

    @Test(
        "a form that a browser sends twice is performed once; the same text of a later page, or another text, is added")
    func repeatedForm() async throws {
        try await withServer { client, _ in
            let browser = try await Browser(client)
            for (page, text) in [("1", "milk"), ("1", "milk"), ("1", "bread"), ("2", "milk"), ("2", "milk")] {
                for action in ["add-task", "save-task"] {
                    let from = action == "add-task" ? "/todo" : "/todo/new"
                    let answer = try await browser.post(action, ["from": from, "text": text, "once": page])
                    #expect(answer.status == .seeOther && answer.headers[.location] == "/todo")
                }
            }
            // What was refused may be sent again.
            for _ in 0..<2 {
                let refused = ["from": "/todo/new", "text": "", "notes": "a", "once": "3"] as KeyValuePairs
                #expect(try await browser.post("save-task", refused).status == .unprocessableContent)
            }
            let page = try await browser.get("/todo").text
            #expect(page.split(separator: ">milk</a>").count == 5)
            #expect(page.split(separator: ">bread</a>").count == 3)
        }
    }

    @Test("two buttons of one form are two actions, also if what was typed is the same")
    func buttons() async throws {
        try await withServer { client, _ in
            let browser = try await Browser(client)
            for action in ["type-word", "add-word", "add-word"] {
                let fields = ["from": "/new", "text": "dog", "once": "1"] as KeyValuePairs
                #expect(try await browser.post(action, fields).status == .seeOther)
            }
            #expect(try await browser.get("/").text.split(separator: #"id="word-"#).count == 2)
        }
    }

    @Test(
        "what is typed on a page of a server that has started again is on the page that says so",
        arguments: [
            ("save-task", "/todo/new", ["text": "Milk", "notes": "two bottles"]),
            ("add-task", "/todo", ["text": "bread"]),
            ("add-word", "/new", ["text": "Haus"]),
        ])
    func restarted(action: String, page: String, fields: [String: String]) async throws {
        try await withServer { client, _ in
            var browser = try await Browser(client)
            browser.headers[.cookie] = browser.headers[.cookie]?.replacing(browser.session.rawValue, with: "gone")
            let form = [("from", page), ("token", browser.token)] + fields.map { ($0.key, $0.value) }
            let answer = try await browser.send(action, form, browser.headers)
            #expect(answer.status == .forbidden)
            #expect(answer.text.contains("nothing was saved"))
            for value in fields.values { #expect(answer.text.contains(value)) }
            // It is a page of a new session, so saving again works.
            var renewed = browser.headers
            renewed[.cookie] = String(try #require(answer.headers[.setCookie]?.split(separator: ";").first))
            let token = String(try #require(answer.text.firstMatch(of: /data-token="([0-9a-f]+)"/)).1)
            #expect(try await browser.send(action, form + [("token", token)], renewed).status == .seeOther)
            // A script keeps what is typed, and needs no session before it asks for one.
            browser.headers[try #require(HTTPField.Name("X-Script"))] = "1"
            let refused = try await browser.send(action, form, browser.headers)
            #expect(refused.status == .forbidden && refused.headers[.setCookie] == nil)
        }
    }

    @Test("a file without a session is refused before it is read, and opens none")
    func uploadWithoutSession() async throws {
        try await withServer { client, server in
            let headers: HTTPFields = [.origin: Browser.origin, .contentType: "multipart/form-data; boundary=x"]
            let answer = try await client.execute(uri: "/action/import-words", method: .post, headers: headers)
            #expect(answer.status == .forbidden && answer.headers[.setCookie] == nil)
            let counts = await server.sessions.counts
            #expect(counts.live + counts.parked == 0)
        }
    }

    @Test("of more sessions than allowed, those that were not used for longest are put away, and all go on")
    func limits() async throws {
        try await withServer(change: { $0.limits.liveSessions = 2 }) { client, server in
            var browsers: [Browser] = []
            for _ in 0..<5 { browsers.append(try await Browser(client)) }
            #expect(await server.sessions.counts.live <= 3)
            for browser in browsers { #expect(try await browser.get("/new").headers[.setCookie] == nil) }

            // Those with an open page do not count.
            var streams: [SessionEventStream] = []
            for browser in browsers { streams.append(try await server.sessions.hold(browser.session, Person())) }
            for _ in 0..<5 { _ = try await Browser(client) }
            let counts = await server.sessions.counts
            #expect(counts.streams == 5 && 7...8 ~= counts.live)
            for stream in streams { await server.sessions.release(stream) }
        }
    }

    @Test("the session that is put away is the one that was not used for the longest time")
    func oldest() async throws {
        let time = ManualTime()
        try await withServer(change: {
            $0.limits.liveSessions = 2; $0.environment.clock = time.clock
        }) { _, server in
            var opened: [(id: SessionID, tree: FeatureTree)] = []
            for _ in 0..<4 {
                time.advance(by: 1)
                opened.append(try await server.sessions.use(nil, Person()) { (id: $0.id, tree: $0.tree) })
            }
            // The fourth was in use, and two may be live beside it: only the first had to go.
            for (id, tree) in opened.dropFirst() {
                time.advance(by: 1)
                let current = try await server.sessions.use(id, Person()) { $0.tree }
                #expect(current === tree)
            }
            let current = try await server.sessions.use(opened[0].id, Person()) { $0.tree }
            #expect(current !== opened[0].tree)
        }
    }

    @Test("a person who opens sessions without end loses their own oldest ones, and nobody else's")
    func sessionsOfPerson() async throws {
        let time = ManualTime()
        let site = try #require(WebConfiguration.Site("https://words.example.org"))
        try await withServer(
            access: .proxy(secret: "secret", site: site),
            change: {
                $0.limits.knownSessions = 5; $0.limits.sessionsOfPerson = 3; $0.environment.clock = time.clock
            }
        ) { _, server in
            func open(_ id: SessionID?, _ name: String) async throws -> SessionID {
                time.advance(by: 1)
                return try await server.sessions.use(id, Person(name)) { $0.id }
            }
            let other = try await open(nil, "Ben")
            var own: [SessionID] = []
            for _ in 0..<6 { own.append(try await open(nil, "Anna")) }
            #expect(try await open(other, "Ben") == other)
            for id in own.suffix(3) { #expect(try await open(id, "Anna") == id) }
            #expect(try await open(own[2], "Anna") != own[2])
            let counts = await server.sessions.counts
            #expect(counts.live + counts.parked == 4)

            // One with an open page is not the one that goes.
            let followed = try await open(nil, "Anna")
            let stream = try await server.sessions.hold(followed, Person("Anna"))
            for _ in 0..<4 { _ = try await open(nil, "Anna") }
            #expect(try await open(followed, "Anna") == followed)
            await server.sessions.release(stream)
        }
    }

    @Test("a person whose sessions are all in use, or who has too many streams, gets no more; others do")
    func personInUse() async throws {
        let site = try #require(WebConfiguration.Site("https://words.example.org"))
        try await withServer(
            access: .proxy(secret: "secret", site: site),
            change: {
                $0.limits.sessionsOfPerson = 3; $0.limits.streamsOfPerson = 4
            }
        ) { _, server in
            let (anna, ben) = (Person("Anna"), Person("Ben"))
            var streams: [SessionEventStream] = []
            for _ in 0..<3 { streams.append(try await server.sessions.hold(nil, anna)) }
            await #expect(throws: Refusal.pages) { try await server.sessions.use(nil, anna) { $0.id } }
            let first = try await server.sessions.use(streams[0].session, anna) { $0.id }
            streams.append(try await server.sessions.hold(first, anna))
            await #expect(throws: Refusal.pages) { try await server.sessions.hold(first, anna) }
            streams.append(try await server.sessions.hold(nil, ben))
            #expect(await server.sessions.counts.streams == 5)
            await server.sessions.release(streams[0])
            await server.sessions.release(streams[3])
            _ = try await server.sessions.use(nil, anna) { $0.id }
            for stream in streams { await server.sessions.release(stream) }
            #expect(await server.sessions.counts.streams == 0)
        }
    }

    @Test("dates are in the time zone that the browser has said, once nobody uses the session in another one")
    func timeZone() async throws {
        let time = ManualTime()
        try await withServer(change: { $0.environment.clock = time.clock }) { client, server in
            var browser = try await Browser(client)
            let cookie = try #require(browser.headers[.cookie])
            func zone() async throws -> Substring? {
                try await browser.get("/").text.firstMatch(of: /data-zone="([^"]*)"/)?.1
            }
            for name in ["Pacific/Auckland", "Pacific/Honolulu", "UTC"] {
                browser.headers[.cookie] = "\(cookie); superapp-zone=\(name.replacing("/", with: "%2F"))"
                #expect(try await zone() == Substring(name))
            }
            for name in ["nowhere", "%zz", ""] {
                browser.headers[.cookie] = "\(cookie); superapp-zone=\(name)"
                #expect(try await zone() == "UTC")
            }
            let stream = try await server.sessions.hold(browser.session, Person())
            browser.headers[.cookie] = "\(cookie); superapp-zone=Pacific/Auckland"
            #expect(try await zone() == "UTC")
            await server.sessions.release(stream)
            #expect(try await zone() == "Pacific/Auckland")
            let local = try await server.sessions.use(browser.session, Person()) {
                $0.app.pushNotification.scope.isDetached ? nil : $0.localizer.timeZone
            }
            #expect(local?.identifier == "Pacific/Auckland")
        }
    }

    @Test("a page of an old search and one with the report of an import stay as they are when they refresh themselves")
    func refresh() async throws {
        try await withServer { client, server in
            let browser = try await Browser(client)
            _ = try await browser.get("/search?text=dog")
            #expect(try await browser.get("/search?text=cat", [.refresh: "1"]).status == .noContent)
            #expect(try await browser.get("/search?text=dog", [.refresh: "1"]).status == .ok)
            // After an action there, it is the search of now.
            let after = try await browser.get("/search?text=cat", [.script: "1"])
            #expect(after.status == .ok && after.text.contains(#"value="cat""#))
            #expect(try await browser.get("/search?text=dog", [.refresh: "1"]).status == .noContent)
            #expect(try await browser.get("/import", [.refresh: "1"]).status == .noContent)
            #expect(try await browser.get("/import").status == .ok)
        }
    }

    @Test("the server stops although a stream is open")
    func gracefulStop() async throws {
        try await withServer(.live) { client, server in
            let browser = try await Browser(client)
            let port = try #require(client.port)
            let page = TestClient(host: "localhost", port: port)
            page.connect()
            var headers = browser.headers
            headers[.origin] = nil
            try await page.executeAndDontWaitForResponse(
                TestClient.Request("/events", method: .get, authority: "localhost", headers: headers))
            for _ in 0..<500 {
                if await server.sessions.counts.streams > 0 { break }
                try await Task.sleep(for: .milliseconds(10))
            }
            #expect(await server.sessions.counts.streams == 1)
        }
    }

    @Test("SIGTERM stops the program; its first line is the address, which answers by then")
    func program() async throws {
        let process = Process()
        #if canImport(Darwin)
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
        process.executableURL = bundle.bundleURL.deletingLastPathComponent().appending(path: "web")
        #else
        process.executableURL = Bundle.main.bundleURL.appending(path: "web")
        #endif
        process.arguments = ["--ephemeral", "--port", "0"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        defer { if process.isRunning { process.terminate() } }
        // The program writes one line at once.
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let address = try #require(URL(string: line.trimmingCharacters(in: .newlines)))
        let answer = try await SystemHTTPClient().send(
            HTTP.Request("GET", address.appending(path: "health/ready")))
        #expect(answer.status == 200)
        process.terminate()
        while process.isRunning { try await Task.sleep(for: .milliseconds(10)) }
        #expect(process.terminationStatus == 0)
    }
}
