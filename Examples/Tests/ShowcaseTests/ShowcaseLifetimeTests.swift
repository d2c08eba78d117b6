import AnimeCatalog
import AnimeCatalogDomain
import CoreModule
import Foundation
import NewsReader
import PersonalDictionary
import Showcase
import Testing
import TodoList
import UserDirectory

@MainActor
@Suite("What the systems leave behind", .timeLimit(.minutes(15)))
struct ShowcaseLifetimeTests {
    private let tree = FeatureTree()

    /// Runs the app for the time of a test.
    private func withShowcase(_ body: (CustomAppGraph<HomeGraph>) async throws -> Void) async throws {
        let localizer = Localizer.showcase(Locale(identifier: "en"))
        let systems = try Systems.offline(localizer)
        var configuration = AppConfiguration(storage: .memory)
        configuration.environment = AppEnvironment(localizer: localizer)
        let dependencies = try await AppDependencies.open(configuration)
        let app = showcase(dependencies, systems, parent: tree.root)
        let result: Result<Void, any Error>
        do { result = .success(try await body(app)) } catch { result = .failure(error) }
        app.detach()
        await dependencies.close()
        await systems.close()
        try result.get()
    }

    @Test("each screen of each system, used and put away, leaves nothing behind")
    func screens() async throws {
        try await withShowcase { app in
            let before = tree.snapshot()
            for row in app.mainScreen.rows {
                row.open()
                try await use(try #require(app.navigation.top))
                app.navigation.popAll()
                try await tree.expectNoLeaks(keeping: before)
            }
        }
        try await tree.expectNoLeaks()
    }

    /// Opens all screens of a system.
    private func use(_ system: any Graph) async throws {
        switch system {
        case let dictionary as MainScreenGraph: await use(dictionary)
        case let todoList as TodoListGraph:
            await todoList.mainScreen.list.viewModel.load()
            todoList.mainScreen.toEditor.router.open(nil)
            todoList.mainScreen.toConflicts.router.open()
        case let catalog as AnimeCatalogGraph: try await use(catalog)
        case let directory as UserDirectoryGraph:
            await directory.list.viewModel.load()
            #expect(directory.list.viewModel.rows.count == 3)
            for id in [nil, directory.list.viewModel.rows.first?.id] {
                await directory.toForm.router.open(id).viewModel.load()
            }
        case let reader as NewsReaderGraph: try await use(reader)
        default: Issue.record("\(system) is no system")
        }
    }

    private func use(_ dictionary: MainScreenGraph) async {
        let newWord = dictionary.mainNavigator.toNewWord.router.open().viewModel
        newWord.text = "dog"
        await newWord.save()
        dictionary.mainNavigator.toSearch.router.open()
        dictionary.mainNavigator.toFavorites.router.open()
    }

    private func use(_ catalog: AnimeCatalogGraph) async throws {
        let subtypes = catalog.toSubtypes.router.open(.anime).viewModel
        let list = catalog.toTopList.router.open(try #require(subtypes.rows.first)).viewModel
        await list.load()
        await list.setFavorite(true, of: try #require(list.rows.first))
        let favorites = catalog.toFavorites.router.open().viewModel
        await favorites.load()
        #expect(favorites.rows.count == 1)
    }

    private func use(_ reader: NewsReaderGraph) async throws {
        await reader.news.viewModel.load()
        let article = reader.news.toArticle.router.open(try #require(reader.news.viewModel.rows.first)).viewModel
        await article.load()
        await article.save()
        await reader.saved.viewModel.load()
        await reader.saved.toArticle.router.open(article.article.id).viewModel.load()
        await reader.search.viewModel.load()
        reader.search.viewModel.text = "swift"
        await reader.search.toPersonalize.router.open().viewModel.load()
    }

    @Test("the open screens of a system are saved and opened again, with its root below them")
    func restoring() async throws {
        try await withShowcase { app in
            app.mainScreen.rows[2].open()
            openList(try #require(app.navigation.top as? AnimeCatalogGraph))
            let saved = app.navigation.savedPath
            #expect(saved.map(\.route) == ["AnimeCatalog", "anime-top"])
            app.navigation.popAll()
            try await app.navigation.restore(saved)
            #expect(app.navigation.savedPath == saved)
            let list = try #require(app.navigation.top as? TopListGraph)
            #expect(list.viewModel.selection == CatalogKind.manga.selections[2])
        }
    }

    /// In a function of its own, so that the test does not hold the catalogue, which is built again.
    private func openList(_ catalog: AnimeCatalogGraph) {
        catalog.toTopList.router.open(CatalogKind.manga.selections[2])
    }

    @Test("the tree in README.md is what the library draws while all systems are open")
    func picture() async throws {
        try await withShowcase { app in
            for row in app.mainScreen.rows { row.open() }
            try ExampleReadme.expect(tree.drawing(), after: "<!-- tree -->")
        }
    }
}
