package import CoreModule

/// What the screens do with items: they read lists, and change the user's favourites.
package protocol AnimeItemUseCase: Sendable {
    /// A page of a list, counted from 1. A page behind the last one has no elements.
    func topItems(_ selection: TopSelection, page: Int) async throws(CatalogError) -> Page<CatalogItem>

    /// All favourites, in the order of adding.
    func favorites() async throws(CatalogError) -> [Favorite]

    /// Adds an item behind the other favourites. One that is a favourite already stays in its place.
    func addFavorite(_ item: CatalogItem) async throws(CatalogError)

    /// Removes a favourite. Does nothing if the item is none.
    func removeFavorite(_ id: CatalogItem.ID) async throws(CatalogError)

    /// What changes in the favourites, after it was stored.
    var favoriteChanges: any ModelStreamReader<FavoriteChange> { get }
}

/// Makes what the screens use, and hides what that depends on.
package protocol UseCaseFactory: Sendable {
    func makeAnimeItemUseCase() -> any AnimeItemUseCase
}

/// Items of two repositories. Every change of the favourites goes through it: it is stored, and then sent to all screens.
package final class AppAnimeItemUseCase: AnimeItemUseCase {
    private let items: any TopAnimeItemRepository
    private let repository: any FavoriteAnimeItemRepository
    private let log: OperationLog
    private let stream = EventStream<FavoriteChange>()
    /// One change at a time, so that they are sent in the order in which they were stored.
    private let mutex = AsyncMutex()

    package init(
        _ items: any TopAnimeItemRepository, _ favorites: any FavoriteAnimeItemRepository,
        logger: EventLogger = .disabled
    ) {
        self.items = items
        repository = favorites
        log = OperationLog(logger.labelled("anime"))
    }

    package var favoriteChanges: any ModelStreamReader<FavoriteChange> { stream }

    package func topItems(_ selection: TopSelection, page: Int) async throws(CatalogError) -> Page<CatalogItem> {
        try await log.run("read top list", "\(selection) \(page)") { () throws(CatalogError) in
            try await items.topItems(selection, page: page)
        }
    }

    package func favorites() async throws(CatalogError) -> [Favorite] {
        try await stored("read favourites") { () throws(StoreError) in try await repository.favorites() }
    }

    package func addFavorite(_ item: CatalogItem) async throws(CatalogError) {
        try await change("add favourite", item.id) { () throws(StoreError) in .put(try await repository.add(item)) }
    }

    package func removeFavorite(_ id: CatalogItem.ID) async throws(CatalogError) {
        try await change("remove favourite", id) { () throws(StoreError) in
            try await repository.remove(id)
            return .remove(id)
        }
    }

    private func change(
        _ name: String, _ id: CatalogItem.ID, _ store: () async throws(StoreError) -> FavoriteChange
    ) async throws(CatalogError) {
        await mutex.enter()
        defer { mutex.leave() }
        stream.send(try await stored(name, id.rawValue, store))
    }

    private func stored<Value>(
        _ name: String, _ subject: String = "", _ operation: () async throws(StoreError) -> Value
    ) async throws(CatalogError) -> Value {
        do throws(StoreError) {
            return try await log.run(name, subject, operation)
        } catch {
            throw .store(error)
        }
    }
}
