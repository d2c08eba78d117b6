public import Observation

/// A place of the tree that has one feature at a time, such as the login and then the app of an account.
///
/// ```swift
/// let root = FeatureSlot()
/// root.show(LoginBuilder(dependencies: accounts, parent: scope))
/// // After the login. The feature of the login ends.
/// root.show(AppBuilder(dependencies: account, parent: scope))
/// ```
///
/// Keep it in the graph of the parent. A front end draws ``graph``, like the screens of a ``ScreenStack``.
@MainActor
@Observable
public final class FeatureSlot: ScreenOwner {
    /// The feature that is shown; nil if there is none. Observable.
    public private(set) var graph: (any Graph)?

    /// Makes an empty slot.
    public init() {}

    /// Ends the feature that is shown, builds another one and shows it.
    @discardableResult
    public func show<Shown: Builder>(_ builder: Shown) -> Shown.FeatureGraph {
        clear()
        let shown = builder.build()
        graph = shown
        return shown
    }

    /// Ends the feature that is shown.
    public func clear() {
        graph?.detach()
        graph = nil
    }
}
