import Dispatch

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Reads keys from standard input on a thread of its own.
final class KeyReader: Sendable {
    /// How long to wait for the rest of a sequence after an escape, in milliseconds.
    private static let escapeTimeOut: Int32 = 50

    private let queue = DispatchQueue(label: "keys")
    /// A pipe that wakes the thread so that it ends.
    private let waking: Int32
    private let wake: Int32

    /// Makes a reader; nil if the system gives no pipe.
    init?() {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        waking = ends[0]
        wake = ends[1]
    }

    deinit {
        close(waking)
        close(wake)
    }

    /// Starts reading.
    /// - Parameter receive: receives the keys of one read call, or none at the end of the input.
    func start(_ receive: @escaping @Sendable ([Key]) -> Void) {
        queue.async { [self] in
            if !read(receive) { receive([]) }
        }
    }

    /// Stops reading. Bytes that were not read yet stay in the terminal.
    func stop() {
        var byte: UInt8 = 0
        guard write(wake, &byte, 1) == 1 else { return }
        queue.sync {}
        // If the input had ended before, the byte was not read.
        var files = pollfd(fd: waking, events: Int16(POLLIN), revents: 0)
        if poll(&files, 1, 0) == 1 { _ = Self.read(waking) }
    }

    /// Reads until it is stopped.
    /// - Returns: false if the input has ended.
    private func read(_ receive: ([Key]) -> Void) -> Bool {
        var decoder = KeyDecoder()
        while true {
            var files = [STDIN_FILENO, waking].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            let count = poll(&files, 2, decoder.isUndecided ? Self.escapeTimeOut : -1)
            if count < 0, errno != EINTR { return false }
            if count < 0 { continue }
            if files[1].revents != 0 { return true }
            let keys: [Key]
            if count == 0 {
                keys = decoder.timeOut()
            } else {
                guard let bytes = Self.read(STDIN_FILENO) else { return false }
                keys = decoder.decode(bytes)
            }
            if !keys.isEmpty { receive(keys) }
        }
    }

    private static func read(_ file: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            #if canImport(Darwin)
            let count = Darwin.read(file, &bytes, bytes.count)
            #elseif canImport(Glibc)
            let count = Glibc.read(file, &bytes, bytes.count)
            #elseif canImport(Musl)
            let count = Musl.read(file, &bytes, bytes.count)
            #endif
            if count > 0 { return Array(bytes.prefix(count)) }
            guard count < 0, errno == EINTR || errno == EAGAIN else { return nil }
        }
    }
}
