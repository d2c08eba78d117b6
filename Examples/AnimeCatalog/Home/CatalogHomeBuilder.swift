package import CoreModule

/// Builds the first screen.
struct CatalogHomeBuilder: Builder {
    static let feature = Feature.screen("CatalogHome")
    let dependencies: Void = ()
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> CatalogHomeGraph {
        CatalogHomeGraph(scope: scope, viewModel: CatalogHomeViewModel())
    }
}

package typealias CatalogHomeGraph = PartGraph<CatalogHomeViewModel>
