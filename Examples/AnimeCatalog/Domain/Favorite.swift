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
    package static var asAdded: Self { .ordered(by: { $0.position < $1.position }, includes: { _ in true }) }
}
