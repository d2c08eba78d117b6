/// Opens a screen, so that no screen knows the next one.
///
/// It holds the next screen's builder and a ``Navigator``. Building and showing is all it does.
@MainActor
public protocol Router<Destination>: AnyObject {
    /// The graph of the screen that it leads to.
    associatedtype Destination: Graph
    /// What the next screen must know, such as the identifier of a word; `Void` if nothing.
    associatedtype Input = Void

    /// Builds the next screen and shows it. The navigator owns the screen; the caller may use the result while it is shown.
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

/// Shows and dismisses screens: what a router needs to know of a front end.
@MainActor
public protocol Navigator: AnyObject, Sendable {
    /// Shows a screen above those shown before, and owns it until it is dismissed.
    func show(_ screen: any Graph)

    /// Dismisses a screen with all above it, and ends their features. Does nothing if the screen is not shown.
    func dismiss(_ screen: FeatureID)
}
