package import CoreModule

/// An item that the user has chosen, with its place in the order of adding.
package struct Favorite: Identifiable, Hashable, Sendable {
    package let item: CatalogItem
    /// Grows with each favourite that is added. No two favourites have the same one.
    package let position: Int

    package init(_ item: CatalogItem, position: Int) {
        self.item = item
        self.position = position
    }

    package var id: CatalogItem.ID { item.id }
}

/// A change of one favourite, as lists apply it.
package typealias FavoriteChange = LiveList<Favorite>.Change

extension LiveList<Favorite>.Rule {
    /// In the order of adding.
    static var asAdded: Self { .ordered(by: { $0.position < $1.position }, includes: { _ in true }) }
}

/// The user's favourites. Every change goes through it: it is stored, and then sent to all screens.
package final class CatalogFavorites: Sendable {
    private let repository: any FavoritesRepository
    private let log: OperationLog
    private let stream = EventStream<FavoriteChange>()
    /// One change at a time, so that they are sent in the order in which they were stored.
    private let mutex = AsyncMutex()

    package init(_ repository: any FavoritesRepository, logger: EventLogger) {
        self.repository = repository
        log = OperationLog(logger.labelled("anime"))
    }

    /// What changes, after it was stored.
    package var changes: any ModelStreamReader<FavoriteChange> { stream }

    /// All favourites, in the order of adding.
    package func all() async throws(CatalogError) -> [Favorite] {
        try await stored("read favourites") { () throws(StoreError) in try await repository.favorites() }
    }

    /// Adds an item behind the others. One that is a favourite already stays in its place.
    package func add(_ item: CatalogItem) async throws(CatalogError) {
        try await change("add favourite", item.id) { () throws(StoreError) in .put(try await repository.add(item)) }
    }

    /// Removes an item. Does nothing if it is no favourite.
    package func remove(_ id: CatalogItem.ID) async throws(CatalogError) {
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
