import Foundation

/// A port of 127.0.0.1 that answers no attempt to connect: as many connections wait there to be accepted as may, and nobody does.
package struct DeafListener: Sendable {
    private let listener: FakeSocket
    private let waiting: [FakeSocket]

    package init() throws {
        listener = try FakeSocket(listeningOn: 0, backlog: 0)
        // One more than is asked for is let in on Linux; the others find no room.
        waiting = (0..<8).map { [port = listener.port] _ in FakeSocket(connectingTo: port) }
    }

    package var port: UInt16 { listener.port }

    package func close() {
        for socket in waiting { socket.close() }
        listener.close()
    }
}
