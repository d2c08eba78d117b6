public import CoreModule

/// What the search screen needs from outside.
public struct SearchDependencies: Sendable {
    /// The stream of the search mode.
    public let mode: SearchModeStream
    /// What the list of found words needs.
    public let wordList: SearchWordListDependencies

    /// Gathers what the screen needs.
    public init(mode: SearchModeStream, wordList: SearchWordListDependencies) {
        self.mode = mode
        self.wordList = wordList
    }
}

/// Makes the search screen. What is searched for is typed into the search field of the main navigator.
public struct SearchBuilder: Builder {
    /// The feature's description.
    public static let feature = Feature.screen("Search")
    /// What the feature needs.
    public let dependencies: SearchDependencies
    /// The scope that it lives in.
    public let parent: FeatureScope

    /// Makes a builder.
    public init(dependencies: SearchDependencies, parent: FeatureScope) {
        self.dependencies = dependencies
        self.parent = parent
    }

    /// Wires the feature up.
    public func makeGraph(in scope: FeatureScope) -> SearchGraph {
        SearchGraph(
            scope: scope,
            modePicker: SearchModePickerBuilder(dependencies: dependencies.mode, parent: scope).build(),
            searchWordList: SearchWordListBuilder(dependencies: dependencies.wordList, parent: scope).build())
    }
}

/// The search screen as the rest of the app sees it.
public final class SearchGraph: ScreenGraph {
    /// The feature's lifetime.
    public let scope: FeatureScope
    /// The choice of where to search.
    public let modePicker: SearchModePickerGraph
    /// The words that were found.
    public let searchWordList: SearchWordListGraph

    /// What the screen is called: what is searched for.
    public var title: Message { searchWordList.viewModel.title }

    init(scope: FeatureScope, modePicker: SearchModePickerGraph, searchWordList: SearchWordListGraph) {
        self.scope = scope
        self.modePicker = modePicker
        self.searchWordList = searchWordList
    }
}
