import CoreModule

/// What the main navigator uses from outside.
struct MainNavigatorDependencies {
    let toFavorites: RouteDependencies<Void, FavoritesBuilder>
    let toTodoList: NavToTodoListDependencies
    let toNewWord: RouteDependencies<Void, NewWordBuilder>
    let toSearch: RouteDependencies<Void, SearchBuilder>
    let searchText: StreamBinding<String>
}

/// Builds the main navigator: the navigation from the main screen to the others, and the search field.
struct MainNavigatorBuilder: Builder {
    static let feature = Feature.part("MainNavigator")
    let dependencies: MainNavigatorDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> MainNavigatorGraph {
        MainNavigatorGraph(
            scope: scope,
            toFavorites: RouteBuilder(dependencies: dependencies.toFavorites, parent: scope).build(),
            toTodoList: NavToTodoListBuilder(dependencies: dependencies.toTodoList, parent: scope).build(),
            toNewWord: RouteBuilder(dependencies: dependencies.toNewWord, parent: scope).build(),
            toSearch: RouteBuilder(dependencies: dependencies.toSearch, parent: scope).build(),
            searchTextInput: SearchTextInputBuilder(
                dependencies: .init(text: dependencies.searchText), parent: scope
            ).build())
    }
}
