import CoreModule
import Foundation
import NewsReader
import SuperappTesting
import Testing

@MainActor
@Suite("The screens of a news reader", .timeLimit(.minutes(15)))
struct NewsScreenTests {
    private let ann = "Ann"

    // MARK: Lists

    @Test("news that are empty say so")
    func empty() async {
        let reader = TestReader(ScriptedNews { _, _ in Page([], isLast: true) })
        await reader.app.news.viewModel.load()
        #expect(reader.app.news.viewModel.message == Message("There is no news"))
    }

    @Test("a page that fails keeps the rows, and is asked for again under its number")
    func failingPage() async throws {
        let (fails, pages) = (Latch(), EventStream<Int>())
        let asked = pages.events()
        let reader = TestReader(
            ScriptedNews { _, page throws(NewsError) in
                pages.send(page)
                if page == 1 { return .titles("a", isLast: false) }
                if !fails.isOpen { throw .serviceDown }
                return .titles("b")
            })
        let news = reader.app.news.viewModel
        await news.load()
        await news.appeared(news.rows[0].id)
        #expect(news.failure == .serviceDown && news.message == nil && news.rows.map(\.title) == ["a"])
        fails.open()
        await news.tryAgain()
        #expect(news.failure == nil && news.rows.map(\.title) == ["a", "b"])
        var iterator = asked.makeAsyncIterator()
        var numbers: [Int] = []
        for _ in 1...3 { if let page = await iterator.next() { numbers.append(page) } }
        #expect(numbers == [1, 2, 2])
    }

    @Test("a refresh that fails keeps the rows, and says why")
    func failingRefresh() async throws {
        let fails = Latch()
        let reader = TestReader(
            ScriptedNews { _, _ throws(NewsError) in
                if fails.isOpen { throw .timedOut }
                return .titles("a")
            })
        let news = reader.app.news.viewModel
        await news.load()
        fails.open()
        await news.refresh()
        #expect(news.rows.map(\.title) == ["a"] && news.message == nil && news.failure == .timedOut)
    }

    @Test("a screen that appears again does not read the news again")
    func appearingAgain() async throws {
        let server = try LocalHTTPServer.offline()
        let reader = TestReader(server)
        for _ in 1...2 { await reader.app.news.viewModel.load() }
        #expect(server.pages == ["1"])
    }

    // MARK: Search

    @Test("a search that finds nothing, or fails, says so, and can be tried again")
    func searchStates() async throws {
        let works = Latch()
        let reader = TestReader(
            ScriptedNews { query, _ throws(NewsError) in
                if query == "nothing" { return Page([], isLast: true) }
                if !works.isOpen { throw .serviceDown }
                return .titles("found")
            })
        let search = reader.app.search.viewModel
        search.text = "nothing"
        try await reader.time.advanceToNextSleep()
        #expect(await waitUntil { search.message == Message("Nothing found") })
        search.text = "something"
        try await reader.time.advanceToNextSleep()
        #expect(await waitUntil { search.failure == .serviceDown })
        #expect(search.message == NewsError.serviceDown.explanation)
        works.open()
        await search.tryAgain()
        #expect(search.failure == nil && search.message == nil && search.rows.map(\.title) == ["found"])
    }

    @Test("a search has pages of its own")
    func searchPages() async throws {
        let server = try LocalHTTPServer.offline()
        let reader = TestReader(server)
        let (news, search) = (reader.app.news.viewModel, reader.app.search.viewModel)
        await news.load()
        search.text = "the"
        try await reader.time.advanceToNextSleep()
        #expect(await waitUntil { search.rows.count == 20 })
        await search.appeared(try #require(search.rows.last).id)
        #expect(search.rows.count > 20)
        await news.appeared(try #require(news.rows.last).id)
        #expect(news.rows.count == 40)
        #expect(server.pages == ["1", "1", "2", "2"])
    }

    @Test("text that is too long is refused with a message")
    func longSearch() async throws {
        let reader = TestReader(OfflineService())
        reader.app.search.viewModel.text = String(repeating: "a", count: 501)
        try await reader.time.advanceToNextSleep()
        #expect(await waitUntil { reader.app.search.viewModel.failure == .queryTooLong(limit: 500) })
    }

    // MARK: Article

    @Test("an article has its day and picture, and its page is opened by the front end")
    func article() async throws {
        let reader = TestReader(OfflineService())
        let article = Article.sample("a", picture: "https://lantern.example/pictures/1.png")
        let pages = reader.app.pagesToOpen.events()
        let screen = reader.app.news.toArticle.router.open(article)
        #expect(screen.viewModel.placeholder == Message("The picture is loading…"))
        await screen.viewModel.load()
        #expect(screen.viewModel.picture?.isEmpty == false && screen.viewModel.placeholder == nil)
        #expect(screen.viewModel.day == Message("today"))
        screen.viewModel.openPage()
        var iterator = pages.makeAsyncIterator()
        #expect(await iterator.next() == article.page)
    }

    @Test("an article without a picture has a placeholder at once")
    func placeholder() {
        let reader = TestReader(OfflineService())
        let screen = reader.app.news.toArticle.router.open(.sample("a"))
        #expect(screen.viewModel.placeholder == NewsError.noPicture.explanation)
    }

    @Test("an article that cannot be saved is not confirmed, and can be saved later")
    func failingSave() async {
        let store = FailingStore()
        let reader = TestReader(OfflineService(), store: NewsStore(store))
        let screen = reader.app.news.toArticle.router.open(.sample("a"))
        await store.fail(with: .diskFull)
        await screen.viewModel.save()
        #expect(screen.viewModel.failure == .store(.diskFull) && screen.viewModel.confirmation == nil)
        await store.fail(with: nil)
        await screen.viewModel.save()
        #expect(screen.viewModel.failure == nil && screen.viewModel.confirmation == Message("The article is saved"))
        screen.viewModel.dismissConfirmation()
        #expect(screen.viewModel.confirmation == nil)
    }

    @Test("a reader who saves before the screen has read the name is named all the same")
    func nameNotRead() async {
        let reader = TestReader(OfflineService())
        await reader.personalize(ann)
        let screen = reader.app.news.toArticle.router.open(.sample("a"))
        await screen.viewModel.save()
        #expect(screen.viewModel.confirmation == Message("\(ann), the article is saved"))
    }

    @Test("a picture that arrives after the article was saved is added to it")
    func latePicture() async throws {
        let arrived = Latch()
        let picture = Data([1, 2, 3])
        let reader = TestReader(
            NewsReaderDependencies(
                service: OfflineService(), pictures: LatePictures(arrived: arrived, picture: picture),
                store: NewsStore()))
        let article = Article.sample("a", picture: "https://lantern.example/1.png")
        let screen = reader.app.news.toArticle.router.open(article)
        let saved = reader.app.saved.toArticle.router.open(article.id)
        await screen.viewModel.save()
        await saved.viewModel.load()
        #expect(saved.viewModel.article == article && saved.viewModel.picture == nil)
        let loading = Task { await screen.viewModel.load() }
        arrived.open()
        await loading.value
        #expect(await waitUntil { saved.viewModel.picture == picture })
        #expect(try await reader.store.saved.rows().count == 1)
    }

    @Test("a saved article that is removed says so on its screen, and does not come back with its picture")
    func removed() async throws {
        let arrived = Latch()
        let reader = TestReader(
            NewsReaderDependencies(
                service: OfflineService(), pictures: LatePictures(arrived: arrived, picture: Data([1])),
                store: NewsStore()))
        let article = Article.sample("a", picture: "https://lantern.example/1.png")
        let screen = reader.app.news.toArticle.router.open(article)
        await screen.viewModel.save()
        let saved = reader.app.saved.toArticle.router.open(article.id)
        await saved.viewModel.load()
        await reader.app.saved.viewModel.remove(article.id)
        #expect(await waitUntil { saved.viewModel.message == NewsError.notSaved.explanation })
        arrived.open()
        await screen.viewModel.load()
        #expect(try await reader.store.saved.rows().isEmpty)
    }

    @Test("saved articles that cannot be read or removed are an error and no empty list")
    func failingSaved() async {
        let store = FailingStore()
        let reader = TestReader(OfflineService(), store: NewsStore(store))
        let saved = reader.app.saved.viewModel
        #expect(saved.message == Message("Saved articles are loading…"))
        await store.fail(with: .diskFull)
        await saved.load()
        #expect(saved.message == StoreError.diskFull.explanation)
        await store.fail(with: nil)
        await reader.save(.sample("a"))
        await saved.load()
        await store.fail(with: .diskFull)
        await saved.remove(saved.rows[0].id)
        #expect(saved.failure == .store(.diskFull) && saved.rows.count == 1)
        saved.askToRemoveAll()
        await saved.removeAll()
        #expect(saved.failure == .store(.diskFull) && saved.rows.count == 1)
        await store.fail(with: nil)
        await saved.remove(Article.sample("b").id)
        #expect(saved.failure == nil)
        await store.fail(with: .diskFull)
        await saved.load()
        #expect(saved.failure == .store(.diskFull) && saved.rows.count == 1 && saved.message == nil)
    }

    // MARK: The name

    @Test("what is typed while the name is read stays, and a later load keeps it")
    func typingDuringLoad() async {
        let store = FailingStore()
        let reader = TestReader(OfflineService(), store: NewsStore(store))
        await reader.personalize(ann)
        let screen = reader.app.search.toPersonalize.router.open()
        await store.duringNextCall { [viewModel = screen.viewModel] in viewModel.name = "Bob" }
        await screen.viewModel.load()
        #expect(screen.viewModel.name == "Bob" && screen.viewModel.canSave)
        await screen.viewModel.load()
        #expect(screen.viewModel.name == "Bob" && screen.viewModel.canSave)
    }

    @Test("a screen on which the reader types during a save stays open")
    func typingDuringSave() async throws {
        let store = FailingStore()
        let reader = TestReader(OfflineService(), store: NewsStore(store))
        let screen = reader.app.search.toPersonalize.router.open()
        await screen.viewModel.load()
        screen.viewModel.name = ann
        await store.duringNextCall { [viewModel = screen.viewModel] in viewModel.name = "Ann B" }
        await screen.viewModel.save()
        #expect(reader.app.tabs[.search].path.count == 1 && screen.viewModel.canSave)
        #expect(try await ReaderName(store, logger: .disabled).read() == ann)
        await screen.viewModel.save()
        #expect(await waitUntil { reader.app.tabs[.search].path.isEmpty })
        #expect(try await ReaderName(store, logger: .disabled).read() == "Ann B")
    }

    @Test("a name that cannot be read cannot be overwritten, and one that is too long is refused")
    func nameErrors() async {
        let store = FailingStore()
        let reader = TestReader(OfflineService(), store: NewsStore(store))
        let screen = reader.app.search.toPersonalize.router.open()
        await store.fail(with: .diskFull)
        await screen.viewModel.load()
        screen.viewModel.name = ann
        #expect(screen.viewModel.loadFailure == .store(.diskFull) && !screen.viewModel.canSave)
        await reader.app.search.viewModel.load()
        #expect(reader.app.search.viewModel.nameFailure == .store(.diskFull))
        await store.fail(with: nil)
        await screen.viewModel.load()
        screen.viewModel.name = String(repeating: "a", count: 81)
        await screen.viewModel.save()
        #expect(screen.viewModel.failure == .nameTooLong(limit: 80) && screen.viewModel.name.count == 81)
        // The failure is about the text that was refused, and an unchanged name is as good as saved.
        screen.viewModel.name = ""
        #expect(screen.viewModel.failure == nil)
        await screen.viewModel.save()
        #expect(await waitUntil { reader.app.tabs[.search].path.isEmpty })
    }

    // MARK: Navigation

    @Test("each tab keeps its own screens, and they can be saved and restored without a network")
    func restoring() async throws {
        let reader = TestReader(OfflineService())
        let app = reader.app
        await reader.save(.sample("a"))
        app.news.toArticle.router.open(.sample("b"))
        app.saved.toArticle.router.open(Article.sample("a").id)
        #expect(app.tabs[.news].path.count == 1 && app.tabs[.saved].path.count == 1 && app.tabs[.search].path.isEmpty)
        let (news, saved) = (app.tabs[.news].savedPath, app.tabs[.saved].savedPath)
        #expect(saved == [SavedScreen("savedArticle", input: Article.sample("a").id.rawValue)])
        for tab in NewsTab.allCases { app.tabs[tab].popAll() }
        try await app.tabs[.news].restore(news)
        try await app.tabs[.saved].restore(saved)
        let screen = try #require(app.tabs[.news].top as? ArticleGraph)
        #expect(screen.viewModel.article == .sample("b"))
        #expect((app.tabs[.saved].top as? SavedArticleGraph)?.viewModel.id == Article.sample("a").id)
    }

    @Test("a link opens a saved article in its tab, and one that is not saved opens nothing")
    func link() async throws {
        let reader = TestReader(OfflineService())
        let app = reader.app
        await reader.save(.sample("a"))
        let screen = SavedScreen("savedArticle", input: Article.sample("a").id.rawValue)
        let link = try #require(app.tabs[.saved].link(to: screen))
        #expect(try await app.tabs.openInTab(link) == .opened)
        #expect(app.tabs.selected == .saved && app.tabs[.saved].top is SavedArticleGraph)
        await app.saved.viewModel.remove(Article.sample("a").id)
        app.tabs[.saved].popAll()
        #expect(try await app.tabs.openInTab(link) == .notFound)
        #expect(app.tabs[.saved].path.isEmpty)
    }
}

/// Pictures that arrive when a test says so.
struct LatePictures: PictureLoading {
    let arrived: Latch
    let picture: Data

    func picture(_ address: URL) async -> Data {
        await arrived.wait()
        return picture
    }
}
