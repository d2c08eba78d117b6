import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("What an app logs about its services", .bounded)
@MainActor
struct AppTranslationLogTests {
    private let rig = AppServicesRig()
    private var time: ManualTime { rig.time }

    @Test("a provider that fails is one warning, however often it was tried and passed on")
    func oneWarning() async throws {
        let log = EventLogger.InMemoryHandler()
        let logger = EventLogger(label: "app", minimumLevel: .warning, handler: log, clock: time.clock)
        let broken = try LocalHTTPServer { _ in .answer(status: 500) }
        let spent = try FakePonsServer(quota: 0)
        let refused = DictServer(host: "127.0.0.1", port: try LocalSocket.refusedPort())
        let down = ScriptedTranslationService { _, _ throws(TranslationError) in throw .network(Message("down")) }
        let cases: [(provider: LookUpProvider, error: String, requests: Int)] = [
            (.pons(Secret("x"), url: broken.url, timeout: .seconds(600)), "network", 2), (.dict(refused), "network", 0),
            (rig.pons(spent), "rateLimited", 0), (.service(down, name: "mine"), "network", 0),
        ]
        for (provider, error, requests) in cases {
            let before = (log.events.count, broken.requests.count)
            let dependencies = try await rig.open([provider], sleeper: rig.hurry, logger: logger)
            let app = AppBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
            try await app.words.add(.make("1", "dog", createdAt: time.now))
            await #expect(throws: DictionaryError.self) { try await app.translation.translateWaiting() }
            #expect(broken.requests.count == before.1 + requests)
            let events = log.events.dropFirst(before.0)
            #expect(events.map(\.message) == ["a translation service failed"], "\(events.map(\.line))")
            #expect(events.first?.metadata.first { $0.key == "error" }?.value == error)
            // That the ledger gives no permit is not a failure of the provider.
            if error == "rateLimited" {
                await #expect(throws: DictionaryError.self) { try await app.translation.translateWaiting() }
                // The user's own try is sent once before the date that the service asked for.
                #expect(log.events.count == before.0 + 2)
            }
            app.detach()
        }
        spent.stop()
    }

    @Test("the path of a provider's address is neither in the log nor in the store, whatever the response")
    func secretPath() async throws {
        let log = EventLogger.InMemoryHandler()
        let logger = EventLogger(label: "app", minimumLevel: .debug, handler: log, clock: time.clock)
        let server = try LocalHTTPServer { request in
            switch request.query["q"] {
            case "away": .text("", status: 301, headers: ["Location": "/t0ken/v2\(request.target.dropFirst(9))"])
            case "404": .answer(status: 404)
            case "500": .answer(status: 500)
            case "503": .answer(status: 503)
            default: .answer(status: 204)
            }
        }
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            let dependencies = try await rig.open(
                [.pons(Secret("k3y"), url: server.url.appending(path: "t0ken/v1"), timeout: .seconds(600))],
                in: .file(file), sleeper: rig.hurry,
                logger: logger)
            let services = dependencies.makeTranslation()
            for word in ["dog", "away", "404", "500", "503"] {
                await #expect(throws: TranslationError.self) {
                    try await services.lookUp(LookUpRequest(WordText(word), .englishToRussian))
                }
            }
            await dependencies.close()
            #expect(!server.requests.isEmpty && server.requests.allSatisfy { $0.path.hasPrefix("/t0ken/") })
            for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
                let isThere = try Data(contentsOf: file).range(of: Data("t0ken".utf8)) != nil
                #expect(!isThere, "\(file.lastPathComponent)")
            }
        }
        let lines = log.events.map(\.line)
        #expect(lines.contains { $0.contains("request=GET 127.0.0.1 status=204") })
        #expect(lines.first { $0.contains("t0ken") } == nil)
    }

    @Test("the public path is in the log")
    func publicPath() async throws {
        let log = EventLogger.InMemoryHandler()
        let logger = EventLogger(label: "app", minimumLevel: .debug, handler: log, clock: time.clock)
        let server = try FakePonsServer()
        let slash = try #require(URL(string: server.baseURL.absoluteString + "/"))
        for url in [server.baseURL, slash] {
            let dependencies = try await rig.open(
                [.pons(Secret(FakePonsServer.secret), url: url, timeout: .seconds(600))], sleeper: rig.hurry,
                logger: logger
            )
            let services = dependencies.makeTranslation()
            let before = log.events.count
            await #expect(throws: TranslationError.notFound) {
                try await services.lookUp(LookUpRequest(WordText("zzz"), .englishToRussian))
            }
            let lines = log.events.dropFirst(before).map(\.line)
            #expect(lines.contains { $0.contains("request=GET 127.0.0.1/v1/dictionary status=204") })
        }
        server.stop()
    }

    @Test("that no provider may be asked is logged once, when it begins, with its own message")
    func waitIsLogged() async throws {
        let log = EventLogger.InMemoryHandler()
        let logger = EventLogger(label: "app", minimumLevel: .warning, handler: log, clock: time.clock)
        let down = ScriptedTranslationService { _, _ throws(TranslationError) in throw .network(Message("down")) }
        let dependencies = try await rig.open([.service(down, name: "mine")], logger: logger)
        let app = AppBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
        for number in 0..<9 { try await app.words.add(.make("\(number)", "w\(number)", createdAt: time.now)) }
        app.startTranslating()
        // Three words fail. No time passes: moving it might overtake a look-up in flight.
        try await eventually { log.events.contains { $0.message == "look-ups pause" } }
        while down.texts.count < 6 {
            // Back-offs are of random lengths, and clocks show whole milliseconds.
            let end = try #require(await time.nextSleep())
            let count = down.texts.count
            time.advance(by: end.timeIntervalSince(time.now).rounded(.up))
            try await eventually { down.texts.count > count || time.sleeperCount > 0 }
        }
        let messages = log.events.map(\.message)
        #expect(
            messages.prefix(4) == [
                "a translation service failed", "a translation service failed", "a translation service failed",
                "look-ups pause",
            ])
        #expect(messages.dropFirst(4).allSatisfy { $0 == "a translation service failed" })
        let event = try #require(log.events.first { $0.message == "look-ups pause" })
        #expect(event.metadata.map(\.key) == ["error", "until"])
        app.detach()
    }
}
