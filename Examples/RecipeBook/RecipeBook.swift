package import CoreModule
import Foundation

/// What the app uses from outside.
package struct RecipeBookDependencies: Adjustable {
    package var repository: any RecipeRepository
    package var identifiers = IdentifierGenerator.uuidV7(clock: .system)
    package var localizer = Localizer.recipeBook(.autoupdatingCurrent)
    package var logger = EventLogger.disabled

    package init(_ repository: any RecipeRepository) {
        self.repository = repository
    }
}

/// Builds the app: the root of the tree.
package struct RecipeBookBuilder: Builder {
    package static let feature = Feature.viewless("RecipeBook")
    package let dependencies: RecipeBookDependencies
    package let parent: FeatureScope

    package init(_ dependencies: RecipeBookDependencies, parent: FeatureScope) {
        self.dependencies = dependencies
        self.parent = parent
    }

    package func makeGraph(in scope: FeatureScope) -> RecipeBookGraph {
        RecipeBookGraph(scope: scope, dependencies)
    }
}

/// The app, for a front end. Each screen is one line.
package final class RecipeBookGraph: Graph {
    package let scope: FeatureScope
    package let localizer: Localizer
    package let recipes: Recipes
    package let navigation: ScreenStack
    package let list: RecipeListGraph
    package let toFavorites: RouteGraph<Void, RecipeListGraph>
    package let toRecipe: RouteGraph<Recipe.ID, RecipeDetailGraph>
    package let toEditor: RouteGraph<Recipe.ID?, RecipeEditorGraph>

    init(scope: FeatureScope, _ dependencies: RecipeBookDependencies) {
        let recipes = Recipes(
            dependencies.repository, identifiers: dependencies.identifiers, logger: dependencies.logger)
        let navigation = ScreenStack(linkScheme: "recipes", logger: dependencies.logger)
        self.scope = scope
        self.recipes = recipes
        self.navigation = navigation
        localizer = dependencies.localizer
        list = RecipeListBuilder(dependencies: recipes, parent: scope).build()
        toFavorites = RouteBuilder(navigator: navigation, as: RouteName("favorites"), parent: scope) {
            FavoritesBuilder(dependencies: recipes, parent: $0)
        }.build()
        toRecipe = RouteBuilder(navigator: navigation, as: .recipe(in: recipes), parent: scope) {
            RecipeDetailBuilder(dependencies: recipes, id: $0, parent: $1)
        }.build()
        toEditor = RouteBuilder(navigator: navigation, style: .presented, parent: scope) {
            RecipeEditorBuilder(dependencies: recipes, id: $0, parent: $1)
        }.build()
    }
}
