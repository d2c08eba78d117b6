import AnimeCatalog
import AnimeCatalogDomain
import AnimeCatalogServices
import CoreModule
import Foundation
import SuperappTesting
import Testing

@MainActor
@Suite("The favourites of an anime catalogue", .timeLimit(.minutes(15)))
struct CatalogFavoritesTests {
    @Test("favourites that cannot be read are an error and no empty list, and a later load works")
    func failingLoad() async throws {
        let repository = FailingFavoriteAnimeItemRepository()
        let test = try TestCatalog(repository)
        let favorites = test.catalog.toFavorites.router.open().viewModel
        let list = test.openTopList().viewModel
        #expect(favorites.message == Message("Your favourites are loading…"))
        await repository.fail(with: .diskFull)
        await favorites.load()
        await list.load()
        #expect(favorites.message == StoreError.diskFull.explanation)
        #expect(list.rows.count == 25 && list.failure == .store(.diskFull))
        #expect(list.isFavorite(list.rows[0].id) == nil, "nobody knows")
        await repository.fail(with: nil)
        await favorites.load()
        await list.load()
        #expect(favorites.message == Message("You have no favourites yet"))
        #expect(list.failure == nil && list.isFavorite(list.rows[0].id) == false)
    }

    @Test("a heart that cannot be stored changes nothing and says why")
    func failingHeart() async throws {
        let repository = FailingFavoriteAnimeItemRepository()
        let test = try TestCatalog(repository)
        let favorites = test.catalog.toFavorites.router.open().viewModel
        let list = test.openTopList().viewModel
        await list.load()
        await favorites.load()
        let item = list.rows[0]
        await repository.fail(with: .diskFull)
        await list.setFavorite(true, of: item)
        #expect(list.failure == .store(.diskFull) && list.isFavorite(item.id) == false)
        await repository.fail(with: nil)
        await list.setFavorite(true, of: item)
        #expect(await waitUntil { favorites.rows == [item] })
        #expect(list.failure == nil)
        await repository.fail(with: .diskFull)
        await favorites.remove(item.id)
        #expect(favorites.failure == .store(.diskFull) && favorites.rows == [item])
    }

    @Test("two catalogues that are built from one value see each other's favourites")
    func twoCatalogues() async throws {
        let test = try TestCatalog()
        let other = AnimeCatalogBuilder(test.dependencies, parent: test.tree.root).build()
        let list = test.openTopList().viewModel
        let favorites = other.toFavorites.router.open().viewModel
        await list.load()
        await favorites.load()
        await list.setFavorite(true, of: list.rows[2])
        #expect(await waitUntil { favorites.rows == [list.rows[2]] })
        #expect(other.navigation.path.count == 1 && test.catalog.navigation.path.count == 1)
    }

    @Test("an item that is added while the favourites are read is not lost")
    func addedDuringLoad() async throws {
        let test = try TestCatalog()
        let list = test.openTopList().viewModel
        let favorites = test.catalog.toFavorites.router.open().viewModel
        await list.load()
        let items = list.rows.prefix(10)
        let calls = items.flatMap { item in
            [
                Task { @MainActor in await list.setFavorite(true, of: item) },
                Task { @MainActor in await favorites.load() },
            ]
        }
        for call in calls { await call.value }
        #expect(await waitUntil { favorites.rows.count == 10 })
        let stored = try await test.repository.favorites()
        #expect(favorites.rows == stored.map(\.item))
    }

    @Test("a file that is no store is an error, the lists work without it, and it stays as it is")
    func unreadableFile() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "favourites.sqlite")
            let bytes = Data("These are no favourites, but somebody may need them.".utf8)
            try bytes.write(to: file)
            let test = try TestCatalog(SQLiteFavoriteAnimeItemRepository(file: file))
            let favorites = test.catalog.toFavorites.router.open().viewModel
            let list = test.openTopList().viewModel
            await favorites.load()
            await list.load()
            guard case .store(let error)? = favorites.phase.failure else {
                Issue.record("\(favorites.phase)")
                return
            }
            #expect(error.code == .damaged && favorites.message == error.explanation)
            await list.setFavorite(true, of: list.rows[0])
            #expect(list.failure == .store(error) && list.isFavorite(list.rows[0].id) == nil)
            #expect(try Data(contentsOf: file) == bytes)
            // The file can be repaired while the catalogue is open.
            try FileManager.default.removeItem(at: file)
            await list.load()
            await list.setFavorite(true, of: list.rows[0])
            #expect(await waitUntil { list.isFavorite(list.rows[0].id) == true })
        }
    }

    @Test("a favourite that cannot be read is an error, and it is kept")
    func unreadableRow() async throws {
        for (column, value) in [("start", "soon"), ("end", "2021-02-30"), ("page", "")] {
            try await withTemporaryFolder { folder in
                let file = folder.appending(path: "favourites.sqlite")
                let repository = SQLiteFavoriteAnimeItemRepository(file: file)
                try await repository.add(.full(1))
                await repository.close()
                try await execute("UPDATE favorite SET \"\(column)\" = '\(value)'", on: file)
                let damaged = await repository.reopened()
                let error = await #expect(throws: StoreError.self) { try await damaged.favorites() }
                #expect(error?.code == .damaged, "\(column)")
                try await damaged.add(.full(2))
                await damaged.close()
                try await execute("DELETE FROM favorite WHERE \"\(column)\" <> '\(value)'", on: file)
                try await execute("UPDATE favorite SET \"\(column)\" = NULL", on: file)
                let repaired = await damaged.reopened()
                #expect(try await repaired.favorites().map(\.id) == [CatalogItem.full(1).id])
                await repaired.close()
            }
        }
    }

    /// Changes the file as another program would.
    private func execute(_ sql: String, on file: URL) async throws {
        let schema = SQLiteSchema(
            name: "anime", tables: ["favorite"], migrations: [SQLiteMigration(version: 1, script: "")])
        let database = try await SQLiteDatabase.open(.file(file), schemas: [schema])
        try await database.write { _ = try $0.run(sql) }
        await database.close()
    }
}
