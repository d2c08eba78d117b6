import CoreModule
import Foundation
import RecipeBook
import Testing

@Suite("Stores, texts and the log of a recipe book", .timeLimit(.minutes(15)))
struct RecipeRepositoryTests {
    /// Every store does the same.
    private func check(_ repository: any RecipeRepository) async throws {
        var recipe = Recipe(id: Recipe.ID("a'b"), title: "Ж \"\0\n", ingredients: ["", "1,\n2"], steps: ["🥣"])
        #expect(try await repository.recipes().isEmpty)
        #expect(try await repository.recipe(recipe.id) == nil)
        try await repository.put(recipe)
        #expect(try await repository.recipe(recipe.id) == recipe)
        recipe.isFavorite = true
        try await repository.put(recipe)
        let other = Recipe(id: Recipe.ID("c"), title: "")
        try await repository.put(other)
        #expect(try await Set(repository.recipes()) == [recipe, other])
        try await repository.remove(other.id)
        try await repository.remove(other.id)
        #expect(try await repository.recipes() == [recipe])
    }

    @Test("recipes are kept in memory")
    func memory() async throws {
        try await check(InMemoryRecipeRepository())
    }

    @Test("recipes are kept in a file, and are there when it is opened again")
    func file() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        let file = folder.appending(path: "recipes.sqlite")
        defer { do { try FileManager.default.removeItem(at: folder) } catch {} }
        let repository = try await SQLiteRecipeRepository(file: file)
        try await check(repository)
        let recipes = try await repository.recipes()
        await repository.close()
        let reopened = try await SQLiteRecipeRepository(file: file)
        #expect(try await reopened.recipes() == recipes)
        await reopened.close()
        await #expect(throws: RecipeError.self) { try await reopened.recipes() }
    }

    @Test("an app that is opened over a file can close it")
    @MainActor
    func opening() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { do { try FileManager.default.removeItem(at: folder) } catch {} }
        let (book, store) = try await openRecipeBook(folder.appending(path: "recipes.sqlite"))
        await book.list.viewModel.load()
        #expect(book.list.viewModel.message == Message("No recipes yet"))
        await store.close()
        await book.list.viewModel.load()
        #expect(book.list.viewModel.message != Message("No recipes yet"))
    }

    @Test("recipes of two devices come together through a folder, and the screens follow")
    @MainActor
    func devices() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { do { try FileManager.default.removeItem(at: folder) } catch {} }
        let shared = folder.appending(path: "shared")
        try FileManager.default.createDirectory(at: shared, withIntermediateDirectories: true)
        let (one, store) = try await openRecipeBook(folder.appending(path: "one.sqlite"))
        let (two, otherStore) = try await openRecipeBook(folder.appending(path: "two.sqlite"))
        func synchronize() async throws {
            for _ in 0..<2 {
                try await one.synchronize(store, with: LocalFolder(shared), as: "kitchen")
                try await two.synchronize(otherStore, with: LocalFolder(shared), as: "phone")
            }
        }
        for book in [one, two] { await book.list.viewModel.load() }
        func wait(_ condition: @MainActor () -> Bool) async throws {
            for _ in 0..<1000 where !condition() { try await Task.sleep(for: .milliseconds(5)) }
            #expect(condition())
        }
        let soup = try await one.recipes.add(RecipeDraft(title: "Soup", ingredients: "Water\nSalt", steps: "Boil."))
        try await synchronize()
        try await wait { two.list.viewModel.rows == [soup] }
        // Each device changes another part.
        try await one.recipes.edit(soup.id, RecipeDraft(title: "Borscht", ingredients: "Water\nSalt", steps: "Boil."))
        try await two.recipes.setFavorite(true, of: soup.id)
        try await synchronize()
        for book in [one, two] {
            try await wait {
                book.list.viewModel.rows.map(\.title) == ["Borscht"] && book.list.viewModel.rows[0].isFavorite
            }
        }
        try await two.recipes.remove(soup.id)
        try await synchronize()
        try await wait { one.list.viewModel.rows.isEmpty }
        try FileManager.default.removeItem(at: shared)
        await #expect(throws: RecipeError.sync(.folder(.missing(address: LocalFolder(shared).address)))) {
            try await one.synchronize(store, with: LocalFolder(shared), as: "kitchen")
        }
        for store in [store, otherStore] { await store.close() }
    }

    @Test("changes are sent in the order in which they were stored")
    func order() async throws {
        let repository = InMemoryRecipeRepository(.samples)
        let recipes = Recipes(repository, identifiers: .sequence(prefix: "new"), logger: .disabled)
        let changes = recipes.changes.events()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...20 {
                group.addTask { try await recipes.edit(Recipe.ID("2"), RecipeDraft(title: "\(number)")) }
            }
            try await group.waitForAll()
        }
        var last: Recipe?
        var iterator = changes.makeAsyncIterator()
        for _ in 1...20 {
            if case .put(let recipe) = await iterator.next() { last = recipe }
        }
        #expect(await repository.recipe(Recipe.ID("2")) == last)
    }

    @Test("every text is in Russian, with its plural forms")
    func texts() throws {
        let russian = Localizer.recipeBook(Locale(identifier: "ru"))
        var literals: Set<String> = []
        for source in try RecipeBookSources.files().values {
            for literal in source.matches(of: /Message\("([^"\\]+)"\)/) {
                let text = russian(Message(key: String(literal.1)))
                #expect(text.contains { ("а"..."я").contains($0.lowercased()) }, "\(literal.1)")
                literals.insert(String(literal.1))
            }
        }
        #expect(literals.count == 11)
        #expect([1, 3, 5].map { russian(Message("\(count: $0) recipes")) } == ["1 рецепт", "3 рецепта", "5 рецептов"])
        let english = Localizer.recipeBook(Locale(identifier: "en"))
        #expect([1, 5].map { english(Message("\(count: $0) recipes")) } == ["1 recipe", "5 recipes"])
        #expect(russian(.save) == "Сохранить")
    }

    @Test("actions and failures are logged, texts of the user's are not")
    @MainActor
    func log() async throws {
        let handler = EventLogger.InMemoryHandler()
        let logger = EventLogger(label: "app", minimumLevel: .info, handler: handler)
        let repository = FailingRecipeRepository()
        let dependencies = RecipeBookDependencies(repository).with { $0.logger = logger }
        let book = RecipeBookBuilder(dependencies, parent: FeatureTree(logger: logger).root).build()
        let editor = book.toEditor.router.open(Recipe.ID("2"))
        await editor.viewModel.load()
        editor.viewModel.draft.title = "Blini"
        await repository.fail(with: .store(.diskFull))
        await editor.viewModel.save()
        let lines = handler.events.map(\.line)
        #expect(lines.contains { $0.contains("action: save feature=RecipeBook / NavToRecipeEditor / RecipeEditor") })
        #expect(lines.contains { $0.contains("warning recipes: edit recipe failed") && $0.contains("error=storeFull") })
        #expect(lines.contains { $0.contains("screen shown") })
        #expect(!lines.contains { $0.contains("Blini") })
    }
}

/// A store that can be told to fail.
actor FailingRecipeRepository: RecipeRepository {
    private let base = InMemoryRecipeRepository(.samples)
    private var failure: RecipeError?
    private var meanwhile: (@MainActor () -> Void)?

    func fail(with failure: RecipeError?) { self.failure = failure }

    /// Does something while the next call waits for the store.
    func duringNextCall(_ action: @escaping @MainActor () -> Void) { meanwhile = action }

    func recipes() async throws(RecipeError) -> [Recipe] {
        try await check()
        return await base.recipes()
    }

    func recipe(_ id: Recipe.ID) async throws(RecipeError) -> Recipe? {
        try await check()
        return await base.recipe(id)
    }

    func put(_ recipe: Recipe) async throws(RecipeError) {
        try await check()
        await base.put(recipe)
    }

    func remove(_ id: Recipe.ID) async throws(RecipeError) {
        try await check()
        await base.remove(id)
    }

    private func check() async throws(RecipeError) {
        let action = meanwhile
        meanwhile = nil
        await action?()
        if let failure { throw failure }
    }
}

extension StoreError {
    static let diskFull = StoreError(.full, path: nil, message: Message("there is no space left for the store"))
}
