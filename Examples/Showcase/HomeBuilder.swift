import AnimeCatalog
package import CoreModule
import NewsReader
package import PersonalDictionary
import UserDirectory

/// What the first screen uses from outside.
package struct HomeDependencies {
    package let parts: AppParts
    package let systems: Systems
}

/// Builds the first screen. Each system is one line.
package struct HomeBuilder: Builder {
    package static let feature = Feature.screen("Home")
    package let dependencies: HomeDependencies
    package let parent: FeatureScope

    package func makeGraph(in scope: FeatureScope) -> HomeGraph {
        let (parts, stack) = (dependencies.parts, dependencies.parts.navigation)
        let systems = dependencies.systems.shown(on: stack)
        return HomeGraph(
            scope: scope, searchText: parts.searchTextInput(in: scope),
            rows: [
                HomeRow(Message("Dictionary"), parts.toMainScreen(in: scope)),
                HomeRow(Message("To-do list"), parts.toTodoList(in: scope)),
                HomeRow(Message("Anime and manga"), stack, scope) { AnimeCatalogBuilder(systems.anime, parent: $0) },
                HomeRow(Message("Users"), stack, scope) { UserDirectoryBuilder(systems.users, parent: $0) },
                HomeRow(Message("News"), stack, scope) { NewsReaderBuilder(systems.news, parent: $0) },
            ])
    }
}

/// The first screen: the ways to all systems.
package final class HomeGraph: ScreenGraph {
    package let scope: FeatureScope
    package let searchText: SearchTextInputGraph
    package let rows: [HomeRow]

    package var title: Message { Message("Showcase") }

    init(scope: FeatureScope, searchText: SearchTextInputGraph, rows: [HomeRow]) {
        self.scope = scope
        self.searchText = searchText
        self.rows = rows
    }
}

/// A row of the first screen, with the way to a system.
@MainActor
package struct HomeRow {
    package let title: Message
    package let open: @MainActor () -> Void
    private let route: any Graph

    /// Leads to a system of the dictionary's library.
    init<Screen: Graph>(_ title: Message, _ route: RouteGraph<Void, Screen>) {
        self.title = title
        self.route = route
        open = { [router = route.router] in router.open(()) }
    }

    /// Leads to a system whose root has this builder. It is saved and linked to under the name of its feature.
    init<Screen: Builder>(
        _ title: Message, _ stack: ScreenStack, _ scope: FeatureScope,
        _ system: @escaping @MainActor (FeatureScope) -> Screen
    ) {
        let name = RouteName<Void, Screen.FeatureGraph>(Screen.feature.name)
        self.init(
            title, RouteBuilder(navigator: stack, as: name, parent: scope, screen: system).build())
    }
}
