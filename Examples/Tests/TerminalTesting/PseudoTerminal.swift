package import Foundation
import Synchronization
package import TerminalAppKit

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A program in a terminal of its own. It leads a session whose terminal this is, so that keys such as Ctrl-C act as for a user.
package final class PseudoTerminal: Sendable {
    package struct Failure: Error {
        let call: String
        let code: Int32

        package init(call: String, code: Int32) {
            self.call = call
            self.code = code
        }
    }

    /// A wait has reached its limit, or its test was cancelled.
    package struct TimedOut: Error, CustomStringConvertible {
        let screen: [String]
        package var description: String { "timed out; the window shows:\n" + screen.joined(separator: "\n") }
    }

    private struct State {
        var screen: ScreenEmulator
        var output: [UInt8] = []
        var status: Int32?
        var isAtEnd = false
        var watchers: [AsyncStream<Void>.Continuation] = []
    }

    private let main: Int32
    /// The program's side of the terminal, kept open so that its mode can be read when the program is gone.
    private let secondary: Int32
    private let process: pid_t
    /// The terminal's mode before the program started.
    package let initialAttributes: termios
    private let state: Mutex<State>

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
        state = Mutex(State(screen: ScreenEmulator(size: size)))
        try Self.setSize(size, of: main)
        process = try Self.spawn(program, arguments, environment, terminal: name)
        Thread.detachNewThread { self.readOutput() }
        Thread.detachNewThread { self.waitForProcess() }
    }

    deinit {
        close(main)
        close(secondary)
    }

    // MARK: What a user does

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

    /// Changes the size of the window.
    package func resize(_ size: WindowSize) throws {
        state.withLock { $0.screen.resize(size) }
        try Self.setSize(size, of: main)
    }

    /// Closes the window, for the program.
    package func hangUp() {
        if state.withLock({ $0.status == nil }) { kill(process, SIGHUP) }
    }

    /// Sends the program a signal.
    package func signal(_ number: Int32) throws {
        try Self.check("kill", kill(process, number) == 0 ? 0 : errno)
    }

    // MARK: What the window shows

    /// The lines of the window.
    package var lines: [String] { state.withLock { $0.screen.lines } }
    /// The cursor, from 0.
    package var cursor: (row: Int, column: Int) { state.withLock { $0.screen.cursor } }
    /// Whether the program wrote behind the last column of the alternate screen.
    package var hasOverflowed: Bool { state.withLock { $0.screen.hasOverflowed } }
    /// Whether the alternate screen is shown.
    package var isAlternate: Bool { state.withLock { $0.screen.isAlternate } }
    /// The whole output so far.
    package var output: String { String(decoding: state.withLock { $0.output }, as: UTF8.self) }

    /// The terminal's mode.
    package func attributes() throws -> termios {
        var attributes = termios()
        try Self.check("tcgetattr", tcgetattr(secondary, &attributes) == 0 ? 0 : errno)
        return attributes
    }

    /// Sets the terminal's mode, as another program can.
    package func set(_ attributes: termios) throws {
        var attributes = attributes
        try Self.check("tcsetattr", tcsetattr(secondary, TCSANOW, &attributes) == 0 ? 0 : errno)
    }

    /// Waits until the lines of the window are as wanted.
    package func wait(until isWanted: @escaping @Sendable (_ lines: [String]) -> Bool) async throws {
        try await eventually { isWanted(self.lines) ? () : nil }
    }

    /// Waits until the window shows a text.
    package func wait(for text: String) async throws {
        try await wait { $0.contains { $0.contains(text) } }
    }

    /// Waits until the program has ended.
    /// - Returns: its exit status; 128 and the number of the signal if a signal ended it.
    package func waitForExit() async throws -> Int32 {
        let status = try await eventually { self.state.withLock { $0.isAtEnd ? $0.status : nil } }
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }

    /// Waits until a value is there, a minute at most, and asks for it again after each output.
    @discardableResult
    package func eventually<Value: Sendable>(_ value: @escaping @Sendable () -> Value?) async throws -> Value {
        let (changes, watcher) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { $0.watchers.append(watcher) }
        watcher.yield()
        let limit = Task {
            try await Task.sleep(for: .seconds(60))
            watcher.finish()
        }
        defer { limit.cancel() }
        for await _ in changes {
            if let value = value() { return value }
        }
        throw TimedOut(screen: lines)
    }

    // MARK: Details

    /// Reads until the program has ended and nothing more comes. This process keeps the other side open too, so that there is no
    /// end of the file.
    private func readOutput() {
        var bytes = [UInt8](repeating: 0, count: 65536)
        while true {
            var file = pollfd(fd: main, events: Int16(POLLIN), revents: 0)
            let hasEnded = state.withLock { $0.status != nil }
            guard poll(&file, 1, hasEnded ? 0 : 20) > 0 else {
                if hasEnded { break }
                continue
            }
            let count = read(main, &bytes, bytes.count)
            guard count > 0 else { break }
            change { state in
                state.output += bytes[..<count]
                state.screen.receive(bytes[..<count])
            }
        }
        change { $0.isAtEnd = true }
    }

    private func waitForProcess() {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        change { $0.status = status }
    }

    private func change(_ body: (inout State) -> Void) {
        let watchers = state.withLock { state in
            body(&state)
            return state.watchers
        }
        for watcher in watchers { watcher.yield() }
    }

    static func check(_ call: String, _ code: Int32) throws {
        guard code == 0 else { throw Failure(call: call, code: code) }
    }
}
