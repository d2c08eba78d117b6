public import CoreModule

/// What the list of found words needs from outside.
public struct SearchWordListDependencies: Sendable {
    /// Finds words.
    public let words: any WordSearching
    /// The text to find.
    public let text: any ModelStreamReader<String>
    /// Where to find it.
    public let mode: any ModelStreamReader<SearchMode>
    /// What its rows need.
    public let wordList: WordListDependencies

    /// Gathers what the list needs.
    public init(
        words: any WordSearching, text: any ModelStreamReader<String>, mode: any ModelStreamReader<SearchMode>,
        wordList: WordListDependencies
    ) {
        self.words = words
        self.text = text
        self.mode = mode
        self.wordList = wordList
    }
}

/// Makes the list of found words.
public struct SearchWordListBuilder: Builder {
    /// The feature's description.
    public static let feature = Feature.part("SearchWordList")
    /// What the feature needs.
    public let dependencies: SearchWordListDependencies
    /// The scope that it lives in.
    public let parent: FeatureScope

    /// Makes a builder.
    public init(dependencies: SearchWordListDependencies, parent: FeatureScope) {
        self.dependencies = dependencies
        self.parent = parent
    }

    /// Wires the feature up.
    public func makeGraph(in scope: FeatureScope) -> SearchWordListGraph {
        let wordList = WordListBuilder(dependencies: dependencies.wordList, source: .external, parent: scope).build()
        let viewModel = SearchWordListViewModel(words: dependencies.words, rows: wordList.viewModel)
        scope.onDetach { [weak viewModel] in
            Task { @MainActor in viewModel?.cancel() }
        }
        scope.observe(dependencies.text.events(buffer: .newest(1)), with: viewModel) { $0.text = $1 }
        scope.observe(dependencies.mode.events(buffer: .newest(1)), with: viewModel) { $0.mode = $1 }
        scope.observe(dependencies.wordList.changes.events(buffer: .newest(1)), with: viewModel) { viewModel, _ in
            viewModel.search()
        }
        return SearchWordListGraph(scope: scope, viewModel: viewModel, wordList: wordList)
    }
}

/// The list of found words as the rest of the app sees it.
public final class SearchWordListGraph: Graph {
    /// The feature's lifetime.
    public let scope: FeatureScope
    /// What a view binds to.
    public let viewModel: SearchWordListViewModel
    /// The rows.
    public let wordList: WordListGraph

    init(scope: FeatureScope, viewModel: SearchWordListViewModel, wordList: WordListGraph) {
        self.scope = scope
        self.viewModel = viewModel
        self.wordList = wordList
    }
}
