package import CoreModule

/// Builds the editor of a recipe; without an identifier, of a new one.
struct RecipeEditorBuilder: Builder {
    static let feature = Feature.screen("RecipeEditor")
    let dependencies: Recipes
    let id: Recipe.ID?
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> RecipeEditorGraph {
        RecipeEditorGraph(scope: scope, viewModel: RecipeEditorViewModel(id, dependencies, scope: scope))
    }
}

package typealias RecipeEditorGraph = PartGraph<RecipeEditorViewModel>
