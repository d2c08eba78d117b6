package import AnimeCatalogDomain
package import CoreModule
import Observation

/// The user's favourites of all kinds, in the order of adding.
@MainActor
@Observable
package final class CatalogFavoritesViewModel: ScreenViewModel {
    private let parts: CatalogParts
    private let list = ListLoader<Favorite, CatalogError>(.asAdded)
    private let actions: ActionState<CatalogError>

    init(_ parts: CatalogParts, scope: FeatureScope) {
        self.parts = parts
        actions = ActionState(scope.actions)
        scope.observe(parts.items.favoriteChanges.events(), with: self) { $0.list.apply($1) }
    }

    package var title: Message { CatalogHomeRow.favorites.title }
    package var rows: [CatalogItem] { list.elements.map(\.item) }
    package var phase: ListPhase<CatalogError> { list.phase }

    /// What to show in place of the rows; nil if there are rows.
    package var message: Message? {
        guard rows.isEmpty else { return nil }
        return switch phase {
        case .failed(let error): error.explanation
        case .loading: Message("Your favourites are loading…")
        case .loaded: Message("You have no favourites yet")
        }
    }

    /// Why the last action or a repeated load failed; nil if there is nothing wrong.
    package var failure: CatalogError? { actions.failure ?? (rows.isEmpty ? nil : phase.failure) }

    /// Reads the favourites. Call it when the screen appears, and again after a failure.
    package func load() async {
        await list.load { () throws(CatalogError) in try await parts.items.favorites() }
    }

    package func remove(_ id: CatalogItem.ID) async {
        await actions.perform("remove", id.rawValue) { () throws(CatalogError) in
            try await parts.items.removeFavorite(id)
        }
    }

    /// Asks for the page of an item. Does nothing if it has none.
    package func openPage(of item: CatalogItem) {
        guard let page = item.page else { return }
        actions.note("open page", item.id.rawValue)
        parts.pages.send(page)
    }
}
