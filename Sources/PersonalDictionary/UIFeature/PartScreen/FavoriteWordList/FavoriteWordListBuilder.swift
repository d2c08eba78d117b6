public import CoreModule

/// What the list of favourite words needs from outside.
public struct FavoriteWordListDependencies: Sendable {
    /// Where the words are read.
    public let words: any WordFetching
    /// What its rows need.
    public let wordList: WordListDependencies

    /// Gathers what the list needs.
    public init(words: any WordFetching, wordList: WordListDependencies) {
        self.words = words
        self.wordList = wordList
    }
}

/// Makes the list of favourite words.
public struct FavoriteWordListBuilder: Builder {
    /// The feature's description.
    public static let feature = Feature.part("FavoriteWordList")
    /// What the feature needs.
    public let dependencies: FavoriteWordListDependencies
    /// The scope that it lives in.
    public let parent: FeatureScope

    /// Makes a builder.
    public init(dependencies: FavoriteWordListDependencies, parent: FeatureScope) {
        self.dependencies = dependencies
        self.parent = parent
    }

    /// Wires the feature up.
    public func makeGraph(in scope: FeatureScope) -> FavoriteWordListGraph {
        let words = dependencies.words
        let source = WordListSource.newest(where: \.isFavorite) { page throws(DictionaryError) in
            try await words.favoriteWords(page)
        }
        let wordList = WordListBuilder(dependencies: dependencies.wordList, source: source, parent: scope).build()
        return FavoriteWordListGraph(
            scope: scope, viewModel: FavoriteWordListViewModel(rows: wordList.viewModel), wordList: wordList)
    }
}

/// The list of favourite words as the rest of the app sees it.
public final class FavoriteWordListGraph: Graph {
    /// The feature's lifetime.
    public let scope: FeatureScope
    /// What a view binds to.
    public let viewModel: FavoriteWordListViewModel
    /// The rows.
    public let wordList: WordListGraph

    init(scope: FeatureScope, viewModel: FavoriteWordListViewModel, wordList: WordListGraph) {
        self.scope = scope
        self.viewModel = viewModel
        self.wordList = wordList
    }
}
