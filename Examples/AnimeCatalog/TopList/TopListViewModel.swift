package import AnimeCatalogDomain
package import CoreModule
import Observation

/// A list of the catalogue, page by page, and which of its items are favourites.
@MainActor
@Observable
package final class TopListViewModel: ScreenViewModel {
    package let selection: TopSelection
    private let parts: CatalogParts
    private let list: PageLoader<CatalogItem, CatalogError>
    private let favorites: ListLoader<Favorite, CatalogError>
    private let actions: ActionState<CatalogError>

    init(_ selection: TopSelection, _ parts: CatalogParts, scope: FeatureScope) {
        self.selection = selection
        self.parts = parts
        list = PageLoader { [items = parts.items] (page) throws(CatalogError) in
            try await items.topItems(selection, page: page)
        }
        favorites = ListLoader(.asAdded)
        actions = ActionState(scope.actions)
        scope.observe(parts.items.favoriteChanges.events(), with: self) { $0.favorites.apply($1) }
    }

    package var title: Message { selection.title }
    package var rows: [CatalogItem] { list.rows }
    package var phase: PagePhase<CatalogError> { list.phase }

    /// What to show in place of the rows; nil if there are rows.
    package var message: Message? {
        guard rows.isEmpty else { return nil }
        return switch phase {
        case .failed(let error), .moreFailed(let error): error.explanation
        case .loaded, .ended: Message("There is nothing in this list")
        case .idle, .loading, .refreshing, .loadingMore: Message("The list is loading…")
        }
    }

    /// What to show beside the rows; nil if there is nothing to say.
    package var note: Message? {
        guard !rows.isEmpty else { return nil }
        return switch phase {
        case .failed(let error), .moreFailed(let error): error.explanation
        case .refreshing: Message("The list is loading again…")
        case .loadingMore: Message("More is loading…")
        case .ended: Message("This is the end of the list")
        case .idle, .loading, .loaded: nil
        }
    }

    /// Why the last action failed, or why it is not known which items are favourites; nil if there is nothing wrong.
    package var failure: CatalogError? { actions.failure ?? favorites.phase.failure }

    /// Reads the first page and the favourites. Call it when the screen appears, when the user wants to see the list anew, and after
    /// a failure.
    package func load() async {
        async let stars: Void = loadFavorites()
        await list.reload()
        await stars
    }

    /// Reads the page after the last one that was read; after a failure, the same page again.
    package func loadMore() async { await list.loadMore() }

    /// Call it when a row appears: reads the next page if it is the last row.
    package func appeared(_ id: CatalogItem.ID) async { await list.appeared(id) }

    /// Whether an item is a favourite; nil as long as that is not known.
    package func isFavorite(_ id: CatalogItem.ID) -> Bool? {
        favorites.phase == .loaded ? favorites[id] != nil : nil
    }

    package func setFavorite(_ isFavorite: Bool, of item: CatalogItem) async {
        await actions.perform(isFavorite ? "star" : "unstar", item.id.rawValue) { () throws(CatalogError) in
            if isFavorite {
                try await parts.items.addFavorite(item)
            } else {
                try await parts.items.removeFavorite(item.id)
            }
        }
    }

    /// Asks for the page of an item. Does nothing if it has none.
    package func openPage(of item: CatalogItem) {
        guard let page = item.page else { return }
        actions.note("open page", item.id.rawValue)
        parts.pages.send(page)
    }

    /// Shows rows without reading them: for a preview.
    func show(_ rows: [CatalogItem], favorites: [Favorite]) {
        list.show(rows, isLast: true)
        self.favorites.show(favorites)
    }

    private func loadFavorites() async {
        await favorites.load { () throws(CatalogError) in try await parts.items.favorites() }
    }
}
