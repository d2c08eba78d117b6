/// What a router does if a screen of its route and of the same input is open. A route is known by its name, or, without one, by its router.
///
/// Two inputs are the same if their identifiers are equal, or, without one, the inputs themselves. Inputs that are neither `Identifiable`
/// nor `Hashable` are never the same.
public enum ScreenRepeats: Sendable, Hashable {
    /// The router returns to the open screen, and dismisses the screens above it.
    case never
    /// A second screen is shown above.
    case allowed
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
    private let route: AnyHashable
    private let makeBuilder: @MainActor (Input) -> any Builder<Destination>

    init<Screen: Builder<Destination>>(_ route: RouteDependencies<Input, Screen>, in scope: FeatureScope) {
        navigator = route.navigator
        style = route.style
        repeats = route.repeats
        name = route.name
        self.route = route.name.map { AnyHashable($0.name) } ?? AnyHashable(UnnamedRoute())
        makeBuilder = { [screen = route.screen] in screen($0, scope) }
    }

    /// Builds the next screen and shows it; or returns to the one of this input that is open, unless the route repeats.
    @discardableResult
    public func open(_ input: Input) -> Destination { open(input, on: nil) }

    /// Opens the screen on another navigator than its own, such as a tab that is not selected; on its own for nil. If it may repeat, it
    /// returns only to the screen on top, and so dismisses none.
    @discardableResult
    func open(_ input: Input, on other: (any Navigator)?, mayRepeat: Bool = false) -> Destination {
        let navigator = other ?? self.navigator
        let origin = ScreenOrigin(route: route, input: input)
        if let screen = returnToScreen(of: origin, on: navigator, onlyOnTop: mayRepeat) { return screen }
        let screen = makeBuilder(input).build()
        let name = name
        navigator?.show(
            OpenScreen(screen, style, from: origin) { name.map { SavedScreen($0.name, input: $0.input(screen)) } })
        return screen
    }

    /// Opens the screen that the route's name stands for, as a link does: that of the latest route of the name that is not replaceable, or
    /// else its own.
    @discardableResult
    public func openReplacement(_ input: Input) -> any Graph {
        let replacement = name.flatMap { navigator?.routes?.replacement(of: $0) }
        return replacement?(input) ?? open(input)
    }

    /// The open screen that is returned to, after those above it were dismissed.
    private func returnToScreen(
        of origin: ScreenOrigin?, on navigator: (any Navigator)?, onlyOnTop: Bool
    ) -> Destination? {
        guard repeats == .never, let origin, let navigator else { return nil }
        let path = navigator.path
        guard let index = path.lastIndex(where: { $0.origin == origin && !$0.graph.scope.isDetached }),
            !onlyOnTop || index + 1 == path.count, let screen = path[index].graph as? Destination
        else { return nil }
        if index + 1 < path.count { navigator.dismiss(path[index + 1].id) }
        return screen
    }
}

/// A route without a name is equal to itself only.
private final class UnnamedRoute: Hashable {
    static func == (lhs: UnnamedRoute, rhs: UnnamedRoute) -> Bool { lhs === rhs }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
