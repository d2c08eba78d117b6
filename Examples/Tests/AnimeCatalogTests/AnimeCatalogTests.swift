import AnimeCatalog
import AnimeCatalogDomain
import AnimeCatalogServices
import CoreModule
import Foundation
import SuperappTesting
import Testing

@MainActor
@Suite("An anime catalogue: its acceptance points", .timeLimit(.minutes(15)))
struct AnimeCatalogTests {
    private let english = Localizer.animeCatalog(Locale(identifier: "en"))

    @Test(
        "1. the first screen has two kinds, and the favourites in a section of their own, and each row opens its screen"
    )
    func home() throws {
        let test = try TestCatalog()
        let home = test.catalog.home.viewModel
        #expect(home.sections == [[.kind(.anime), .kind(.manga)], [.favorites]])
        #expect(home.sections.joined().map { english($0.title) } == ["Anime", "Manga", "My favourites"])
        test.catalog.open(.kind(.manga))
        #expect((test.catalog.navigation.top as? SubtypesGraph)?.viewModel.kind == .manga)
        test.catalog.open(.favorites)
        #expect(test.catalog.navigation.top is CatalogFavoritesGraph)
    }

    @Test("2. anime has All and eight subtypes in their order, and so has manga")
    func subtypes() throws {
        let test = try TestCatalog()
        let anime = test.catalog.toSubtypes.router.open(.anime).viewModel
        #expect(english(anime.title) == "Anime")
        #expect(
            anime.rows.map { english($0.name) } == [
                "All", "Airing", "Upcoming", "TV", "Movies", "OVA", "Specials", "By popularity",
                "Everyone's favourites",
            ])
        let manga = test.catalog.toSubtypes.router.open(.manga).viewModel
        #expect(
            manga.rows.map { english($0.name) } == [
                "All", "Manga", "Novels", "One-shots", "Doujin", "Manhwa", "Manhua", "By popularity",
                "Everyone's favourites",
            ])
        #expect(anime.rows.map { english($0.title) }.prefix(2) == ["Anime", "Airing"])
    }

    @Test("3. pages 1, 2 and 3 are asked for once each under concurrent calls")
    func pages() async throws {
        let test = try TestCatalog()
        let screen = test.openTopList()
        let viewModel = screen.viewModel
        for page in 1...3 {
            let hold = await test.client.hold(page: page)
            let started = ValueStream(0)
            let calls = (0..<5).map { _ in
                Task { @MainActor in
                    started.send(started.value + 1)
                    if page == 1 { await viewModel.load() } else { await viewModel.loadMore() }
                }
            }
            await hold.arrived.wait()
            #expect(started.value == 5)
            await viewModel.loadMore()
            hold.end.open()
            for call in calls { await call.value }
        }
        #expect(test.pages == ["1", "2", "3"])
        #expect(viewModel.rows.map(\.id.rawValue) == (1...60).map { "anime/\($0)" })
        #expect(test.server.requests.allSatisfy { $0.path == "/top/anime" && $0.query["limit"] == "25" })
    }

    @Test("4. an id on two pages is shown once, in its first place")
    func repeatedItem() async throws {
        let test = try TestCatalog(answer: LocalHTTPServer.pages([[1, 2, 3, 2], [3, 4, 1]]))
        let screen = test.openTopList()
        await screen.viewModel.load()
        await screen.viewModel.loadMore()
        #expect(
            screen.viewModel.rows.map(\.title) == [
                "Title 1 of page 1", "Title 2 of page 1", "Title 3 of page 1", "Title 4 of page 2",
            ])
    }

    @Test("5. a reload during the reading of more leaves page 1 only, and then page 2 is asked for again")
    func reloadDuringMore() async throws {
        let test = try TestCatalog(answer: LocalHTTPServer.pages([[1, 2], [3, 4]]))
        let screen = test.openTopList()
        let viewModel = screen.viewModel
        await viewModel.load()
        let hold = await test.client.hold(page: 2)
        let more = Task { @MainActor in await viewModel.loadMore() }
        await hold.arrived.wait()
        await viewModel.load()
        hold.end.open()
        await more.value
        #expect(viewModel.rows.map(\.id.rawValue) == ["anime/1", "anime/2"])
        await viewModel.loadMore()
        #expect(viewModel.rows.map(\.id.rawValue) == ["anime/1", "anime/2", "anime/3", "anime/4"])
    }

    @Test("6. 404 on page 3 is the end, and nothing more is asked for")
    func end() async throws {
        let test = try TestCatalog(answer: LocalHTTPServer.pages([[1], [2]]))
        let screen = test.openTopList()
        await screen.viewModel.load()
        for _ in 0..<5 { await screen.viewModel.loadMore() }
        #expect(test.pages == ["1", "2", "3"])
        #expect(screen.viewModel.rows.count == 2)
        #expect(screen.viewModel.note == Message("This is the end of the list"))
        #expect(screen.viewModel.failure == nil)
    }

    @Test("7. 429 with Retry-After is a message with the time, and no request is sent before it")
    func limited() async throws {
        let isOpen = ValueStream(false)
        let test = try TestCatalog { request in
            guard isOpen.value else { return .error(429, headers: ["Retry-After": "120"]) }
            return LocalHTTPServer.offline(request)
        }
        let screen = test.openTopList()
        await screen.viewModel.load()
        let until = ManualTime.start + 120
        #expect(screen.viewModel.message == CatalogError.limited(until: until).explanation)
        isOpen.send(true)
        test.time.advance(by: 119)
        await screen.viewModel.load()
        #expect(screen.viewModel.message == CatalogError.limited(until: until).explanation)
        // A catalogue that is opened anew does not forget it.
        let other = AnimeCatalogBuilder(test.dependencies, parent: test.tree.root).build()
        let again = other.toTopList.router.open(CatalogKind.manga.selections[0])
        await again.viewModel.load()
        #expect(again.viewModel.message == CatalogError.limited(until: until).explanation)
        #expect(test.pages == ["1"])
        test.time.advance(by: 1)
        await screen.viewModel.load()
        #expect(test.pages == ["1", "1"])
        #expect(screen.viewModel.rows.count == 25)
        #expect(screen.viewModel.message == nil)
    }

    @Test("8. a heart on the list shows on the open favourites at once, and the other way")
    func hearts() async throws {
        let test = try TestCatalog()
        let list = test.openTopList().viewModel
        let favorites = test.catalog.toFavorites.router.open().viewModel
        await list.load()
        await favorites.load()
        #expect(favorites.message == Message("You have no favourites yet"))
        let (first, second) = (list.rows[0], list.rows[1])
        #expect(list.isFavorite(first.id) == false)
        await list.setFavorite(true, of: second)
        await list.setFavorite(true, of: first)
        #expect(await waitUntil { favorites.rows == [second, first] })
        #expect(await waitUntil { list.isFavorite(first.id) == true && list.isFavorite(second.id) == true })
        await favorites.remove(second.id)
        #expect(await waitUntil { favorites.rows == [first] })
        #expect(await waitUntil { list.isFavorite(second.id) == false })
        #expect(list.isFavorite(first.id) == true)
        #expect(list.failure == nil && favorites.failure == nil)
    }

    @Test("9. favourites in memory survive a restart of the catalogue")
    func memory() async throws {
        let violations = await favoritesRepositoryViolations {
            InMemoryFavoriteAnimeItemRepository()
        } restart: {
            $0
        }
        #expect(violations == [])
        try await checkRestart(InMemoryFavoriteAnimeItemRepository()) { $0 }
    }

    @Test("9. favourites in a file survive a restart of the catalogue")
    func file() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "catalogue/favourites.sqlite")
            let violations = await favoritesRepositoryViolations {
                SQLiteFavoriteAnimeItemRepository(file: folder.appending(path: UUID().uuidString))
            } restart: { repository in
                await repository.reopened()
            }
            #expect(violations == [])
            try await checkRestart(SQLiteFavoriteAnimeItemRepository(file: file)) { await $0.reopened() }
        }
    }

    /// Adds favourites, starts the catalogue again, and looks for them.
    private func checkRestart<Repository: FavoriteAnimeItemRepository>(
        _ repository: Repository, _ restart: @MainActor (Repository) async -> Repository
    ) async throws {
        let before = try TestCatalog(repository)
        let list = before.openTopList().viewModel
        await list.load()
        let chosen = [list.rows[4], list.rows[9], list.rows[2]]
        for item in chosen { await list.setFavorite(true, of: item) }
        #expect(list.failure == nil)
        before.catalog.detach()
        let after = try TestCatalog(await restart(repository))
        let favorites = after.catalog.toFavorites.router.open().viewModel
        await favorites.load()
        #expect(favorites.rows == chosen)
        let again = after.openTopList().viewModel
        await again.load()
        #expect(again.rows.filter { again.isFavorite($0.id) == true }.map(\.rank) == [3, 5, 10])
    }

    @Test("10. an item with the required fields only has no stray dash")
    func bareItem() async throws {
        let test = try TestCatalog { _ in .page([JikanFixtures.bare, JikanFixtures.null], isLast: true) }
        let list = test.openTopList().viewModel
        await list.load()
        let bare = try #require(list.rows.first)
        #expect(bare == CatalogItem(id: CatalogItem.ID("anime/7"), title: "Quiet Harbour", rank: 7, type: "OVA"))
        #expect(bare.dates == nil)
        #expect(bare.details.map { english($0) } == "OVA")
        #expect(list.rows.last?.details == nil)
        let start = try #require(CalendarDay.sample("2019-04-05"))
        let day = Message("\(day: start)")
        var item = bare
        item.start = start
        #expect(item.dates == Message("from \(day: start)"))
        #expect(english(try #require(item.details)) == "OVA, from \(english(day))")
        item.end = start
        #expect(item.dates == day)
        item.start = nil
        #expect(item.dates.map { english($0) } == "until \(english(day))")
    }
}
