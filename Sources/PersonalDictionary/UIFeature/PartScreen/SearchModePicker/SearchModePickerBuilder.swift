public import CoreModule
public import Observation

/// What the choice of where to search uses from outside.
struct SearchModePickerDependencies {
    let mode: SearchModeStream
}

/// Makes the choice of where to search.
struct SearchModePickerBuilder: Builder {
    static let feature = Feature.part("SearchModePicker")
    let dependencies: SearchModePickerDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> SearchModePickerGraph {
        SearchModePickerGraph(scope: scope, viewModel: SearchModePickerViewModel(dependencies, scope: scope))
    }
}

/// The choice of where to search.
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
    private let shared: StreamBinding<SearchMode>
    private let actions: UserActions

    init(_ dependencies: SearchModePickerDependencies, scope: FeatureScope) {
        shared = StreamBinding(dependencies.mode, in: scope)
        actions = scope.actions
    }

    /// The mode that is chosen.
    public var mode: SearchMode {
        get { shared.value }
        set {
            actions.note("choose where to search", "\(newValue)")
            shared.value = newValue
        }
    }
}
