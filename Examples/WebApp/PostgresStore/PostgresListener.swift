import CoreModule
import Dispatch
import Foundation
import Synchronization

/// The notifications received about one person's changes.
final class PostgresNotifications: Sendable {
    private struct State {
        var isListening: Bool
        var counts: [PostgresTopic: Int] = [:]
    }

    private let person: PersonID
    private let state: Mutex<State>

    init(of person: PersonID, isListening: Bool) {
        self.person = person
        state = Mutex(State(isListening: isListening))
    }

    /// The notification that something has changed.
    func text(_ changed: PostgresTopic) -> String { "\(changed.rawValue) \(person.rawValue)" }

    /// How many notifications have come so far, also of this process's changes. Nil while none can come.
    func count(of topic: PostgresTopic) -> Int? {
        state.withLock { $0.isListening ? $0.counts[topic, default: 0] : nil }
    }

    /// Counts a notification.
    func note(_ topic: PostgresTopic) { state.withLock { $0.counts[topic, default: 0] += 1 } }

    /// Sets whether notifications arrive. When they do again, some may have been missed, so this counts as one.
    func setListening(_ isListening: Bool) {
        state.withLock { state in
            state.isListening = isListening
            for topic in PostgresTopic.allCases { state.counts[topic, default: 0] += 1 }
        }
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
        let connection = try PostgresConnection(url: url, limits: limits)
        _ = try connection.execute("LISTEN \(PooledConnection.channel)", within: limits.statement)
        receive(nil)
        var lastAnswer = ContinuousClock.now
        while !isStopped.withLock({ $0 }) {
            for notification in try connection.notifications(waiting: .seconds(1)) { receive(notification) }
            guard ContinuousClock.now - lastAnswer > .seconds(30) else { continue }
            // A server that is gone without a word is noticed by its silence.
            _ = try connection.execute("SELECT 1", within: limits.statement)
            lastAnswer = .now
        }
    }
}
