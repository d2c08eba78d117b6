package import CoreModule
package import Observation

/// The recipes of a list, for a view.
@MainActor
@Observable
package final class RecipeListViewModel: ScreenViewModel {
    private let selection: RecipeSelection
    private let recipes: Recipes
    private let list: ListLoader<Recipe, RecipeError>
    private let actions: ActionState<RecipeError>

    init(_ selection: RecipeSelection, _ recipes: Recipes, scope: FeatureScope) {
        self.selection = selection
        self.recipes = recipes
        list = ListLoader(.ordered(by: Recipe.precedes, includes: selection.includes))
        actions = ActionState(scope.actions)
    }

    package var title: Message { selection == .all ? Message("Recipes") : Message("Favourites") }
    package var rows: [Recipe] { list.elements }

    /// What stands in place of the rows; nil if there are rows.
    package var message: Message? {
        switch list.phase {
        case .failed(let error): error.explanation
        case _ where !rows.isEmpty: nil
        case .loading: Message("Recipes are loading…")
        case .loaded: selection == .all ? Message("No recipes yet") : Message("No favourites yet")
        }
    }

    /// Why the last action failed; nil if it succeeded.
    package var failure: RecipeError? { actions.failure }

    /// Reads the recipes. Call it when the screen appears, and again after a failure.
    package func load() async {
        await list.load { [selection, recipes] () throws(RecipeError) in try await recipes.recipes(selection) }
    }

    package func setFavorite(_ isFavorite: Bool, of id: Recipe.ID) async {
        await actions.perform(isFavorite ? "star" : "unstar", id.rawValue) { () throws(RecipeError) in
            try await recipes.setFavorite(isFavorite, of: id)
        }
    }

    /// Receives the changes of all screens, this one's too.
    func apply(_ change: RecipeChange) {
        list.apply(change)
    }
}
