import CoreModule
import Foundation
import NewsReader
import SuperappTesting
import Testing

@MainActor
@Suite("What a news reader is accepted for", .timeLimit(.minutes(15)))
struct NewsAcceptanceTests {
    @Test("1. at the start there are 20 rows, and the last row brings the next 20, and then a third page")
    func pages() async throws {
        let server = try LocalHTTPServer.offline()
        let reader = TestReader(server)
        let news = reader.app.news.viewModel
        #expect(news.message == Message("The news is loading…"))
        await news.load()
        #expect(news.rows.count == 20 && news.message == nil)
        await news.appeared(news.rows[18].id)
        #expect(news.rows.count == 20, "only the last row brings more")
        await news.appeared(try #require(news.rows.last).id)
        #expect(news.rows.count == 40)
        await news.appeared(try #require(news.rows.last).id)
        #expect(news.rows.count == OfflineNews.headlineCount)
        #expect(server.pages == ["1", "2", "3"])
        #expect(server.requests.allSatisfy { $0.path == "/v2/top-headlines" && $0.query["country"] == "us" })
        #expect(
            server.requests.allSatisfy { $0.query["pageSize"] == "20" && $0.headers["x-api-key"] == TestReader.key })
    }

    @Test("2. the end of the pages is quiet, and nothing more is asked")
    func end() async throws {
        let server = try LocalHTTPServer.offline()
        let reader = TestReader(server)
        let news = reader.app.news.viewModel
        await news.load()
        for _ in 1...5 { await news.appeared(try #require(news.rows.last).id) }
        #expect(server.pages == ["1", "2", "3"])
        #expect(news.failure == nil && news.message == nil && news.rows.count == OfflineNews.headlineCount)
    }

    @Test("2. the limit of the key's plan ends the pages quietly too", arguments: [Fixture.maximumResults, "?"])
    func limitOfPlan(body: String) async throws {
        let server = try LocalHTTPServer.answering {
            $0.url.query()?.hasSuffix("page=1") == true
                ? OfflineNews.answer($0) : .text(body, status: 426, to: $0)
        }
        let reader = TestReader(server)
        let news = reader.app.news.viewModel
        await news.load()
        for _ in 1...3 { await news.appeared(try #require(news.rows.last).id) }
        #expect(server.pages == ["1", "2"])
        #expect(news.rows.count == 20 && news.failure == nil && news.message == nil)
    }

    @Test("3. a refresh leaves no duplicates, and pages that have moved on show an article once")
    func refresh() async throws {
        let hasMoved = Latch()
        let reader = TestReader(
            ScriptedNews { _, page in
                if page == 1 {
                    return hasMoved.isOpen ? .titles("new", "a", isLast: false) : .titles("a", "b", isLast: false)
                }
                return hasMoved.isOpen ? .titles("b", "c") : .titles("c", "d")
            })
        let news = reader.app.news.viewModel
        await news.load()
        hasMoved.open()
        await news.appeared(try #require(news.rows.last).id)
        #expect(news.rows.map(\.title) == ["a", "b", "c"])
        await news.refresh()
        #expect(news.rows.map(\.title) == ["new", "a"])
        await news.appeared(try #require(news.rows.last).id)
        #expect(news.rows.map(\.title) == ["new", "a", "b", "c"])
    }

    @Test("4. “swift” in five strokes is one request, a second after the last")
    func debounce() async throws {
        let server = try LocalHTTPServer.offline()
        let reader = TestReader(server)
        let (search, time) = (reader.app.search.viewModel, reader.time)
        for count in 1...5 {
            search.text = String("swift".prefix(count))
            let due = time.now.addingTimeInterval(1)
            // The wait for the stroke before may still be ending.
            var next = await time.nextSleep()
            for _ in 0..<10_000 {
                guard next != due else { break }
                await Task.yield()
                next = await time.nextSleep()
            }
            #expect(next == due)
            #expect(search.message == Message("Searching…"))
            time.advance(by: 0.5)
        }
        #expect(time.sleeperCount == 1 && server.requests.isEmpty)
        time.advance(by: 0.5)
        #expect(await waitUntil { !search.rows.isEmpty })
        #expect(search.message == nil && search.hint == Message("What would you like to read about?"))
        #expect(server.requests.map { $0.query["q"] } == ["swift"])
        #expect(server.requests.allSatisfy { $0.path == "/v2/everything" })
        search.text = "swift "
        #expect(!search.rows.isEmpty && search.message == nil, "white space asks nothing new")
        search.text = " "
        #expect(
            search.rows.isEmpty && search.message == nil && search.hint == Message("What would you like to read about?")
        )
        #expect(await time.nextSleep(limit: .milliseconds(100)) == nil, "a blank text asks nothing")
        #expect(server.requests.count == 1)
    }

    @Test("5. a late answer of an older query is never shown")
    func lateAnswer() async throws {
        let (asked, late) = (Latch(), Latch())
        let reader = TestReader(
            ScriptedNews { query, _ in
                guard query == "old" else { return .titles("new") }
                asked.open()
                // It does not stop when it is cancelled.
                await Task { await late.wait() }.value
                return .titles("old")
            })
        let search = reader.app.search.viewModel
        search.text = "old"
        try await reader.time.advanceToNextSleep()
        await asked.wait()
        search.text = "new"
        try await reader.time.advanceToNextSleep()
        #expect(await waitUntil { search.rows.map(\.title) == ["new"] })
        late.open()
        #expect(await !waitUntil(timeout: .milliseconds(100)) { search.rows.map(\.title) != ["new"] })
    }

    @Test("5. a newer text cancels the older request")
    func cancelledRequest() async throws {
        let (asked, cancelled, never) = (Latch(), Latch(), Latch())
        let reader = TestReader(
            ScriptedNews { _, _ throws(NewsError) in
                asked.open()
                await never.wait()
                if Task.isCancelled { cancelled.open() }
                throw .cancelled
            })
        let search = reader.app.search.viewModel
        search.text = "old"
        try await reader.time.advanceToNextSleep()
        await asked.wait()
        search.text = ""
        await cancelled.wait()
        #expect(search.failure == nil && search.rows.isEmpty)
        #expect(search.message == nil && search.hint == Message("What would you like to read about?"))
    }

    @Test("6. an article that is saved twice is one row")
    func savedTwice() async throws {
        let reader = TestReader(OfflineService())
        let article = Article.sample("a")
        let screen = reader.app.news.toArticle.router.open(article)
        await screen.viewModel.save()
        await screen.viewModel.save()
        reader.time.advance(by: 60)
        #expect(await reader.save(article) == Message("The article is saved"))
        await reader.app.saved.viewModel.load()
        #expect(reader.app.saved.viewModel.rows == [SavedRow(article, saved: ManualTime.start)])
    }

    @Test("7. an article that is saved without a picture has a row, and its whole text without a network")
    func savedWithoutPicture() async throws {
        let server = try LocalHTTPServer.answering {
            $0.url.path().hasPrefix("/pictures") ? .text("", status: 404, to: $0) : OfflineNews.answer($0)
        }
        let reader = TestReader(server)
        await reader.app.news.viewModel.load()
        let article = try #require(reader.app.news.viewModel.rows.first)
        #expect(article.picture != nil && article.body != nil)
        let screen = reader.app.news.toArticle.router.open(article)
        await screen.viewModel.load()
        #expect(screen.viewModel.placeholder == NewsError.noPicture.explanation)
        await screen.viewModel.save()
        server.stop()
        await reader.app.saved.viewModel.load()
        #expect(reader.app.saved.viewModel.rows.map(\.article) == [article])
        let saved = reader.app.saved.toArticle.router.open(article.id)
        await saved.viewModel.load()
        #expect(saved.viewModel.article == article && saved.viewModel.message == nil)
        #expect(saved.viewModel.picture == nil && saved.viewModel.placeholder != nil)
        #expect(saved.viewModel.day == Message("yesterday"))
    }

    @Test("8. the hint and the confirmation: without a name, with “Ann”, and with the name emptied again")
    func name() async throws {
        let ann = "Ann"
        let reader = TestReader(OfflineService())
        let search = reader.app.search.viewModel
        await search.load()
        #expect(search.hint == Message("What would you like to read about?"))
        #expect(await reader.save(.sample("a")) == Message("The article is saved"))
        await reader.personalize(" Ann\n")
        #expect(await waitUntil { search.hint == Message("\(ann), what would you like to read about?") })
        #expect(await reader.save(.sample("a")) == Message("\(ann), the article is saved"))
        await reader.personalize(" ")
        #expect(await waitUntil { search.hint == Message("What would you like to read about?") })
        #expect(await reader.save(.sample("a")) == Message("The article is saved"))
    }

    @Test("9. a swipe removes exactly that article; to keep all at the question keeps all")
    func removing() async throws {
        let reader = TestReader(OfflineService())
        for title in ["a", "b", "c"] {
            await reader.save(.sample(title))
            reader.time.advance(by: 60)
        }
        let saved = reader.app.saved.viewModel
        await saved.load()
        #expect(saved.rows.map(\.title) == ["c", "b", "a"])
        await saved.remove(saved.rows[2].id)
        #expect(await waitUntil { saved.rows.map(\.title) == ["c", "b"] })
        saved.askToRemoveAll()
        #expect(saved.question == Message("Remove \(count: 2) saved articles?"))
        saved.keepAll()
        await saved.removeAll()
        #expect(saved.question == nil && saved.rows.count == 2, "nothing was asked")
        #expect(try await reader.store.saved.rows().count == 2)
        saved.askToRemoveAll()
        await saved.removeAll()
        #expect(await waitUntil { saved.message == Message("No saved articles yet") })
        #expect(try await reader.store.saved.rows().isEmpty)
    }

    @Test("10. saved articles and the name survive a restart")
    func restart() async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "news.sqlite")
            let server = try LocalHTTPServer.offline()
            let ann = "Ann"
            let article: Article
            do {
                let reader = TestReader(server, store: try await NewsStore(file: file))
                await reader.app.news.viewModel.load()
                article = try #require(reader.app.news.viewModel.rows.first)
                await reader.personalize(ann)
                await reader.save(article)
                await reader.store.close()
            }
            server.stop()
            let reader = TestReader(server, store: try await NewsStore(file: file))
            await reader.app.search.viewModel.load()
            #expect(reader.app.search.viewModel.hint == Message("\(ann), what would you like to read about?"))
            await reader.app.saved.viewModel.load()
            #expect(reader.app.saved.viewModel.rows == [SavedRow(article, saved: ManualTime.start)])
            let saved = reader.app.saved.toArticle.router.open(article.id)
            await saved.viewModel.load()
            #expect(saved.viewModel.article == article && saved.viewModel.picture?.isEmpty == false)
            await reader.store.close()
        }
    }

    @Test("10. an article with nulls does not hide its neighbours, whatever cannot be read of it")
    func nulls() async throws {
        let server = try LocalHTTPServer.always(.text(Fixture.nulls))
        let reader = TestReader(server)
        await reader.app.news.viewModel.load()
        let rows = reader.app.news.viewModel.rows
        #expect(server.requests.count == 1)
        #expect(rows.map(\.title) == ["First", "Only a summary", "The Lantern", "lantern.example", "Last"])
        #expect(rows[2].picture == nil && rows[2].published == nil && rows[2].author == nil && rows[2].source.id == nil)
        #expect(rows[0].published == Date(timeIntervalSince1970: 1_795_161_600))
        #expect(
            rows[0].author == "A. Writer" && rows[0].source.id == "the-lantern" && rows[0].body == "Text. [+99 chars]")
    }
}

/// The invented news, without a network.
struct OfflineService: NewsService {
    private let base = NewsAPIService(key: Secret("key"), client: OfflineNews())

    func headlines(page: Int) async throws(NewsError) -> Page<Article> { try await base.headlines(page: page) }
    func search(_ query: String, page: Int) async throws(NewsError) -> Page<Article> {
        try await base.search(query, page: page)
    }
}
