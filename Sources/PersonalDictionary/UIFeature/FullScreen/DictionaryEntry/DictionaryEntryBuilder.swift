public import CoreModule

/// What the screen of a word needs from outside.
public struct DictionaryEntryDependencies: Sendable {
    /// Where the word is.
    public let words: any WordFetching & WordEditing
    /// Removes words, and can undo it.
    public let removed: WordRemovalUndo
    /// Tells of changes.
    public let changes: any ModelStreamReader<WordChange>
    /// Looks the word up again.
    public let translator: any WordTranslating
    /// Stamps edits.
    public let clock: WallClock

    /// Gathers what the screen needs.
    public init(
        words: any WordFetching & WordEditing, removed: WordRemovalUndo, changes: any ModelStreamReader<WordChange>,
        translator: any WordTranslating, clock: WallClock
    ) {
        self.words = words
        self.removed = removed
        self.changes = changes
        self.translator = translator
        self.clock = clock
    }
}

/// Makes the screen of one word: its senses, its examples, and where they came from.
public struct DictionaryEntryBuilder: Builder {
    /// The feature's description.
    public static let feature = Feature.screen("DictionaryEntry")
    /// What the feature needs.
    public let dependencies: DictionaryEntryDependencies
    /// The scope that it lives in.
    public let parent: FeatureScope
    private let word: Word

    /// Makes a builder for a word.
    public init(dependencies: DictionaryEntryDependencies, word: Word, parent: FeatureScope) {
        self.dependencies = dependencies
        self.word = word
        self.parent = parent
    }

    /// Wires the feature up.
    public func makeGraph(in scope: FeatureScope) -> DictionaryEntryGraph {
        let viewModel = DictionaryEntryViewModel(word, dependencies, actions: scope.actions)
        scope.observe(dependencies.changes.events(), with: viewModel) { await $0.apply($1) }
        return DictionaryEntryGraph(scope: scope, viewModel: viewModel)
    }
}

/// The screen of a word as the rest of the app sees it.
public final class DictionaryEntryGraph: ScreenGraph {
    /// The feature's lifetime.
    public let scope: FeatureScope
    /// What a view binds to.
    public let viewModel: DictionaryEntryViewModel

    /// What the screen is called: the word.
    public var title: Message { viewModel.title }

    init(scope: FeatureScope, viewModel: DictionaryEntryViewModel) {
        self.scope = scope
        self.viewModel = viewModel
    }
}
