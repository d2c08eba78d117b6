public import CoreModule

/// What the choice of languages uses from outside.
struct LangPickerDependencies {
    /// The languages to choose from, which the picker changes.
    let offered: LanguageStream
    /// The words, whose languages cannot be dropped.
    let words: Vocabulary
    /// The current direction, which the picker changes.
    let direction: DirectionStream
    /// Stores the current direction between runs.
    let settings: AppSettings
}

/// Makes the choice of the languages of words and translations.
struct LangPickerBuilder: Builder {
    static let feature = Feature.part("LangPicker")
    let dependencies: LangPickerDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> LangPickerGraph {
        LangPickerGraph(scope: scope, viewModel: LangPickerViewModel(dependencies, scope: scope))
    }
}

/// The language picker.
public typealias LangPickerGraph = PartGraph<LangPickerViewModel>
