import CoreModule
package import Foundation

/// Opens the app over a file. Failures and the user's actions go to standard error.
/// - Returns: the app, and its store, which the caller closes after the app was used.
@MainActor
package func openRecipeBook(
    _ file: URL
) async throws(RecipeError) -> (book: RecipeBookGraph, store: SQLiteRecipeRepository) {
    let logger = EventLogger(label: "recipes", handler: EventLogger.StandardErrorHandler())
    let store = try await SQLiteRecipeRepository(file: file)
    let dependencies = RecipeBookDependencies(store).with { $0.logger = logger }
    return (RecipeBookBuilder(dependencies, parent: FeatureTree(logger: logger).root).build(), store)
}
