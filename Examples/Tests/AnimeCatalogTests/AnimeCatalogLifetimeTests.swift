import AnimeCatalog
import AnimeCatalogDomain
import AnimeCatalogServices
import CoreModule
import Foundation
import SuperappTesting
import Testing

@MainActor
@Suite("What an anime catalogue leaves behind", .timeLimit(.minutes(15)))
struct AnimeCatalogLifetimeTests {
    @Test("every screen that was used and closed leaves nothing behind")
    func screens() async throws {
        let test = try TestCatalog()
        let before = test.tree.snapshot()
        await useScreens(test)
        #expect(test.catalog.navigation.path.count == 3)
        test.catalog.navigation.popAll()
        try await test.tree.expectNoLeaks(keeping: before)
    }

    /// Apart from the test, so that no variable of the test holds a view model.
    private func useScreens(_ test: TestCatalog) async {
        test.catalog.open(.kind(.anime))
        let list = test.openTopList().viewModel
        await list.load()
        await list.setFavorite(true, of: list.rows[0])
        let favorites = test.catalog.toFavorites.router.open().viewModel
        await favorites.load()
        #expect(favorites.rows.count == 1)
        await favorites.remove(favorites.rows[0].id)
    }

    @Test("a screen that is closed while a page is read leaves nothing behind")
    func loading() async throws {
        let test = try TestCatalog()
        let before = test.tree.snapshot()
        let hold = await test.client.hold(page: 1)
        let load = Task { @MainActor [catalog = test.catalog] in
            await catalog.toTopList.router.open(CatalogKind.anime.selections[0]).viewModel.load()
        }
        await hold.arrived.wait()
        test.catalog.navigation.popAll()
        load.cancel()
        hold.end.open()
        await load.value
        try await test.tree.expectNoLeaks(keeping: before)
    }

    @Test("a catalogue in a host's stack ends with its screen, and leaves nothing behind")
    func host() async throws {
        let (tree, navigation) = (FeatureTree(), ScreenStack())
        let server = try LocalHTTPServer(LocalHTTPServer.offline)
        let useCases = AppUseCaseFactory(InMemoryFavoriteAnimeItemRepository(), address: server.url)
        let dependencies = AnimeCatalogDependencies(useCases, pictures: HTTPPictureSource()).with {
            $0.navigation = navigation
        }
        let route = RouteBuilder(
            navigator: navigation, as: RouteName("anime"), parent: tree.root
        ) {
            AnimeCatalogBuilder(dependencies, parent: $0)
        }.build()
        let before = tree.snapshot()
        await route.router.open().toTopList.router.open(CatalogKind.manga.selections[0]).viewModel.load()
        #expect(navigation.savedPath.map(\.route) == ["anime", "anime-top"])
        let lines = tree.drawing().split(separator: "\n")
        #expect(
            lines == [
                "NavToAnimeCatalog (B G R)",
                "└─→ [AnimeCatalog] (B G)",
                "    ├── [CatalogHome] (B G MVVM)",
                "    ├── NavToSubtypes (B G R)",
                "    ├── NavToTopList (B G R)",
                "    │   └─→ [TopList] (B G MVVM)",
                "    └── NavToCatalogFavorites (B G R)",
            ])
        navigation.popAll()
        try await tree.expectNoLeaks(keeping: before)
    }

    @Test("a catalogue that is released with a screen open leaves nothing behind")
    func catalog() async throws {
        let tree = FeatureTree()
        let server = try LocalHTTPServer(LocalHTTPServer.offline)
        let useCases = AppUseCaseFactory(InMemoryFavoriteAnimeItemRepository(), address: server.url)
        var catalog: AnimeCatalogGraph? = AnimeCatalogBuilder(
            AnimeCatalogDependencies(useCases, pictures: HTTPPictureSource()), parent: tree.root
        ).build()
        await catalog?.toTopList.router.open(CatalogKind.anime.selections[3]).viewModel.load()
        catalog = nil
        try await tree.expectNoLeaks()
    }

    @Test("a preview has its rows and hearts at once")
    func preview() {
        let screen = TopListGraph.preview()
        #expect(screen.viewModel.rows.map(\.title) == ["Paper Lighthouse", "The Seventh Orchard"])
        #expect(screen.viewModel.rows.map { screen.viewModel.isFavorite($0.id) } == [true, false])
        #expect(screen.viewModel.message == nil)
    }

    @Test("the builders of a feature have at most 25 lines of code")
    func ceremony() throws {
        let builders = try AnimeCatalogSources.files().filter { $0.key.hasSuffix("Builder.swift") }
        #expect(builders.count == 4)
        for (name, source) in builders {
            let code = source.split(separator: "\n").filter {
                let line = $0.trimmingCharacters(in: .whitespaces)
                return !line.isEmpty && !line.hasPrefix("//")
            }
            #expect(code.count <= 25, "\(name) has \(code.count)")
        }
    }
}
