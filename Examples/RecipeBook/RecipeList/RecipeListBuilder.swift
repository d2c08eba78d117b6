package import CoreModule

/// Builds the screen with all recipes.
struct RecipeListBuilder: Builder {
    static let feature = Feature.screen("RecipeList")
    let dependencies: Recipes
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> RecipeListGraph {
        RecipeListGraph(scope: scope, viewModel: RecipeListViewModel(.all, dependencies, scope: scope))
    }
}

package typealias RecipeListGraph = PartGraph<RecipeListViewModel>

/// Builds the screen with the favourites: the same view model with another selection.
struct FavoritesBuilder: Builder {
    static let feature = Feature.screen("Favorites")
    let dependencies: Recipes
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> RecipeListGraph {
        RecipeListGraph(scope: scope, viewModel: RecipeListViewModel(.favorites, dependencies, scope: scope))
    }
}
