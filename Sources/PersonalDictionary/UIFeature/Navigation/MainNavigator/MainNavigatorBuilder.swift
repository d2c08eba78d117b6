public import CoreModule
public import TodoList

/// What the main navigator needs from outside.
public struct MainNavigatorDependencies: Sendable {
    /// What the way to the favourites needs.
    public let toFavorites: NavToFavoritesDependencies
    /// What the way to the to-do list needs.
    public let toTodoList: NavToTodoListDependencies
    /// What the way to the screen for a new word needs.
    public let toNewWord: NavToNewWordDependencies
    /// What the way to the search screen needs.
    public let toSearch: NavToSearchDependencies
    /// The stream of the text in the search field.
    public let searchText: SearchTextStream

    /// Gathers what the navigator needs.
    public init(
        toFavorites: NavToFavoritesDependencies, toTodoList: NavToTodoListDependencies,
        toNewWord: NavToNewWordDependencies, toSearch: NavToSearchDependencies, searchText: SearchTextStream
    ) {
        self.toFavorites = toFavorites
        self.toTodoList = toTodoList
        self.toNewWord = toNewWord
        self.toSearch = toSearch
        self.searchText = searchText
    }
}

/// Makes the main navigator: the ways from the main screen to all others, and the search field.
public struct MainNavigatorBuilder: Builder {
    /// The feature's description.
    public static let feature = Feature.part("MainNavigator")
    /// What the feature needs.
    public let dependencies: MainNavigatorDependencies
    /// The scope that it lives in.
    public let parent: FeatureScope

    /// Makes a builder.
    public init(dependencies: MainNavigatorDependencies, parent: FeatureScope) {
        self.dependencies = dependencies
        self.parent = parent
    }

    /// Wires the feature up.
    public func makeGraph(in scope: FeatureScope) -> MainNavigatorGraph {
        MainNavigatorGraph(
            scope: scope,
            toFavorites: NavToFavoritesBuilder(dependencies: dependencies.toFavorites, parent: scope).build(),
            toTodoList: NavToTodoListBuilder(dependencies: dependencies.toTodoList, parent: scope).build(),
            toNewWord: NavToNewWordBuilder(dependencies: dependencies.toNewWord, parent: scope).build(),
            toSearch: NavToSearchBuilder(dependencies: dependencies.toSearch, parent: scope).build(),
            searchTextInput: SearchTextInputBuilder(dependencies: dependencies.searchText, parent: scope).build())
    }
}

/// The main navigator as the rest of the app sees it.
public final class MainNavigatorGraph: Graph {
    /// The feature's lifetime.
    public let scope: FeatureScope
    /// Leads to the favourite words.
    public let toFavorites: RouteGraph<FavoritesGraph>
    /// Leads to the to-do list.
    public let toTodoList: RouteGraph<TodoListGraph>
    /// Leads to the screen for a new word.
    public let toNewWord: RouteGraph<NewWordGraph>
    /// Leads to the search screen.
    public let toSearch: RouteGraph<SearchGraph>
    /// The search field.
    public let searchTextInput: SearchTextInputGraph

    init(
        scope: FeatureScope, toFavorites: RouteGraph<FavoritesGraph>, toTodoList: RouteGraph<TodoListGraph>,
        toNewWord: RouteGraph<NewWordGraph>, toSearch: RouteGraph<SearchGraph>, searchTextInput: SearchTextInputGraph
    ) {
        self.scope = scope
        self.toFavorites = toFavorites
        self.toTodoList = toTodoList
        self.toNewWord = toNewWord
        self.toSearch = toSearch
        self.searchTextInput = searchTextInput
    }
}
