package import CoreModule
import Foundation
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A DICT server on loopback. It runs until the process ends.
package final class SmallDictServer: Sendable {
    package typealias Reply = @Sendable (_ command: String) -> String?

    package let port: UInt16
    /// The number of open connections.
    package let openConnectionCount = ValueStream(0)
    private let databases: String
    private let reply: Reply
    private let log = Mutex<[String]>([])
    private let connectionCount = Mutex(0)

    /// - Parameter databases: a name and a title for each.
    /// - Parameter reply: the answer to a command about a word, with plain line ends; it may block. If nil, there is no answer.
    package init(databases: [String] = ["fd-eng-rus \"English-Russian\""], _ reply: @escaping Reply) throws {
        self.databases = "110 \(databases.count) databases present\n\(databases.joined(separator: "\n"))\n.\n250 ok\n"
        self.reply = reply
        #if canImport(Glibc)
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        let listener = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 16) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        guard isBound else { throw PseudoTerminal.Failure(call: "bind", code: errno) }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread {
            while case let connection = accept(listener, nil, nil), connection >= 0 {
                self.connected(1)
                Thread.detachNewThread {
                    self.serve(connection)
                    self.connected(-1)
                }
            }
        }
    }

    /// The commands so far, in order.
    package var commands: [String] { log.withLock { $0 } }

    package var url: String { "dict://127.0.0.1:\(port)" }

    /// The answer with one definition.
    package static func definition(_ text: String, database: String = "fd-eng-rus") -> String {
        "150 1 definitions retrieved\n151 \"x\" \(database) \"title\"\n\(text)\n.\n250 ok\n"
    }

    private func connected(_ change: Int) {
        connectionCount.withLock { count in
            count += change
            openConnectionCount.send(count)
        }
    }

    private func serve(_ connection: Int32) {
        #if canImport(Darwin)
        var isOn: Int32 = 1
        setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
        #endif
        defer { close(connection) }
        var received = ""
        do {
            try Self.write("220 small <auth.mime> <1@small>\n", to: connection)
            while case let bytes = Self.receive(from: connection), !bytes.isEmpty {
                received += String(decoding: bytes, as: UTF8.self)
                while let end = received.firstIndex(where: \.isNewline) {
                    let command = String(received[..<end])
                    received.removeSubrange(...end)
                    log.withLock { $0.append(command) }
                    if let text = answer(command) ?? reply(command) { try Self.write(text, to: connection) }
                    if command == "QUIT" { return }
                }
            }
        } catch {
            // The program has ended meanwhile.
        }
    }

    private func answer(_ command: String) -> String? {
        if command.hasPrefix("CLIENT") { return "250 ok\n" }
        if command == "SHOW DB" { return databases }
        return command == "QUIT" ? "221 bye\n" : nil
    }

    /// Waits for bytes; empty at the end of the connection, also if the program was killed.
    private static func receive(from connection: Int32) -> ArraySlice<UInt8> {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(connection, &bytes, bytes.count, 0)
            if count >= 0 { return bytes[..<count] }
            guard errno == EINTR else { return [] }
        }
    }

    /// Without a signal if the program has closed the connection.
    private static func write(_ text: String, to connection: Int32) throws {
        #if canImport(Darwin)
        let flags: Int32 = 0
        #else
        let flags = Int32(MSG_NOSIGNAL)
        #endif
        let bytes = Array(text.replacing("\n", with: "\r\n").utf8)
        guard send(connection, bytes, bytes.count, flags) == bytes.count else {
            throw PseudoTerminal.Failure(call: "send", code: errno)
        }
    }
}
