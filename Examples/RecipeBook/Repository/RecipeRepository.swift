import CoreModule

/// Where recipes are kept. It stores and finds; the rules are in ``Recipes``.
package protocol RecipeRepository: Sendable {
    /// All recipes, in any order.
    func recipes() async throws(RecipeError) -> [Recipe]

    /// The recipe with an identifier, if there is one.
    func recipe(_ id: Recipe.ID) async throws(RecipeError) -> Recipe?

    /// Adds a recipe, or replaces the one with its identifier.
    func put(_ recipe: Recipe) async throws(RecipeError)

    /// Removes a recipe. Does nothing if there is none.
    func remove(_ id: Recipe.ID) async throws(RecipeError)
}

/// Keeps recipes as long as the process runs: for tests and previews.
package actor InMemoryRecipeRepository: RecipeRepository {
    private var stored: [Recipe.ID: Recipe]

    package init(_ recipes: [Recipe] = []) {
        stored = Dictionary(recipes.map { ($0.id, $0) }) { _, last in last }
    }

    package func recipes() -> [Recipe] { Array(stored.values) }
    package func recipe(_ id: Recipe.ID) -> Recipe? { stored[id] }
    package func put(_ recipe: Recipe) { stored[recipe.id] = recipe }
    package func remove(_ id: Recipe.ID) { stored[id] = nil }
}
