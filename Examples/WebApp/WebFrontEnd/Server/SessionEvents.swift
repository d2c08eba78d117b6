import Foundation
package import PersonalDictionary
import Synchronization

/// An event that a session sends to its open pages.
package enum SessionEvent: Sendable, Equatable {
    /// The stream is open.
    case hello
    /// Something that the page of an address shows has changed.
    case change(Address)
    /// It is time to learn words.
    case reminder(ReminderNotification)
    /// Nothing. It shows that the connection works.
    case heartbeat

    /// The event as server-sent events are written, with the empty line at its end.
    var text: String {
        switch self {
        case .hello: "retry: 1000\nevent: hello\ndata:\n\n"
        case .change(let address): "event: change\ndata: \(address.path)\n\n"
        case .reminder(let notification): "event: reminder\ndata: \(Self.json(notification))\n\n"
        case .heartbeat: ": \n\n"
        }
    }

    /// The notification as one line of JSON.
    private static func json(_ notification: ReminderNotification) -> String {
        let values = ["title": notification.title, "body": notification.body, "address": Address.newWord.path]
        // Strings are always encoded; a line end in them is written as \n.
        do { return String(decoding: try JSONEncoder().encode(values), as: UTF8.self) } catch { return "{}" }
    }
}

/// An open stream of a session's events. The session stays live until the stream is released or deallocated.
package final class SessionEventStream: Sendable {
    let session: SessionID
    package let events: AsyncStream<SessionEvent>
    private let number: Int
    private let source: SessionEvents
    private let isReleased = Atomic(false)
    private let onDeinit: @Sendable () -> Void

    init(
        _ session: SessionID, _ source: SessionEvents, _ number: Int, _ events: AsyncStream<SessionEvent>,
        onDeinit: @escaping @Sendable () -> Void
    ) {
        (self.session, self.source, self.number, self.events) = (session, source, number, events)
        self.onDeinit = onDeinit
    }

    deinit { if release() { onDeinit() } }

    /// Ends the events.
    func close() { source.close(number) }

    /// Ends the events. Returns whether the session was held until now.
    func release() -> Bool {
        close()
        return !isReleased.exchange(true, ordering: .relaxed)
    }
}

/// The open streams of events of one session.
final class SessionEvents: Sendable {
    private struct State {
        var streams: [Int: AsyncStream<SessionEvent>.Continuation] = [:]
        var isFinished = false
    }

    private let state = Mutex(State())
    private static let numbers = Atomic(0)

    /// How many streams are open.
    var count: Int { state.withLock { $0.streams.count } }

    /// Opens a stream. Nil if the session has ended.
    func open() -> (number: Int, events: AsyncStream<SessionEvent>)? {
        let number = Self.numbers.add(1, ordering: .relaxed).newValue
        let (events, continuation) = AsyncStream.makeStream(
            of: SessionEvent.self, bufferingPolicy: .bufferingOldest(64))
        let isOpen = state.withLock { state in
            if !state.isFinished { state.streams[number] = continuation }
            return !state.isFinished
        }
        guard isOpen else { return nil }
        continuation.yield(.hello)
        return (number, events)
    }

    /// Closes a stream.
    func close(_ number: Int) {
        state.withLock { $0.streams.removeValue(forKey: number) }?.finish()
    }

    /// Sends an event to all streams. A stream whose reader is too slow ends: the page connects again, and then refreshes itself.
    /// - Returns: whether a page may have received it.
    @discardableResult
    func send(_ event: SessionEvent) -> Bool {
        let streams = state.withLock { $0.streams }
        for (number, continuation) in streams {
            if case .dropped = continuation.yield(event) { close(number) }
        }
        return !streams.isEmpty
    }

    /// Ends all streams, and opens no more.
    func finish() {
        let streams = state.withLock { state in
            defer { state = State(isFinished: true) }
            return state.streams
        }
        for continuation in streams.values { continuation.finish() }
    }
}
