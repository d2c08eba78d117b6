public import CoreModule

/// Makes the screen of the favourite words.
public struct FavoritesBuilder: Builder {
    /// The feature's description.
    public static let feature = Feature.screen("Favorites")
    /// What the list of favourite words needs.
    public let dependencies: FavoriteWordListDependencies
    /// The scope that it lives in.
    public let parent: FeatureScope

    /// Makes a builder.
    public init(dependencies: FavoriteWordListDependencies, parent: FeatureScope) {
        self.dependencies = dependencies
        self.parent = parent
    }

    /// Wires the feature up.
    public func makeGraph(in scope: FeatureScope) -> FavoritesGraph {
        FavoritesGraph(
            scope: scope, favoriteWordList: FavoriteWordListBuilder(dependencies: dependencies, parent: scope).build())
    }
}

/// The screen of the favourite words as the rest of the app sees it.
public final class FavoritesGraph: ScreenGraph {
    /// The feature's lifetime.
    public let scope: FeatureScope
    /// The favourite words.
    public let favoriteWordList: FavoriteWordListGraph

    /// What the screen is called.
    public var title: Message { favoriteWordList.viewModel.title }

    init(scope: FeatureScope, favoriteWordList: FavoriteWordListGraph) {
        self.scope = scope
        self.favoriteWordList = favoriteWordList
    }
}
