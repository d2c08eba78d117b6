/// Tells the tree of what the user does in one feature; the tree's logger writes it down.
///
/// A feature's builder hands it to the view model, from ``FeatureScope/actions``. The view model names each of its intents once,
/// and knows nothing of logs:
///
/// ```swift
/// public func save() async -> Word? {
///     do {
///         return try await actions.perform("save word") { () throws(DictionaryError) in try await words.add(word) }
///     } catch { … }
/// }
/// ```
///
/// What is told is never private: an action's name, the feature's path, and identifiers or choices, but no text of the user's.
public struct UserActions: Sendable {
    private let feature: FeaturePath
    private let logger: Logger

    init(feature: FeaturePath, logger: Logger) {
        self.feature = feature
        self.logger = logger
    }

    /// Tells of an action that cannot fail.
    /// - Parameters:
    ///   - name: what the user does, without any variable part: `star`.
    ///   - subject: what it is done to, by an identifier, or what is chosen; never a text of the user's.
    public func note(_ name: String, _ subject: @autoclosure () -> String = "") {
        logger.info(name, ["feature": feature.description, "subject": subject()])
    }

    /// Tells of an action, has it carried out, and tells if it could not be: as a warning where something is wrong, else at
    /// ``Logger/Level/info``, with the error's code.
    /// - Parameters:
    ///   - name: what the user does, without any variable part: `star`.
    ///   - subject: what it is done to, by an identifier, or what is chosen; never a text of the user's.
    ///   - isolation: where the action runs: where the caller does.
    ///   - action: does it.
    public func perform<Value, Failure: LoggedError>(
        _ name: String, _ subject: @autoclosure () -> String = "", isolation: isolated (any Actor)? = #isolation,
        _ action: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        note(name, subject())
        do throws(Failure) {
            return try await action()
        } catch {
            refuse(name, error)
            throw error
        }
    }

    /// As ``perform(_:_:isolation:_:)``, for an action that takes no time.
    public func performAtOnce<Value, Failure: LoggedError>(
        _ name: String, _ subject: @autoclosure () -> String = "", _ action: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        note(name, subject())
        do throws(Failure) {
            return try action()
        } catch {
            refuse(name, error)
            throw error
        }
    }

    private func refuse(_ name: String, _ error: some LoggedError) {
        logger.log(
            error.logLevel >= .warning ? .warning : .info, "\(name) could not be done",
            ["feature": feature.description, "error": error.code])
    }
}
