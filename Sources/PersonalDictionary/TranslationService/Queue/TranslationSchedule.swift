import CoreModule
package import Foundation

/// Which word is looked up next, and when: a state machine that knows no services, no store and no clock.
///
/// It is told what happens, and asked what to do now. One look-up is under way at a time. A fault that concerns every word (the
/// network, a limit, the wrong key) pauses all; one that concerns a word puts that word off.
package struct TranslationSchedule {
    /// What is to be done.
    package enum Step: Hashable, Sendable {
        /// Look this word up.
        case lookUp(WordID)
        /// Nothing before this time.
        case wait(until: Date)
        /// Nothing, until something happens.
        case rest
    }

    /// How a look-up ended.
    package enum Outcome: Hashable, Sendable {
        /// With an answer, or the word is not to be looked up after all.
        case done
        /// With an error.
        case failed(TranslationError)
    }

    /// What was asked twice in vain waits this long, and longer each time, up to a day.
    private static let wordBackoff = Backoff(first: .seconds(60), factor: 4, longest: .seconds(24 * 3600))
    /// The network is tried again after this long, and longer each time, up to a quarter of an hour.
    private static let networkBackoff = Backoff(first: .seconds(2), longest: .seconds(900))
    /// What only the user can mend is tried again after an hour: the user may have.
    private static let long: TimeInterval = 3600
    /// So many answers in a row that make no sense are no longer taken for the word's fault.
    private static let tolerance = 3

    private var ready = ReadyList()
    private var delayed: [WordID: Date] = [:]
    /// No word that is put off may be asked for before this time.
    private var earliestDelayed = Date.distantFuture
    private var attempts: [WordID: Int] = [:]
    private var failuresInARow = 0
    private let chance: @Sendable () -> Double
    /// The word that is being looked up.
    package private(set) var current: WordID?
    /// Until when nothing is asked.
    package private(set) var pausedUntil: Date?
    /// Why the last look-up had no answer, where that was a fault.
    package private(set) var failure: TranslationError?

    /// Makes a schedule with nothing to do.
    /// - Parameter chance: a random number from 0 to 1, for the time after faults.
    package init(chance: @escaping @Sendable () -> Double) {
        self.chance = chance
    }

    /// How many words wait, the one that is being looked up included.
    package var waitingCount: Int { ready.count + delayed.count + (current == nil ? 0 : 1) }

    /// A word waits from now on, or from a time on. One that waits already keeps its place.
    package mutating func add(_ id: WordID, notBefore date: Date? = nil, now: Date) {
        guard id != current, !ready.contains(id), delayed[id] == nil else { return }
        // A time far ahead comes from a clock that was set back since.
        if let date, date > now {
            delay(id, until: min(date, now.addingTimeInterval(Self.wordBackoff.longest.seconds)))
        } else {
            ready.append(id)
        }
    }

    /// A word waits no more: it was removed, or the user has translated it.
    package mutating func remove(_ id: WordID) {
        ready.remove(id)
        delayed[id] = nil
        attempts[id] = nil
    }

    /// Forgets every word but the one that is being looked up, and every pause.
    package mutating func reset() {
        ready = ReadyList()
        delayed = [:]
        earliestDelayed = .distantFuture
        pausedUntil = nil
    }

    /// What to do now. A look-up that it asks for counts as begun.
    package mutating func next(now: Date) -> Step {
        guard current == nil else { return .rest }
        releaseDelayed(now)
        if let until = pausedUntil {
            // Whatever the clock does meanwhile, no pause is longer than it was meant to be.
            guard until <= now else { return ready.isEmpty && delayed.isEmpty ? .rest : .wait(until: until) }
            pausedUntil = nil
        }
        if let id = ready.popFirst() {
            current = id
            return .lookUp(id)
        }
        return delayed.isEmpty ? .rest : .wait(until: earliestDelayed)
    }

    /// The look-up that was asked for has ended.
    /// - Returns: when the word is tried again at the earliest; `nil` where it is not, or as soon as may be.
    @discardableResult
    package mutating func finish(_ outcome: Outcome, now: Date) -> Date? {
        guard let id = current else { return nil }
        current = nil
        guard case .failed(let error) = outcome else {
            succeed(id)
            return nil
        }
        switch error {
        case .notFound, .unsupportedDirection:
            succeed(id)
            return nil
        case .cancelled:
            ready.prepend(id)
            return nil
        case .rateLimited(let until):
            ready.prepend(id)
            pausedUntil = max(now, until ?? now.addingTimeInterval(Self.long))
        case .unauthorized:
            ready.prepend(id)
            pausedUntil = now.addingTimeInterval(Self.long)
        case .network, .store:
            ready.prepend(id)
            failuresInARow += 1
            pausedUntil = now.addingTimeInterval(networkDelay)
        case .malformedAnswer:
            failuresInARow += 1
            attempts[id, default: 0] += 1
            let delay = Self.wordBackoff.delay(afterFailures: attempts[id] ?? 1, chance: chance())
            self.delay(id, until: now.addingTimeInterval(delay.seconds))
            if failuresInARow >= Self.tolerance { pausedUntil = now.addingTimeInterval(networkDelay) }
        }
        failure = error
        return delayed[id]
    }

    /// Somebody has asked now and had an answer: what was paused may go on.
    package mutating func resume() {
        pausedUntil = nil
        failuresInARow = 0
        failure = nil
    }

    private mutating func delay(_ id: WordID, until date: Date) {
        delayed[id] = date
        earliestDelayed = min(earliestDelayed, date)
    }

    /// Those whose time has come wait no longer than others.
    private mutating func releaseDelayed(_ now: Date) {
        guard earliestDelayed <= now else { return }
        let due = delayed.filter { $0.value <= now }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
        for (id, _) in due {
            delayed[id] = nil
            ready.append(id)
        }
        earliestDelayed = delayed.values.min() ?? .distantFuture
    }

    private var networkDelay: TimeInterval {
        Self.networkBackoff.delay(afterFailures: failuresInARow, chance: chance()).seconds
    }

    private mutating func succeed(_ id: WordID) {
        attempts[id] = nil
        failuresInARow = 0
        failure = nil
    }
}

/// Words in the order in which they are looked up, each once. Every operation is O(1) on average.
private struct ReadyList {
    private var ids: [WordID?] = []
    private var head = 0
    private var places: [WordID: Int] = [:]
    private var urgent: [WordID] = []

    var count: Int { places.count }
    var isEmpty: Bool { places.isEmpty }

    func contains(_ id: WordID) -> Bool { places[id] != nil }

    mutating func append(_ id: WordID) {
        guard places[id] == nil else { return }
        places[id] = ids.count
        ids.append(id)
    }

    mutating func prepend(_ id: WordID) {
        guard places[id] == nil else { return }
        places[id] = -1
        urgent.append(id)
    }

    mutating func remove(_ id: WordID) {
        guard let place = places.removeValue(forKey: id) else { return }
        if place < 0 { urgent.removeAll { $0 == id } } else { ids[place] = nil }
    }

    mutating func popFirst() -> WordID? {
        if let id = urgent.popLast() {
            places[id] = nil
            return id
        }
        while head < ids.count {
            defer { head += 1 }
            if let id = ids[head] {
                places[id] = nil
                return id
            }
        }
        (ids, head) = ([], 0)
        return nil
    }
}
