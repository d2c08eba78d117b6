public import CoreModule

/// Makes the search screen. The user types the text into the search field of the main navigator. Leaving the screen clears it.
struct SearchBuilder: Builder {
    static let feature = Feature.screen("Search")
    let dependencies: SearchWordListDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> SearchGraph {
        // At once, and not later on the main actor: a text that is set next must stay.
        scope.onDetach { [text = dependencies.text] in text.send("") }
        return SearchGraph(
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
