package import CoreModule

/// Builds the screen of the user's favourites.
struct CatalogFavoritesBuilder: Builder {
    static let feature = Feature.screen("CatalogFavorites")
    let dependencies: CatalogParts
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> CatalogFavoritesGraph {
        CatalogFavoritesGraph(scope: scope, viewModel: CatalogFavoritesViewModel(dependencies, scope: scope))
    }
}

package typealias CatalogFavoritesGraph = PartGraph<CatalogFavoritesViewModel>
