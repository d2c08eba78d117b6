import Foundation

/// A blocking socket on 127.0.0.1. The code that made or accepted it closes it.
package struct LocalSocket: Sendable {
    package let descriptor: Int32

    package init(_ descriptor: Int32) {
        self.descriptor = descriptor
        // Programs that other tests start must not inherit the port or the connection.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        #if canImport(Darwin)
        var isOn: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    private init() {
        #if canImport(Glibc)
        self.init(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        #else
        self.init(socket(AF_INET, SOCK_STREAM, 0))
        #endif
    }

    /// Listens on a port; 0 means a free one.
    package init(listeningOn port: UInt16, backlog: Int32 = 64) throws {
        try self.init(boundTo: port)
        guard listen(descriptor, backlog) == 0 else { throw closing() }
    }

    private init(boundTo port: UInt16) throws {
        self.init()
        // Connections that have ended do not keep the port.
        setReuse(1)
        guard Self.withAddress(port, { Foundation.bind(descriptor, $0, $1) }) == 0 else { throw closing() }
    }

    /// Closes the socket, and returns the error of the last call.
    private func closing() -> POSIXError {
        let code = errno
        close()
        return POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
    }

    /// Connects to a port and closes the connection. Returns whether that worked.
    package static func touch(_ port: UInt16) -> Bool {
        let socket = LocalSocket()
        defer { socket.close() }
        return withAddress(port) { Foundation.connect(socket.descriptor, $0, $1) } == 0
    }

    /// Starts to connect to a port, without waiting for the connection.
    package init(connectingTo port: UInt16) {
        self.init()
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        _ = Self.withAddress(port) { Foundation.connect(descriptor, $0, $1) }
    }

    /// A port that refuses connections: a given one, or a free one. It stays reserved until the process ends.
    package static func refusedPort(_ port: UInt16 = 0) throws -> UInt16 {
        let socket = try LocalSocket(boundTo: port)
        socket.setReuse(0)
        return socket.port
    }

    /// Sets whether others may use the port of a socket that does not listen: 1 or 0.
    private func setReuse(_ value: Int32) {
        var value = value
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    package var port: UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(descriptor, $0, &size) }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    /// Waits for the next connection; nil if there are no more.
    package func accept() -> LocalSocket? {
        while true {
            let connection = Foundation.accept(descriptor, nil, nil)
            if connection >= 0 { return LocalSocket(connection) }
            guard errno == EINTR || errno == ECONNABORTED else { return nil }
        }
    }

    /// Sends bytes; false if the other side has closed the connection.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
        #if canImport(Darwin)
        let flags: Int32 = 0
        #else
        let flags = Int32(MSG_NOSIGNAL)
        #endif
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, flags) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Waits for bytes; empty at the end of the connection.
    package func receive() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &bytes, bytes.count, 0)
            if count >= 0 { return Array(bytes[..<count]) }
            guard errno == EINTR else { return [] }
        }
    }

    /// Waits until the other side closes the connection.
    package func readToEnd() {
        while !receive().isEmpty {}
    }

    /// Ends all waits for the connection, on both sides.
    package func shutDown() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    package func resetWhenClosed() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    package func close() {
        _ = Foundation.close(descriptor)
    }

    private static func withAddress(_ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
        }
    }
}
