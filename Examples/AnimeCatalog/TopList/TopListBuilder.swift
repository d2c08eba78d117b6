import AnimeCatalogDomain
package import CoreModule

/// Builds the screen of a list, which is its input.
struct TopListBuilder: Builder {
    static let feature = Feature.screen("TopList")
    let dependencies: CatalogParts
    let selection: TopSelection
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> TopListGraph {
        TopListGraph(scope: scope, viewModel: TopListViewModel(selection, dependencies, scope: scope))
    }
}

package typealias TopListGraph = PartGraph<TopListViewModel>

extension RouteName<TopSelection, TopListGraph> {
    /// Links: `anime://anime-top/anime`, `anime://anime-top/anime%2Fairing`.
    static var topList: Self {
        RouteName("anime-top", links: ["anime-top/*"]) { screen in
            screen.viewModel.selection.description
        } find: { text in
            text.flatMap { TopSelection($0) }
        }
    }
}
