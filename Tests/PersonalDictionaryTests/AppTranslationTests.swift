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
        .dict(DictServer(host: "127.0.0.1", port: server.port))
    }

    private func open(_ providers: [TranslationConfiguration.Provider]) async throws -> AppDependencies {
        try await AppDependencies.open(
            AppConfiguration(
                storage: .memory, translation: TranslationConfiguration(providers), clock: time.clock,
                sleeper: time.sleeper))
    }

    @Test("two DICT servers are two providers: what one does not know the other is asked for")
    func twoServers() async throws {
        let empty = try FakeDictServer(FakeDictServer.standard { _ in .text("552 no match\n") })
        let full = try FakeDictServer(FakeDictServer.standard { _ in FakeDictServer.definition("dog /d/\nсобака") })
        let dependencies = try await open([dict(empty), dict(full)])
        let entry = try await dependencies.translationService.lookUp(WordText("dog"), .englishToRussian)
        #expect(entry.translation.text == "собака")
        #expect(entry.provider == .dict)
        let connections = full.connectionCount
        _ = try await dependencies.translationService.lookUp(WordText("dog"), .englishToRussian)
        #expect(connections == 1 && full.commands.count(where: { $0.hasPrefix("DEFINE") }) == 1)
    }

    @Test("to look a word up again asks the service again, whatever it has said before")
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

    @Test("at the end each server that there is a connection to is told goodbye, and the store is closed")
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
                    translation: TranslationConfiguration(servers.map(dict)), clock: time.clock, sleeper: time.sleeper))
            await #expect(throws: TranslationError.notFound) {
                try await dependencies.translationService.lookUp(WordText("zzz"), .englishToRussian)
            }
            await dependencies.close()
            for quit in quits { await quit.wait() }
            await #expect(throws: DictionaryError.self) { try await dependencies.store.words.wordCount() }
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
        let limits = [RequestLimit(2, per: .seconds(1000))]
        let dependencies = try await open([
            .glossary, .dict(DictServer(host: "127.0.0.1", port: server.port), limits: limits),
        ])
        let list = try #require(dependencies.remoteSuggestions.first)
        let word = try WordText("dogm")
        let expected = [Suggestion(text: "dogma", translation: "догма", source: .provider(.dict))]
        #expect(try await list.suggestions(beginningWith: word, .englishToRussian, limit: 8) == expected)
        await #expect(throws: TranslationError.notFound) {
            try await dependencies.translationService.lookUp(word, .englishToRussian)
        }
        await #expect(throws: TranslationError.rateLimited(until: time.now + 1000)) {
            try await list.suggestions(beginningWith: word, .englishToRussian, limit: 8)
        }
        await dependencies.close()
    }
}
