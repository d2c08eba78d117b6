/// Logs the user's actions in one feature, to the tree's logger. A view model gets it from ``FeatureScope/actions``, mostly inside an
/// ``ActionState``.
///
/// Nothing private is logged. An action's name has no variable parts: `star`. The subject is an identifier or a choice.
public struct UserActions: Sendable {
    private let feature: FeaturePath
    private let logger: EventLogger

    init(feature: FeaturePath, logger: EventLogger) {
        self.feature = feature
        self.logger = logger
    }

    /// Logs an action that cannot fail.
    public func note(_ name: String, _ subject: @autoclosure () -> String = "") {
        logger.info(name, ["feature": feature.description, "subject": subject()])
    }

    /// Logs the failure of an action: as a warning if something is wrong, else at ``EventLogger/Level/info``, with the error's code.
    func noteFailure(of name: String, _ error: some LoggedError) {
        logger.log(
            error.logLevel >= .warning ? .warning : .info, "\(name) could not be done",
            ["feature": feature.description, "error": "\(error.code)"])
    }
}
