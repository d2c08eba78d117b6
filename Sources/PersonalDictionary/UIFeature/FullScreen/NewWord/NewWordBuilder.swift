public import CoreModule

/// What the screen for a new word uses from outside.
struct NewWordDependencies {
    let words: Vocabulary
    let changes: any ModelStreamReader<WordChange>
    let langPicker: LangPickerDependencies
    let liveLookUp: LiveLookUp
    let clock: WallClock
    let sleeper: Sleeper
    let identifiers: IdentifierGenerator
    /// Dismisses the screen when the user has finished. Held weakly, because it owns the screen.
    weak let navigator: (any Navigator)?
}

/// Makes the screen on which the user enters a new word.
struct NewWordBuilder: Builder {
    static let feature = Feature.screen("NewWord")
    let dependencies: NewWordDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> NewWordGraph {
        let langPicker = LangPickerBuilder(dependencies: dependencies.langPicker, parent: scope).build()
        let viewModel = NewWordViewModel(dependencies, scope: scope)
        langPicker.viewModel.listener = viewModel
        scope.observe(dependencies.changes.events(), with: viewModel) { await $0.apply($1) }
        scope.observe(dependencies.langPicker.direction.events(), with: viewModel) { $0.follow($1) }
        return NewWordGraph(scope: scope, viewModel: viewModel, langPicker: langPicker)
    }
}

/// The screen for a new word.
public final class NewWordGraph: ScreenGraph {
    /// The lifetime of the feature.
    public let scope: FeatureScope
    /// The view model.
    public let viewModel: NewWordViewModel
    /// The language picker.
    public let langPicker: LangPickerGraph

    /// The screen's title.
    public var title: Message { viewModel.title }

    init(scope: FeatureScope, viewModel: NewWordViewModel, langPicker: LangPickerGraph) {
        self.scope = scope
        self.viewModel = viewModel
        self.langPicker = langPicker
    }
}
