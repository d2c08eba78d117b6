import AnimeCatalog
import AnimeCatalogDomain
import AnimeCatalogServices
import CoreModule
import Foundation

/// Checks that a store of favourites does what `FavoriteAnimeItemRepository` says.
/// - Parameters:
///   - make: makes an empty store. It is called once for each law.
///   - restart: opens what a store has kept, as a program does that is started again.
/// - Returns: the laws that the store breaks; empty if it keeps them all.
@MainActor
func favoritesRepositoryViolations<Repository: FavoriteAnimeItemRepository>(
    _ make: @MainActor () async -> Repository, restart: @MainActor (Repository) async -> Repository
) async -> [String] {
    var violations: [String] = []
    func check(_ law: String, _ isKept: @MainActor (Repository) async throws -> Bool) async {
        do {
            if try await !isKept(await make()) { violations.append(law) }
        } catch {
            violations.append("\(law): \(error)")
        }
    }
    let items = (1...5).map { CatalogItem.full($0) }
    let bare = CatalogItem(id: CatalogItem.ID("manga/1"), title: "")
    await check("a new store is empty") { try await $0.favorites().isEmpty }
    await check("favourites are in the order of adding, with all their fields") { store in
        let wanted = [items[3], items[0], bare, items[4]]
        var added: [Favorite] = []
        for item in wanted { added.append(try await store.add(item)) }
        let stored = try await store.favorites()
        let positions = stored.map(\.position)
        return stored == added && stored.map(\.item) == wanted && positions == Set(positions).sorted()
    }
    await check("adding twice is once, in the first place") { store in
        let first = try await store.add(items[0])
        try await store.add(items[1])
        var changed = items[0]
        changed.title = "Another title"
        let second = try await store.add(changed)
        let stored = try await store.favorites()
        return second == first && stored.map(\.item) == [items[0], items[1]]
    }
    await check("what is removed is gone, and comes back behind the others") { store in
        for item in items { try await store.add(item) }
        try await store.remove(items[1].id)
        let left = try await store.favorites().map(\.item)
        try await store.add(items[1])
        let last = try await store.favorites().last
        return left == [items[0]] + items[2...] && last?.item == items[1]
    }
    await check("removing an absent one is harmless") { store in
        try await store.remove(items[0].id)
        try await store.add(items[1])
        try await store.remove(items[0].id)
        return try await store.favorites().map(\.item) == [items[1]]
    }
    await check("favourites survive a restart") { store in
        for item in items { try await store.add(item) }
        try await store.remove(items[2].id)
        let before = try await store.favorites()
        let reopened = await restart(store)
        try await reopened.add(items[2])
        let after = try await reopened.favorites()
        return before.count == 4 && after.dropLast() == before[...] && after.last?.item == items[2]
    }
    await check("concurrent adding loses nothing") { store in
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...20 { group.addTask { _ = try await store.add(.full(number % 10)) } }
            try await group.waitForAll()
        }
        let stored = try await store.favorites()
        return stored.count == 10 && Set(stored.map(\.position)).count == 10
    }
    return violations
}

extension SQLiteFavoriteAnimeItemRepository {
    /// Closes the file, and opens it again.
    func reopened() async -> SQLiteFavoriteAnimeItemRepository {
        await close()
        return SQLiteFavoriteAnimeItemRepository(file: file)
    }
}
