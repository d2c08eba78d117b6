import Foundation

/// An address to connect to, from the resolver.
package struct SocketAddress: Sendable {
    let family: Int32
    let bytes: [UInt8]

    /// Returns the addresses of a host in the system's order. It blocks.
    package static func resolve(_ host: String, _ port: UInt16) -> Result<[SocketAddress], TCPError> {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = streamSocket
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, String(port), &hints, &list)
        defer { if let list { freeaddrinfo(list) } }
        guard code == 0 else { return .failure(.unreachable(Message("\(host): \(.addressError(code))"))) }
        let infos = sequence(first: list) { $0?.pointee.ai_next }.prefix { $0 != nil }
        return .success(
            infos.compactMap { $0?.pointee }.map { info in
                SocketAddress(
                    family: info.ai_family,
                    bytes: Array(UnsafeRawBufferPointer(start: info.ai_addr, count: Int(info.ai_addrlen))))
            })
    }

    #if canImport(Glibc)
    static let streamSocket = Int32(SOCK_STREAM.rawValue)
    #else
    static let streamSocket = SOCK_STREAM
    #endif
}

/// A non-blocking socket, and a pipe that interrupts a wait. Both are closed when it is released.
final class Socket: Sendable {
    private let descriptor: Int32
    private let wakeReader: Int32
    private let wakeWriter: Int32

    init(_ address: SocketAddress) throws(TCPError) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw .last }
        descriptor = socket(address.family, SocketAddress.streamSocket, 0)
        (wakeReader, wakeWriter) = (ends[0], ends[1])
        for descriptor in [descriptor] + ends {
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
        // Here all properties are set, so the deinitializer runs if this throws.
        guard descriptor >= 0 else { throw .last }
        // Each call sends a complete command, so there is no reason to wait for more data.
        set(Int32(IPPROTO_TCP), TCP_NODELAY)
        #if canImport(Darwin)
        set(SOL_SOCKET, SO_NOSIGPIPE)
        #endif
    }

    /// Turns an option on. A failure only costs speed.
    private func set(_ level: Int32, _ option: Int32) {
        var isOn: Int32 = 1
        setsockopt(descriptor, level, option, &isOn, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit {
        for descriptor in [descriptor, wakeReader, wakeWriter] where descriptor >= 0 { close(descriptor) }
    }

    func connect(to address: SocketAddress) throws(TCPError) {
        let code = address.bytes.withUnsafeBytes { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { address in
                Foundation.connect(descriptor, address.baseAddress, socklen_t(bytes.count))
            }
        }
        guard code == 0 || errno == EINPROGRESS || errno == EINTR else { throw .last }
    }

    func finishConnecting() throws(TCPError) {
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size) == 0 else { throw .last }
        guard code == 0 else { throw .unreachable(.systemError(code)) }
    }

    /// Waits until the socket is ready for reading or writing.
    func wait(for events: Int32, by deadline: ContinuousClock.Instant) throws(TCPError) {
        while true {
            let left = ContinuousClock.now.duration(to: deadline).milliseconds
            guard left >= 0 else { throw .timedOut }
            var polled = [
                pollfd(fd: descriptor, events: Int16(events), revents: 0),
                pollfd(fd: wakeReader, events: Int16(POLLIN), revents: 0),
            ]
            let count = poll(&polled, 2, Int32(clamping: left + 1))
            if count < 0, errno != EINTR { throw .last }
            if polled[1].revents != 0 { throw .cancelled }
            // The next call on the socket reports errors.
            if count > 0, polled[0].revents != 0 { return }
        }
    }

    func send(_ bytes: ArraySlice<UInt8>) throws(TCPError) -> Int {
        #if canImport(Darwin)
        let flags: Int32 = 0
        #else
        let flags = Int32(MSG_NOSIGNAL)
        #endif
        let count = bytes.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, flags) }
        if count >= 0 { return count }
        guard errno == EAGAIN || errno == EINTR else { throw .last }
        return 0
    }

    /// Returns the bytes that have arrived: empty at the end of the connection, nil if there are none yet.
    func receive() throws(TCPError) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        #if os(Linux)
        // Acknowledges the data at once; Linux resets this option by itself. A server that writes its answer in small pieces
        // sends the next one only after that: without this, each answer of dictd takes 40 ms.
        set(Int32(IPPROTO_TCP), TCP_QUICKACK)
        #endif
        if count >= 0 { return Array(bytes[..<count]) }
        guard errno == EAGAIN || errno == EINTR else { throw .last }
        return nil
    }

    /// Ends the current wait and all later ones with ``TCPError/cancelled``.
    func wake() {
        _ = write(wakeWriter, [1], 1)
    }
}

extension TCPError {
    /// The error of the last system call.
    fileprivate static var last: TCPError { .unreachable(.systemError(errno)) }
}
