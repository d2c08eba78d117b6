import Foundation
import Synchronization
import TerminalTesting

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A DICT server on loopback with one database. It runs until the process ends.
struct SmallDictServer {
    let port: UInt16

    /// - Parameter reply: the answer to a command about a word, with plain line ends; it may block.
    init(_ reply: @escaping @Sendable (_ command: String) -> String) throws {
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
                Thread.detachNewThread { Self.serve(connection, reply) }
            }
        }
    }

    var url: String { "dict://127.0.0.1:\(port)" }

    /// The answer with one definition.
    static func definition(_ text: String) -> String {
        "150 1 definitions retrieved\n151 \"x\" fd-eng-rus \"title\"\n\(text)\n.\n250 ok\n"
    }

    private static func serve(_ connection: Int32, _ reply: (String) -> String) {
        #if canImport(Darwin)
        var isOn: Int32 = 1
        setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
        #endif
        let file = FileHandle(fileDescriptor: connection, closeOnDealloc: true)
        var received = ""
        do {
            try write("220 small <auth.mime> <1@small>\n", to: connection)
            while case let data = file.availableData, !data.isEmpty {
                received += String(decoding: data, as: UTF8.self)
                while let end = received.firstIndex(where: \.isNewline) {
                    let command = String(received[..<end])
                    received.removeSubrange(...end)
                    try write(answer(command) ?? reply(command), to: connection)
                    if command == "QUIT" { return }
                }
            }
        } catch {
            // The program has ended meanwhile.
        }
    }

    private static func answer(_ command: String) -> String? {
        if command.hasPrefix("CLIENT") { return "250 ok\n" }
        if command == "SHOW DB" { return "110 1 databases present\nfd-eng-rus \"English-Russian\"\n.\n250 ok\n" }
        return command == "QUIT" ? "221 bye\n" : nil
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
