public import Observation

/// Performs the user's actions for a view model: logs each, and keeps the failure of the last one for the view.
///
/// ```swift
/// public let actions: ActionState<DictionaryError>
/// public var isSaving: Bool { actions.isRunning }
///
/// public func save() async -> Word? {
///     await actions.performAlone("save word") { () throws(DictionaryError) in
///         try await words.add(Word(text: WordText(text)))
///     }
/// }
/// ```
@MainActor
@Observable
public final class ActionState<Failure: LoggedError> {
    /// An action that may fail.
    public typealias Action<Value> = @MainActor () async throws(Failure) -> Value

    /// Why the last action failed; nil once one has succeeded, and after ``dismissFailure()``.
    public private(set) var failure: Failure?
    /// Whether an action of ``performAlone(_:_:_:)`` is running.
    public private(set) var isRunning = false
    @ObservationIgnored private let log: UserActions

    /// Makes the state of a feature's actions, from ``FeatureScope/actions``.
    public init(_ log: UserActions) {
        self.log = log
    }

    /// Logs an action that cannot fail.
    public func note(_ name: String, _ subject: @autoclosure () -> String = "") {
        log.note(name, subject())
    }

    /// Logs an action, performs it, and logs its failure. For its name and subject see ``UserActions``. If the name is nil, it is not
    /// an action of the user's, and nothing is logged.
    /// - Returns: the action's value; nil if it failed, and then ``failure`` says why.
    @discardableResult
    public func perform<Value>(
        _ name: String?, _ subject: @autoclosure () -> String = "", _ action: Action<Value>
    ) async -> Value? {
        if let name { log.note(name, subject()) }
        do throws(Failure) {
            let value = try await action()
            failure = nil
            return value
        } catch {
            if let name { log.noteFailure(of: name, error) }
            failure = error
            return nil
        }
    }

    /// Logs and performs an action like ``perform(_:_:_:)``, unless another one is running: then it returns nil.
    @discardableResult
    public func performAlone<Value>(
        _ name: String, _ subject: @autoclosure () -> String = "", _ action: Action<Value>
    ) async -> Value? {
        guard !isRunning else { return nil }
        isRunning = true
        defer { isRunning = false }
        return await perform(name, subject(), action)
    }

    /// Logs and performs an action that is not asynchronous, like ``perform(_:_:_:)``.
    @discardableResult
    package func performNow<Value>(
        _ name: String, _ subject: @autoclosure () -> String = "", _ action: @MainActor () throws(Failure) -> Value
    ) -> Value? {
        log.note(name, subject())
        do throws(Failure) {
            let value = try action()
            failure = nil
            return value
        } catch {
            log.noteFailure(of: name, error)
            failure = error
            return nil
        }
    }

    /// Forgets the failure, once the user has read it.
    public func dismissFailure() {
        failure = nil
    }

    /// Whether there is a failure to show: for an alert, which sets it to false when the user has read it. That forgets the failure.
    public var hasFailure: Bool {
        get { failure != nil }
        set { if !newValue { dismissFailure() } }
    }
}

/// A view model with actions of the user that can fail. Its front end shows the failure of the last one until the user has read it.
@MainActor
public protocol ActionViewModel: AnyObject {
    /// The type of the failure.
    associatedtype Failure: LoggedError

    /// The actions. The view model performs them; a front end calls the view model's own methods.
    var actions: ActionState<Failure> { get }
}

extension ActionViewModel {
    /// Why the last action failed; nil once one has succeeded, and after ``dismissFailure()``. Observable.
    public var failure: Failure? { actions.failure }

    /// Forgets ``failure``, once the user has read it.
    public func dismissFailure() { actions.dismissFailure() }
}
