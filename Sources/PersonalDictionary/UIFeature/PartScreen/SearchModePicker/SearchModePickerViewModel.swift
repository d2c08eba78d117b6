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

    /// The title of the picker. Each mode has a `title` of its own.
    public var title: Message { Message("Search by") }

    /// Whether a mode is the chosen one.
    public func isChosen(_ mode: SearchMode) -> Bool { mode == self.mode }

    /// The chosen mode.
    public var mode: SearchMode {
        get { shared.value }
        set {
            actions.note("choose where to search", "\(newValue)")
            shared.value = newValue
        }
    }
}
