package import CoreModule
import Observation

/// A recipe that the user edits, or a new one. Nothing changes before it is saved.
@MainActor
@Observable
package final class RecipeEditorViewModel: ScreenViewModel {
    /// What the fields show. Bind them to it.
    package var draft = RecipeDraft()

    /// What is stored: the draft that was read or saved last.
    private var base = RecipeDraft()
    private let isNew: Bool
    /// The recipe; nil as long as a new one was not saved.
    private var id: Recipe.ID?
    private let recipes: Recipes
    private let scope: FeatureScope
    private let loader: Loader<RecipeDraft, RecipeError>
    private let actions: ActionState<RecipeError>

    init(_ id: Recipe.ID?, _ recipes: Recipes, scope: FeatureScope) {
        self.id = id
        isNew = id == nil
        self.recipes = recipes
        self.scope = scope
        actions = ActionState(scope.actions)
        loader = Loader(RecipeDraft()) { () throws(RecipeError) in
            guard let id else { return RecipeDraft() }
            guard let recipe = try await recipes.recipe(id) else { throw .notFound }
            return RecipeDraft(recipe)
        }
        if isNew { loader.show(read: base) }
    }

    package var title: Message { isNew ? Message("New recipe") : Message("Edit recipe") }
    /// Why the fields cannot be filled; nil if they can.
    package var loadFailure: RecipeError? { loader.phase.failure }
    /// Why the recipe could not be saved; nil before that.
    package var failure: RecipeError? { actions.failure }
    package var hasChanges: Bool { draft != base }
    package var canSave: Bool {
        loader.phase == .loaded && hasChanges && draft.problem == nil && !actions.isRunning
    }

    /// Fills the fields. Call it when the screen appears, and again after a failure. What the user has typed stays.
    package func load() async {
        guard !isNew else { return }
        await loader.load()
        guard loader.phase == .loaded else { return }
        draft = draft.rebased(from: base, to: loader.value)
        base = loader.value
    }

    /// Saves the recipe and closes the screen. If that fails, or the user types meanwhile, the screen stays open.
    package func save() async {
        guard canSave else { return }
        let draft = draft
        let saved = await actions.performAlone("save", id?.rawValue ?? "new") { () throws(RecipeError) -> Recipe.ID in
            guard let id else { return try await recipes.add(draft).id }
            try await recipes.edit(id, draft)
            return id
        }
        guard let saved else { return }
        // What is saved later changes this recipe, also if it was new.
        id = saved
        base = draft
        if !hasChanges { scope.detach() }
    }
}
