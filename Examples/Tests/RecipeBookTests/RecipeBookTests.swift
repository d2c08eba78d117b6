import CoreModule
import Foundation
import RecipeBook
import Testing

@MainActor
@Suite("A recipe book, an app on the tree alone", .timeLimit(.minutes(15)))
struct RecipeBookTests {
    private let tree = FeatureTree()

    private func makeBook(_ repository: any RecipeRepository = InMemoryRecipeRepository(.samples)) -> RecipeBookGraph {
        let dependencies = RecipeBookDependencies(repository).with { $0.identifiers = .sequence(prefix: "new") }
        return RecipeBookBuilder(dependencies, parent: tree.root).build()
    }

    // MARK: List

    @Test("the list says that it is loading, and then shows the recipes by title")
    func list() async {
        let book = makeBook()
        #expect(book.list.viewModel.message == Message("Recipes are loading…"))
        await book.list.viewModel.load()
        #expect(book.list.viewModel.rows.map(\.title) == ["Borscht", "Pancakes"])
        #expect(book.list.viewModel.message == nil)
    }

    @Test("a book without recipes says so")
    func empty() async {
        let book = makeBook(InMemoryRecipeRepository())
        await book.list.viewModel.load()
        #expect(book.list.viewModel.message == Message("No recipes yet"))
    }

    @Test("a store that fails is an error and no empty list, and a later load works")
    func failingLoad() async {
        let repository = FailingRecipeRepository()
        let book = makeBook(repository)
        await repository.fail(with: .store(.diskFull))
        await book.list.viewModel.load()
        #expect(book.list.viewModel.message == StoreError.diskFull.explanation)
        await repository.fail(with: nil)
        await book.list.viewModel.load()
        #expect(book.list.viewModel.rows.count == 2)
    }

    // MARK: Detail

    @Test("a screen shows the recipe that it was opened with")
    func detail() async {
        let book = makeBook()
        let screen = book.toRecipe.router.open(Recipe.ID("2"))
        #expect(book.navigation.path.map(\.graph.scope.id) == [screen.scope.id])
        #expect(screen.viewModel.message == Message("The recipe is loading…"))
        await screen.viewModel.load()
        #expect(screen.viewModel.recipe?.steps == ["Mix.", "Fry."])
        #expect(screen.viewModel.message == nil)
    }

    @Test("a recipe that is removed is no longer in the list, and its screen says so")
    func removed() async {
        let book = makeBook()
        await book.list.viewModel.load()
        let first = book.toRecipe.router.open(Recipe.ID("2"))
        let second = book.toRecipe.router.open(Recipe.ID("2"))
        await first.viewModel.load()
        await second.viewModel.load()
        await second.viewModel.remove()
        #expect(await waitUntil { first.viewModel.message == RecipeError.notFound.explanation })
        #expect(await waitUntil { book.list.viewModel.rows.map(\.title) == ["Borscht"] })
        await first.viewModel.setFavorite(true)
        #expect(first.viewModel.failure == .notFound)
    }

    // MARK: Edit

    @Test("a new recipe is in the list, without white space around its title, and its editor has closed")
    func newRecipe() async {
        let book = makeBook()
        await book.list.viewModel.load()
        let editor = book.toEditor.router.open(nil)
        await editor.viewModel.load()
        editor.viewModel.draft = RecipeDraft(title: " Soup ", ingredients: "water\n\n salt \n", steps: "Cook.")
        await editor.viewModel.save()
        #expect(await waitUntil { book.navigation.path.isEmpty })
        #expect(await waitUntil { book.list.viewModel.rows.map(\.title) == ["Borscht", "Pancakes", "Soup"] })
        #expect(book.list.viewModel.rows.last?.ingredients == ["water", "salt"])
    }

    @Test("an edit changes what was typed, and keeps a star that was set meanwhile")
    func edit() async {
        let book = makeBook()
        await book.list.viewModel.load()
        let editor = book.toEditor.router.open(Recipe.ID("2"))
        await editor.viewModel.load()
        #expect(editor.viewModel.draft.ingredients == "milk\nflour\neggs")
        await book.list.viewModel.setFavorite(true, of: Recipe.ID("2"))
        editor.viewModel.draft.title = "Blini"
        await editor.viewModel.save()
        #expect(await waitUntil { book.list.viewModel.rows.first?.title == "Blini" })
        #expect(book.list.viewModel.rows.first?.isFavorite == true)
    }

    @Test("a recipe without a title, or without a change, cannot be saved")
    func validation() async {
        let book = makeBook()
        let editor = book.toEditor.router.open(Recipe.ID("2"))
        #expect(!editor.viewModel.canSave)
        await editor.viewModel.load()
        #expect(!editor.viewModel.hasChanges && !editor.viewModel.canSave)
        editor.viewModel.draft.title = "\n "
        #expect(editor.viewModel.draft.problem == .emptyTitle)
        #expect(editor.viewModel.hasChanges && !editor.viewModel.canSave)
        editor.viewModel.draft.title = "Blini"
        #expect(editor.viewModel.canSave)
    }

    @Test("an editor whose recipe cannot be stored stays open with its input, and can be saved later")
    func failingSave() async throws {
        let repository = FailingRecipeRepository()
        let book = makeBook(repository)
        let editor = book.toEditor.router.open(Recipe.ID("2"))
        await editor.viewModel.load()
        editor.viewModel.draft.title = "Blini"
        await repository.fail(with: .store(.diskFull))
        await editor.viewModel.save()
        #expect(editor.viewModel.failure == .store(.diskFull))
        #expect(editor.viewModel.draft.title == "Blini")
        #expect(book.navigation.path.count == 1)
        await repository.fail(with: nil)
        await editor.viewModel.save()
        #expect(editor.viewModel.failure == nil)
        #expect(try await repository.recipe(Recipe.ID("2"))?.title == "Blini")
    }

    @Test("what is typed during a load stays, and the other fields are filled; a later load changes nothing of it")
    func typingDuringLoad() async throws {
        let repository = FailingRecipeRepository()
        let book = makeBook(repository)
        let editor = book.toEditor.router.open(Recipe.ID("2"))
        await repository.duringNextCall { [viewModel = editor.viewModel] in viewModel.draft.title = "Blini" }
        await editor.viewModel.load()
        let typed = RecipeDraft(title: "Blini", ingredients: "milk\nflour\neggs", steps: "Mix.\nFry.")
        #expect(editor.viewModel.draft == typed && editor.viewModel.canSave)
        await editor.viewModel.load()
        #expect(editor.viewModel.draft == typed && editor.viewModel.canSave)
    }

    @Test("an editor in which the user types during a save stays open, and a new recipe is added once")
    func typingDuringSave() async throws {
        let repository = FailingRecipeRepository()
        let book = makeBook(repository)
        let editor = book.toEditor.router.open(nil)
        editor.viewModel.draft.title = "Soup"
        #expect(editor.viewModel.canSave, "there is nothing to load")
        await repository.duringNextCall { [viewModel = editor.viewModel] in viewModel.draft.title = "Soup of the day" }
        await editor.viewModel.save()
        #expect(book.navigation.path.count == 1 && editor.viewModel.draft.title == "Soup of the day")
        #expect(try await repository.recipes().map(\.title).sorted() == ["Borscht", "Pancakes", "Soup"])
        await editor.viewModel.save()
        #expect(await waitUntil { book.navigation.path.isEmpty })
        #expect(try await repository.recipes().map(\.title).sorted() == ["Borscht", "Pancakes", "Soup of the day"])
    }

    @Test("the editor of a recipe that does not exist says so, and saves nothing")
    func editorOfNothing() async {
        let book = makeBook()
        let editor = book.toEditor.router.open(Recipe.ID("3"))
        await editor.viewModel.load()
        #expect(editor.viewModel.loadFailure == .notFound)
        editor.viewModel.draft.title = "Soup"
        #expect(!editor.viewModel.canSave)
    }

    // MARK: The stream

    @Test("a star that is set on one screen is on all others")
    func favorites() async {
        let book = makeBook()
        let favorites = book.toFavorites.router.open()
        let screen = book.toRecipe.router.open(Recipe.ID("2"))
        await book.list.viewModel.load()
        await favorites.viewModel.load()
        await screen.viewModel.load()
        #expect(favorites.viewModel.rows.map(\.title) == ["Borscht"])
        await screen.viewModel.setFavorite(true)
        #expect(await waitUntil { favorites.viewModel.rows.map(\.title) == ["Borscht", "Pancakes"] })
        #expect(await waitUntil { book.list.viewModel.rows.allSatisfy(\.isFavorite) })
        #expect(await waitUntil { screen.viewModel.recipe?.isFavorite == true })
        for recipe in favorites.viewModel.rows { await favorites.viewModel.setFavorite(false, of: recipe.id) }
        #expect(await waitUntil { favorites.viewModel.message == Message("No favourites yet") })
        #expect(await waitUntil { book.list.viewModel.rows.count == 2 && !book.list.viewModel.rows[0].isFavorite })
    }

    // MARK: Navigation

    @Test("the favourites are opened once, and the open screens can be saved and restored")
    func restoring() async throws {
        let book = makeBook()
        book.toFavorites.router.open()
        book.toRecipe.router.open(Recipe.ID("2"))
        let saved = book.navigation.savedPath
        book.toFavorites.router.open()
        #expect(book.navigation.savedPath == [SavedScreen("favorites")])
        try await book.navigation.restore(saved)
        #expect(book.navigation.savedPath == [SavedScreen("favorites"), SavedScreen("recipe", input: "2")])
    }

    @Test("a link opens a recipe")
    func link() async throws {
        let book = makeBook()
        #expect(try await book.navigation.open(#require(URL(string: "recipes://recipe/2"))) == .opened)
        let screen = try #require(book.navigation.top as? RecipeDetailGraph)
        #expect(screen.viewModel.id == Recipe.ID("2"))
    }

    @Test("a link to a recipe that does not exist opens nothing")
    func deadLink() async throws {
        let book = makeBook()
        #expect(try await book.navigation.open(#require(URL(string: "recipes://recipe/3"))) == .notFound)
        #expect(book.navigation.path.isEmpty)
    }
}
