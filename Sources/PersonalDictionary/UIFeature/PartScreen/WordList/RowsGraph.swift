public import CoreModule

/// A feature that contains a list of words.
public final class RowsGraph<ViewModel: AnyObject>: Graph {
    /// The lifetime of the feature.
    public let scope: FeatureScope
    /// The view model.
    public let viewModel: ViewModel
    /// The rows.
    public let wordList: WordListGraph

    init(scope: FeatureScope, viewModel: ViewModel, wordList: WordListGraph) {
        self.scope = scope
        self.viewModel = viewModel
        self.wordList = wordList
    }
}

/// The newest words of the dictionary, or of the favourites. Their view model is that of the rows.
public typealias NewestWordsGraph = RowsGraph<WordListViewModel>
