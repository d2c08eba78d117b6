import CPostgres
import Dispatch
import Synchronization

/// Asks the server to stop a statement of one connection, from any thread.
///
/// Sendable because the pointer never changes, and libpq says that `PQcancel` may be called by another thread than the one that uses
/// the connection (libpq, section 34.7).
final class PostgresCancelHandle: @unchecked Sendable {
    private let pointer: OpaquePointer?

    init(_ pointer: OpaquePointer?) {
        self.pointer = pointer
    }

    deinit { PQfreeCancel(pointer) }

    /// Sends the request, which connects and may block for minutes if the network is gone: so all use one thread.
    fileprivate func send() {
        Self.queue.async { [self] in
            var reason = [CChar](repeating: 0, count: 256)
            // Whether it arrives or not, the statement has its time limit.
            _ = PQcancel(pointer, &reason, Int32(reason.count))
        }
    }

    private static let queue = DispatchQueue(label: "postgres.cancel")
}

/// Whether the operation of a connection is cancelled. A request may arrive late, so a connection for which one was sent is not
/// used for another operation.
final class PostgresCancellation: Sendable {
    private struct State {
        var isCancelled = false
        var isCommitting = false
        /// Nil while no statement may be stopped.
        var handle: PostgresCancelHandle?
    }

    private let state = Mutex(State())

    /// Before an operation: forgets what came too late for the last one.
    func reset() { state.withLock { $0 = State() } }

    /// Lets statements be stopped. Throws if the operation is cancelled already.
    func allow(_ handle: PostgresCancelHandle?) throws(CancellationError) {
        try set { $0.handle = handle }
    }

    /// From now on a cancellation has no effect. Throws if the operation is cancelled already.
    func beginCommit() throws(CancellationError) {
        try set { ($0.handle, $0.isCommitting) = (nil, true) }
    }

    private func set(_ change: (inout State) -> Void) throws(CancellationError) {
        let isCancelled = state.withLock { state in
            change(&state)
            return state.isCancelled
        }
        if isCancelled { throw CancellationError() }
    }

    /// Ends the operation. Returns whether it was cancelled.
    func end() -> Bool {
        state.withLock { state in
            defer { state = State() }
            return state.isCancelled
        }
    }

    /// Cancels the operation, unless it is being committed.
    func cancel() {
        let handle = state.withLock { state -> PostgresCancelHandle? in
            guard !state.isCommitting else { return nil }
            state.isCancelled = true
            return state.handle
        }
        handle?.send()
    }
}
