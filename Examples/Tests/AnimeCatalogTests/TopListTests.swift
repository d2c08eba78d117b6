import AnimeCatalog
import AnimeCatalogDomain
import AnimeCatalogServices
import CoreModule
import Foundation
import SuperappTesting
import Testing

@MainActor
@Suite("The lists of an anime catalogue", .timeLimit(.minutes(15)))
struct TopListTests {
    @Test("a list says that it is loading, for the first time, again, or more, and that it is at its end")
    func states() async throws {
        let test = try TestCatalog()
        let viewModel = test.openTopList().viewModel
        #expect(viewModel.message == Message("The list is loading…"))
        #expect(viewModel.note == nil)
        let steps: [(Int, Message?)] = [
            (1, nil), (2, Message("More is loading…")), (1, Message("The list is loading again…")),
        ]
        for (page, note) in steps {
            let hold = await test.client.hold(page: page)
            let call = Task { @MainActor in if page == 1 { await viewModel.load() } else { await viewModel.loadMore() }
            }
            await hold.arrived.wait()
            #expect(viewModel.note == note)
            hold.end.open()
            await call.value
            #expect(viewModel.message == nil && viewModel.note == nil)
        }
        #expect(viewModel.rows.count == 25)
        await viewModel.loadMore()
        await viewModel.loadMore()
        #expect(viewModel.note == Message("This is the end of the list"))
    }

    @Test("more before the first load asks for nothing")
    func moreFirst() async throws {
        let test = try TestCatalog()
        let viewModel = test.openTopList().viewModel
        await viewModel.loadMore()
        await viewModel.appeared(CatalogItem.ID("anime/1"))
        #expect(test.pages == [])
        await viewModel.load()
        #expect(test.pages == ["1"])
    }

    @Test("the next page is read when the last row appears, and not for another row")
    func appearing() async throws {
        let test = try TestCatalog(answer: LocalHTTPServer.pages([[1, 2], [3]]))
        let viewModel = test.openTopList().viewModel
        await viewModel.load()
        await viewModel.appeared(CatalogItem.ID("anime/1"))
        #expect(test.pages == ["1"])
        await viewModel.appeared(CatalogItem.ID("anime/2"))
        #expect(test.pages == ["1", "2"])
        #expect(viewModel.rows.count == 3)
    }

    @Test("a page that fails is asked for again under the same number, and the rows stay")
    func failingPage() async throws {
        let isBroken = ValueStream(true)
        let test = try TestCatalog { request in
            if request.query["page"] == "2", isBroken.value { return .error(500) }
            return LocalHTTPServer.offline(request)
        }
        let viewModel = test.openTopList().viewModel
        await viewModel.load()
        await viewModel.loadMore()
        #expect(viewModel.note == CatalogError.serviceDown.explanation)
        #expect(viewModel.rows.count == 25 && viewModel.message == nil)
        isBroken.send(false)
        await viewModel.loadMore()
        #expect(test.pages == ["1", "2", "2"])
        #expect(viewModel.rows.count == 49 && viewModel.note == nil)
    }

    @Test("a list that cannot be loaded again keeps its rows and says why")
    func failingReload() async throws {
        let isBroken = ValueStream(false)
        let test = try TestCatalog { isBroken.value ? .error(503) : LocalHTTPServer.offline($0) }
        let viewModel = test.openTopList().viewModel
        await viewModel.load()
        isBroken.send(true)
        await viewModel.load()
        #expect(viewModel.rows.count == 25)
        #expect(viewModel.note == CatalogError.serviceDown.explanation)
    }

    @Test("404 on the first page is an empty list, and so is a page without items")
    func nothing() async throws {
        for reply in [LocalHTTPServer.Reply.error(404), .page([]), .page([], isLast: true)] {
            let test = try TestCatalog { _ in reply }
            let viewModel = test.openTopList().viewModel
            await viewModel.load()
            await viewModel.loadMore()
            #expect(viewModel.message == Message("There is nothing in this list"))
            #expect(test.pages == ["1"])
        }
    }

    @Test("each error of the service is one of the catalogue's, and the list can be loaded afterwards")
    func errors() async throws {
        let replies: [(LocalHTTPServer.Reply, CatalogError)] = [
            (.error(400), .malformed), (.error(405), .malformed), (.error(429), .limited(until: nil)),
            (.error(500), .serviceDown), (.error(503), .serviceDown),
            (.closeMidAnswer(Array(#"{"data": ["#.utf8)), .offline), (.raw(Array("What?\r\n\r\n".utf8)), .offline),
            (.text(""), .malformed), (.text("<html>"), .malformed), (.text("{}"), .malformed),
            (.text(#"{"data": {}}"#), .malformed), (.text(#"{"data": null}"#), .malformed),
            (.page(JikanFixtures.unreadable), .malformed),
        ]
        for (reply, error) in replies {
            let isBroken = ValueStream(true)
            let test = try TestCatalog { isBroken.value ? reply : LocalHTTPServer.offline($0) }
            let viewModel = test.openTopList().viewModel
            await viewModel.load()
            #expect(viewModel.message == error.explanation, "\(reply)")
            isBroken.send(false)
            await viewModel.load()
            #expect(viewModel.rows.count == 25, "\(reply)")
        }
    }

    @Test("a service that does not answer is a time-out, and one that is not there is offline")
    func noAnswer() async throws {
        let slow = try TestCatalog(timeout: .milliseconds(200)) { _ in .stall }
        let viewModel = slow.openTopList().viewModel
        await viewModel.load()
        #expect(viewModel.message == CatalogError.timedOut.explanation)
        let gone = try TestCatalog()
        gone.server.stop()
        let other = gone.openTopList().viewModel
        await other.load()
        #expect(other.message == CatalogError.offline.explanation)
    }

    @Test("an item has all that the service tells, and strange values do no harm")
    func items() async throws {
        let items = [JikanFixtures.item(5), JikanFixtures.strange] + JikanFixtures.unreadable
        let test = try TestCatalog { _ in .page(items, isLast: true) }
        let viewModel = test.openTopList().viewModel
        await viewModel.load()
        #expect(
            viewModel.rows == [
                CatalogItem(
                    id: CatalogItem.ID("anime/5"), title: "Paper Lighthouse", rank: 5, type: "TV",
                    page: URL(string: "https://catalogue.example/anime/5"),
                    picture: URL(string: "https://pictures.example/5.jpg"), start: CalendarDay.sample("2019-04-05"),
                    end: CalendarDay.sample("2020-02-29")),
                CatalogItem(
                    id: CatalogItem.ID("anime/9"), title: "50% %@ \0 <b>", rank: 9, type: "Hologram",
                    picture: URL(string: "https://pictures.example/9.webp")),
            ])
        let russian = Localizer.animeCatalog(Locale(identifier: "ru"))
        #expect(viewModel.rows.map { $0.typeTitle.map { russian($0) } } == ["ТВ", "Hologram"])
    }

    @Test("every list of the invented catalogue can be read to its end, each item once")
    func offline() async throws {
        let test = try TestCatalog()
        for kind in CatalogKind.allCases {
            for selection in kind.selections {
                let screen = test.catalog.toTopList.router.open(selection)
                await screen.viewModel.load()
                for _ in 0..<9 { await screen.viewModel.loadMore() }
                let ids = Set(screen.viewModel.rows.map(\.id))
                #expect(ids.count == screen.viewModel.rows.count && !ids.isEmpty, "\(selection)")
                #expect(screen.viewModel.note == Message("This is the end of the list"), "\(selection)")
                if selection.subtype == nil { #expect(ids.count == (kind == .anime ? 60 : 40)) }
                test.catalog.navigation.pop()
            }
        }
        let queries = Set(test.server.requests.map { ($0.query["type"] ?? "") + "/" + ($0.query["filter"] ?? "") })
        #expect(queries.count == 15, "all, ten types and four filters")
        #expect(queries.isSuperset(of: ["/", "ova/", "oneshot/", "/airing", "/bypopularity"]))
    }

    @Test("the invented catalogue refuses what it does not have")
    func offlineErrors() {
        let requests: [(String, [String: String], Int)] = [
            ("/top/anime", ["page": "4"], 404), ("/top/anime", ["page": "0"], 400), ("/top/people", [:], 404),
            ("/top/anime", ["limit": "26"], 400), ("/top/anime", ["type": "?", "page": "2"], 404),
            ("/top/anime", ["type": "?"], 200), ("/top/manga", ["limit": "25", "page": "2"], 200),
        ]
        for (path, query, status) in requests {
            #expect(OfflineCatalog.answer(path: path, query: query).status == status, "\(path) \(query)")
        }
    }

    @Test("an anime and a manga of one number are two items")
    func numbers() async throws {
        let test = try TestCatalog()
        let anime = test.openTopList().viewModel
        let manga = test.catalog.toTopList.router.open(CatalogKind.manga.selections[0]).viewModel
        await anime.load()
        await manga.load()
        await anime.setFavorite(true, of: anime.rows[0])
        #expect(await waitUntil { anime.isFavorite(anime.rows[0].id) == true })
        await manga.load()
        #expect(manga.isFavorite(manga.rows[0].id) == false)
    }

    @Test("the page of an item is asked for; of an item that has none, nothing is")
    func opensPage() async throws {
        let test = try TestCatalog { _ in .page([JikanFixtures.bare, JikanFixtures.item(5)], isLast: true) }
        var pages = test.catalog.pages.events()
        let viewModel = test.openTopList().viewModel
        let favorites = test.catalog.toFavorites.router.open().viewModel
        await viewModel.load()
        await favorites.load()
        for item in viewModel.rows {
            viewModel.openPage(of: item)
            await viewModel.setFavorite(true, of: item)
        }
        #expect(await waitUntil { favorites.rows.count == 2 })
        let page = URL(string: "https://catalogue.example/anime/5")
        let fromList = await pages.next()
        for item in favorites.rows { favorites.openPage(of: item) }
        let fromFavorites = await pages.next()
        #expect([fromList, fromFavorites] == [page, page])
    }

    @Test("a picture is loaded, and one that is missing is an error")
    func pictures() async throws {
        let test = try TestCatalog { $0.path == "/1.jpg" ? .text("picture") : .error(404) }
        let pictures = test.catalog.pictures
        #expect(try await pictures.picture(at: test.server.url.appending(path: "1.jpg")) == Data("picture".utf8))
        await #expect(throws: CatalogError.malformed) {
            try await pictures.picture(at: test.server.url.appending(path: "2.jpg"))
        }
    }

    @Test("more than three requests in a second wait for their turn")
    func requestLimit() async throws {
        let test = try TestCatalog()
        for _ in 0..<7 { await test.openTopList().viewModel.load() }
        #expect(test.time.now >= ManualTime.start + 2)
        #expect(test.server.requests.count == 7)
    }

    @Test("the open screens can be saved and restored, and a link opens a list")
    func restoring() async throws {
        let test = try TestCatalog()
        let navigation = test.catalog.navigation
        test.catalog.toSubtypes.router.open(.manga)
        test.catalog.toTopList.router.open(CatalogKind.manga.selections[2])
        test.catalog.toFavorites.router.open()
        let saved = [
            SavedScreen("anime-subtypes", input: "manga"), SavedScreen("anime-top", input: "manga/novel"),
            SavedScreen("anime-favorites"),
        ]
        #expect(navigation.savedPath == saved)
        navigation.popAll()
        try await navigation.restore(saved + [SavedScreen("anime-top", input: "manga/airing")])
        #expect(navigation.savedPath == saved)
        let link = try #require(navigation.link(to: SavedScreen("anime-top", input: "anime/airing")))
        #expect(try await navigation.open(link) == .opened)
        let list = try #require(navigation.top as? TopListGraph)
        #expect(list.viewModel.selection == TopSelection("anime/airing"))
        #expect(try await navigation.open(#require(URL(string: "anime://anime-top/games"))) == .notFound)
    }
}
