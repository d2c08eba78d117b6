/// What is known of a card: a function of its events.
public struct ReviewCard: Identifiable, Hashable, Sendable {
    /// Where a card is on its way.
    public enum State: String, Hashable, Sendable, Codable {
        /// It was never reviewed.
        case new
        /// It was forgotten in its last review, and comes again on the same day.
        case learning
        /// It comes again on a later day.
        case review
        /// It is not asked.
        case suspended
    }

    /// After so many failures a card is a leech: it costs more time than it is worth.
    public static let leechFailures = 8

    /// The word and the side.
    public let id: ReviewCardID
    /// How well it is remembered; nil if it was never reviewed.
    public private(set) var memory: ReviewMemory?
    /// The day of the last review.
    public private(set) var lastDay: Int?
    /// The day from which on it is due.
    public private(set) var dueDay: Int?
    /// The number of reviews.
    public private(set) var reviews = 0
    /// How often it was forgotten on a later day than that of its last review.
    public private(set) var lapses = 0
    /// The lapses since it was last resumed.
    public private(set) var failures = 0
    /// Whether it is not asked: by the user's wish, or because it is a leech.
    public private(set) var isSuspended = false

    /// Makes a new card.
    public init(_ id: ReviewCardID) {
        self.id = id
    }

    /// Makes the card of its events, in any order. Events of other cards do not count.
    public init(_ id: ReviewCardID, events: some Sequence<ReviewEvent>, scheduler: ReviewScheduler) {
        self.init(id)
        for event in events.filter({ $0.card == id }).sorted() { add(event, scheduler) }
    }

    /// Makes a card of its stored parts.
    public init(
        _ id: ReviewCardID, memory: ReviewMemory?, lastDay: Int?, dueDay: Int?, reviews: Int, lapses: Int,
        failures: Int, isSuspended: Bool
    ) {
        self.id = id
        (self.memory, self.lastDay, self.dueDay) = (memory, lastDay, dueDay)
        (self.reviews, self.lapses, self.failures, self.isSuspended) = (reviews, lapses, failures, isSuspended)
    }

    /// Where it is on its way.
    public var state: State {
        if isSuspended { return .suspended }
        guard memory != nil else { return .new }
        return dueDay == lastDay ? .learning : .review
    }

    /// Whether it is suspended because it was forgotten too often. It is no leech any more when it is resumed.
    public var isLeech: Bool { failures >= Self.leechFailures }

    /// The days from the last review to the next; nil for a new card, and 0 for one that comes again on the same day.
    public var interval: Int? { dueDay.flatMap { due in lastDay.map { due - $0 } } }

    /// Whether it is to be reviewed on a day. New cards are not due.
    public func isDue(on day: Int) -> Bool { !isSuspended && dueDay.map { $0 <= day } == true }

    /// How much it needs a review on a day: the larger, the less probable is recall. 0 for a new card.
    public func urgency(on day: Int) -> Double {
        guard let memory, let lastDay else { return 0 }
        return Double(max(0, day - lastDay)) / memory.stability
    }

    /// The probability of recall on a day; nil for a new card.
    public func recall(on day: Int, _ scheduler: ReviewScheduler) -> Double? {
        guard let memory, let lastDay else { return nil }
        return scheduler.recall(of: memory, after: Double(max(0, day - lastDay)))
    }

    /// The card after a rating on a day, such as to show when it would come again.
    public func rated(_ rating: ReviewRating, on day: Int, _ scheduler: ReviewScheduler) -> ReviewCard {
        var card = self
        card.rate(rating, on: day, scheduler)
        return card
    }

    /// Adds an event that is later than those before.
    public mutating func add(_ event: ReviewEvent, _ scheduler: ReviewScheduler) {
        switch event.kind {
        case .rated(let rating, _): rate(rating, on: event.day, scheduler)
        case .suspended: isSuspended = true
        case .resumed: (isSuspended, failures) = (false, 0)
        case .reset: self = ReviewCard(id)
        }
    }

    /// Days only count forward: after a flight to the west, or when the clock is set back, the last day stays.
    private mutating func rate(_ rating: ReviewRating, on day: Int, _ scheduler: ReviewScheduler) {
        let last = max(lastDay ?? day, day)
        let elapsed = last - (lastDay ?? last)
        if rating == .again, memory != nil, elapsed > 0 {
            lapses += 1
            failures += 1
            if isLeech { isSuspended = true }
        }
        let memory = scheduler.memory(after: rating, of: memory, elapsedDays: elapsed)
        reviews += 1
        (self.memory, lastDay) = (memory, last)
        dueDay = last + (rating == .again ? 0 : scheduler.interval(of: memory, spreadBy: seed))
    }

    /// Of the card and the number of its review (FNV-1a, 64 bits), the same on every device.
    private var seed: UInt64 {
        "\(id)/\(reviews)".utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
