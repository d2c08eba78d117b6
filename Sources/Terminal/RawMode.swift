import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The mode in which a terminal hands over each key as it is pressed.
///
/// The terminal's own mode belongs to the process, not to an object: it is kept where the end of the process finds it, wherever in
/// the program `exit` is called.
enum RawMode {
    private static let original = Mutex<termios?>(nil)
    private static let restoresAtExit: Bool = atexit { RawMode.leave() } == 0

    /// Switches the terminal of standard input over.
    /// - Returns: false where it is no terminal, or cannot be switched.
    static func enter() -> Bool {
        guard restoresAtExit else { return false }
        var attributes = termios()
        guard tcgetattr(STDIN_FILENO, &attributes) == 0 else { return false }
        original.withLock { if $0 == nil { $0 = attributes } }
        cfmakeraw(&attributes)
        return set(attributes)
    }

    /// Switches it back.
    static func leave() {
        let attributes = original.withLock { original in
            defer { original = nil }
            return original
        }
        // There is nothing left to be done where the terminal is gone.
        if let attributes { _ = set(attributes) }
    }

    private static func set(_ attributes: termios) -> Bool {
        var attributes = attributes
        var result: Int32
        repeat { result = tcsetattr(STDIN_FILENO, TCSADRAIN, &attributes) } while result != 0 && errno == EINTR
        return result == 0
    }
}

extension WindowSize {
    /// The size of the window behind standard output; 80 columns and 24 rows where it does not say.
    static var ofTerminal: WindowSize {
        var size = winsize()
        let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
        return WindowSize(
            columns: isKnown && size.ws_col > 0 ? Int(size.ws_col) : 80,
            rows: isKnown && size.ws_row > 0 ? Int(size.ws_row) : 24)
    }
}
