public import CoreModule
public import Observation

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
