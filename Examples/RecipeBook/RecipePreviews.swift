package import CoreModule

extension RecipeListGraph {
    /// The list alone, with its rows in the first frame.
    package static func preview() -> RecipeListGraph {
        let recipes = Recipes(InMemoryRecipeRepository(.samples), identifiers: .sequence(prefix: ""), logger: .disabled)
        let screen = RecipeListBuilder(dependencies: recipes, parent: FeatureTree().root).build()
        screen.viewModel.show(.samples)
        return screen
    }
}

extension [Recipe] {
    package static let samples = [
        Recipe(
            id: Recipe.ID("1"), title: "Borscht", ingredients: ["beetroot", "cabbage"], steps: ["Cook for an hour."],
            isFavorite: true),
        Recipe(
            id: Recipe.ID("2"), title: "Pancakes", ingredients: ["milk", "flour", "eggs"], steps: ["Mix.", "Fry."]),
    ]
}
