/// Logs which screens another navigator shows, and when they are put away, by whomever and in whatever way.
public final class LoggingNavigator: Navigator {
    private let base: any Navigator
    private let logger: Logger

    /// Makes a navigator that tells of what another does.
    public init(_ base: any Navigator, logger: Logger) {
        self.base = base
        self.logger = logger
    }

    /// Shows a screen.
    public func show(_ screen: any Graph) {
        if logger.isEnabled(.info) {
            let path = screen.scope.path
            logger.info("screen shown", ["screen": "\(path)"])
            // A stack is popped, a front end swipes back, an app ends: in the end the screen's feature is detached.
            screen.scope.onDetach { [logger] in logger.info("screen dismissed", ["screen": "\(path)"]) }
        }
        base.show(screen)
    }

    /// Puts a screen away together with all above it.
    public func dismiss(_ screen: FeatureID) {
        base.dismiss(screen)
    }
}
