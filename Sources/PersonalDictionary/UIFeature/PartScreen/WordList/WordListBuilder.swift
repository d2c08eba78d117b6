public import CoreModule

/// What a list of words needs from outside.
public struct WordListDependencies: Sendable {
    /// Where the words are.
    public let words: any WordFetching & WordEditing
    /// Removes words, and can undo it.
    public let removed: WordRemovalUndo
    /// Tells of changes.
    public let changes: any ModelStreamReader<WordChange>
    /// Looks words up again.
    public let translator: any WordTranslating
    /// Stamps edits.
    public let clock: WallClock
    /// Shows the screen that a word leads to.
    public let navigator: any Navigator

    /// Gathers what a list of words needs.
    public init(
        words: any WordFetching & WordEditing, removed: WordRemovalUndo, changes: any ModelStreamReader<WordChange>,
        translator: any WordTranslating, clock: WallClock, navigator: any Navigator
    ) {
        self.words = words
        self.removed = removed
        self.changes = changes
        self.translator = translator
        self.clock = clock
        self.navigator = navigator
    }
}

/// Makes a list of words: the rows of the main, favourite and search lists, which lead to a word's entry.
public struct WordListBuilder: Builder {
    /// The feature's description.
    public static let feature = Feature.part("WordList")
    /// What the feature needs.
    public let dependencies: WordListDependencies
    /// The scope that it lives in.
    public let parent: FeatureScope
    private let source: WordListSource

    /// Makes a builder of a list that shows what a source has.
    public init(dependencies: WordListDependencies, source: WordListSource, parent: FeatureScope) {
        self.dependencies = dependencies
        self.source = source
        self.parent = parent
    }

    /// Wires the feature up.
    public func makeGraph(in scope: FeatureScope) -> WordListGraph {
        let viewModel = WordListViewModel(
            source: source, dependencies: dependencies, actions: scope.actions)
        scope.onDetach { [weak viewModel] in
            Task { @MainActor in viewModel?.end() }
        }
        scope.observe(dependencies.changes.events(), with: viewModel) { $0.apply($1) }
        let entryDependencies = DictionaryEntryDependencies(
            words: dependencies.words, removed: dependencies.removed, changes: dependencies.changes,
            translator: dependencies.translator, clock: dependencies.clock)
        let toEntry = ScreenRouter(navigator: dependencies.navigator) { (word: Word) in
            DictionaryEntryBuilder(dependencies: entryDependencies, word: word, parent: scope)
        }
        return WordListGraph(scope: scope, viewModel: viewModel, toEntry: toEntry)
    }
}

/// A list of words as the rest of the app sees it.
public final class WordListGraph: Graph {
    /// The feature's lifetime.
    public let scope: FeatureScope
    /// What a view binds to.
    public let viewModel: WordListViewModel
    /// Leads to the dictionary entry of a word.
    public let toEntry: ScreenRouter<Word, DictionaryEntryGraph>

    init(scope: FeatureScope, viewModel: WordListViewModel, toEntry: ScreenRouter<Word, DictionaryEntryGraph>) {
        self.scope = scope
        self.viewModel = viewModel
        self.toEntry = toEntry
    }
}
