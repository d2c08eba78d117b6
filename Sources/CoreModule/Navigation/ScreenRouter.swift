/// What happens if a screen is opened while another one of the same route is open. A route is known by its name, or, without one, by
/// the type of its screens' graph.
public enum ScreenRepeats: Sendable, Hashable {
    /// A second screen is shown above.
    case allowed
    /// The open screen is returned to: the screens above it are dismissed.
    case never
}

/// A router that shows the screen of a builder.
///
/// It holds its navigator weakly, because the navigator owns the screens whose routers these are. Without a navigator it still
/// builds the screen, which then lives as long as the caller holds it.
@MainActor
public final class ScreenRouter<Input, Destination: Graph>: Router {
    let name: RouteName<Input, Destination>?
    private weak var navigator: (any Navigator)?
    private let style: ScreenStyle
    private let repeats: ScreenRepeats
    private let makeBuilder: @MainActor (Input) -> any Builder<Destination>

    init(
        _ navigator: any Navigator, _ style: ScreenStyle, _ repeats: ScreenRepeats,
        _ name: RouteName<Input, Destination>?, _ makeBuilder: @escaping @MainActor (Input) -> any Builder<Destination>
    ) {
        self.navigator = navigator
        self.style = style
        self.repeats = repeats
        self.name = name
        self.makeBuilder = makeBuilder
    }

    /// Makes a router to a screen that depends on an input. With a name, its screens are saved; they are restored and linked to only
    /// if the route is registered, as ``RouteDependencies/makeRouter(in:)`` and ``ScreenRoutes/register(_:in:)`` do.
    public convenience init(
        navigator: any Navigator, style: ScreenStyle = .pushed, as name: RouteName<Input, Destination>? = nil,
        to makeBuilder: @escaping @MainActor (Input) -> any Builder<Destination>
    ) {
        self.init(navigator, style, .allowed, name, makeBuilder)
    }

    /// Makes a router to a screen without an input. With a name, its screens are saved; they are restored and linked to only if the
    /// route is registered, as ``RouteDependencies/makeRouter(in:)`` and ``ScreenRoutes/register(_:in:)`` do.
    public convenience init(
        navigator: any Navigator, style: ScreenStyle = .pushed, repeats: ScreenRepeats = .allowed,
        as name: RouteName<Void, Destination>? = nil, to builder: any Builder<Destination>
    ) where Input == Void {
        self.init(navigator, style, repeats, name) { builder }
    }

    /// Builds the next screen and shows it; or returns to the one that is open, if the route does not repeat.
    @discardableResult
    public func open(_ input: Input) -> Destination {
        if let screen = openScreen { return screen }
        let screen = makeBuilder(input).build()
        navigator?.show(OpenScreen(screen, style: style, name: name))
        return screen
    }

    /// The open screen that is returned to, after those above it were dismissed.
    private var openScreen: Destination? {
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
