package import CoreModule
package import Foundation

/// Where the lists come from.
package protocol TopAnimeItemRepository: Sendable {
    /// A page of a list, counted from 1. A page behind the last one has no elements.
    func topItems(_ selection: TopSelection, page: Int) async throws(CatalogError) -> Page<CatalogItem>
}

/// Loads pictures for a front end.
package protocol PictureSource: Sendable {
    /// The bytes of the picture at an address.
    func picture(at address: URL) async throws(CatalogError) -> Data
}

/// Where favourites are kept.
package protocol FavoriteAnimeItemRepository: Sendable {
    /// All favourites, in the order of adding.
    func favorites() async throws(StoreError) -> [Favorite]

    /// Adds an item behind the others. If it is there already, nothing changes.
    /// - Returns: the favourite as it is stored.
    @discardableResult
    func add(_ item: CatalogItem) async throws(StoreError) -> Favorite

    /// Removes an item. Does nothing if there is none.
    func remove(_ id: CatalogItem.ID) async throws(StoreError)
}

/// Keeps favourites as long as it exists: for tests and previews.
package actor InMemoryFavoriteAnimeItemRepository: FavoriteAnimeItemRepository {
    private var stored: [Favorite] = []

    package init() {}

    package func favorites() -> [Favorite] { stored }

    @discardableResult
    package func add(_ item: CatalogItem) -> Favorite {
        if let known = stored.first(where: { $0.id == item.id }) { return known }
        let favorite = Favorite(item, position: (stored.last?.position ?? 0) + 1)
        stored.append(favorite)
        return favorite
    }

    package func remove(_ id: CatalogItem.ID) { stored.removeAll { $0.id == id } }
}
