public import CoreModule
public import Observation

/// The newest words of the dictionary, or of the favourites: what the main and the favourite list share.
@MainActor
@Observable
public final class NewestWordsViewModel {
    /// The title of the list's screen.
    public let title: Message
    /// The text to show if there are no words.
    public let emptyMessage: Message
    private let rows: WordListViewModel

    init(title: Message, emptyMessage: Message, rows: WordListViewModel) {
        self.title = title
        self.emptyMessage = emptyMessage
        self.rows = rows
    }

    /// The loading phase of the list.
    public var phase: ListPhase<DictionaryError> { rows.phase }
    /// The words that are loaded, newest first, and those that were added since.
    public var words: [Word] { rows.words }
    /// Whether the list was loaded and has no words.
    public var isEmpty: Bool { rows.isEmpty }
    /// Whether ``loadMore()`` would load more words.
    public var hasMore: Bool { rows.hasMore }

    /// Loads the newest words. Call it when the list appears, and to try again after a failure.
    /// - Parameter count: how many words to load at most.
    public func load(first count: Int = WordListViewModel.pageSize) async { await rows.load(first: count) }

    /// Loads the next page, if there is one. Call it when the last row appears.
    public func loadMore() async { await rows.loadMore() }
}

/// The newest words, as a list.
public final class NewestWordsGraph: Graph {
    /// The lifetime of the feature.
    public let scope: FeatureScope
    /// The view model.
    public let viewModel: NewestWordsViewModel
    /// The rows.
    public let wordList: WordListGraph

    init(
        scope: FeatureScope, _ dependencies: WordListDependencies, title: Message, emptyMessage: Message,
        source: WordListSource
    ) {
        self.scope = scope
        wordList = WordListBuilder(dependencies: dependencies, source: source, parent: scope).build()
        viewModel = NewestWordsViewModel(title: title, emptyMessage: emptyMessage, rows: wordList.viewModel)
    }
}
