package import CoreModule
import Observation

/// A recipe that the user edits, or a new one. Nothing changes before it is saved.
@MainActor
@Observable
package final class RecipeEditorViewModel: ScreenViewModel {
    /// What the fields show. Bind them to it.
    package var draft = RecipeDraft()

    private let id: Recipe.ID?
    private let recipes: Recipes
    private let scope: FeatureScope
    private let loader: Loader<RecipeDraft, RecipeError>
    private let actions: ActionState<RecipeError>

    init(_ id: Recipe.ID?, _ recipes: Recipes, scope: FeatureScope) {
        self.id = id
        self.recipes = recipes
        self.scope = scope
        actions = ActionState(scope.actions)
        loader = Loader(RecipeDraft()) { () throws(RecipeError) in
            guard let id else { return RecipeDraft() }
            guard let recipe = try await recipes.recipe(id) else { throw .notFound }
            return RecipeDraft(recipe)
        }
    }

    package var title: Message { id == nil ? Message("New recipe") : Message("Edit recipe") }
    /// Why the fields cannot be filled; nil if they can.
    package var loadFailure: RecipeError? { loader.phase.failure }
    /// Why the recipe could not be saved; nil before that.
    package var failure: RecipeError? { actions.failure }
    package var hasChanges: Bool { draft != loader.value }
    package var canSave: Bool {
        loader.phase == .loaded && hasChanges && draft.problem == nil && !actions.isRunning
    }

    /// Fills the fields. Call it once, when the screen appears, and again after a failure.
    package func load() async {
        await loader.load()
        if loader.phase == .loaded { draft = loader.value }
    }

    /// Saves the recipe and closes the screen. If that fails, the screen stays open, and ``failure`` says why.
    package func save() async {
        guard canSave else { return }
        let saved: Void? = await actions.performAlone("save", id?.rawValue ?? "new") { () throws(RecipeError) in
            if let id { try await recipes.edit(id, draft) } else { try await recipes.add(draft) }
        }
        if saved != nil { scope.detach() }
    }
}
