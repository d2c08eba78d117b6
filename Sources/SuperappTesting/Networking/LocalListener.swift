package import CoreModule
import Foundation

/// Listens on a free port of 127.0.0.1 and serves each connection on its own thread, until it is released.
package final class LocalListener: Sendable {
    package typealias Serve = @Sendable (_ connection: LocalSocket, _ number: Int) -> Void

    private struct State {
        var isStopped = false
        var count = 0
        /// The open connections. A descriptor is removed before it is closed, since another file may get its number.
        var open: Set<Int32> = []
    }

    package let port: UInt16
    package let openConnectionCount: ValueStream<Int>
    /// Held by the threads, so that the listener itself can be released.
    private let state: Locked<State>
    /// Signalled when the port is closed.
    private let closed = DispatchSemaphore(value: 0)

    /// Starts to listen. `serve` receives each connection and its number, from 1, and need not close it.
    package init(_ serve: @escaping Serve) throws {
        let listener = try LocalSocket(listeningOn: 0)
        let state = Locked(State())
        let openConnectionCount = ValueStream(0)
        self.openConnectionCount = openConnectionCount
        port = listener.port
        self.state = state
        let closed = closed
        Thread.detachNewThread {
            while let connection = listener.accept() {
                let number = state.withLock { state -> Int? in
                    guard !state.isStopped else { return nil }
                    state.count += 1
                    state.open.insert(connection.descriptor)
                    openConnectionCount.send(state.open.count)
                    return state.count
                }
                guard let number else {
                    connection.close()
                    break
                }
                Thread.detachNewThread {
                    serve(connection, number)
                    state.withLock { state in
                        state.open.remove(connection.descriptor)
                        openConnectionCount.send(state.open.count)
                    }
                    connection.close()
                }
            }
            listener.close()
            closed.signal()
        }
    }

    deinit { _ = end() }

    package var connectionCount: Int { state.withLock { $0.count } }

    package func closeConnections() {
        state.withLock { state in
            for descriptor in state.open { LocalSocket(descriptor).shutDown() }
        }
    }

    /// Stops listening and breaks all connections. When it returns, the port refuses connections, until the process ends.
    package func stop() {
        guard end() else { return }
        closed.wait()
        // If no descriptor is left, connections are refused as long as the port is nobody's.
        _ = try? LocalSocket.refusedPort(port)
    }

    /// Begins to stop; false if that was done before.
    private func end() -> Bool {
        let isFirst = state.withLock { state in
            defer { state.isStopped = true }
            return !state.isStopped
        }
        closeConnections()
        // Our own connection wakes the thread that listens, on every system.
        return isFirst && LocalSocket.touch(port)
    }
}
