import Foundation
import SuperappTesting

/// A port of 127.0.0.1 that answers no connection attempt: its queue is full, and nothing accepts connections.
package struct DeafListener: Sendable {
    private let listener: LocalSocket
    private let waiting: [LocalSocket]

    package init() throws {
        listener = try LocalSocket(listeningOn: 0, backlog: 0)
        // Linux admits one more than the backlog; the others fill the queue.
        waiting = (0..<8).map { [port = listener.port] _ in LocalSocket(connectingTo: port) }
    }

    package var port: UInt16 { listener.port }

    package func close() {
        for socket in waiting { socket.close() }
        listener.close()
    }
}
