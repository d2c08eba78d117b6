/// Logs the user's actions in one feature, to the tree's logger.
///
/// A feature's view model gets it from ``FeatureScope/actions``, mostly inside an ``ActionState``, and names each of its actions
/// once.
///
/// Nothing private is logged: an action's name, the feature's path, and identifiers or choices, but none of the user's texts.
public struct UserActions: Sendable {
    private let feature: FeaturePath
    private let logger: Logger

    init(feature: FeaturePath, logger: Logger) {
        self.feature = feature
        self.logger = logger
    }

    /// Logs an action that cannot fail.
    /// - Parameters:
    ///   - name: the action, without variable parts: `star`.
    ///   - subject: the identifier of what it is done to, or the choice; never a text of the user's.
    public func note(_ name: String, _ subject: @autoclosure () -> String = "") {
        logger.info(name, ["feature": feature.description, "subject": subject()])
    }

    /// Logs an action, performs it, and logs its failure: as a warning if something is wrong, else at ``Logger/Level/info``,
    /// with the error's code.
    /// - Parameters:
    ///   - name: the action, without variable parts: `star`.
    ///   - subject: the identifier of what it is done to, or the choice; never a text of the user's.
    ///   - isolation: the caller's isolation, in which the action runs.
    ///   - action: the action itself.
    public func perform<Value, Failure: LoggedError>(
        _ name: String, _ subject: @autoclosure () -> String = "", isolation: isolated (any Actor)? = #isolation,
        _ action: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        note(name, subject())
        do throws(Failure) {
            return try await action()
        } catch {
            noteFailure(of: name, error)
            throw error
        }
    }

    func noteFailure(of name: String, _ error: some LoggedError) {
        logger.log(
            error.logLevel >= .warning ? .warning : .info, "\(name) could not be done",
            ["feature": feature.description, "error": "\(error.code)"])
    }
}
