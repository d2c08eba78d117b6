import CoreModule
import Foundation
import PersonalDictionary
import TestSupport
import Testing

/// Services as the app puts them together, with real sockets and a store in memory.
@Suite("The services of an app", .timeLimit(.minutes(3)))
@MainActor
struct AppTranslationTests {
    private let time = ManualTime()

    private func dict(_ server: FakeDictServer) -> TranslationConfiguration.Provider {
        .dict(DictServer(host: "127.0.0.1", port: server.port), timeout: .seconds(3600))
    }

    private func open(
        _ providers: [TranslationConfiguration.Provider], in storage: AppConfiguration.Storage = .memory,
        sleeper: Sleeper? = nil, logger: Logger = .disabled
    ) async throws -> AppDependencies {
        try await AppDependencies.open(
            AppConfiguration(
                storage: storage, translation: TranslationConfiguration(providers),
                environment: AppEnvironment(
                    clock: time.clock, sleeper: sleeper ?? time.sleeper, logger: logger)))
    }

    private var hurry: Sleeper { time.hurriedSleeper }

    private func pons(_ server: FakePonsServer) -> TranslationConfiguration.Provider {
        .pons(Secret(FakePonsServer.secret), url: server.baseURL, timeout: .seconds(600))
    }

    // MARK: Other providers

    @Test("words that no provider knew are looked up again if a new provider is asked, and only then")
    func otherProviders() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            @MainActor func isOwed(_ providers: [TranslationConfiguration.Provider]) async throws -> Bool {
                let dependencies = try await open(providers, in: .file(file))
                let app = AppBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
                let waiting = try await app.translation.waitingWords()
                #expect(try await app.translation.pendingStatus().waiting == waiting.count)
                #expect(try await app.words.word(WordID("1")).translation == .notFound)
                try await app.words.record(
                    .notFound(askedOf: dependencies.translation.providers), of: WordID("1"), at: time.now)
                app.detach()
                await dependencies.store.close()
                return !waiting.isEmpty
            }
            let store = try await DictionaryStore.open(file)
            try await store.vocabulary.add(.make("1", "zzz", createdAt: time.now))
            try await store.vocabulary.record(.notFound(), of: WordID("1"), at: time.now)
            await store.close()
            let other = ScriptedTranslationService { _, _ throws(TranslationError) in throw .notFound }
            let key = Secret("k3y")
            let url = try #require(URL(string: "https://me:passw0rd@pons.example/v1?token=t0ken#x"))
            let server = TranslationConfiguration.Provider.dict(DictServer(host: "a.example"))
            // A store of an earlier version does not say who was asked.
            #expect(try await isOwed([.glossary]))
            #expect(try await !isOwed([.glossary]))
            #expect(try await isOwed([.glossary, server]))
            #expect(try await !isOwed([server, .glossary]))
            #expect(try await isOwed([.dict(DictServer(host: "a.example", port: 1)), .glossary]))
            #expect(try await !isOwed([.glossary]))
            #expect(try await isOwed([.service(other)]))
            #expect(try await isOwed([.service(other, name: "mine")]))
            #expect(try await !isOwed([.service(other, name: "mine")]))
            #expect(try await isOwed([.pons(key)]))
            #expect(try await !isOwed([.pons(Secret("0ther"))]))
            #expect(try await isOwed([.pons(key, url: url)]))
            let port = try #require(URL(string: "https://pons.example:8443/v1"))
            #expect(try await isOwed([.pons(key, url: port)]))
            // Another path is not another server.
            #expect(try await !isOwed([.pons(key, url: port.appending(path: "t0ken"))]))
            #expect(try await isOwed([.pons(key, url: url), .pons(key, url: url)]))
            #expect(try await !isOwed([server, .service(other), .pons(key)]))
            let note = try SQLiteProbe(file.systemPath).text("SELECT asked_of FROM word")
            let names = [
                "dict(a.example:1)", "dict(a.example:2628)", "glossary", "mine", "own(ScriptedTranslationService)",
                "pons", "pons(pons.example)", "pons(pons.example) 2", "pons(pons.example:8443)",
            ]
            #expect(note == "[\(names.map { "\"\($0)\"" }.joined(separator: ","))]")
        }
    }

    @Test("alternating starts with two sets of providers ask and write nothing again")
    func alternating() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            let services = (0..<3).map { _ in
                ScriptedTranslationService { _, _ throws(TranslationError) in throw .notFound }
            }
            let store = try await DictionaryStore.open(file)
            for number in 0..<5 {
                try await store.vocabulary.add(.make("\(number)", "w\(number)", createdAt: time.now))
            }
            @MainActor func run(_ names: [Int]) async throws {
                time.advance(by: 60)
                let dependencies = try await open(
                    names.map { .service(services[$0], name: "s\($0)") }, in: .file(file))
                let app = AppBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
                app.startTranslating()
                // When the last word was not found, all others are done.
                let last = try Word.make("last", "last", createdAt: time.now, translation: .pending)
                try await app.words.add(last)
                try await eventually { try await app.translation.waitingWords().isEmpty }
                try await app.words.remove([last.id])
                app.detach()
                await dependencies.store.close()
            }
            try await run([0, 1])
            let words = try await store.vocabulary.words(.newest(9))
            try await run([0, 2])
            #expect(services.map(\.texts.count) == [12, 6, 6])
            #expect(try await store.vocabulary.words(.newest(9)) == words)
            let probe = try SQLiteProbe(file.systemPath)
            func state() -> [String?] {
                [
                    "SELECT group_concat(seq || asked_of || updated_at || revision) FROM word",
                    "SELECT group_concat(key || value) FROM setting",
                ].map(probe.text)
            }
            // The second changes with whatever another connection commits.
            let before = (state(), probe.text("PRAGMA data_version"))
            for _ in 0..<3 {
                for names in [[0, 1], [2, 0], [1]] {
                    let dependencies = try await open(
                        names.map { .service(services[$0], name: "s\($0)") }, in: .file(file))
                    let app = AppBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
                    app.startTranslating()
                    #expect(try await app.translation.waitingWords().isEmpty)
                    #expect(try await app.translation.translateWaiting().isEmpty)
                    app.detach()
                    await dependencies.store.close()
                }
            }
            #expect(services.map(\.texts.count) == [12, 6, 6])
            #expect(state() == before.0)
            #expect(probe.text("PRAGMA data_version") == before.1)
            await store.close()
        }
    }

    @Test("a thousand words are looked up again one by one, within the limits")
    func noStampede() async throws {
        let sent = Locked<[Date]>([])
        let service = ScriptedTranslationService { [time] _, _ throws(TranslationError) in
            sent.withLock { $0.append(time.now) }
            throw .notFound
        }
        let repository = InMemoryWordRepository()
        let words = Vocabulary(repository)
        for number in 0..<1000 {
            try await words.add(.make("\(number)", "w\(number)", createdAt: time.now, translation: .notFound))
        }
        let gate = LookUpFakes(time: time).gate(.dict, [RequestLimit(1, per: .seconds(1))], sleeper: hurry)
        let limited = GatedLookUp(service, gate: gate)
        let changes = WordStream()
        let publishing = Vocabulary(repository, changes: changes)
        let queue = TranslationQueue(
            services: TranslationServices(limited, gates: [gate], providers: [.dict]),
            words: publishing, clock: time.clock, sleeper: hurry,
            logger: .disabled)
        let task = Task { [events = changes.events()] in await queue.run(on: events) }
        try await eventually { sent.withLock({ $0.count }) >= 1000 }
        try await eventually { try await words.notFoundWords(notAskedOf: [.dict], limit: 1).isEmpty }
        task.cancel()
        await task.value
        let dates = sent.withLock { $0 }
        #expect(dates.count == 1000)
        for (date, last) in zip(dates.dropFirst(), dates) { #expect(date.timeIntervalSince(last) >= 1 - 1e-6) }
        withExtendedLifetime(changes) {}
    }

    // MARK: What costs a request

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
                let dependencies = try await open([pons(server)], in: .file(file), sleeper: hurry)
                for text in texts {
                    // By way of English, where PONS does not know it either.
                    await #expect(throws: TranslationError.notFound) {
                        try await dependencies.translation.lookUp(
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

    @Test("a redirect counts as a request: both respect rate and budget")
    func redirects() async throws {
        let times = Locked<[Date]>([])
        let server = try FakeHTTPServer { [time] request in
            times.withLock { $0.append(time.now) }
            guard request.path == "/old/dictionary" else { return .answer(status: 204) }
            return .text("", status: 301, headers: ["Location": "/v1\(request.target.dropFirst(4))"])
        }
        let dependencies = try await open(
            [.pons(Secret("x"), url: server.url.appending(path: "old"), timeout: .seconds(600))], sleeper: hurry)
        for word in ["a", "b"] {
            await #expect(throws: TranslationError.notFound) {
                try await dependencies.translation.lookUp(LookUpRequest(WordText(word), .englishToRussian))
            }
        }
        let start = try #require(times.withLock { $0.first })
        #expect(times.withLock { $0 } == (0..<4).map { start + Double($0) })
    }

    @Test("an own service that named a date is not asked before it, not even after a restart")
    func ownLimit() async throws {
        try await withTemporaryFolder { folder in
            let week = time.now + 7 * 86400
            let service = ScriptedTranslationService { _, _ throws(TranslationError) in throw .rateLimited(until: week)
            }
            for _ in 0..<3 {
                // The glossary does not know the word; that says nothing of others, which it was asked for before.
                let dependencies = try await open(
                    [.glossary, .service(service)], in: .file(folder.appending(path: "a.sqlite")))
                for word in ["qwerty", "asdf"] {
                    await #expect(throws: TranslationError.rateLimited(until: week)) {
                        try await dependencies.translation.lookUp(LookUpRequest(WordText(word), .englishToRussian))
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
        let port = try FakeSocket.refusedPort()
        let url = try #require(URL(string: "http://127.0.0.1:\(port)/v1"))
        let dependencies = try await open([.pons(Secret("x"), url: url, timeout: .seconds(600))], sleeper: hurry)
        let start = time.now
        // Not more: Foundation on Linux now and then ends the process where a connection is refused.
        for number in 0..<40 {
            await #expect(throws: TranslationError.self) {
                _ = try await dependencies.translation.lookUp(
                    LookUpRequest(
                        WordText("w\(number)"), .englishToRussian,
                        cachePolicy: number % 5 == 0 ? .reload : .useCache))
            }
            time.advance(to: start + Double(number) * 4 * 3600)
        }
        let provider = TranslationProvider(rawValue: "pons(127.0.0.1:\(port))")
        let limit = RequestLimit(1, per: .seconds(31 * 24 * 3600))
        #expect(try await dependencies.store.requests.reserve(provider, [limit], now: time.now) == nil)
        #expect(try await dependencies.store.requests.reserve(provider, [limit], now: time.now) != nil)
    }

    @Test("a provider that refuses the key is not asked for each word, and does not delay other providers' words")
    func wrongKey() async throws {
        let refusing = try FakePonsServer()
        let dict = try FakeDictServer(
            FakeDictServer.standard { command in
                let word = command.split(separator: "\"")[1]
                return word.hasPrefix("rare")
                    ? .text("552 no match\n") : FakeDictServer.definition("\(word) /x/\nх")
            })
        // Waits for a turn end at once; hedging delays and longer waits do not end.
        let sleeper = Sleeper { [time] date in
            guard date.timeIntervalSince(time.now) > 1.5 else { return time.advance(to: date) }
            await Latch().wait()
        }
        let dependencies = try await open(
            [.glossary, .pons(Secret("wrong"), url: refusing.baseURL, timeout: .seconds(600)), self.dict(dict)],
            sleeper: sleeper)
        let app = AppBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
        for number in 0..<60 {
            let text = number % 3 == 2 ? "known\(number)" : "rare\(number)"
            try await app.words.add(.make("\(number)", text, createdAt: time.now + Double(number)))
        }
        app.startTranslating()
        func waiting() async throws -> Int { try await app.words.wordsAwaitingTranslation(limit: .max).count }
        try await eventually { try await waiting() <= 40 && app.translation.currentStatus.pausedUntil != nil }
        #expect(try await app.words.word(WordID("59")).translation.translation?.text == "х")
        #expect(app.translation.currentStatus.waiting == 40)
        #expect(refusing.requests.count == 3)
        // Who wants to know now has it asked, and one more refusal is enough.
        await #expect(throws: DictionaryError.self) { try await app.translation.translateWaiting() }
        #expect(refusing.requests.count == 4)
        app.detach()
        await dependencies.close()
        refusing.stop()
    }

    // MARK: What is logged

    @Test("a provider that fails is one warning, however often it was tried and passed on")
    func oneWarning() async throws {
        let log = InMemoryLogHandler()
        let logger = Logger(label: "app", minimumLevel: .warning, handler: log, clock: time.clock)
        let broken = try FakeHTTPServer { _ in .answer(status: 500) }
        let spent = try FakePonsServer(quota: 0)
        let refused = DictServer(host: "127.0.0.1", port: try FakeSocket.refusedPort())
        let down = ScriptedTranslationService { _, _ throws(TranslationError) in throw .network(Message("down")) }
        let cases: [(provider: TranslationConfiguration.Provider, error: String, requests: Int)] = [
            (.pons(Secret("x"), url: broken.url, timeout: .seconds(600)), "network", 2), (.dict(refused), "network", 0),
            (pons(spent), "rateLimited", 0), (.service(down, name: "mine"), "network", 0),
        ]
        for (provider, error, requests) in cases {
            let before = (log.events.count, broken.requests.count)
            let dependencies = try await open([provider], sleeper: hurry, logger: logger)
            let app = AppBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
            try await app.words.add(.make("1", "dog", createdAt: time.now))
            await #expect(throws: DictionaryError.self) { try await app.translation.translateWaiting() }
            #expect(broken.requests.count == before.1 + requests)
            let events = log.events.dropFirst(before.0)
            #expect(events.map(\.message) == ["a translation service failed"], "\(events.map(\.line))")
            #expect(events.first?.metadata.first { $0.key == "error" }?.value == error)
            // What the ledger refuses is no failure of the provider's.
            if error == "rateLimited" {
                await #expect(throws: DictionaryError.self) { try await app.translation.translateWaiting() }
                #expect(log.events.count == before.0 + 1)
            }
            app.detach()
        }
        spent.stop()
    }

    @Test("the path of a provider's address is neither in the log nor in the store, whatever the response")
    func secretPath() async throws {
        let log = InMemoryLogHandler()
        let logger = Logger(label: "app", minimumLevel: .debug, handler: log, clock: time.clock)
        let server = try FakeHTTPServer { request in
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
            let dependencies = try await open(
                [.pons(Secret("k3y"), url: server.url.appending(path: "t0ken/v1"), timeout: .seconds(600))],
                in: .file(file), sleeper: hurry,
                logger: logger)
            for word in ["dog", "away", "404", "500", "503"] {
                await #expect(throws: TranslationError.self) {
                    try await dependencies.translation.lookUp(LookUpRequest(WordText(word), .englishToRussian))
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
        let log = InMemoryLogHandler()
        let logger = Logger(label: "app", minimumLevel: .debug, handler: log, clock: time.clock)
        let server = try FakePonsServer()
        let slash = try #require(URL(string: server.baseURL.absoluteString + "/"))
        for url in [server.baseURL, slash] {
            let dependencies = try await open(
                [.pons(Secret(FakePonsServer.secret), url: url, timeout: .seconds(600))], sleeper: hurry, logger: logger
            )
            let before = log.events.count
            await #expect(throws: TranslationError.notFound) {
                try await dependencies.translation.lookUp(LookUpRequest(WordText("zzz"), .englishToRussian))
            }
            let lines = log.events.dropFirst(before).map(\.line)
            #expect(lines.contains { $0.contains("request=GET 127.0.0.1/v1/dictionary status=204") })
        }
        server.stop()
    }

    @Test("the queue's pause is logged once, when it begins, with its own message")
    func pauseIsTold() async throws {
        let log = InMemoryLogHandler()
        let logger = Logger(label: "app", minimumLevel: .warning, handler: log, clock: time.clock)
        let down = ScriptedTranslationService { _, _ throws(TranslationError) in throw .network(Message("down")) }
        let dependencies = try await open([.service(down, name: "mine")], logger: logger)
        let app = AppBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
        for number in 0..<9 { try await app.words.add(.make("\(number)", "w\(number)", createdAt: time.now)) }
        app.startTranslating()
        // Three words fail, and no time passes: to move it might overtake a look-up that is under way.
        try await eventually { log.events.contains { $0.message == "look-ups pause" } }
        while down.texts.count < 6 {
            // Pauses are of random lengths, and clocks show whole milliseconds.
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
        let pause = try #require(log.events.first { $0.message == "look-ups pause" })
        #expect(pause.metadata.map(\.key) == ["error", "until"])
        app.detach()
    }

    @Test("two DICT servers are two providers: a word that one does not know is looked up in the other")
    func twoServers() async throws {
        let empty = try FakeDictServer(FakeDictServer.standard { _ in .text("552 no match\n") })
        let full = try FakeDictServer(FakeDictServer.standard { _ in FakeDictServer.definition("dog /d/\nсобака") })
        let dependencies = try await open([dict(empty), dict(full)])
        let entry = try await dependencies.translation.lookUp(LookUpRequest(WordText("dog"), .englishToRussian))
        #expect(entry.translation.text == "собака")
        #expect(entry.provider == .dict)
        let connections = full.connectionCount
        _ = try await dependencies.translation.lookUp(LookUpRequest(WordText("dog"), .englishToRussian))
        #expect(connections == 1 && full.commands.count(where: { $0.hasPrefix("DEFINE") }) == 1)
    }

    @Test("looking a word up again calls the service, whatever its last answer")
    func refresh() async throws {
        let isKnown = Locked(false)
        let server = try FakeDictServer(
            FakeDictServer.standard { _ in
                isKnown.withLock { $0 } ? FakeDictServer.definition("dog /d/\nсобака") : .text("552 no match\n")
            })
        let app = AppBuilder(dependencies: try await open([dict(server)]), parent: FeatureTree().root).build()
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
                    translation: TranslationConfiguration(servers.map(dict)),
                    environment: AppEnvironment(clock: time.clock, sleeper: time.sleeper)))
            await #expect(throws: TranslationError.notFound) {
                try await dependencies.translation.lookUp(LookUpRequest(WordText("zzz"), .englishToRussian))
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
        let dependencies = try await open([
            .glossary, .dict(DictServer(host: "127.0.0.1", port: server.port), timeout: .seconds(3600), limits: limits),
        ])
        let list = try #require(dependencies.translation.remoteSuggestions.first)
        let word = try WordText("dogm")
        let expected = [Suggestion(text: "dogma", translation: "догма", source: .provider(.dict))]
        #expect(try await list.suggestions(beginningWith: word, .englishToRussian, limit: 8) == expected)
        await #expect(throws: TranslationError.notFound) {
            try await dependencies.translation.lookUp(LookUpRequest(word, .englishToRussian))
        }
        let name = TranslationProvider(rawValue: "dict(127.0.0.1:\(server.port))")
        await #expect(throws: TranslationError.reserved(until: time.now + 1000, name)) {
            try await list.suggestions(beginningWith: word, .englishToRussian, limit: 8)
        }
        await dependencies.close()
    }
}
