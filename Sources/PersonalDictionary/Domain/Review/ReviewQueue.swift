/// The reviews of a day, as a session goes through them: first what is due, what is most probably forgotten first, then new cards. Cards
/// that are forgotten come again after the others, until they are known.
///
/// It is a value that only says what happens next. ``Reviews`` makes it and stores what happened:
///
/// ```swift
/// var queue = try await reviews.queue()
/// while let card = queue.next {
///     let event = reviews.event(.rated(.good, milliseconds: 1500), of: card.id)
///     try await reviews.add([event])
///     queue.add([event])
/// }
/// ```
public struct ReviewQueue: Hashable, Sendable {
    /// The cards of a day, from which its queue is made.
    public struct Cards: Hashable, Sendable {
        /// Those that are due, in any order. Both sides of a word may be among them.
        public var due: [ReviewCard] = []
        /// New ones, in the order in which they are begun.
        public var new: [ReviewCard] = []
        /// The cards that were reviewed on this day. Their siblings wait until another day.
        public var reviewed: Set<ReviewCardID> = []
        /// The first day after this one on which something is due or new; nil if there is none.
        public var nextDay: Int?

        /// Makes a day without cards.
        public init() {}
    }

    /// What a session has done.
    public struct Summary: Hashable, Sendable {
        /// The number of answers.
        public internal(set) var reviews = 0
        /// The cards that are done for this day.
        public internal(set) var done = 0
        /// The answers that were "again".
        public internal(set) var forgotten = 0
        /// How long all answers took together.
        public internal(set) var milliseconds = 0

        /// The same in minutes, rounded up.
        public var minutes: Int { (milliseconds + 59_999) / 60_000 }
    }

    private struct State: Hashable, Sendable {
        /// What was not shown yet, the next one last.
        var waiting: [ReviewCard]
        /// What was forgotten, the next one first.
        var forgotten: [ReviewCard]
        var summary = Summary()
        var leeches: [ReviewCardID] = []

        mutating func remove(where isRemoved: (ReviewCardID) -> Bool) {
            waiting.removeAll { isRemoved($0.id) }
            forgotten.removeAll { isRemoved($0.id) }
        }

        mutating func add(_ event: ReviewEvent, _ scheduler: ReviewScheduler) {
            guard var card = (waiting + forgotten).first(where: { $0.id == event.card }) else { return }
            card.add(event, scheduler)
            remove { $0 == event.card }
            guard case .rated(let rating, let milliseconds) = event.kind else { return }
            summary.reviews += 1
            summary.milliseconds += milliseconds
            if rating == .again { summary.forgotten += 1 }
            if card.isSuspended {
                leeches.append(card.id)
            } else if rating == .again {
                forgotten.append(card)
            } else {
                summary.done += 1
            }
        }
    }

    private struct Step: Hashable, Sendable {
        let events: [ReviewEvent]
        var before: State
    }

    /// The number of the day.
    public let day: Int
    /// Says when each card comes again.
    public let scheduler: ReviewScheduler
    /// The day on which something comes next, when this queue is empty; nil if there is nothing to learn.
    public let nextDay: Int?
    private var state: State
    private var past: [Step] = []

    /// Makes the queue of a day.
    /// - Parameters:
    ///   - day: the number of the day.
    ///   - cards: those of the day.
    ///   - limit: the largest number of cards that are due: a part of a backlog. New cards come only if it leaves room for them.
    ///   - scheduler: says when each card comes again.
    public init(day: Int, _ cards: Cards, limit: Int = .max, scheduler: ReviewScheduler) {
        self.day = day
        self.scheduler = scheduler
        var seen = Set(cards.reviewed.map(\.word))
        func isFirst(_ card: ReviewCard) -> Bool { seen.insert(card.id.word).inserted }
        let due = cards.due.filter { $0.isDue(on: day) }.sorted {
            ($1.urgency(on: day), $0.id) < ($0.urgency(on: day), $1.id)
        }
        let asked = due.filter(isFirst).prefix(limit)
        let new = cards.new.filter { $0.state == .new }.filter(isFirst).prefix(limit - asked.count)
        let again = due.filter { cards.reviewed.contains($0.id) }
        state = State(waiting: (asked + new).reversed(), forgotten: again)
        nextDay = cards.nextDay
    }

    /// The card to show; nil if all are done.
    public var next: ReviewCard? { state.waiting.last ?? state.forgotten.first }

    /// The cards to show, in their order.
    public var cards: [ReviewCard] { state.waiting.reversed() + state.forgotten }

    /// The number of cards to show.
    public var count: Int { state.waiting.count + state.forgotten.count }

    /// What was done so far.
    public var summary: Summary { state.summary }

    /// The cards that became leeches, in this order.
    public var leeches: [ReviewCardID] { state.leeches }

    /// What ``undo()`` would take back: the events of the last action. Empty if there was none.
    public var last: [ReviewEvent] { past.last?.events ?? [] }

    /// Goes on after an action, which has one event, or one for each card of a word. Cards that are suspended or reset leave the queue.
    /// Events of cards that are not in the queue only count for ``last``.
    public mutating func add(_ events: [ReviewEvent]) {
        past.append(Step(events: events, before: state))
        for event in events { state.add(event, scheduler) }
    }

    /// Takes the last action back, and returns its events. The queue is as it was before.
    @discardableResult
    public mutating func undo() -> [ReviewEvent] {
        guard let step = past.popLast() else { return [] }
        state = step.before
        return step.events
    }

    /// Removes the cards of a word that is there no more. No undo brings them back.
    public mutating func remove(_ word: WordID) {
        state.remove { $0.word == word }
        for place in past.indices { past[place].before.remove { $0.word == word } }
    }
}
