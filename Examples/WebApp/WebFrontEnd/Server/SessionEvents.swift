import Foundation
package import PersonalDictionary
import Synchronization

/// An event that a session sends to its open pages.
package enum SessionEvent: Sendable, Equatable {
    /// The stream of a session is open. Its value is ``SessionCookie/name``: a page of another session opens another stream.
    case hello(String)
    /// Something that the page of an address shows has changed.
    case change(Address)
    /// It is time to learn words.
    case reminder(ReminderNotification)
    /// Nothing. It shows that the connection works.
    case heartbeat

    /// The event as server-sent events are written, with the empty line at its end.
    var text: String {
        switch self {
        case .hello(let name): "retry: 1000\nevent: hello\ndata: \(name)\n\n"
        case .change(let address): "event: change\ndata: \(address.path)\n\n"
        case .reminder(let notification): "event: reminder\ndata: \(Self.json(notification))\n\n"
        case .heartbeat: "event: heartbeat\ndata:\n\n"
        }
    }

    /// The notification as one line of JSON.
    private static func json(_ notification: ReminderNotification) -> String {
        let address = notification.link == ReminderNotification.reviewLink ? Address.review : .newWord
        let values = ["title": notification.title, "body": notification.body, "address": address.path]
        // Strings are always encoded; a line end in them is written as \n.
        do { return String(decoding: try JSONEncoder().encode(values), as: UTF8.self) } catch { return "{}" }
    }
}

/// An open stream of a session's events. The session stays live until the stream is released or deallocated.
package final class SessionEventStream: Sendable {
    /// Whose events these are.
    package let session: SessionID
    /// The events, in the order of sending.
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

/// Counts the open streams of all sessions of a store.
final class StreamCount: Sendable {
    private let count = Atomic(0)
    private let last = Atomic(0)

    /// How many streams are open.
    var value: Int { count.load(ordering: .relaxed) }

    /// Counts a stream that opens, and returns its number.
    fileprivate func add() -> Int {
        count.add(1, ordering: .relaxed)
        return last.add(1, ordering: .relaxed).newValue
    }

    /// Counts streams that end.
    fileprivate func remove(_ number: Int) { count.subtract(number, ordering: .relaxed) }
}

/// The open streams of events of one session.
final class SessionEvents: Sendable {
    private struct Stream {
        let events: AsyncStream<SessionEvent>.Continuation
        let onOverflow: @Sendable () -> Void
    }

    private struct State {
        var streams: [Int: Stream] = [:]
        var isFinished = false
    }

    private let name: String
    private let total: StreamCount
    private let state = Mutex(State())

    /// - Parameters:
    ///   - name: see ``SessionCookie/name``.
    ///   - total: counts these streams, too.
    init(_ name: String, total: StreamCount) {
        (self.name, self.total) = (name, total)
    }

    /// How many streams are open.
    var count: Int { state.withLock { $0.streams.count } }

    /// Opens a stream. Nil if the session has ended.
    /// - Parameter onOverflow: called once if the stream ends because its reader is too slow.
    func open(onOverflow: @escaping @Sendable () -> Void) -> (number: Int, events: AsyncStream<SessionEvent>)? {
        let (events, continuation) = AsyncStream.makeStream(
            of: SessionEvent.self, bufferingPolicy: .bufferingOldest(64))
        let opened = state.withLock { state -> Int? in
            guard !state.isFinished else { return nil }
            let number = total.add()
            state.streams[number] = Stream(events: continuation, onOverflow: onOverflow)
            return number
        }
        guard let number = opened else { return nil }
        continuation.yield(.hello(name))
        return (number, events)
    }

    /// Closes a stream.
    func close(_ number: Int) {
        remove(number)?.events.finish()
    }

    private func remove(_ number: Int) -> Stream? {
        let stream = state.withLock { $0.streams.removeValue(forKey: number) }
        if stream != nil { total.remove(1) }
        return stream
    }

    /// Sends an event to all streams. A stream whose reader is too slow ends: the page connects again, and then refreshes itself.
    /// - Returns: whether a page may have received it.
    @discardableResult
    func send(_ event: SessionEvent) -> Bool {
        let streams = state.withLock { $0.streams }
        for (number, stream) in streams {
            guard case .dropped = stream.events.yield(event), remove(number) != nil else { continue }
            stream.events.finish()
            stream.onOverflow()
        }
        return !streams.isEmpty
    }

    /// Ends all streams, and opens no more.
    func finish() {
        let streams = state.withLock { state in
            defer { state = State(isFinished: true) }
            return state.streams
        }
        total.remove(streams.count)
        for stream in streams.values { stream.events.finish() }
    }
}
