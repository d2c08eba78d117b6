#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The terminal that the process runs in, as a window to draw in and a source of keys.
///
/// The terminal is restored however the process ends: by itself, by a signal or by a crash.
package final class RawTerminal {
    /// An event of the terminal.
    package enum Event: Sendable, Equatable {
        case keys([Key])
        /// The window's size has changed.
        case resized
        /// A signal asks the process to stop, as Ctrl-Z in a shell.
        case suspended
        /// The process continues. The window and the terminal's mode may have changed meanwhile.
        case continued
        /// A signal asks the process to end, or the terminal is gone.
        case ended
    }

    private let reader: KeyReader
    private let receive: @Sendable (Event) -> Void
    private var signals: Signals?
    /// Whether the program has the window.
    package private(set) var isOpen = false

    /// The terminal of standard input and output.
    /// - Parameters:
    ///   - environment: if `TERM` is `dumb` or missing, the terminal only prints.
    ///   - receive: receives the events while the window is open, on any thread.
    /// - Returns: nil if standard input or output is not a terminal, or if it only prints.
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

    /// The size of the window now.
    package var size: WindowSize { .ofTerminal }

    /// Takes the window.
    /// - Returns: whether that worked.
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

    /// Gives the window back.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        reader.stop()
        RawMode.leave()
        write("\(closingSequence)")
    }

    /// Takes the window again after another program may have changed it.
    package func reclaim() {
        guard isOpen, RawMode.enter() else { return }
        write(Self.opening)
    }

    /// The alternate screen, marked pastes, and lines that do not wrap.
    private static let opening = "\u{1B}[?1049h\u{1B}[?2004h\u{1B}[?7l"

    /// Stops the process until a signal continues it.
    /// - Returns: whether it has the window again.
    package func suspend() -> Bool {
        close()
        Signals.stop()
        return open()
    }

    /// Writes to the window. An error is ignored, since the reader notices that the terminal is gone.
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
