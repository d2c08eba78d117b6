public import CoreModule

/// What the choice of languages needs from outside.
public struct LangPickerDependencies: Sendable {
    /// The languages to choose from.
    public let languages: LanguageCatalog
    /// The current direction, which the choice changes.
    public let direction: DirectionStream
    /// Stores the current direction between runs.
    public let settings: Settings

    /// Gathers what the choice needs.
    public init(languages: LanguageCatalog, direction: DirectionStream, settings: Settings) {
        self.languages = languages
        self.direction = direction
        self.settings = settings
    }
}

/// Makes the choice of the languages between which words are translated.
public struct LangPickerBuilder: Builder {
    /// The feature's description.
    public static let feature = Feature.part("LangPicker")
    /// What the feature needs.
    public let dependencies: LangPickerDependencies
    /// The scope that it lives in.
    public let parent: FeatureScope

    /// Makes a builder.
    public init(dependencies: LangPickerDependencies, parent: FeatureScope) {
        self.dependencies = dependencies
        self.parent = parent
    }

    /// Wires the feature up.
    public func makeGraph(in scope: FeatureScope) -> LangPickerGraph {
        let viewModel = LangPickerViewModel(dependencies, actions: scope.actions)
        scope.observe(dependencies.direction.events(buffer: .newest(1)), with: viewModel) { $0.receive($1) }
        return LangPickerGraph(scope: scope, viewModel: viewModel)
    }
}

/// The choice of languages as the rest of the app sees it.
public final class LangPickerGraph: Graph {
    /// The feature's lifetime.
    public let scope: FeatureScope
    /// What a view binds to.
    public let viewModel: LangPickerViewModel

    init(scope: FeatureScope, viewModel: LangPickerViewModel) {
        self.scope = scope
        self.viewModel = viewModel
    }
}
