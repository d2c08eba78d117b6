/// Takes the user from one screen to another, so that no screen knows the next one.
///
/// It holds the next screen's builder and a ``Navigator``; building and showing is all it does.
@MainActor
public protocol Router<Destination>: AnyObject {
    /// The graph of the screen that it leads to.
    associatedtype Destination: Graph
    /// What the next screen must be told: the identifier of a word, say. `Void` where there is nothing.
    associatedtype Input = Void

    /// Builds the next screen and shows it. The navigator owns the screen; the result is for the caller's use while it is shown.
    @discardableResult
    func open(_ input: Input) -> Destination
}

extension Router where Input == Void {
    /// Builds the next screen and shows it.
    @discardableResult
    public func open() -> Destination {
        open(())
    }
}

/// A router that shows what a builder makes.
///
/// It holds its navigator weakly, because the navigator owns the screens whose routers these are. A router whose navigator is
/// gone builds the screen all the same; it lives as long as the caller holds it.
@MainActor
public final class ScreenRouter<Input, Destination: Graph>: Router {
    private weak var navigator: (any Navigator)?
    private let makeBuilder: @MainActor (Input) -> any Builder<Destination>

    /// Makes a router to a screen that must be told something.
    public init(navigator: any Navigator, to makeBuilder: @escaping @MainActor (Input) -> any Builder<Destination>) {
        self.navigator = navigator
        self.makeBuilder = makeBuilder
    }

    /// Makes a router to a screen that needs no telling.
    public convenience init(navigator: any Navigator, to builder: any Builder<Destination>) where Input == Void {
        self.init(navigator: navigator) { builder }
    }

    /// Builds the next screen and shows it.
    @discardableResult
    public func open(_ input: Input) -> Destination {
        let screen = makeBuilder(input).build()
        navigator?.show(screen)
        return screen
    }
}
