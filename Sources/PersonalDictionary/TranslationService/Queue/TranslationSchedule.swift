import CoreModule
package import Foundation

/// Which word is looked up next, and when: a state machine without services, a store or a clock.
///
/// It receives what happens and the state of the providers' gates, and answers what to do now. One look-up is under way at a time; slow
/// ones are detached. A failure delays its own word and no other. While all gates are closed, the schedule waits for the first to open.
/// Words that only closed providers may know wait together, and are looked up one by one when a gate opens.
package struct TranslationSchedule {
    package enum Step: Hashable, Sendable {
        case lookUp(WordID)
        case wait(until: Date)
        case waitForEvent
    }

    package enum Outcome: Hashable, Sendable {
        case done
        case failed(TranslationError)
        /// The word is no longer to be looked up; no provider was asked.
        case dropped
    }

    /// What comes before what, whenever it comes.
    package enum Rank: Int, Hashable, Sendable {
        /// A word that was added just now: the user may be waiting for it.
        case added
        case waiting
        /// A word that some providers did not know, and others were not asked for.
        case recheck
    }

    package struct Reaction: Hashable, Sendable {
        /// When the word is tried again at the earliest; nil if it is not, or waits for a gate.
        package var retryDate: Date?
        /// The time before which nothing is asked from now on, if that did not hold before, or not for this reason. Not
        /// set for a limit that is over within a minute.
        package var newNotBefore: Date?
    }

    /// A word whose answer made no sense is tried again after a minute, and later and later, up to a day.
    private static let answerBackoff = Backoff(first: .seconds(60), factor: 4, longest: .seconds(24 * 3600))
    /// A word that met any other fault is tried again soon, and later and later, up to an hour.
    private static let faultBackoff = Backoff(first: .seconds(2), longest: .seconds(3600))
    /// A word that met a wrong key is tried again after an hour: only the user can change the key.
    private static let keyDelay: TimeInterval = 3600
    /// A shorter wait for a limit is not worth a line in the log.
    private static let shortWait: TimeInterval = 60
    /// More places than words of one rank will ever have.
    private static let placesOfRank = 1 << 48
    /// The number of slow look-ups that may be under way beside the current one.
    private static let detachedLimit = 3
    /// The number of words whose reasons are kept.
    package static let failureLimit = 200

    private var ready = IndexedPriorityQueue()
    private var delayed: [WordID: Date] = [:]
    /// No delayed word may be asked for before this time.
    private var earliestDelayed = Date.distantFuture
    /// Words that only certain providers may know, whose gates were closed.
    private var gated: [Set<TranslationProvider>: IndexedPriorityQueue] = [:]
    /// Words that are delayed because no provider could be reached or accepted the key. An answer ends their wait.
    private var stalled: Set<WordID> = []
    private var places: [WordID: Int] = [:]
    private var lastPlace = 0
    private var attempts: [WordID: Int] = [:]
    /// The reason of the last ``Reaction/newNotBefore``.
    private var reportedReason: String?
    /// The look-ups that are under way: whether the word is still wanted, and whether it was removed and added again.
    private var flights: [WordID: (isWanted: Bool, isNew: Bool)] = [:]
    private var lastSeen = Date.distantPast
    private let jitter: @Sendable () -> Double
    /// When each provider may be asked: to be set before each call.
    package var gates: GateStatuses = [:]
    /// The word that is being looked up, and that others wait for.
    package private(set) var current: WordID?
    package private(set) var failure: TranslationError?
    /// Why each word's own last look-up had no answer. If too many have failed, only the reasons of some are kept.
    package private(set) var failures: [WordID: TranslationError] = [:]

    /// Makes a schedule with nothing to do.
    /// - Parameter jitter: a random number from 0 to 1, which shortens delays by up to half.
    package init(jitter: @escaping @Sendable () -> Double) {
        self.jitter = jitter
    }

    /// How many words wait, including those that are being looked up and still wanted.
    package var waitingCount: Int { idleCount + flights.values.count { $0.isWanted || $0.isNew } }

    /// Whether a word waits, or is being looked up.
    package func contains(_ id: WordID) -> Bool { places[id] != nil || flights[id]?.isNew == true }

    private var idleCount: Int { ready.count + delayed.count + gated.values.reduce(0) { $0 + $1.count } }

    /// The time before which nothing is asked; nil if a word is ready, or none waits.
    package var notBefore: Date? {
        guard current == nil, idleCount > 0 else { return nil }
        let closed = gates.notBefore(now: lastSeen)
        guard ready.isEmpty else { return closed }
        let opening = gated.keys.map { gates.notBefore(of: $0, now: lastSeen) }.min() ?? .distantFuture
        let date = max(closed ?? .distantPast, min(opening, earliestDelayed))
        return date > lastSeen ? date : nil
    }

    /// A word waits from now on, or from a time on. One that waits already keeps its place and its time.
    /// - Parameter rank: it stands behind all of a higher rank, also those that come later.
    package mutating func add(_ id: WordID, rank: Rank = .waiting, notBefore date: Date? = nil, now: Date) {
        adjust(to: now)
        if let flight = flights[id] {
            if !flight.isWanted { flights[id]?.isNew = true }
            return
        }
        guard !ready.contains(id), delayed[id] == nil, !gated.values.contains(where: { $0.contains(id) })
        else { return }
        lastPlace += 1
        let place = rank.rawValue * Self.placesOfRank + lastPlace
        places[id] = place
        // A time far ahead comes from a clock that was set back since.
        if let date, date > now {
            delay(id, until: min(date, now.addingTimeInterval(Self.answerBackoff.longest.seconds)))
        } else {
            ready.insert(id, at: place)
        }
    }

    /// A word that failed before is pending again: the user has edited it. What its old text met does not delay the new one.
    package mutating func startOver(_ id: WordID) {
        if flights[id] == nil, delayed[id] != nil || attempts[id] != nil { forget(id) }
    }

    /// A word waits no longer: it was removed, or the user has translated it.
    package mutating func remove(_ id: WordID) {
        if flights[id] != nil { flights[id] = (false, false) }
        forget(id)
    }

    /// Removes all words that wait but these; what is known of these stays.
    package mutating func keep(only ids: Set<WordID>) {
        for id in Array(places.keys) where !ids.contains(id) { remove(id) }
    }

    /// What to do now. A look-up that it asks for counts as begun.
    package mutating func next(now: Date) -> Step {
        adjust(to: now)
        guard current == nil else { return .waitForEvent }
        if gates.notBefore(now: now) == nil {
            // While all providers fail, each word is tried once before any is tried again.
            let includesTried = !gates.areAllFailing || ready.isEmpty
            if includesTried { releaseDelayed(now) }
            if let id = popFirst(includingGated: includesTried, now) {
                current = id
                flights[id] = (true, false)
                return .lookUp(id)
            }
        }
        return notBefore.map { .wait(until: $0) } ?? .waitForEvent
    }

    /// The current look-up is slow: other words wait for it no longer, unless several were detached already.
    package mutating func detachSlow() {
        if flights.count <= Self.detachedLimit { current = nil }
    }

    /// A look-up has ended: the current one, unless another is named.
    @discardableResult
    package mutating func finish(_ outcome: Outcome, of finished: WordID? = nil, now: Date) -> Reaction {
        adjust(to: now)
        guard let id = finished ?? current, let flight = flights.removeValue(forKey: id) else { return Reaction() }
        if current == id { current = nil }
        defer { if flight.isNew { add(id, now: now) } }
        // A word that is no longer wanted is forgotten, whatever came of it.
        defer { if !flight.isWanted { forget(id) } }
        switch outcome {
        case .dropped: forget(id)
        case .done, .failed(.notFound), .failed(.unsupportedDirection):
            forget(id)
            recover()
        case .failed(let error): return fail(id, with: error, now)
        }
        return Reaction()
    }

    /// A look-up that the user asked for had an answer: the network is back, or the key is accepted.
    package mutating func recover() {
        failure = nil
        reportedReason = nil
        for id in stalled { failures[id] = nil }
        for id in stalled where delayed.removeValue(forKey: id) != nil { ready.insert(id, at: places[id] ?? 0) }
        stalled = []
        earliestDelayed = delayed.values.min() ?? .distantFuture
    }

    // MARK: Failures

    private mutating func fail(_ id: WordID, with error: TranslationError, _ now: Date) -> Reaction {
        if error.isFault {
            failure = error
            if failures[id] == nil, failures.count >= Self.failureLimit, let other = failures.keys.first {
                failures[other] = nil
            }
            failures[id] = error
        }
        if error.isPartial { reportedReason = nil }
        let providers = error.isPartial ? error.failure?.providers ?? [] : Set(gates.keys)
        var reaction = Reaction()
        // A date that is over when it is named says nothing of when to come back.
        if let date = error.retryDate, date > now, gates.notBefore(of: providers, now: now) > now {
            gated[providers, default: IndexedPriorityQueue()].insert(id, at: places[id] ?? 0)
        } else {
            reaction.retryDate = delay(id, after: error, now)
        }
        guard !error.isPartial, let end = gates.notBefore(now: now), reportedReason != error.code,
            !error.isDated || end >= now.addingTimeInterval(Self.shortWait)
        else { return reaction }
        reportedReason = error.code
        reaction.newNotBefore = end
        return reaction
    }

    /// Has a word wait for its next try.
    /// - Returns: when that is.
    private mutating func delay(_ id: WordID, after error: TranslationError, _ now: Date) -> Date {
        attempts[id, default: 0] += 1
        let count = attempts[id] ?? 1
        let date: Date
        switch error.reason {
        case .unauthorized: date = now.addingTimeInterval(Self.keyDelay)
        case .malformedAnswer, .file: date = end(of: Self.answerBackoff, count, now)
        default: date = end(of: Self.faultBackoff, count, now)
        }
        switch error {
        case .unreachable, .network, .unauthorized: stalled.insert(id)
        default: stalled.remove(id)
        }
        delay(id, until: date)
        return date
    }

    private func end(of backoff: Backoff, _ failures: Int, _ now: Date) -> Date {
        backoff.end(afterFailures: failures, now: now, jitter: jitter())
    }

    // MARK: Times

    /// A clock that was set back makes no wait longer than it was when the clock was last seen.
    private mutating func adjust(to now: Date) {
        defer { lastSeen = now }
        let shift = now.timeIntervalSince(lastSeen)
        guard shift < 0 else { return }
        delayed = delayed.mapValues { $0.addingTimeInterval(shift) }
        earliestDelayed = delayed.values.min() ?? .distantFuture
    }

    /// The word that came first: of those that are ready, and of those whose gates are open.
    private mutating func popFirst(includingGated: Bool, _ now: Date) -> WordID? {
        var (first, place) = (Set<TranslationProvider>?.none, ready.firstPlace ?? .max)
        for providers in gated.keys where includingGated && gates.notBefore(of: providers, now: now) <= now {
            if let candidate = gated[providers]?.firstPlace, candidate < place {
                (first, place) = (providers, candidate)
            }
        }
        guard let first else { return ready.popFirst() }
        defer { if gated[first]?.isEmpty == true { gated[first] = nil } }
        return gated[first]?.popFirst()
    }

    private mutating func delay(_ id: WordID, until date: Date) {
        delayed[id] = date
        earliestDelayed = min(earliestDelayed, date)
    }

    /// Words whose time has come go back to their places.
    private mutating func releaseDelayed(_ now: Date) {
        guard earliestDelayed <= now else { return }
        for (id, date) in delayed where date <= now {
            delayed[id] = nil
            ready.insert(id, at: places[id] ?? 0)
        }
        earliestDelayed = delayed.values.min() ?? .distantFuture
    }

    private mutating func forget(_ id: WordID) {
        ready.remove(id)
        stalled.remove(id)
        for providers in gated.keys where gated[providers]?.contains(id) == true {
            gated[providers]?.remove(id)
            if gated[providers]?.isEmpty == true { gated[providers] = nil }
        }
        attempts[id] = nil
        failures[id] = nil
        places[id] = nil
        guard let date = delayed.removeValue(forKey: id), date == earliestDelayed else { return }
        earliestDelayed = delayed.values.min() ?? .distantFuture
    }
}
