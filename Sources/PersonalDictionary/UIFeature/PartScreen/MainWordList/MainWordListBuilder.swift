public import CoreModule

/// What the list of all words needs from outside.
public struct MainWordListDependencies: Sendable {
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

/// Makes the list of all words.
public struct MainWordListBuilder: Builder {
    /// The feature's description.
    public static let feature = Feature.part("MainWordList")
    /// What the feature needs.
    public let dependencies: MainWordListDependencies
    /// The scope that it lives in.
    public let parent: FeatureScope

    /// Makes a builder.
    public init(dependencies: MainWordListDependencies, parent: FeatureScope) {
        self.dependencies = dependencies
        self.parent = parent
    }

    /// Wires the feature up.
    public func makeGraph(in scope: FeatureScope) -> MainWordListGraph {
        let words = dependencies.words
        let source = WordListSource.newest(where: { _ in true }) { page throws(DictionaryError) in
            try await words.words(page)
        }
        let wordList = WordListBuilder(dependencies: dependencies.wordList, source: source, parent: scope).build()
        return MainWordListGraph(
            scope: scope, viewModel: MainWordListViewModel(rows: wordList.viewModel), wordList: wordList)
    }
}

/// The list of all words as the rest of the app sees it.
public final class MainWordListGraph: Graph {
    /// The feature's lifetime.
    public let scope: FeatureScope
    /// What a view binds to.
    public let viewModel: MainWordListViewModel
    /// The rows.
    public let wordList: WordListGraph

    init(scope: FeatureScope, viewModel: MainWordListViewModel, wordList: WordListGraph) {
        self.scope = scope
        self.viewModel = viewModel
        self.wordList = wordList
    }
}
