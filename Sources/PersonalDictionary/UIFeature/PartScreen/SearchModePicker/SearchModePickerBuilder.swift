public import CoreModule
public import Observation

/// What the choice of where to search uses from outside.
struct SearchModePickerDependencies {
    let mode: SearchModeStream
}

/// Builds the picker of the search mode.
struct SearchModePickerBuilder: Builder {
    static let feature = Feature.part("SearchModePicker")
    let dependencies: SearchModePickerDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> SearchModePickerGraph {
        SearchModePickerGraph(scope: scope, viewModel: SearchModePickerViewModel(dependencies, scope: scope))
    }
}

/// The picker of the search mode.
public typealias SearchModePickerGraph = PartGraph<SearchModePickerViewModel>

/// The search mode: in words, in translations, or in both.
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

    /// The chosen mode.
    public var mode: SearchMode {
        get { shared.value }
        set {
            actions.note("choose where to search", "\(newValue)")
            shared.value = newValue
        }
    }
}
