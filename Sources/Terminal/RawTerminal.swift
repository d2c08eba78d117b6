#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The terminal that the process runs in, as a window to draw in and a source of keys.
///
/// However the process ends, by its own will or by a signal that asks for it, the terminal is as it was before.
package final class RawTerminal {
    /// What comes from the terminal.
    package enum Event: Sendable, Equatable {
        case keys([Key])
        /// The window's size has changed.
        case resized
        /// The process is asked to stop for a while.
        case suspended
        /// The process goes on: what the window shows, and the terminal's mode, may have been changed meanwhile.
        case continued
        /// The process is asked to end, or the terminal is gone.
        case ended
    }

    private let reader: KeyReader
    private let receive: @Sendable (Event) -> Void
    private var signals: Signals?
    /// Whether the window is taken over.
    package private(set) var isOpen = false

    /// The terminal of standard input and output.
    /// - Parameters:
    ///   - environment: where `TERM` is `dumb`, or not there, the terminal is taken for one that only prints.
    ///   - receive: is told what happens while the window is open, on any thread.
    /// - Returns: `nil` where one of both is no terminal, or it only prints.
    package init?(environment: [String: String], _ receive: @escaping @Sendable (Event) -> Void) {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return nil }
        guard let kind = environment["TERM"], !kind.isEmpty, kind != "dumb", let reader = KeyReader() else {
            return nil
        }
        self.reader = reader
        self.receive = receive
    }

    deinit {
        close()
    }

    /// How large the window is now.
    package var size: WindowSize { .ofTerminal }

    /// Takes the window over.
    /// - Returns: whether it could be.
    package func open() -> Bool {
        guard !isOpen else { return true }
        guard RawMode.enter() else { return false }
        isOpen = true
        write(Self.opening)
        if signals == nil {
            let numbers = Signals.ending + [Signals.windowChange, Signals.stopping, Signals.continuing]
            signals = Signals(numbers) { [receive] number in
                switch number {
                case Signals.windowChange: receive(.resized)
                case Signals.stopping: receive(.suspended)
                case Signals.continuing: receive(.continued)
                default: receive(.ended)
                }
            }
        }
        reader.start { [receive] keys in receive(keys.isEmpty ? .ended : .keys(keys)) }
        return true
    }

    /// Gives the window back as it was.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        reader.stop()
        RawMode.leave()
        write(Self.closing)
    }

    /// Takes the window over again where it may have been changed behind the program's back.
    package func reclaim() {
        guard isOpen, RawMode.enter() else { return }
        write(Self.opening)
    }

    /// The alternate screen; what is pasted is marked; lines that are too long are cut.
    private static let opening = "\u{1B}[?1049h\u{1B}[?2004h\u{1B}[?7l"
    private static let closing = "\u{1B}[0m\u{1B}[?7h\u{1B}[?2004l\u{1B}[?1049l\u{1B}[?25h"

    /// Stops the process until it is told to go on.
    /// - Returns: whether the window could be taken over again.
    package func suspend() -> Bool {
        close()
        Signals.stop()
        return open()
    }

    /// Writes to the window. What cannot be written goes nowhere; that the terminal is gone is told by the reading.
    package func write(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { output($0) }
            if count > 0 {
                bytes = bytes.dropFirst(count)
            } else if errno == EAGAIN {
                var file = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
                _ = poll(&file, 1, -1)
            } else if errno != EINTR {
                return
            }
        }
    }
}

private func output(_ bytes: UnsafeRawBufferPointer) -> Int {
    write(STDOUT_FILENO, bytes.baseAddress, bytes.count)
}
