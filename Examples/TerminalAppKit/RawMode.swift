import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The mode in which a terminal delivers each key as it is pressed.
///
/// The terminal's own mode belongs to the process, so it is kept in a global place: `exit` restores it wherever the program calls
/// it, and so does a crash.
enum RawMode {
    private static let original = Mutex<termios?>(nil)
    private static let restoresAtExit: Bool = atexit { RawMode.leave() } == 0

    /// Sets the mode.
    /// - Returns: false if standard input is not a terminal, or its mode cannot be set.
    static func enter() -> Bool {
        guard restoresAtExit else { return false }
        var attributes = termios()
        guard tcgetattr(STDIN_FILENO, &attributes) == 0 else { return false }
        let isFirst = original.withLock { original in
            defer { original = original ?? attributes }
            return original == nil
        }
        if isFirst { restoreAfterCrash(attributes) }
        cfmakeraw(&attributes)
        return set(attributes)
    }

    /// Restores the terminal's own mode.
    static func leave() {
        let attributes = original.withLock { original in
            defer { original = nil }
            return original
        }
        // If the terminal is gone, there is nothing to restore.
        if let attributes { _ = set(attributes) }
    }

    private static func set(_ attributes: termios) -> Bool {
        var attributes = attributes
        var result: Int32
        repeat { result = tcsetattr(STDIN_FILENO, TCSADRAIN, &attributes) } while result != 0 && errno == EINTR
        return result == 0
    }
}

/// What gives a terminal back: no emphasis, wrapped lines, unmarked pastes, the main screen, a visible cursor.
let closingSequence: StaticString = "\u{1B}[0m\u{1B}[?7h\u{1B}[?2004l\u{1B}[?1049l\u{1B}[?25h"

/// The terminal's mode for the handler of a crash, which cannot take a lock. Safe without one: it is written before the handler
/// is installed, on the one thread that opens the terminal, and only read from then on.
nonisolated(unsafe) private var modeBeforeCrash = termios()

/// Restores the terminal when the process crashes; the crash then goes on as it would.
private func restoreAfterCrash(_ attributes: termios) {
    modeBeforeCrash = attributes
    for number in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] {
        signal(number) { number in
            // Only calls that POSIX allows in a signal handler.
            tcsetattr(STDIN_FILENO, TCSANOW, &modeBeforeCrash)
            _ = write(STDOUT_FILENO, closingSequence.utf8Start, closingSequence.utf8CodeUnitCount)
            signal(number, SIG_DFL)
            raise(number)
        }
    }
}

extension WindowSize {
    /// The size of the window behind standard output; 80 columns and 24 rows if it is unknown.
    static var ofTerminal: WindowSize {
        var size = winsize()
        let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
        return WindowSize(
            columns: isKnown && size.ws_col > 0 ? Int(size.ws_col) : 80,
            rows: isKnown && size.ws_row > 0 ? Int(size.ws_row) : 24)
    }
}
