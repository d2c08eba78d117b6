public import CoreModule

/// What the screen for a new word needs from outside.
public struct NewWordDependencies: Sendable {
    /// Where the word is kept.
    public let words: any WordEditing
    /// Tells when its translation has come.
    public let changes: any ModelStreamReader<WordChange>
    /// What the choice of languages needs.
    public let langPicker: LangPickerDependencies
    /// What is offered while the user types.
    public let liveLookUp: LiveLookUp
    /// Stamps the word.
    public let clock: WallClock
    /// Waits for the user to stop typing.
    public let sleeper: Sleeper
    /// Names the word.
    public let identifiers: IdentifierGenerator

    /// Gathers what the screen needs.
    public init(
        words: any WordEditing, changes: any ModelStreamReader<WordChange>, langPicker: LangPickerDependencies,
        liveLookUp: LiveLookUp, clock: WallClock, sleeper: Sleeper, identifiers: IdentifierGenerator
    ) {
        self.words = words
        self.changes = changes
        self.langPicker = langPicker
        self.liveLookUp = liveLookUp
        self.clock = clock
        self.sleeper = sleeper
        self.identifiers = identifiers
    }
}

/// Makes the screen on which a new word is entered.
public struct NewWordBuilder: Builder {
    /// The feature's description.
    public static let feature = Feature.screen("NewWord")
    /// What the feature needs.
    public let dependencies: NewWordDependencies
    /// The scope that it lives in.
    public let parent: FeatureScope

    /// Makes a builder.
    public init(dependencies: NewWordDependencies, parent: FeatureScope) {
        self.dependencies = dependencies
        self.parent = parent
    }

    /// Wires the feature up.
    public func makeGraph(in scope: FeatureScope) -> NewWordGraph {
        let langPicker = LangPickerBuilder(dependencies: dependencies.langPicker, parent: scope).build()
        let viewModel = NewWordViewModel(dependencies, actions: scope.actions)
        langPicker.viewModel.listener = viewModel
        scope.observe(dependencies.changes.events(), with: viewModel) { $0.apply($1) }
        scope.onDetach { [weak viewModel] in
            Task { @MainActor in viewModel?.end() }
        }
        return NewWordGraph(scope: scope, viewModel: viewModel, langPicker: langPicker)
    }
}

/// The screen for a new word as the rest of the app sees it.
public final class NewWordGraph: ScreenGraph {
    /// The feature's lifetime.
    public let scope: FeatureScope
    /// What a view binds to.
    public let viewModel: NewWordViewModel
    /// The choice of languages.
    public let langPicker: LangPickerGraph

    /// What the screen is called.
    public var title: Message { viewModel.title }

    init(scope: FeatureScope, viewModel: NewWordViewModel, langPicker: LangPickerGraph) {
        self.scope = scope
        self.viewModel = viewModel
        self.langPicker = langPicker
    }
}
