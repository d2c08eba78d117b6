package import CoreModule

/// Builds the screen of one recipe, whose identifier is its input.
struct RecipeDetailBuilder: Builder {
    static let feature = Feature.screen("RecipeDetail")
    let dependencies: Recipes
    let id: Recipe.ID
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> RecipeDetailGraph {
        RecipeDetailGraph(scope: scope, viewModel: RecipeDetailViewModel(id, dependencies, scope: scope))
    }
}

package typealias RecipeDetailGraph = PartGraph<RecipeDetailViewModel>

extension RouteName<Recipe.ID, RecipeDetailGraph> {
    /// Saves an open recipe, and opens it again, if it exists, by a link: `recipes://recipe/ID`.
    static func recipe(in recipes: Recipes) -> Self {
        RouteName("recipe", links: ["recipe/*"]) { screen in
            screen.viewModel.id.rawValue
        } find: { id in
            guard let id else { return nil }
            return try await recipes.recipe(Recipe.ID(id))?.id
        }
    }
}
