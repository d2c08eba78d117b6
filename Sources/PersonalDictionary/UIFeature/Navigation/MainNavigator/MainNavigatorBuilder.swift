import CoreModule

/// What the main navigator uses from outside: its features, each built under a scope.
struct MainNavigatorDependencies {
    let toFavorites: @MainActor (FeatureScope) -> RouteGraph<Void, FavoritesGraph>
    let toTodoList: @MainActor (FeatureScope) -> NavToTodoListGraph
    let toNewWord: @MainActor (FeatureScope) -> RouteGraph<Void, NewWordGraph>
    let toSearch: @MainActor (FeatureScope) -> RouteGraph<Void, SearchGraph>
    let toReview: @MainActor (FeatureScope) -> RouteGraph<Void, ReviewGraph>
    let toBin: @MainActor (FeatureScope) -> RouteGraph<Void, BinGraph>
    let toDevices: @MainActor (FeatureScope) -> RouteGraph<Void, DevicesGraph>
    let dueReviews: @MainActor (FeatureScope) -> DueReviewsGraph
    let searchText: @MainActor (FeatureScope) -> SearchTextInputGraph
}

/// Builds the main navigator: the navigation from the main screen to the others, and the search field.
struct MainNavigatorBuilder: Builder {
    static let feature = Feature.part("MainNavigator")
    let dependencies: MainNavigatorDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> MainNavigatorGraph {
        MainNavigatorGraph(
            scope: scope, toFavorites: dependencies.toFavorites(scope), toTodoList: dependencies.toTodoList(scope),
            toNewWord: dependencies.toNewWord(scope), toSearch: dependencies.toSearch(scope),
            toReview: dependencies.toReview(scope), toBin: dependencies.toBin(scope),
            toDevices: dependencies.toDevices(scope),
            dueReviews: dependencies.dueReviews(scope),
            searchTextInput: dependencies.searchText(scope))
    }
}
