import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

/// Services as the app puts them together, with real sockets and a store in memory.
@Suite("The services of an app", .bounded)
@MainActor
struct AppTranslationTests {
    private let rig = AppServicesRig()
    private var time: ManualTime { rig.time }

    @Test(
        "a direction that PONS lacks costs one request in total, and is tried again when the user asks"
    )
    func unsupportedDirection() async throws {
        let server = try FakePonsServer()
        let direction = try TranslationDirection.between("it", "ru")
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            func look(_ texts: [String], anew: Bool = false) async throws -> [String] {
                let before = server.requests.count
                let dependencies = try await rig.open([rig.pons(server)], in: .file(file), sleeper: rig.hurry)
                let services = dependencies.makeTranslation()
                for text in texts {
                    // Through English, where PONS does not know it either.
                    await #expect(throws: TranslationError.notFound) {
                        try await services.lookUp(
                            LookUpRequest(WordText(text), direction, cachePolicy: anew ? .reload : .useCache))
                    }
                }
                await dependencies.store.close()
                return server.requests.dropFirst(before).map { $0.query["l"] ?? "" }
            }
            let first = try await look(["cane", "gatto", "casa"])
            #expect(first == ["itru", "enit", "enit", "enit"])
            #expect(try await look(["uno", "due"]) == ["enit", "enit"])
            #expect(try await look(["cane"], anew: true) == ["itru", "enit"])
            time.advance(by: 8 * 24 * 3600)
            #expect(try await look(["tre", "quattro"]) == ["itru", "enit", "enit"])
        }
        server.stop()
    }

    @Test("PONS is asked at most a thousand times in any 31 days, as a free key allows, and then again")
    func budget() async throws {
        let server = try FakePonsServer(quota: 2000)
        let dependencies = try await rig.open([rig.pons(server)], sleeper: rig.hurry)
        let services = dependencies.makeTranslation()
        let start = time.now
        func look(_ text: String) async throws -> DictionaryEntry {
            try await services.lookUp(LookUpRequest(WordText(text), .between("en", "it")))
        }
        for number in 0..<1000 {
            await #expect(throws: TranslationError.notFound) { try await look("unknown\(number)") }
        }
        #expect(server.requests.count == 1000)
        let end = start + 31 * 24 * 3600
        await #expect(throws: TranslationError.rateLimited(until: end)) { try await look("soon") }
        #expect(server.requests.count == 1000)
        time.advance(by: end.timeIntervalSince(time.now))
        #expect(try await look("soon").translation.text == "presto")
        await dependencies.close()
        server.stop()
    }

    @Test("a redirect counts as a request: both respect rate and budget")
    func redirects() async throws {
        let times = Locked<[Date]>([])
        let server = try LocalHTTPServer { [time] request in
            times.withLock { $0.append(time.now) }
            guard request.path == "/old/dictionary" else { return .answer(status: 204) }
            return .text("", status: 301, headers: ["Location": "/v1\(request.target.dropFirst(4))"])
        }
        let dependencies = try await rig.open(
            [.pons(Secret("x"), url: server.url.appending(path: "old"), timeout: .seconds(600))], sleeper: rig.hurry)
        let services = dependencies.makeTranslation()
        for word in ["a", "b"] {
            await #expect(throws: TranslationError.notFound) {
                try await services.lookUp(LookUpRequest(WordText(word), .englishToRussian))
            }
        }
        let start = try #require(times.withLock { $0.first })
        #expect(times.withLock { $0 } == (0..<4).map { start + Double($0) })
    }

    @Test("the user's own retry follows a redirect before the date that the provider asked for")
    func redirectOfRetry() async throws {
        let isPaused = Locked(true)
        let server = try LocalHTTPServer { request in
            guard !isPaused.withLock({ $0 }) else { return .answer(status: 503) }
            guard request.path == "/old/dictionary" else { return .answer(status: 204) }
            return .text("", status: 301, headers: ["Location": "/v1\(request.target.dropFirst(4))"])
        }
        let dependencies = try await rig.open(
            [.pons(Secret("x"), url: server.url.appending(path: "old"), timeout: .seconds(600))], sleeper: rig.hurry)
        let services = dependencies.makeTranslation()
        func failure(_ retry: UserRetry? = nil) async throws -> TranslationError? {
            await #expect(throws: TranslationError.self) {
                try await services.lookUp(
                    LookUpRequest(WordText("a"), .englishToRussian, retry: retry))
            }
        }
        #expect(try await failure() == .rateLimited(until: time.now + 60))
        isPaused.withLock { $0 = false }
        #expect(try await failure(UserRetry()) == .notFound)
        server.stop()
    }

    @Test("one retry of many words sends a rate-limited provider one request, while another provider knows the words")
    func retryOfMany() async throws {
        let server = try FakePonsServer(quota: 0)
        let service = ScriptedTranslationService { [time] word, direction throws(TranslationError) in
            try LookUpFakes.entry(word, direction, ["x"], .dict, time.now)
        }
        // The hedging delay of two seconds does not end: PONS has answered before.
        let sleeper = Sleeper { [time] date in
            if date.timeIntervalSince(time.now) > 1 {
                await Promise<Void>().value(whenCancelled: ())
            } else {
                time.advance(to: date)
            }
        }
        let dependencies = try await rig.open([rig.pons(server), .service(service)], sleeper: sleeper)
        let app = AppBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
        let ids = (0..<10).map { WordID("\($0)") }
        for id in ids { try await app.words.add(.make(id.rawValue, "w\(id)", createdAt: time.now)) }
        let list = app.mainScreen.mainWordList.wordList.viewModel
        #expect(await list.retry([ids[0]])?.count == 1)
        #expect(server.requests.count == 1)
        for number in 2...3 {
            #expect(await list.retry(ids)?.map(\.translation.translation?.text) == Array(repeating: "x", count: 10))
            #expect(server.requests.count == number)
        }
        app.detach()
        server.stop()
    }

    @Test("an own service that named a date is not asked before it, not even after a restart")
    func ownLimit() async throws {
        try await withTemporaryFolder { folder in
            let back = time.now + 5 * 3600
            let service = ScriptedTranslationService { _, _ throws(TranslationError) in throw .rateLimited(until: back)
            }
            for _ in 0..<3 {
                // The glossary does not know the word. That says nothing about other words.
                let dependencies = try await rig.open(
                    [.glossary, .service(service)], in: .file(folder.appending(path: "a.sqlite")))
                let services = dependencies.makeTranslation()
                for word in ["qwerty", "asdf"] {
                    await #expect(throws: TranslationError.rateLimited(until: back)) {
                        try await services.lookUp(LookUpRequest(WordText(word), .englishToRussian))
                    }
                }
                await dependencies.store.close()
            }
            #expect(service.texts == ["qwerty"])
        }
    }

    // MARK: Providers that are out

    @Test("a week without a network uses no budget, however many tries")
    func offline() async throws {
        let port = try LocalSocket.refusedPort()
        let url = try #require(URL(string: "http://127.0.0.1:\(port)/v1"))
        let dependencies = try await rig.open(
            [.pons(Secret("x"), url: url, timeout: .seconds(600))], sleeper: rig.hurry)
        let services = dependencies.makeTranslation()
        let start = time.now
        // Not more: Foundation on Linux sometimes ends the process when a connection is refused.
        for number in 0..<40 {
            await #expect(throws: TranslationError.self) {
                _ = try await services.lookUp(
                    LookUpRequest(
                        WordText("w\(number)"), .englishToRussian,
                        cachePolicy: number % 5 == 0 ? .reload : .useCache))
            }
            time.advance(to: start + Double(number) * 4 * 3600)
        }
        let provider = TranslationProvider(rawValue: "pons(127.0.0.1:\(port))")
        let limit = RequestLimit(1, per: .seconds(31 * 24 * 3600))
        #expect(try await dependencies.store.requests.acquire(provider, [limit], now: time.now) == nil)
        #expect(try await dependencies.store.requests.acquire(provider, [limit], now: time.now) != nil)
    }

    @Test("a provider that rejects the key is not asked for each word, and does not delay other providers' words")
    func wrongKey() async throws {
        let refusing = try FakePonsServer()
        let dict = try FakeDictServer(
            FakeDictServer.standard { command in
                let word = command.split(separator: "\"")[1]
                return word.hasPrefix("rare")
                    ? .text("552 no match\n") : FakeDictServer.definition("\(word) /x/\nх")
            })
        // Waits for a permit end at once; hedging delays and longer waits do not end.
        let sleeper = Sleeper { [time] date in
            guard date.timeIntervalSince(time.now) > 1.5 else { return time.advance(to: date) }
            await Latch().wait()
        }
        let dependencies = try await rig.open(
            [.glossary, .pons(Secret("wrong"), url: refusing.baseURL, timeout: .seconds(600)), rig.dict(dict)],
            sleeper: sleeper)
        let app = AppBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
        for number in 0..<60 {
            let text = number % 3 == 2 ? "known\(number)" : "rare\(number)"
            try await app.words.add(.make("\(number)", text, createdAt: time.now + Double(number)))
        }
        app.startTranslating()
        func waiting() async throws -> Int {
            try await app.words.words(WordPage(limit: .max), in: .awaitingTranslation).count
        }
        try await eventually { try await waiting() <= 40 && app.translation.currentStatus.notBefore != nil }
        #expect(try await app.words.word(WordID("59")).translation.translation?.text == "х")
        #expect(app.translation.currentStatus.waiting == 40)
        // Three failures close the gate. A look-up that seemed slow, because a permit moved the clock, may have sent one more.
        let count = refusing.requests.count
        #expect((3...4).contains(count))
        // A request of the user calls it again, and one more failure is enough.
        await #expect(throws: DictionaryError.self) { try await app.translation.translateWaiting() }
        #expect(refusing.requests.count == count + 1)
        app.detach()
        await dependencies.close()
        refusing.stop()
    }

    @Test("two DICT servers are two providers: a word that one does not know is looked up in the other")
    func twoServers() async throws {
        let empty = try FakeDictServer(FakeDictServer.standard { _ in .text("552 no match\n") })
        let full = try FakeDictServer(FakeDictServer.standard { _ in FakeDictServer.definition("dog /d/\nсобака") })
        let dependencies = try await rig.open([rig.dict(empty), rig.dict(full)])
        let services = dependencies.makeTranslation()
        let entry = try await services.lookUp(LookUpRequest(WordText("dog"), .englishToRussian))
        #expect(entry.translation.text == "собака")
        #expect(entry.provider == .dict)
        let connections = full.connectionCount
        _ = try await services.lookUp(LookUpRequest(WordText("dog"), .englishToRussian))
        #expect(connections == 1 && full.commands.count(where: { $0.hasPrefix("DEFINE") }) == 1)
    }

    @Test("looking a word up again calls the service, whatever its last answer")
    func refresh() async throws {
        let isKnown = Locked(false)
        let server = try FakeDictServer(
            FakeDictServer.standard { _ in
                isKnown.withLock { $0 } ? FakeDictServer.definition("dog /d/\nсобака") : .text("552 no match\n")
            })
        let app = AppBuilder(dependencies: try await rig.open([rig.dict(server)]), parent: FeatureTree().root).build()
        let screen = app.mainScreen.mainNavigator.toNewWord.router.open().viewModel
        screen.text = "dog"
        let word = try #require(await screen.save())
        #expect(try await app.translation.translateWaiting().first?.translation == .notFound)
        isKnown.withLock { $0 = true }
        let rows = app.mainScreen.mainWordList.wordList.viewModel
        #expect(await rows.retry([word.id])?.first?.translation.translation?.text == "собака")
        app.detach()
    }

    @Test("at the end QUIT is sent on each open connection, and the store is closed")
    func close() async throws {
        let quits = [Latch(), Latch()]
        let servers = try quits.map { quit in
            try FakeDictServer { command, connection in
                if command == "QUIT" { quit.open() }
                return FakeDictServer.standard { _ in .text("552 no match\n") }(command, connection)
            }
        }
        try await withTemporaryFolder { folder in
            let dependencies = try await AppDependencies.open(
                AppConfiguration(
                    storage: .file(folder.appending(path: "a.sqlite")),
                    translation: TranslationConfiguration(servers.map(rig.dict)),
                    environment: AppEnvironment(clock: time.clock, sleeper: time.sleeper)))
            let services = dependencies.makeTranslation()
            await #expect(throws: TranslationError.notFound) {
                try await services.lookUp(LookUpRequest(WordText("zzz"), .englishToRussian))
            }
            await dependencies.close()
            for quit in quits { await quit.wait() }
            await #expect(throws: DictionaryError.self) { try await dependencies.store.vocabulary.wordCount() }
        }
    }

    @Test("while a word is typed, a DICT server lists words within the limits that it shares with look-ups")
    func suggestions() async throws {
        let server = try FakeDictServer(
            FakeDictServer.standard { command in
                if command.hasPrefix("MATCH") { return .text("152 1 match\nfd-eng-rus \"dogma\"\n.\n250 ok\n") }
                return command.contains("dogma")
                    ? FakeDictServer.definition("dogma /d/\nдогма") : .text("552 no match\n")
            })
        let limits = [RequestLimit(6, per: .seconds(1000))]
        let dependencies = try await rig.open([
            .glossary, .dict(DictServer(host: "127.0.0.1", port: server.port), timeout: .seconds(3600), limits: limits),
        ])
        let services = dependencies.makeTranslation()
        let list = try #require(services.remoteSuggestions.first)
        let word = try WordText("dogm")
        let expected = [Suggestion(text: "dogma", translation: "догма", source: .provider(.dict))]
        #expect(try await list.suggestions(beginningWith: word, .englishToRussian, limit: 8) == expected)
        await #expect(throws: TranslationError.notFound) {
            try await services.lookUp(LookUpRequest(word, .englishToRussian))
        }
        let name = TranslationProvider(rawValue: "dict(127.0.0.1:\(server.port))")
        await #expect(throws: TranslationError.reserved(until: time.now + 1000, name)) {
            try await list.suggestions(beginningWith: word, .englishToRussian, limit: 8)
        }
        await dependencies.close()
    }
}
