/// Carries lines out one after another, while the user goes on typing.
@MainActor
final class LineRunner {
    typealias Result = Swift.Result<InteractiveSession.Reply, CommandLineError>

    enum Event: Sendable {
        /// A line is not done at once.
        case slow
        /// A line is done; the next one waits for ``LineRunner/next()``.
        case finished(Result)
    }

    private let app: InteractiveSession
    private let send: @Sendable (Event) -> Void
    private var waiting: [String] = []
    private var running: Task<Void, Never>?
    private var isInterrupted = false

    /// What is being carried out, or was last.
    private(set) var line = InteractiveLine.nothing

    init(_ app: InteractiveSession, _ send: @escaping @Sendable (Event) -> Void) {
        self.app = app
        self.send = send
    }

    isolated deinit {
        running?.cancel()
    }

    /// Whether a line is being carried out.
    var isRunning: Bool { running != nil }

    /// Puts a line behind those that wait.
    func submit(_ line: String) {
        waiting.append(line)
    }

    /// Begins with the next line, unless one is being carried out.
    /// - Parameter prepare: is called before; the line may want the terminal for itself.
    func next(_ prepare: (InteractiveLine) -> Void) throws(CommandLineError) {
        guard running == nil, !waiting.isEmpty else { return }
        let line = try app.read(waiting.removeFirst())
        self.line = line
        isInterrupted = false
        prepare(line)
        running = Task { [app, send] in
            async let _ = Self.tellWhenSlow(send)
            do throws(CommandLineError) {
                send(.finished(.success(try await app.perform(line))))
            } catch {
                send(.finished(.failure(error)))
            }
        }
    }

    /// Takes note that a line is done.
    func finish() {
        running = nil
    }

    /// Stops the line that is being carried out, and forgets those that wait.
    /// - Returns: false where there is none, or it was to stop before and does not.
    func interrupt() -> Bool {
        defer { isInterrupted = true }
        waiting = []
        running?.cancel()
        return running != nil && !isInterrupted
    }

    /// Ends early where the line is carried out meanwhile.
    private nonisolated static func tellWhenSlow(_ send: @Sendable (Event) -> Void) async {
        do { try await Task.sleep(for: .milliseconds(200)) } catch { return }
        send(.slow)
    }
}
