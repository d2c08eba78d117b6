package import CoreModule
import Foundation
import SuperappTesting

/// A DICT server on loopback with scripted answers: real sockets, no dictionaries.
package final class FakeDictServer: Sendable {
    /// The answer to a command.
    package enum Reply: Sendable {
        /// This text with CRLF line ends.
        case text(String)
        /// These bytes.
        case bytes([UInt8])
        /// This text; then the connection ends.
        case textThenClose(String)
        /// This text; then the connection is reset, as by a restarted server.
        case textThenReset(String)
        /// A number of bytes of one line without an end.
        case endless(bytes: Int)
        /// No answer.
        case nothing
    }

    package typealias Script = @Sendable (_ command: String, _ connection: Int) -> Reply

    /// The answers of a server with one database.
    package static func standard(
        databases: String = "fd-eng-rus \"English-Russian\"", define: @escaping @Sendable (String) -> Reply
    ) -> Script {
        { command, _ in
            if command.hasPrefix("CLIENT") { return .text("250 ok\n") }
            if command == "SHOW DB" { return .text("110 n databases present\n\(databases)\n.\n250 ok\n") }
            if command == "QUIT" { return .textThenClose("221 bye\n") }
            return define(command)
        }
    }

    /// A definition in the form in which servers send it.
    package static func definition(_ lines: String, database: String = "fd-eng-rus") -> Reply {
        .text("150 1 definitions retrieved\n151 \"x\" \(database) \"title\"\n\(lines)\n.\n250 ok\n")
    }

    private let listener: LocalListener
    private let log: Locked<[String]>

    package init(greeting: String = "220 fake <auth.mime> <1@fake>\n", _ script: @escaping Script) throws {
        let log = Locked<[String]>([])
        self.log = log
        listener = try LocalListener { connection, number in
            connection.send(Self.bytes(greeting))
            var received: [UInt8] = []
            while let line = Self.line(of: connection, &received) {
                log.withLock { $0.append(line) }
                guard Self.perform(script(line, number), connection) else { return }
            }
        }
    }

    package var port: UInt16 { listener.port }

    /// The commands so far, in order.
    package var commands: [String] { log.withLock { $0 } }

    /// How many connections were made.
    package var connectionCount: Int { listener.connectionCount }

    /// The number of open connections.
    package var openConnectionCount: ValueStream<Int> { listener.openConnectionCount }

    /// Ends all connections, as a server does after an idle time.
    package func closeConnections() { listener.closeConnections() }

    /// - Returns: whether the connection stays open.
    private static func perform(_ reply: Reply, _ connection: LocalSocket) -> Bool {
        switch reply {
        case .text(let text):
            return connection.send(bytes(text))
        case .bytes(let bytes):
            return connection.send(bytes)
        case .textThenClose(let text):
            connection.send(bytes(text))
            return false
        case .textThenReset(let text):
            connection.send(bytes(text))
            connection.resetWhenClosed()
            return false
        case .endless(let count):
            let chunk = [UInt8](repeating: UInt8(ascii: "x"), count: 65_536)
            return (0..<(count / chunk.count)).allSatisfy { _ in connection.send(chunk) }
        case .nothing:
            return true
        }
    }

    private static func line(of connection: LocalSocket, _ received: inout [UInt8]) -> String? {
        while true {
            if let end = received.firstIndex(of: 0x0A) {
                defer { received.removeFirst(end + 1) }
                return String(decoding: received[..<end], as: UTF8.self).trimmingCharacters(in: .newlines)
            }
            let bytes = connection.receive()
            guard !bytes.isEmpty else { return nil }
            received += bytes
        }
    }

    private static func bytes(_ text: String) -> [UInt8] { Array(text.replacing("\n", with: "\r\n").utf8) }
}
