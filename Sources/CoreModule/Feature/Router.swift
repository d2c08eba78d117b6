/// Opens a screen, so that no screen knows the next one. It holds the next screen's builder and a navigator; it only builds and shows.
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

/// An object that owns the screens that it shows, such as a navigator. The live tree does not take it for a view model.
@MainActor
public protocol ScreenOwner: AnyObject {}
