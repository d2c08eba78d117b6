public import CoreModule

/// The navigation from the main screen to all others, and the search field.
public final class MainNavigatorGraph: Graph {
    /// The lifetime of the feature.
    public let scope: FeatureScope
    /// Leads to the favourite words.
    public let toFavorites: RouteGraph<Void, FavoritesGraph>
    /// Leads to the to-do list.
    public let toTodoList: NavToTodoListGraph
    /// Leads to the screen for a new word.
    public let toNewWord: RouteGraph<Void, NewWordGraph>
    /// Leads to the search screen.
    public let toSearch: RouteGraph<Void, SearchGraph>
    /// Leads to the review.
    public let toReview: RouteGraph<Void, ReviewGraph>
    /// Leads to the removed words.
    public let toBin: RouteGraph<Void, BinGraph>
    /// Leads to the devices that have the same words.
    public let toDevices: RouteGraph<Void, DevicesGraph>
    /// The number of cards to review.
    public let dueReviews: DueReviewsGraph
    /// The search field.
    public let searchTextInput: SearchTextInputGraph

    init(
        scope: FeatureScope, toFavorites: RouteGraph<Void, FavoritesGraph>, toTodoList: NavToTodoListGraph,
        toNewWord: RouteGraph<Void, NewWordGraph>, toSearch: RouteGraph<Void, SearchGraph>,
        toReview: RouteGraph<Void, ReviewGraph>, toBin: RouteGraph<Void, BinGraph>,
        toDevices: RouteGraph<Void, DevicesGraph>, dueReviews: DueReviewsGraph,
        searchTextInput: SearchTextInputGraph
    ) {
        self.scope = scope
        self.toFavorites = toFavorites
        self.toTodoList = toTodoList
        self.toNewWord = toNewWord
        self.toSearch = toSearch
        self.toReview = toReview
        self.toBin = toBin
        self.toDevices = toDevices
        self.dueReviews = dueReviews
        self.searchTextInput = searchTextInput
    }
}

/// The texts of the controls that lead to the other screens.
extension MainNavigatorGraph {
    /// The text of ``toFavorites``.
    public var toFavoritesTitle: Message { Message("Favourites") }
    /// The text of ``toTodoList``.
    public var toTodoListTitle: Message { Message("To-do list") }
    /// The text of ``toNewWord``.
    public var toNewWordTitle: Message { Message("New word") }
    /// The text of ``toSearch``.
    public var toSearchTitle: Message { Message("Search") }
    /// The text of ``toBin``.
    public var toBinTitle: Message { .bin }
    /// The text of ``toDevices``.
    public var toDevicesTitle: Message { .devices }
    /// The text of ``toReview``, with the number of cards once it is loaded.
    public var toReviewTitle: Message { dueReviews.viewModel.title }
}
