/// Shows and dismisses screens: what a router needs to know of a front end.
@MainActor
public protocol Navigator: ScreenOwner, Sendable {
    /// The open screens, the top one last.
    var path: [OpenScreen] { get }

    /// The routes that can be opened by a name or a link. Nil by default: then screens can be neither restored nor linked to.
    var routes: ScreenRoutes? { get }

    /// Shows a screen above those shown before, and owns it until it is dismissed.
    func show(_ screen: OpenScreen)

    /// Dismisses a screen with all above it, and ends their features. Does nothing if the screen is not shown.
    func dismiss(_ screen: FeatureID)
}

extension Navigator {
    /// None.
    public var routes: ScreenRoutes? { nil }
}
