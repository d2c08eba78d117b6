import CoreModule
import superapp_demo

/// A terminal in which a test types.
final class Typing: Sendable {
    private let state: Locked<(lines: [String], output: String, errors: String)>

    /// - Parameter lines: what is typed; then the input ends.
    init(_ lines: [String]) { state = Locked((lines, "", "")) }

    var output: String { state.withLock { $0.output } }
    var errors: String { state.withLock { $0.errors } }

    var terminal: Terminal {
        Terminal(
            nextLine: { self.state.withLock { $0.lines.isEmpty ? nil : $0.lines.removeFirst() } },
            write: { text in self.state.withLock { $0.output += text } },
            writeError: { text in self.state.withLock { $0.errors += text } })
    }
}
