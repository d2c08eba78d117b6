package import CoreModule

/// Builds the screen with all recipes, or with the favourites.
struct RecipeListBuilder: Builder {
    static let feature = Feature.screen("RecipeList")
    let dependencies: Recipes
    let selection: RecipeSelection
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> RecipeListGraph {
        let viewModel = RecipeListViewModel(selection, dependencies, scope: scope)
        scope.observe(dependencies.changes.events(), with: viewModel) { $0.apply($1) }
        return RecipeListGraph(scope: scope, viewModel: viewModel)
    }
}

package typealias RecipeListGraph = PartGraph<RecipeListViewModel>
