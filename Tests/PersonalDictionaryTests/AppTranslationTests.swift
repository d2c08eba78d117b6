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
}
