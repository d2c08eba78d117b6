import AnimeCatalogDomain
package import CoreModule

/// Builds the screen of a kind, which is its input.
struct SubtypesBuilder: Builder {
    static let feature = Feature.screen("Subtypes")
    let dependencies: CatalogKind
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> SubtypesGraph {
        SubtypesGraph(scope: scope, viewModel: SubtypesViewModel(dependencies))
    }
}

package typealias SubtypesGraph = PartGraph<SubtypesViewModel>

extension RouteName<CatalogKind, SubtypesGraph> {
    /// Links: `anime://anime-subtypes/manga`.
    static var subtypes: Self {
        RouteName("anime-subtypes", links: ["anime-subtypes/*"]) { screen in
            screen.viewModel.kind.rawValue
        } find: { text in
            text.flatMap { CatalogKind(rawValue: $0) }
        }
    }
}
