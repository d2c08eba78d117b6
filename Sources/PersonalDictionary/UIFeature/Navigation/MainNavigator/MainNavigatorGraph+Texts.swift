public import CoreModule

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
}
