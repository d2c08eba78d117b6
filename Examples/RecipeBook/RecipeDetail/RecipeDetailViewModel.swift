package import CoreModule
import Observation

/// One recipe, for a view.
@MainActor
@Observable
package final class RecipeDetailViewModel: ScreenViewModel {
    package let id: Recipe.ID
    private let recipes: Recipes
    private let loader: Loader<Recipe?, RecipeError>
    private let actions: ActionState<RecipeError>

    init(_ id: Recipe.ID, _ recipes: Recipes, scope: FeatureScope) {
        self.id = id
        self.recipes = recipes
        loader = Loader(nil) { () throws(RecipeError) in try await recipes.recipe(id) }
        actions = ActionState(scope.actions)
        scope.observe(recipes.changes.events(), with: self) { await $0.apply($1) }
    }

    package var title: Message { Message("Recipe") }
    package var recipe: Recipe? { loader.value }

    /// What to show in place of the recipe; nil if there is one.
    package var message: Message? {
        switch loader.phase {
        case .failed(let error): error.explanation
        case .loading: Message("The recipe is loading…")
        case .loaded: recipe == nil ? RecipeError.notFound.explanation : nil
        }
    }

    /// Why the last action failed; nil if it succeeded.
    package var failure: RecipeError? { actions.failure }

    /// Reads the recipe. Call it when the screen appears, and again after a failure.
    package func load() async {
        await loader.load()
    }

    package func setFavorite(_ isFavorite: Bool) async {
        await actions.perform(isFavorite ? "star" : "unstar", id.rawValue) { () throws(RecipeError) in
            try await recipes.setFavorite(isFavorite, of: id)
        }
    }

    package func remove() async {
        await actions.perform("remove", id.rawValue) { () throws(RecipeError) in try await recipes.remove(id) }
    }

    /// Reads the recipe again if this screen or another one has changed it.
    private func apply(_ change: RecipeChange) async {
        switch change {
        case .put(let recipe) where recipe.id == id: await loader.reload()
        case .remove(id): await loader.reload()
        case .put, .remove: break
        }
    }
}
