public import CoreModule
public import Observation

/// Makes the choice of where to search.
public struct SearchModePickerBuilder: Builder {
    /// The feature's description.
    public static let feature = Feature.part("SearchModePicker")
    /// The stream of the search mode.
    public let dependencies: SearchModeStream
    /// The scope that it lives in.
    public let parent: FeatureScope

    /// Makes a builder.
    public init(dependencies: SearchModeStream, parent: FeatureScope) {
        self.dependencies = dependencies
        self.parent = parent
    }

    /// Wires the feature up.
    public func makeGraph(in scope: FeatureScope) -> SearchModePickerGraph {
        let viewModel = SearchModePickerViewModel(stream: dependencies, actions: scope.actions)
        scope.observe(dependencies.events(buffer: .newest(1)), with: viewModel) { $0.receive($1) }
        return SearchModePickerGraph(scope: scope, viewModel: viewModel)
    }
}

/// The choice of where to search as the rest of the app sees it.
public final class SearchModePickerGraph: Graph {
    /// The feature's lifetime.
    public let scope: FeatureScope
    /// What a view binds to.
    public let viewModel: SearchModePickerViewModel

    init(scope: FeatureScope, viewModel: SearchModePickerViewModel) {
        self.scope = scope
        self.viewModel = viewModel
    }
}

/// Where the user searches: in words, in translations, or in both.
@MainActor
@Observable
public final class SearchModePickerViewModel {
    /// The modes to choose from.
    public let modes: [SearchMode] = SearchMode.allCases
    private var shown: SearchMode
    private let stream: SearchModeStream
    private let actions: UserActions

    init(stream: SearchModeStream, actions: UserActions) {
        self.actions = actions
        self.stream = stream
        shown = stream.value
    }

    /// The mode that is chosen.
    public var mode: SearchMode {
        get { shown }
        set {
            shown = newValue
            actions.note("choose where to search", "\(newValue)")
            stream.send(newValue)
        }
    }

    func receive(_ mode: SearchMode) {
        // What was chosen since this was sent is newer.
        if stream.value == mode { shown = mode }
    }
}
