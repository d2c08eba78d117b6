package import CoreModule
package import Observation

/// One recipe, for a view.
@MainActor
@Observable
package final class RecipeDetailViewModel {
    /// What the screen shows.
    package enum State: Hashable {
        case loading
        case recipe(Recipe)
        case removed
        case failed(RecipeError)
    }

    private let id: Recipe.ID
    private let recipes: Recipes
    private let loader: Loader<Recipe?, RecipeError>
    private let actions: ActionState<RecipeError>

    init(_ id: Recipe.ID, _ recipes: Recipes, scope: FeatureScope) {
        self.id = id
        self.recipes = recipes
        loader = Loader(nil) { () throws(RecipeError) in try await recipes.recipe(id) }
        actions = ActionState(scope.actions)
    }

    package var state: State {
        switch loader.phase {
        case .loading: .loading
        case .loaded: loader.value.map(State.recipe) ?? .removed
        case .failed(let error): .failed(error)
        }
    }

    package var title: Message { Message("\(loader.value?.title ?? "")") }

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

    /// Reads the recipe again if it was changed, here or on another screen.
    func apply(_ change: RecipeChange) async {
        switch change {
        case .put(let recipe) where recipe.id == id: await loader.reload()
        case .remove(id): await loader.reload()
        case .put, .remove: break
        }
    }
}
