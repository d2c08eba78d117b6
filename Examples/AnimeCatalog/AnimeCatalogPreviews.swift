package import AnimeCatalogDomain
import CoreModule

extension TopListGraph {
    /// A list alone, with its rows in the first frame.
    @MainActor
    package static func preview() -> TopListGraph {
        let parts = CatalogParts(
            items: AppAnimeItemUseCase(SampleItems(), InMemoryFavoriteAnimeItemRepository()))
        let selection = CatalogKind.anime.selections[0]
        let screen = TopListBuilder(dependencies: parts, selection: selection, parent: FeatureTree().root).build()
        screen.viewModel.show(.samples, favorites: [Favorite([CatalogItem].samples[0], position: 1)])
        return screen
    }
}

extension [CatalogItem] {
    package static let samples = [
        CatalogItem(id: CatalogItem.ID("anime/1"), title: "Paper Lighthouse", rank: 1, type: "TV"),
        CatalogItem(id: CatalogItem.ID("anime/2"), title: "The Seventh Orchard", rank: 2, type: "Movie"),
    ]
}

/// Has the samples in every list.
private struct SampleItems: TopAnimeItemRepository {
    func topItems(_ selection: TopSelection, page: Int) -> Page<CatalogItem> { Page(.samples, isLast: true) }
}
