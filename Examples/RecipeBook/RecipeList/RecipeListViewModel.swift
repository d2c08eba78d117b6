package import CoreModule
import Observation

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
        scope.observe(recipes.changes.events(), with: self) { $0.list.apply($1) }
    }

    package var title: Message { selection == .all ? Message("Recipes") : Message("Favourites") }
    package var rows: [Recipe] { list.elements }
    package var count: Message { Message("\(count: rows.count) recipes") }

    /// What to show in place of the rows; nil if there are rows.
    package var message: Message? {
        switch list.phase {
        case .failed(let error): error.explanation
        case .loading where rows.isEmpty: Message("Recipes are loading…")
        case .loaded where rows.isEmpty: selection == .all ? Message("No recipes yet") : Message("No favourites yet")
        case .loading, .loaded: nil
        }
    }

    /// Why the last action failed; nil if it succeeded.
    package var failure: RecipeError? { actions.failure }

    /// Reads the recipes. Call it when the screen appears, and again after a failure.
    package func load() async {
        await list.load { () throws(RecipeError) in try await recipes.recipes(selection) }
    }

    package func setFavorite(_ isFavorite: Bool, of id: Recipe.ID) async {
        await actions.perform(isFavorite ? "star" : "unstar", id.rawValue) { () throws(RecipeError) in
            try await recipes.setFavorite(isFavorite, of: id)
        }
    }

    /// Shows recipes without reading them: for a preview.
    func show(_ recipes: [Recipe]) {
        list.show(recipes)
    }
}
