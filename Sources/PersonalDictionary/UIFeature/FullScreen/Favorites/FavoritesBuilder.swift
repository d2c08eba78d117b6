public import CoreModule

/// Builds the screen of the favourite words.
struct FavoritesBuilder: Builder {
    static let feature = Feature.screen("Favorites")
    let dependencies: WordListDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> FavoritesGraph {
        FavoritesGraph(
            scope: scope, favoriteWordList: FavoriteWordListBuilder(dependencies: dependencies, parent: scope).build())
    }
}

/// The screen of the favourite words.
public final class FavoritesGraph: ScreenGraph {
    /// The lifetime of the feature.
    public let scope: FeatureScope
    /// The favourite words.
    public let favoriteWordList: NewestWordsGraph

    /// The screen's title.
    public var title: Message { favoriteWordList.viewModel.title }

    init(scope: FeatureScope, favoriteWordList: NewestWordsGraph) {
        self.scope = scope
        self.favoriteWordList = favoriteWordList
    }
}
