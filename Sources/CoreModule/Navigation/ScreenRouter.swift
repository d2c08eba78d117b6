/// What a router does if a screen of its route is open: of the route's name, or, without one, with a graph of the same type.
public enum ScreenRepeats: Sendable, Hashable {
    /// A second screen is shown above.
    case allowed
    /// The router returns to the open screen, and dismisses the screens above it.
    case never
}

/// A router that shows the screen of a builder.
///
/// It holds its navigator weakly, because the navigator owns the screens that own the routers. Without a navigator it still
/// builds the screen, which then lives as long as the caller holds it. A ``RouteBuilder`` makes one.
@MainActor
public final class ScreenRouter<Input, Destination: Graph>: Router {
    let name: RouteName<Input, Destination>?
    private weak var navigator: (any Navigator)?
    private let style: ScreenStyle
    private let repeats: ScreenRepeats
    private let makeBuilder: @MainActor (Input) -> any Builder<Destination>

    init<Screen: Builder<Destination>>(_ route: RouteDependencies<Input, Screen>, in scope: FeatureScope) {
        navigator = route.navigator
        style = route.style
        repeats = route.repeats
        name = route.name
        makeBuilder = { [screen = route.screen] in screen($0, scope) }
    }

    /// Builds the next screen and shows it; or returns to the one that is open, if the route does not repeat.
    @discardableResult
    public func open(_ input: Input) -> Destination { open(input, on: nil) }

    /// Opens the screen on another navigator than its own, such as a tab that is not selected; on its own for nil.
    @discardableResult
    func open(_ input: Input, on other: (any Navigator)?) -> Destination {
        let navigator = other ?? self.navigator
        if let screen = returnToScreen(on: navigator) { return screen }
        let screen = makeBuilder(input).build()
        let name = name
        navigator?.show(OpenScreen(screen, style) { name.map { SavedScreen($0.name, input: $0.input(screen)) } })
        return screen
    }

    /// Opens the screen that replaces this route's: that of the app's route with the same name if there is one, or else its own.
    @discardableResult
    package func openReplacement(_ input: Input) -> any Graph {
        let replacement = name.flatMap { navigator?.routes?.replacement(of: $0) }
        return replacement?(input) ?? open(input)
    }

    /// The open screen that is returned to, after those above it were dismissed.
    private func returnToScreen(on navigator: (any Navigator)?) -> Destination? {
        guard repeats == .never, let navigator else { return nil }
        let path = navigator.path
        guard let index = path.lastIndex(where: isOwn) else { return nil }
        if index + 1 < path.count { navigator.dismiss(path[index + 1].id) }
        return path[index].graph as? Destination
    }

    /// Whether an open screen is one of this route: two routes may lead to screens of one type.
    private func isOwn(_ screen: OpenScreen) -> Bool {
        guard screen.graph is Destination, !screen.graph.scope.isDetached else { return false }
        return name.map { $0.name == screen.saved?.route } ?? true
    }
}
