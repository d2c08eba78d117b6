public import CoreModule

/// The newest words of the dictionary, or of the favourites: the main and the favourite list.
public final class NewestWordsGraph: Graph {
    /// The lifetime of the feature.
    public let scope: FeatureScope
    /// The view model, which is that of the rows.
    public let viewModel: WordListViewModel
    /// The rows.
    public let wordList: WordListGraph

    init(scope: FeatureScope, wordList: WordListGraph) {
        self.scope = scope
        self.wordList = wordList
        viewModel = wordList.viewModel
    }
}
