public import CoreModule

/// The to-do list.
public final class TodoListGraph: ScreenGraph {
    /// The lifetime of the feature.
    public let scope: FeatureScope
    /// The open screens above the main screen; nil if another navigator shows them.
    public let navigation: NavigationStack?
    /// Imports and exports tasks. Nil if the repository has no ``TodoRepository/store``.
    public let exchange: TodoExchange?
    /// The list's main screen.
    public let mainScreen: TodoMainScreenGraph

    /// The title of the main screen.
    public var title: Message { mainScreen.title }

    init(
        scope: FeatureScope, navigation: NavigationStack?, exchange: TodoExchange?, mainScreen: TodoMainScreenGraph
    ) {
        self.scope = scope
        self.navigation = navigation
        self.exchange = exchange
        self.mainScreen = mainScreen
    }
}
