public import CoreModule

/// Takes the user from a notification to the screen for a new word.
public final class NotificationRouter: Router {
    private let router: ScreenRouter<Void, NewWordGraph>
    private weak var opened: NewWordGraph?

    init(_ router: ScreenRouter<Void, NewWordGraph>) {
        self.router = router
    }

    /// Shows the screen; the one that an earlier notification has opened where that is still there, with what was typed.
    @discardableResult
    public func open(_ input: Void) -> NewWordGraph {
        if let opened, !opened.scope.isDetached { return opened }
        let screen = router.open()
        opened = screen
        return screen
    }
}
