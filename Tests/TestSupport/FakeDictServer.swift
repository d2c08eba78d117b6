import Foundation
import Synchronization

/// A DICT server on loopback that answers what a test says: real sockets, no dictionaries.
package final class FakeDictServer: Sendable {
    /// What comes back for a command.
    package enum Reply: Sendable {
        /// This text, its line ends made CRLF.
        case text(String)
        /// This text, and then the end of the connection.
        case textThenClose(String)
        /// So many bytes of one line that does not end.
        case endless(bytes: Int)
        /// Nothing, for as long as the connection lasts.
        case nothing
    }

    package typealias Script = @Sendable (_ command: String, _ connection: Int) -> Reply

    /// What a server with one database says.
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

    /// A definition as servers wrap it.
    package static func definition(_ lines: String, database: String = "fd-eng-rus") -> Reply {
        .text("150 1 definitions retrieved\n151 \"x\" \(database) \"title\"\n\(lines)\n.\n250 ok\n")
    }

    package let port: UInt16
    private let listener: Int32
    private let greeting: String
    private let script: Script
    private let log = Mutex<[String]>([])
    private let connections = Mutex<[Int32]>([])

    package init(greeting: String = "220 fake <auth.mime> <1@fake>\n", _ script: @escaping Script) throws {
        listener = socket(AF_INET, streamSocket, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, size) == 0 && listen(listener, 16) == 0
                    ? getsockname(listener, address, &size) : -1
            }
        }
        guard code == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        port = UInt16(bigEndian: address.sin_port)
        self.greeting = greeting
        self.script = script
        Thread.detachNewThread { [weak self] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0, let self else { return }
                let number = connections.withLock { connections in
                    connections.append(connection)
                    return connections.count
                }
                Thread.detachNewThread { [weak self] in self?.serve(connection, number) }
            }
        }
    }

    deinit {
        shutdown(listener, readAndWrite)
        close(listener)
        for connection in connections.withLock({ $0 }) { shutdown(connection, readAndWrite) }
    }

    /// The commands that have come, in order.
    package var commands: [String] { log.withLock { $0 } }

    /// How many connections there have been.
    package var connectionCount: Int { connections.withLock { $0.count } }

    /// Ends all connections, as a server does that nobody has asked anything for a while.
    package func closeConnections() {
        for connection in connections.withLock({ $0 }) { shutdown(connection, readAndWrite) }
    }

    private func serve(_ connection: Int32, _ number: Int) {
        defer { close(connection) }
        write(greeting, to: connection)
        var received: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(connection, &bytes, bytes.count, 0)
            guard count > 0 else { return }
            received += bytes[..<count]
            while let end = received.firstIndex(of: 0x0A) {
                let line = String(decoding: received[..<end], as: UTF8.self).trimmingCharacters(in: .newlines)
                received.removeFirst(end + 1)
                log.withLock { $0.append(line) }
                switch script(line, number) {
                case .text(let text): write(text, to: connection)
                case .textThenClose(let text):
                    write(text, to: connection)
                    shutdown(connection, readAndWrite)
                    return
                case .endless(let count):
                    let chunk = String(repeating: "x", count: 65_536)
                    for _ in 0..<(count / 65_536) { write(chunk, to: connection) }
                case .nothing: break
                }
            }
        }
    }

    private func write(_ text: String, to connection: Int32) {
        var rest = Array(text.replacing("\n", with: "\r\n").utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, sendFlags) }
            // The client has gone.
            guard count > 0 else { return }
            rest.removeFirst(count)
        }
    }
}

#if canImport(Glibc)
private let streamSocket = Int32(SOCK_STREAM.rawValue)
private let readAndWrite = Int32(SHUT_RDWR)
private let sendFlags = Int32(MSG_NOSIGNAL)
#else
private let streamSocket = SOCK_STREAM
private let readAndWrite = SHUT_RDWR
private let sendFlags: Int32 = 0
#endif
