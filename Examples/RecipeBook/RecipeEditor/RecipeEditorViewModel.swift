package import CoreModule
package import Observation

/// A recipe that the user edits, or a new one. Nothing changes before it is saved.
@MainActor
@Observable
package final class RecipeEditorViewModel: ScreenViewModel {
    /// What the fields show. Bind them to it.
    package var draft = RecipeDraft()
    /// Whether the recipe was saved, so that the screen can close.
    package private(set) var isSaved = false

    private let id: Recipe.ID?
    private let recipes: Recipes
    private let loader: Loader<RecipeDraft, RecipeError>
    private let actions: ActionState<RecipeError>

    init(_ id: Recipe.ID?, _ recipes: Recipes, scope: FeatureScope) {
        self.id = id
        self.recipes = recipes
        loader = Loader(RecipeDraft()) { () throws(RecipeError) in
            guard let id else { return RecipeDraft() }
            guard let recipe = try await recipes.recipe(id) else { throw .notFound }
            return RecipeDraft(recipe)
        }
        actions = ActionState(scope.actions)
    }

    package var title: Message { id == nil ? Message("New recipe") : Message("Edit recipe") }
    package var phase: ListPhase<RecipeError> { loader.phase }
    package var problem: RecipeError? { draft.problem }
    package var canSave: Bool { phase == .loaded && problem == nil && draft != loader.value && !actions.isRunning }
    /// Why the recipe could not be saved; nil if it was.
    package var failure: RecipeError? { actions.failure }

    /// Fills the fields. Call it when the screen appears, and again after a failure.
    package func load() async {
        await loader.load()
        if phase == .loaded { draft = loader.value }
    }

    package func save() async {
        guard canSave else { return }
        let saved: Void? = await actions.performAlone("save", id?.rawValue ?? "new") { () throws(RecipeError) in
            if let id { try await recipes.edit(id, draft) } else { try await recipes.add(draft) }
        }
        isSaved = saved != nil
    }
}
