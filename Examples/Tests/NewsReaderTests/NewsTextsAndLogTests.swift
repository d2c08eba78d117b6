import CoreModule
import Foundation
import NewsReader
import SuperappTesting
import Testing

@MainActor
@Suite("Texts, log and leaks of a news reader", .timeLimit(.minutes(15)))
struct NewsTextsAndLogTests {
    private let english = Localizer.newsReader(Locale(identifier: "en"))
    private let russian = Localizer.newsReader(Locale(identifier: "ru"))

    private static let errors: [NewsError] =
        [
            .offline, .interrupted, .timedOut, .limited(until: nil), .limited(until: ManualTime.start), .serviceDown,
            .malformed, .cancelled, .queryTooLong(limit: 500), .nameTooLong(limit: 80), .noPicture, .pictureTooLarge,
            .notSaved, .store(.diskFull),
        ] + NewsError.KeyProblem.allCases.map { .key($0) } + NewsError.Refusal.allCases.map { .refused($0) }

    // MARK: Texts

    @Test("every error has a text in both languages, and a code")
    func errors() {
        for error in Self.errors {
            #expect(!isRussian(english(error.explanation)), "\(error)")
            #expect(isRussian(russian(error.explanation)), "\(error)")
            #expect(!error.code.isEmpty)
        }
        #expect(Set(Self.errors.map(\.code)).count == Self.errors.count - 1, "only the limits have one code")
    }

    @Test("an error of the service is shown in both languages, with a way to try again")
    func shownErrors() async throws {
        let server = try LocalHTTPServer.always(.text(Fixture.error("apiKeyInvalid"), status: 401))
        let reader = TestReader(server)
        let news = reader.app.news.viewModel
        await news.load()
        let message = try #require(news.message)
        #expect(english(message) == "The news service does not accept the key")
        #expect(russian(message) == "Служба новостей не принимает ключ")
        await news.tryAgain()
        #expect(server.requests.count == 2)
    }

    @Test("every text in the sources is in Russian, with its plural forms and names")
    func texts() throws {
        var literals: Set<String> = []
        for source in try NewsReaderSources.files().values {
            for literal in source.matches(of: /Message\("([^"\\]+)"\)/) {
                let text = russian(Message(key: String(literal.1)))
                #expect(isRussian(text), "\(literal.1)")
                literals.insert(String(literal.1))
            }
        }
        #expect(literals.count > 30)
        let counts = [1, 3, 5].map { russian(Message("Remove \(count: $0) saved articles?")) }
        #expect(
            counts == [
                "Удалить 1 сохранённую статью?", "Удалить 3 сохранённые статьи?", "Удалить 5 сохранённых статей?",
            ])
        #expect(english(Message("Remove \(count: 1) saved articles?")) == "Remove 1 saved article?")
        let name = "Анна"
        #expect(russian(Message("\(name), the article is saved")) == "Анна, статья сохранена")
        #expect(
            english(Message("\(name), what would you like to read about?"))
                == "Анна, what would you like to read about?")
        #expect(russian(Message("\(name), what would you like to read about?")) == "Анна, о чём вы хотите почитать?")
    }

    private func isRussian(_ text: String) -> Bool { text.contains { ("а"..."я").contains($0.lowercased()) } }

    // MARK: Log

    @Test("actions, requests and failures are logged; the key never is, and private texts only for debugging")
    func log() async throws {
        let handler = EventLogger.InMemoryHandler()
        let logger = EventLogger(label: "app", minimumLevel: .debug, handler: handler)
        let server = try LocalHTTPServer.answering {
            $0.url.query()?.contains("q=hedgehogs") == true
                ? .text(Fixture.error("apiKeyExhausted"), status: 429, to: $0) : OfflineNews.answer($0)
        }
        let reader = TestReader(server, logger: logger)
        await reader.app.news.viewModel.load()
        let article = try #require(reader.app.news.viewModel.rows.first)
        await reader.personalize("Annabel")
        await reader.save(article)
        reader.app.search.viewModel.text = "hedgehogs"
        try await reader.time.advanceToNextSleep()
        #expect(await waitUntil { reader.app.search.viewModel.failure == .key(.exhausted) })
        await reader.app.saved.viewModel.load()
        await reader.app.saved.viewModel.remove(article.id)
        let lines = handler.events.map(\.line)
        #expect(!lines.contains { $0.contains(TestReader.key) })
        #expect(lines.contains { $0.contains("debug http: request done") && $0.contains("/v2/top-headlines") })
        #expect(
            lines.contains { $0.contains("warning news: search news failed") && $0.contains("error=apiKeyExhausted") })
        let shown = handler.events.filter { $0.level >= .info }.map(\.line)
        for part in [
            "action: save article feature=NewsReader / News / NavToArticle / Article",
            "action: save name feature=NewsReader / Search / NavToPersonalize / Personalize",
            "action: search feature=NewsReader / Search", "action: remove saved article", "screen shown",
            "screen dismissed",
        ] {
            #expect(shown.contains { $0.contains(part) }, "\(part)")
        }
        for text in ["Annabel", "hedgehogs", article.title, article.id.rawValue, "pictures/"] {
            #expect(!shown.contains { $0.contains(text) }, "\(text)")
        }
    }

    @Test("a dump of what the app uses does not show the key")
    func dumped() {
        let dependencies = NewsReaderDependencies(key: Secret(TestReader.key), store: NewsStore(), logger: .disabled)
        var text = "\(dependencies)"
        dump(dependencies, to: &text)
        #expect(!text.contains(TestReader.key) && text.contains("NewsAPIService"))
    }

    // MARK: Leaks

    @Test("screens that were used and put away leave nothing behind")
    func screens() async throws {
        let server = try LocalHTTPServer.offline()
        let reader = TestReader(server)
        let before = reader.tree.snapshot()
        try await useScreens(reader)
        #expect(reader.tree.snapshot() != before)
        for tab in NewsTab.allCases { reader.app.tabs[tab].popAll() }
        try await reader.tree.expectNoLeaks(keeping: before)
        #expect(server.requests.count > 2)
    }

    /// In a function of its own, so that the test holds no screen.
    private func useScreens(_ reader: TestReader) async throws {
        let app = reader.app
        await app.news.viewModel.load()
        let article = try #require(app.news.viewModel.rows.first)
        let screen = app.news.toArticle.router.open(article).viewModel
        await screen.load()
        await screen.save()
        await app.saved.viewModel.load()
        await app.saved.toArticle.router.open(article.id).viewModel.load()
        app.search.viewModel.text = "swift"
        try await reader.time.advanceToNextSleep()
        #expect(await waitUntil { !app.search.viewModel.rows.isEmpty })
        await app.search.toArticle.router.open(article).viewModel.load()
        await app.search.toPersonalize.router.open().viewModel.load()
    }

    @Test("an app that ends during a search and with screens open leaves nothing behind")
    func app() async throws {
        let asked = Latch()
        var reader: TestReader? = TestReader(
            ScriptedNews { _, _ throws(NewsError) in
                asked.open()
                await Latch.never.wait()
                throw .cancelled
            })
        let tree = try #require(reader?.tree)
        reader?.app.news.toArticle.router.open(.sample("a"))
        reader?.app.search.viewModel.text = "swift"
        try await reader?.time.advanceToNextSleep()
        await asked.wait()
        reader = nil
        try await tree.expectNoLeaks()
    }

    @Test("the tree shows the tabs, and the screens that are open")
    func picture() {
        let reader = TestReader(OfflineService())
        reader.app.news.toArticle.router.open(.sample("a"))
        #expect(
            reader.tree.drawing().split(separator: "\n") == [
                "NewsReader (B G)",
                "├── [News] (B G MVVM)",
                "│   └── NavToArticle (B G R)",
                "│       └─→ [Article] (B G MVVM)",
                "├── [Search] (B G MVVM)",
                "│   ├── NavToArticle (B G R)",
                "│   └── NavToPersonalize (B G R)",
                "└── [Saved] (B G MVVM)",
                "    └── NavToSavedArticle (B G R)",
            ])
    }

    @Test("a preview has its rows at once")
    func preview() {
        let screen = NewsGraph.preview([.sample("a")])
        #expect(screen.viewModel.rows.map(\.title) == ["a"] && screen.viewModel.message == nil)
    }
}

extension Latch {
    /// It is never opened.
    static let never = Latch()
}

/// The sources of the news reader. The tests run where they were compiled.
enum NewsReaderSources {
    static func files() throws -> [String: String] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        let folder = tests.deletingLastPathComponent().deletingLastPathComponent().appending(path: "NewsReader")
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false))
        return try Dictionary(
            uniqueKeysWithValues: names.filter { $0.hasSuffix(".swift") }.map {
                ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8))
            })
    }
}
