package import CoreModule

/// A change of one recipe, as lists apply it.
package typealias RecipeChange = LiveList<Recipe>.Change

extension Result {
    fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}

/// The recipes with their rules. Every change goes through it: it is stored, and then sent to all screens.
package final class Recipes: Sendable {
    private let repository: any RecipeRepository
    private let identifiers: IdentifierGenerator
    private let log: OperationLog
    private let stream = EventStream<RecipeChange>()
    /// One change at a time: it is read, changed, stored and sent before the next begins.
    private let mutex = AsyncMutex()

    package init(_ repository: any RecipeRepository, identifiers: IdentifierGenerator, logger: EventLogger) {
        self.repository = repository
        self.identifiers = identifiers
        log = OperationLog(logger.labelled("recipes"))
    }

    /// What changes, after it was stored.
    package var changes: any ModelStreamReader<RecipeChange> { stream }

    package func recipes(_ selection: RecipeSelection) async throws(RecipeError) -> [Recipe] {
        try await log.run("read recipes", "\(selection)") { () throws(RecipeError) in
            try await repository.recipes().filter(selection.includes).sorted(by: Recipe.precedes)
        }
    }

    package func recipe(_ id: Recipe.ID) async throws(RecipeError) -> Recipe? {
        try await log.run("read recipe", id.rawValue) { () throws(RecipeError) in try await repository.recipe(id) }
    }

    @discardableResult
    package func add(_ draft: RecipeDraft) async throws(RecipeError) -> Recipe {
        var recipe = Recipe(id: identifiers.next(), title: "")
        try draft.apply(to: &recipe)
        try await change("add recipe", recipe.id) { () throws(RecipeError) in
            try await repository.put(recipe)
            return .put(recipe)
        }
        return recipe
    }

    package func edit(_ id: Recipe.ID, _ draft: RecipeDraft) async throws(RecipeError) {
        try await update("edit recipe", id) { (recipe) throws(RecipeError) in try draft.apply(to: &recipe) }
    }

    package func setFavorite(_ isFavorite: Bool, of id: Recipe.ID) async throws(RecipeError) {
        try await update(isFavorite ? "star recipe" : "unstar recipe", id) { recipe in recipe.isFavorite = isFavorite }
    }

    package func remove(_ id: Recipe.ID) async throws(RecipeError) {
        try await change("remove recipe", id) { () throws(RecipeError) in
            try await repository.remove(id)
            return .remove(id)
        }
    }

    /// Waits for a change of the store from outside, such as a synchronization, and sends what it has changed, also if it fails. What the user
    /// does meanwhile does not wait.
    package func follow<Value: Sendable>(
        _ change: @Sendable () async throws(RecipeError) -> Value
    ) async throws(RecipeError) -> Value {
        let before = try await Set(repository.recipes())
        let result: Result<Value, RecipeError>
        do throws(RecipeError) { result = .success(try await change()) } catch { result = .failure(error) }
        await mutex.enter()
        defer { mutex.leave() }
        let after: Set<Recipe>
        do throws(RecipeError) { after = try await Set(repository.recipes()) } catch { throw result.failure ?? error }
        for removed in Set(before.map(\.id)).subtracting(after.map(\.id)) { stream.send(.remove(removed)) }
        for recipe in after.subtracting(before) { stream.send(.put(recipe)) }
        return try result.get()
    }

    /// Changes what is stored now, and not what a screen has read before.
    private func update(
        _ name: String, _ id: Recipe.ID, _ edit: (inout Recipe) throws(RecipeError) -> Void
    ) async throws(RecipeError) {
        try await change(name, id) { () throws(RecipeError) in
            guard var recipe = try await repository.recipe(id) else { throw .notFound }
            try edit(&recipe)
            try await repository.put(recipe)
            return .put(recipe)
        }
    }

    private func change(
        _ name: String, _ id: Recipe.ID, _ store: () async throws(RecipeError) -> RecipeChange
    ) async throws(RecipeError) {
        await mutex.enter()
        defer { mutex.leave() }
        stream.send(try await log.run(name, id.rawValue, store))
    }
}
