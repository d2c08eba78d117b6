import CoreModule
package import Foundation
package import Terminal

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A program in its own terminal. It is the leader of the terminal's session, so that keys such as Ctrl-C work as for a user.
package final class PseudoTerminal: Sendable {
    package struct Failure: Error {
        package let call: String
        package let code: Int32
    }

    /// A wait that failed, with the screen at that time.
    package struct TimedOut: Error, CustomStringConvertible {
        package let screen: [String]
        package var description: String { "timed out; the window shows:\n" + screen.joined(separator: "\n") }
    }

    private struct State {
        var screen: ScreenEmulator
        var output: [UInt8] = []
        var isAtEnd = false
    }

    private let main: Int32
    /// The program's side of the terminal, kept open to read its mode after the program has ended.
    private let secondary: Int32
    private let process: pid_t
    /// The terminal's mode before the start of the program.
    package let initialAttributes: termios
    private let state: Locked<State>
    private let status = Locked<Int32?>(nil)

    /// Starts a program.
    package init(_ program: URL, _ arguments: [String], environment: [String: String], size: WindowSize) throws {
        var ends: (main: Int32, secondary: Int32) = (0, 0)
        var name = [CChar](repeating: 0, count: 128)
        try Self.check("openpty", openpty(&ends.main, &ends.secondary, &name, nil, nil) == 0 ? 0 : errno)
        (main, secondary) = ends
        for end in [main, secondary] {
            try Self.check("fcntl", fcntl(end, F_SETFD, FD_CLOEXEC) == 0 ? 0 : errno)
        }
        var attributes = termios()
        try Self.check("tcgetattr", tcgetattr(secondary, &attributes) == 0 ? 0 : errno)
        initialAttributes = attributes
        state = Locked(State(screen: ScreenEmulator(size: size)))
        try Self.setSize(size, of: main)
        process = try Self.spawn(program, arguments, environment, terminal: name)
        Thread.detachNewThread { self.readOutput() }
        Thread.detachNewThread { self.waitForProcess() }
    }

    deinit {
        close(main)
        close(secondary)
    }

    // MARK: Input

    /// Types text; `\r` is Enter.
    package func type(_ text: String) throws {
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { write(main, $0.baseAddress, $0.count) }
            try Self.check("write", count < 0 ? errno : 0)
            sent += count
        }
    }

    /// Changes the size of the window, and notifies the program.
    package func resize(_ size: WindowSize) throws {
        state.withLock { $0.screen.resize(size) }
        try Self.setSize(size, of: main)
    }

    /// Closes the window from the program's view.
    package func hangUp() {
        if status.withLock({ $0 == nil }) { kill(process, SIGHUP) }
    }

    /// Sends the program a signal.
    package func signal(_ number: Int32) throws {
        try Self.check("kill", kill(process, number) == 0 ? 0 : errno)
    }

    // MARK: Output

    /// The lines of the window.
    package var lines: [String] { state.withLock(\.screen.lines) }
    /// The position of the cursor, from 0.
    package var cursor: (row: Int, column: Int) { state.withLock(\.screen.cursor) }
    /// Whether anything was written after the last column of the alternate screen.
    package var hasOverflowed: Bool { state.withLock(\.screen.hasOverflowed) }
    /// Whether the alternate screen is shown.
    package var isAlternate: Bool { state.withLock(\.screen.isAlternate) }
    /// All output so far.
    package var output: String { String(decoding: state.withLock(\.output), as: UTF8.self) }

    /// The terminal's mode.
    package func attributes() throws -> termios {
        var attributes = termios()
        try Self.check("tcgetattr", tcgetattr(secondary, &attributes) == 0 ? 0 : errno)
        return attributes
    }

    /// Sets the terminal's mode, as another program might.
    package func set(_ attributes: termios) throws {
        var attributes = attributes
        try Self.check("tcsetattr", tcsetattr(secondary, TCSANOW, &attributes) == 0 ? 0 : errno)
    }

    /// Waits until the window's lines satisfy a condition, at most two minutes.
    package func wait(
        until isWanted: @escaping @Sendable (_ lines: [String]) -> Bool
    ) async throws {
        try await eventually { isWanted(self.lines) ? () : nil }
    }

    /// Waits until the window shows a text.
    package func wait(for text: String) async throws {
        try await wait { $0.contains { $0.contains(text) } }
    }

    /// Waits until the program has ended.
    /// - Returns: its exit status, as a shell reports it if a signal ended it.
    package func waitForExit() async throws -> Int32 {
        let status = try await eventually { self.status.withLock { $0 } }
        try await eventually { self.state.withLock(\.isAtEnd) ? () : nil }
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }

    /// Waits, on its own thread, until the closure returns a value.
    @discardableResult
    package func eventually<Value: Sendable>(_ value: @escaping @Sendable () -> Value?) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                let deadline = Date(timeIntervalSinceNow: 120)
                while Date() < deadline {
                    if let value = value() { return continuation.resume(returning: value) }
                    usleep(5000)
                }
                continuation.resume(throwing: TimedOut(screen: self.lines))
            }
        }
    }

    // MARK: Details

    /// Reads until the program has ended. The descriptor never ends by itself, since this side keeps it open too.
    private func readOutput() {
        var bytes = [UInt8](repeating: 0, count: 65536)
        while true {
            var file = pollfd(fd: main, events: Int16(POLLIN), revents: 0)
            let hasEnded = status.withLock { $0 != nil }
            guard poll(&file, 1, hasEnded ? 0 : 20) > 0 else {
                if hasEnded { break }
                continue
            }
            let count = read(main, &bytes, bytes.count)
            guard count > 0 else { break }
            state.withLock { state in
                state.output += bytes[..<count]
                state.screen.receive(bytes[..<count])
            }
        }
        state.withLock { $0.isAtEnd = true }
    }

    private func waitForProcess() {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        self.status.withLock { $0 = status }
    }

    static func check(_ call: String, _ code: Int32) throws {
        guard code == 0 else { throw Failure(call: call, code: code) }
    }
}
