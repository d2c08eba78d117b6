import CoreModule
package import Foundation

/// Opens the app over a file. Failures and the user's actions go to standard error.
@MainActor
package func openRecipeBook(_ file: URL) async throws(RecipeError) -> RecipeBookGraph {
    let logger = EventLogger(label: "recipes", handler: StandardErrorLogHandler())
    let repository = try await SQLiteRecipeRepository(file: file)
    let dependencies = RecipeBookDependencies(repository).with { $0.logger = logger }
    return RecipeBookBuilder(dependencies, parent: FeatureTree(logger: logger).root).build()
}
