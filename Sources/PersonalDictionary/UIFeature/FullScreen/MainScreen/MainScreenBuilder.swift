public import CoreModule

/// What the main screen uses from outside.
struct MainScreenDependencies {
    let navigator: MainNavigatorDependencies
    let wordList: @MainActor (FeatureScope) -> NewestWordsGraph
}

/// Builds the main screen: all words, and the navigation to the other screens.
struct MainScreenBuilder: Builder {
    static let feature = Feature.screen("MainScreen")
    let dependencies: MainScreenDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> MainScreenGraph {
        MainScreenGraph(
            scope: scope,
            mainNavigator: MainNavigatorBuilder(dependencies: dependencies.navigator, parent: scope).build(),
            mainWordList: dependencies.wordList(scope))
    }
}

/// The main screen.
public final class MainScreenGraph: ScreenGraph {
    /// The lifetime of the feature.
    public let scope: FeatureScope
    /// The navigation to the other screens, and the search field.
    public let mainNavigator: MainNavigatorGraph
    /// All words.
    public let mainWordList: NewestWordsGraph

    /// The screen's title.
    public var title: Message { mainWordList.viewModel.title }

    init(scope: FeatureScope, mainNavigator: MainNavigatorGraph, mainWordList: NewestWordsGraph) {
        self.scope = scope
        self.mainNavigator = mainNavigator
        self.mainWordList = mainWordList
    }
}
