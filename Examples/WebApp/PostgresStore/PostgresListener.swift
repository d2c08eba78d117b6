import CoreModule
import Dispatch
import Foundation
import Synchronization

/// What the notifications of all processes have told this one of a person's changes.
final class PostgresNotifications: Sendable {
    /// The notification that words have changed.
    let wordsChanged: String
    /// The notification that tasks have changed.
    let todosChanged: String
    private let state: Mutex<State>

    private struct State {
        var isListening: Bool
        /// How often words have changed.
        var words = 0
        /// Whether tasks have changed since somebody asked.
        var areTodosChanged = false
    }

    init(of person: PersonID, origin: String, isListening: Bool) {
        wordsChanged = "words \(origin) \(person.rawValue)"
        todosChanged = "todos \(origin) \(person.rawValue)"
        state = Mutex(State(isListening: isListening))
    }

    /// The number of changes of words so far, also of this process. Nil while notifications do not arrive.
    var wordsNumber: Int? { state.withLock { $0.isListening ? $0.words : nil } }

    func noteWords() { state.withLock { $0.words += 1 } }

    /// Notes that another process has changed tasks.
    func noteTodos() { state.withLock { $0.areTodosChanged = true } }

    /// Returns whether another process has changed tasks since the last call.
    func takeTodos() -> Bool {
        state.withLock { state in
            defer { state.areTodosChanged = false }
            return state.areTodosChanged
        }
    }

    /// Sets whether notifications arrive. When they do again, some may have been missed.
    func setListening(_ isListening: Bool) {
        state.withLock { $0 = State(isListening: isListening, words: $0.words + 1, areTodosChanged: true) }
    }
}

/// Receives the notifications of all processes on a connection of its own, and opens it again when it is lost.
final class PostgresListener: Sendable {
    /// A notification, or nil for "anything may have changed". The second value says whether notifications arrive.
    typealias Receiver = @Sendable (_ notification: String?, _ isListening: Bool) -> Void

    private let url: String
    private let limits: PostgresLimits
    private let isStopped = Mutex(false)

    init(url: String, limits: PostgresLimits) {
        self.url = url
        self.limits = limits
    }

    /// Listens on a thread of its own until ``stop()``, and calls the closure there.
    func start(_ receive: @escaping Receiver) {
        DispatchQueue(label: "postgres.listener").async { [self] in
            var pause = 0.1
            while !isStopped.withLock({ $0 }) {
                do {
                    try listen {
                        pause = 0.1
                        receive($0, true)
                    }
                } catch {
                    receive(nil, false)
                    Thread.sleep(forTimeInterval: pause)
                    pause = min(2 * pause, 5)
                }
            }
        }
    }

    /// Ends the listening within a second.
    func stop() { isStopped.withLock { $0 = true } }

    private func listen(_ receive: (String?) -> Void) throws(PostgresError) {
        let link = try PostgresLink(url: url, limits: limits)
        _ = try link.execute("LISTEN \(PostgresConnection.channel)", within: limits.statement)
        receive(nil)
        var lastAnswer = ContinuousClock.now
        while !isStopped.withLock({ $0 }) {
            for notification in try link.notifications(waiting: .seconds(1)) { receive(notification) }
            guard ContinuousClock.now - lastAnswer > .seconds(30) else { continue }
            // A server that is gone without a word is noticed by its silence.
            _ = try link.execute("SELECT 1", within: limits.statement)
            lastAnswer = .now
        }
    }
}
