/// The value that a screen returns to the one that opened it, such as a picker's choice or the account of a login.
///
/// ```swift
/// // The screen's view model
/// func choose(_ country: Country) { result.finish(with: country) }
///
/// // The view model that opens the screen
/// if let country = await toCountries.openForResult() { … }
/// ```
@MainActor
public final class ScreenResult<Value: Sendable>: Sendable {
    private enum State {
        case open([CheckedContinuation<Value?, Never>])
        case ended(Value?)
    }

    private let scope: FeatureScope
    private var state = State.open([])

    /// Makes the result of the screen with this scope.
    public init(in scope: FeatureScope) {
        self.scope = scope
        scope.onDetach(with: self) { $0.end(nil) }
    }

    /// Returns a value and ends the screen's feature, so that its stack dismisses it. Does nothing if the screen has ended.
    public func finish(with value: Value) {
        guard !scope.isDetached else { return }
        end(value)
        scope.detach()
    }

    /// Waits for the value. If the task is cancelled, the screen ends.
    fileprivate func value() async -> Value? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                switch state {
                case .open(let waiting): state = .open(waiting + [continuation])
                case .ended(let value): continuation.resume(returning: value)
                }
            }
        } onCancel: {
            scope.detach()
        }
    }

    private func end(_ value: Value?) {
        guard case .open(let waiting) = state else { return }
        state = .ended(value)
        for continuation in waiting { continuation.resume(returning: value) }
    }
}

/// The graph of a screen that returns a value to the one that opened it.
@MainActor
public protocol ReturningGraph<Value>: Graph {
    /// What the screen returns.
    associatedtype Value: Sendable

    /// Set by the screen, with ``ScreenResult/finish(with:)``.
    var result: ScreenResult<Value> { get }
}

extension Router where Destination: ReturningGraph {
    /// Opens the screen and waits until it returns a value. Returns nil if it is dismissed before, or its parent ends. If the task is
    /// cancelled, the screen is dismissed.
    public func openForResult(_ input: Input) async -> Destination.Value? {
        await open(input).result.value()
    }

    /// Opens the screen and waits until it returns a value. Returns nil if it is dismissed before, or its parent ends. If the task is
    /// cancelled, the screen is dismissed.
    public func openForResult() async -> Destination.Value? where Input == Void {
        await openForResult(())
    }
}
