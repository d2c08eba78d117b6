public import CoreModule

/// What the main screen needs from outside.
public struct MainScreenDependencies: Sendable {
    /// What its navigator needs.
    public let navigator: MainNavigatorDependencies
    /// What its list of words needs.
    public let wordList: MainWordListDependencies

    /// Gathers what the screen needs.
    public init(navigator: MainNavigatorDependencies, wordList: MainWordListDependencies) {
        self.navigator = navigator
        self.wordList = wordList
    }
}

/// Makes the main screen: all words, and the ways to the other screens.
public struct MainScreenBuilder: Builder {
    /// The feature's description.
    public static let feature = Feature.screen("MainScreen")
    /// What the feature needs.
    public let dependencies: MainScreenDependencies
    /// The scope that it lives in.
    public let parent: FeatureScope

    /// Makes a builder.
    public init(dependencies: MainScreenDependencies, parent: FeatureScope) {
        self.dependencies = dependencies
        self.parent = parent
    }

    /// Wires the feature up.
    public func makeGraph(in scope: FeatureScope) -> MainScreenGraph {
        MainScreenGraph(
            scope: scope,
            mainNavigator: MainNavigatorBuilder(dependencies: dependencies.navigator, parent: scope).build(),
            mainWordList: MainWordListBuilder(dependencies: dependencies.wordList, parent: scope).build())
    }
}

/// The main screen as the rest of the app sees it.
public final class MainScreenGraph: ScreenGraph {
    /// The feature's lifetime.
    public let scope: FeatureScope
    /// The ways to the other screens, and the search field.
    public let mainNavigator: MainNavigatorGraph
    /// All words.
    public let mainWordList: MainWordListGraph

    /// What the screen is called.
    public var title: Message { mainWordList.viewModel.title }

    init(scope: FeatureScope, mainNavigator: MainNavigatorGraph, mainWordList: MainWordListGraph) {
        self.scope = scope
        self.mainNavigator = mainNavigator
        self.mainWordList = mainWordList
    }
}
