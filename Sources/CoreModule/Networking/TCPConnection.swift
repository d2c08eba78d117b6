import Dispatch
import Foundation

/// A connection to a TCP port. Its calls block its own queue. After a call that failed or was cancelled, it cannot be used.
package actor TCPConnection {
    private let executor = SerialQueueExecutor(label: "tcp")
    private let socket: Socket

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private init(_ socket: Socket) {
        self.socket = socket
    }

    /// Connects to the first address of a host that answers. While an address does not answer, the next one is tried after a
    /// quarter of a second (RFC 8305, section 5). The timeout is the longest time in all.
    package static func open(
        host: String, port: UInt16, timeout: Duration
    ) async throws(TCPError) -> TCPConnection {
        let deadline = ContinuousClock.now + timeout
        let addresses = Promise<Result<[SocketAddress], TCPError>>()
        // The resolver has neither a timeout nor a cancellation, so it may go on after this call.
        DispatchQueue.global().async { addresses.set(SocketAddress.resolve(host, port)) }
        addresses.set(.failure(.timedOut), after: timeout)
        let found = try await addresses.value(whenCancelled: .failure(.cancelled)).get()
        guard !found.isEmpty else { throw .unreachable(Message("\(host) has no address")) }
        do throws(TCPError) {
            return try await open(found, timeout: ContinuousClock.now.duration(to: deadline))
        } catch .unreachable(let reason) {
            throw .unreachable(Message("\(host):\(port): \(reason)"))
        }
    }

    /// How long to wait for one address before trying the next as well.
    private static let attemptDelay: Duration = .milliseconds(250)

    /// Connects to the first address that answers.
    package static func open(
        _ addresses: [SocketAddress], timeout: Duration
    ) async throws(TCPError) -> TCPConnection {
        let deadline = ContinuousClock.now + timeout
        let attempts = addresses.map { address in
            { @Sendable () async -> Result<TCPConnection, TCPError> in
                do throws(TCPError) {
                    let connection = TCPConnection(try Socket(address))
                    try await connection.connect(to: address, by: deadline)
                    return .success(connection)
                } catch {
                    return .failure(error)
                }
            }
        }
        let (connection, failures) = await firstSuccess(
            of: attempts,
            pause: {
                // Cancelled after the last attempt.
                do { try await Task.sleep(for: attemptDelay) } catch {}
            },
            isFinal: { $0 == .cancelled })
        if let connection { return connection }
        throw Task.isCancelled ? TCPError.cancelled : failures.last ?? .timedOut
    }

    /// Sends bytes. The timeout is the longest time in all.
    package func send(_ bytes: [UInt8], timeout: Duration) async throws(TCPError) {
        try await cancellable { [socket] () throws(TCPError) in
            let deadline = ContinuousClock.now + timeout
            var sent = 0
            while sent < bytes.count {
                try socket.wait(for: POLLOUT, by: deadline)
                sent += try socket.send(bytes[sent...])
            }
        }
    }

    /// Waits, no longer than the timeout, for bytes and returns them; empty if the other side has closed the connection.
    package func receive(timeout: Duration) async throws(TCPError) -> [UInt8] {
        try await cancellable { [socket] () throws(TCPError) in
            let deadline = ContinuousClock.now + timeout
            while true {
                try socket.wait(for: POLLIN, by: deadline)
                if let bytes = try socket.receive() { return bytes }
            }
        }
    }

    private func connect(to address: SocketAddress, by deadline: ContinuousClock.Instant) async throws(TCPError) {
        try await cancellable { [socket] () throws(TCPError) in
            try socket.connect(to: address)
            try socket.wait(for: POLLOUT, by: deadline)
            try socket.finishConnecting()
        }
    }

    private func cancellable<Value: Sendable>(_ body: () throws(TCPError) -> Value) async throws(TCPError) -> Value {
        let result = await withTaskCancellationHandler {
            // A method of the actor: a closure that does not capture the actor would block a thread of the shared pool.
            perform(body)
        } onCancel: {
            socket.wake()
        }
        return try result.get()
    }

    private func perform<Value: Sendable>(_ body: () throws(TCPError) -> Value) -> Result<Value, TCPError> {
        do throws(TCPError) { return .success(try body()) } catch { return .failure(error) }
    }
}

/// Why a call on a connection failed.
package enum TCPError: Error, Hashable, Sendable {
    /// There is no connection to the host, or it broke. The message says why.
    case unreachable(Message)
    /// The time is up.
    case timedOut
    /// The task was cancelled.
    case cancelled
}
