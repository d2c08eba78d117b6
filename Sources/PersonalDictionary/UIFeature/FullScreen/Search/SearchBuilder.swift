public import CoreModule

/// Makes the search screen. The user types the text into the search field of the main navigator.
struct SearchBuilder: Builder {
    static let feature = Feature.screen("Search")
    let dependencies: SearchWordListDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> SearchGraph {
        SearchGraph(
            scope: scope,
            modePicker: SearchModePickerBuilder(dependencies: .init(mode: dependencies.mode), parent: scope).build(),
            searchWordList: SearchWordListBuilder(dependencies: dependencies, parent: scope).build())
    }
}

/// The search screen.
public final class SearchGraph: ScreenGraph {
    /// The lifetime of the feature.
    public let scope: FeatureScope
    /// The picker of the search mode.
    public let modePicker: SearchModePickerGraph
    /// The words that were found.
    public let searchWordList: SearchWordListGraph

    /// The screen's title, with the text that is searched for.
    public var title: Message { searchWordList.viewModel.title }

    init(scope: FeatureScope, modePicker: SearchModePickerGraph, searchWordList: SearchWordListGraph) {
        self.scope = scope
        self.modePicker = modePicker
        self.searchWordList = searchWordList
    }
}
