public import CoreModule

/// What a list of words uses from outside.
struct WordListDependencies {
    /// What the list uses as well.
    let entry: DictionaryEntryDependencies
    let navigator: any Navigator
}

/// Builds a list of words: the rows of the main, favourite and search lists, which lead to a word's entry.
struct WordListBuilder: Builder {
    static let feature = Feature.part("WordList")
    let dependencies: WordListDependencies
    let title: Message
    let emptyMessage: Message
    /// The words of the list. If nil, ``WordListViewModel/show(_:)`` passes them.
    let content: WordListContent?
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> WordListGraph {
        let viewModel = WordListViewModel(
            dependencies.entry, title: title, emptyMessage: emptyMessage, content: content, scope: scope)
        scope.observe(dependencies.entry.changes.events(), with: viewModel) { $0.apply($1) }
        scope.observe(dependencies.entry.translator.status.events(buffer: .newest(1)), with: viewModel) {
            $0.show(lookUpFailures: $1.failures)
        }
        return WordListGraph(
            scope: scope, viewModel: viewModel,
            toEntry: dependencies.entry.route(with: dependencies.navigator, in: scope))
    }
}

/// A list of words.
public final class WordListGraph: Graph {
    /// The lifetime of the feature.
    public let scope: FeatureScope
    /// The view model.
    public let viewModel: WordListViewModel
    /// Leads to the library's entry of a word, also if the app has an entry of its own. Rows call ``open(_:)``.
    public let toEntry: ScreenRouter<Word, DictionaryEntryGraph>

    /// Opens the entry of a word that the user has selected: the app's own if it has a route named
    /// `RouteName.dictionaryEntry(in:word:)`, or else the library's.
    @discardableResult
    public func open(_ word: Word) -> any Graph { toEntry.openReplacement(word) }

    init(scope: FeatureScope, viewModel: WordListViewModel, toEntry: ScreenRouter<Word, DictionaryEntryGraph>) {
        self.scope = scope
        self.viewModel = viewModel
        self.toEntry = toEntry
    }
}

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
