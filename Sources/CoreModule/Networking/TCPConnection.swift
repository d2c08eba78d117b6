import Dispatch
import Foundation
import Synchronization

/// A connection to a TCP port, on POSIX sockets: for protocols of lines, which Foundation has no client for.
///
/// Its calls block, on a queue of its own. A call that was cancelled or failed leaves the connection unusable.
public actor TCPConnection {
    private let executor = SerialQueueExecutor(label: "tcp")
    private let socket: Socket

    /// A queue of its own, on which it may block.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private init(_ socket: Socket) {
        self.socket = socket
    }

    /// Connects to a host: to the first of its addresses that answers. An address that says nothing holds the next one up for a
    /// quarter of a second only (RFC 8305, section 5).
    /// - Parameters:
    ///   - host: a name or an address.
    ///   - port: the port.
    ///   - timeout: how long it may take in all.
    public static func open(
        host: String, port: UInt16, timeout: Duration
    ) async throws(TCPError) -> TCPConnection {
        let deadline = ContinuousClock.now + timeout
        let addresses = Promise<Result<[SocketAddress], TCPError>>()
        // The resolver can be neither cancelled nor given a time; it is left to finish by itself.
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

    /// How long an address may say nothing before the next one is tried as well.
    private static let patience: Duration = .milliseconds(250)

    /// Connects to the first of some addresses that answers.
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
                // Cancelled where there is nothing to wait for any more.
                do { try await Task.sleep(for: patience) } catch {}
            },
            isFinal: { $0 == .cancelled })
        if let connection { return connection }
        throw Task.isCancelled ? TCPError.cancelled : failures.last ?? .timedOut
    }

    /// Sends bytes.
    /// - Parameters:
    ///   - bytes: what to send.
    ///   - timeout: how long it may take in all.
    public func send(_ bytes: [UInt8], timeout: Duration) async throws(TCPError) {
        try await cancellable { [socket] () throws(TCPError) in
            let deadline = ContinuousClock.now + timeout
            var sent = 0
            while sent < bytes.count {
                try socket.wait(for: POLLOUT, by: deadline)
                sent += try socket.send(bytes[sent...])
            }
        }
    }

    /// Receives what has come, or waits for it; empty where the other side has closed.
    /// - Parameter timeout: how long it may take.
    public func receive(timeout: Duration) async throws(TCPError) -> [UInt8] {
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
            // A method of the actor: a closure that does not hold it would run, and block, on a thread of the shared pool.
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

/// Why a connection does not do what it was asked.
public enum TCPError: Error, Hashable, Sendable {
    /// There is no way to the host, or none any more; why, in words for a person.
    case unreachable(Message)
    /// It took too long.
    case timedOut
    /// The task was cancelled.
    case cancelled
}
