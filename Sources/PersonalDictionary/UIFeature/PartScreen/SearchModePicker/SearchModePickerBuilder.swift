public import CoreModule

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
