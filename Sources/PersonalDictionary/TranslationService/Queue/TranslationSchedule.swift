import CoreModule
package import Foundation

/// Which word is looked up next, and when: a state machine that knows no services, no store and no clock.
///
/// It is told what happens, and asked what to do now. One look-up is under way at a time, but for some that take long and are set
/// aside. A fault of some services, while others are
/// in order, puts off its word and no other: those others may know the next one. So does a fault of all at first; when several words
/// in a row have met one, everything is paused, and each pause ends with one word that knocks, another each time. Where all have said
/// when to come back, everything is paused at once, and until then; where some have, the words that only these may know wait together,
/// and go one by one when the time has come: the first that is told another time has told it to all.
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
        /// With an answer.
        case done
        /// With an error.
        case failed(TranslationError)
        /// The word is not to be looked up after all; nobody was asked.
        case dropped
    }

    /// What comes before what, whenever it comes.
    package enum Rank: Int, Hashable, Sendable {
        /// A word that was added just now: somebody may be waiting for it.
        case added
        /// A word that has been waiting.
        case waiting
        /// A word that others were asked for and did not know.
        case owed
    }

    /// What a fault leads to.
    package struct Reaction: Hashable, Sendable {
        /// When the word is tried again at the earliest; `nil` where it is not.
        package var retryDate: Date?
        /// Until when everything pauses from now on, which it did not before, or not for this reason; not told of a date that is
        /// over within a minute.
        package var pauseBeginning: Date?
    }

    /// A word whose answer made no sense is tried again after a minute, and later and later, up to a day.
    private static let answerBackoff = Backoff(first: .seconds(60), factor: 4, longest: .seconds(24 * 3600))
    /// A word that met any other fault is tried again soon, and later and later, up to an hour.
    private static let faultBackoff = Backoff(first: .seconds(2), longest: .seconds(3600))
    /// What only the user can mend is tried again after an hour: the user may have.
    private static let long: TimeInterval = 3600
    /// More places than words of one rank will ever have.
    private static let placesOfRank = 1 << 48
    /// So many look-ups that take long may be under way beside the one that others wait for.
    private static let asideLimit = 3

    private var ready = IndexedPriorityQueue()
    private var delayed: [WordID: Date] = [:]
    /// No word that is put off may be asked for before this time.
    private var earliestDelayed = Date.distantFuture
    /// Words that only services may know that have said when to come back.
    private struct Reservation {
        var words = IndexedPriorityQueue()
        var until = Date.distantPast
        /// Whether the services are given a rest, which whoever has an answer of them may end.
        var isRest = false
    }

    /// They wait with those that wait for the same services.
    private var reservations: [Set<Int>: Reservation] = [:]
    /// So many dates in a row were over when they were told.
    private var staleDatesInARow = 0
    /// Words that are put off since nobody could be reached, or nobody let us in: an answer says that this is over.
    private var stalled: Set<WordID> = []
    /// The order in which words came.
    private var places: [WordID: Int] = [:]
    private var lastPlace = 0
    private var attempts: [WordID: Int] = [:]
    /// The words that have met a fault since the last answer; no more than are tolerated.
    private var faulted: Set<WordID> = []
    private var pausesInARow = 0
    private var pause: Date?
    private var pauseCode: String?
    /// The look-ups that are under way: whether the word still waits, and whether it was removed and came back meanwhile.
    private var flights: [WordID: (isWanted: Bool, isNew: Bool)] = [:]
    private var lastSeen = Date.distantPast
    private let chance: @Sendable () -> Double
    /// The word that is being looked up, and that others wait for.
    package private(set) var current: WordID?
    /// Why the last look-up had no answer, where that was a fault.
    package private(set) var failure: TranslationError?

    /// Makes a schedule with nothing to do.
    /// - Parameter chance: a random number from 0 to 1, for the time after faults.
    package init(chance: @escaping @Sendable () -> Double) {
        self.chance = chance
    }

    /// How many words wait, those that are being looked up included unless they are wanted no more.
    package var waitingCount: Int { idleCount + flights.values.count { $0.isWanted || $0.isNew } }

    private var idleCount: Int { ready.count + delayed.count + reservedCount }

    /// Until when nothing is asked; `nil` where a word is ready, or none waits.
    package var pausedUntil: Date? {
        guard current == nil, idleCount > 0 else { return nil }
        guard ready.isEmpty else { return pause }
        return max(pause ?? .distantPast, reservations.values.map(\.until).reduce(earliestDelayed, min))
    }

    private var reservedCount: Int { reservations.values.reduce(0) { $0 + $1.words.count } }

    /// A word waits from now on, or from a time on. One that waits already keeps its place and its time.
    /// - Parameter rank: it stands behind all of a higher rank, also those that come later.
    package mutating func add(_ id: WordID, rank: Rank = .waiting, notBefore date: Date? = nil, now: Date) {
        adjust(to: now)
        if let flight = flights[id] {
            if !flight.isWanted { flights[id]?.isNew = true }
            return
        }
        guard !ready.contains(id), delayed[id] == nil, !reservations.values.contains(where: { $0.words.contains(id) })
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

    /// A word waits no more: it was removed, or the user has translated it.
    package mutating func remove(_ id: WordID) {
        if flights[id] != nil { flights[id] = (false, false) }
        forget(id)
    }

    /// Forgets every word that waits but those; what is known of these, and every pause, stays.
    package mutating func keep(only ids: Set<WordID>) {
        for id in Array(places.keys) where !ids.contains(id) { remove(id) }
    }

    /// What to do now. A look-up that it asks for counts as begun.
    package mutating func next(now: Date) -> Step {
        adjust(to: now)
        guard current == nil else { return .rest }
        if let pause, pause <= now { self.pause = nil }
        if pause == nil {
            // While everyone meets a fault, each word knocks once before any does again.
            let isAnyWelcome = !isInTrouble || ready.isEmpty
            if isAnyWelcome { releaseDelayed(now) }
            if let id = popFirst(reservedUntil: isAnyWelcome ? now : .distantPast) {
                current = id
                flights[id] = (true, false)
                return .lookUp(id)
            }
        }
        return pausedUntil.map { .wait(until: $0) } ?? .rest
    }

    /// The look-up that others wait for takes long: they wait no more, unless several were set aside already.
    package mutating func setAside() {
        if flights.count <= Self.asideLimit { current = nil }
    }

    /// A look-up that was asked for has ended: the one that others wait for, unless it is told which.
    @discardableResult
    package mutating func finish(_ outcome: Outcome, of finished: WordID? = nil, now: Date) -> Reaction {
        adjust(to: now)
        guard let id = finished ?? current, let flight = flights.removeValue(forKey: id) else { return Reaction() }
        if current == id { current = nil }
        defer { if flight.isNew { add(id, now: now) } }
        // What is wanted no more is forgotten, whatever came of it.
        defer { if !flight.isWanted { forget(id) } }
        switch outcome {
        case .dropped: forget(id)
        case .done, .failed(.notFound), .failed(.unsupportedDirection):
            forget(id)
            recover()
            releaseStalled()
        case .failed(.partly(let error, of: let services)):
            recover()
            failure = .partly(error, of: services)
            guard error.isDated else { return Reaction(retryDate: putOff(id, after: error, now)) }
            reserve(id, for: services, after: error, now)
        case .failed(let error) where error.isDated: return pauseAll(with: id, after: error, now)
        case .failed(let error): return meet(error, with: id, now)
        }
        return Reaction()
    }

    /// Somebody has asked now and had an answer: a network that was waited for is there again, or a key is accepted. What a provider has
    /// said of when to come back stays.
    package mutating func resume() {
        if case .rateLimited = failure { return }
        recover()
        releaseStalled()
        for services in reservations.keys where reservations[services]?.isRest == true {
            reservations[services]?.until = lastSeen
        }
    }

    /// Somebody has asked now and was told by all when to come back: that holds for every word.
    package mutating func obey(_ error: TranslationError, now: Date) {
        guard !error.isPartly, let until = error.retryDate else { return }
        adjust(to: now)
        pause = max(pause ?? .distantPast, until)
        pauseCode = error.code
        failure = error
    }

    /// Until when all allow nothing more; `nil` where they do.
    package mutating func limitEnd(now: Date) -> Date? {
        adjust(to: now)
        guard case .rateLimited = failure, let pause, pause > now else { return nil }
        return pause
    }

    // MARK: Faults

    private var isInTrouble: Bool { faulted.count >= TranslationError.tolerance }

    /// All have met a fault of which they did not say when it is over.
    private mutating func meet(_ error: TranslationError, with id: WordID, _ now: Date) -> Reaction {
        var reaction = Reaction(retryDate: putOff(id, after: error, now))
        switch error {
        case .unreachable, .network, .unauthorized: stalled.insert(id)
        case .malformedAnswer, .suspended, .partly, .rateLimited, .store, .cancelled, .notFound, .unsupportedDirection:
            break
        }
        if !isInTrouble { faulted.insert(id) }
        if error.isFault { failure = error }
        guard isInTrouble else { return reaction }
        pausesInARow += 1
        let end = self.end(of: error.pause, pausesInARow, now)
        pause = end
        if pauseCode != error.code { reaction.pauseBeginning = end }
        pauseCode = error.code
        return reaction
    }

    /// All have said when to come back. That says nothing of the word, which keeps its place.
    private mutating func pauseAll(with id: WordID, after error: TranslationError, _ now: Date) -> Reaction {
        failure = error
        var end = error.retryDate ?? now.addingTimeInterval(Self.long)
        if end <= now {
            // Who says "at once", or a time that is over, is asked no faster than who cannot be reached.
            pausesInARow += 1
            end = self.end(of: error.pause, pausesInARow, now)
        }
        pause = end
        ready.insert(id, at: places[id] ?? 0)
        // Where several processes share a limit of one request a second, one of them may come off badly again and again.
        guard end >= now.addingTimeInterval(60) else { return Reaction() }
        defer { pauseCode = error.code }
        return Reaction(pauseBeginning: pauseCode == error.code ? nil : end)
    }

    /// Has a word wait for services that have said when to come back, with all that wait for the same ones.
    private mutating func reserve(
        _ id: WordID, for services: Set<Int>, after error: TranslationError, _ now: Date
    ) {
        var reservation = reservations[services] ?? Reservation()
        reservation.until = error.retryDate ?? now.addingTimeInterval(Self.long)
        if reservation.until <= now {
            staleDatesInARow += 1
            reservation.until = end(of: Self.faultBackoff, staleDatesInARow, now)
        } else {
            staleDatesInARow = 0
        }
        if case .suspended = error { reservation.isRest = true } else { reservation.isRest = false }
        reservation.words.insert(id, at: places[id] ?? 0)
        reservations[services] = reservation
    }

    /// Has a word wait for its next try.
    /// - Returns: when that is.
    private mutating func putOff(_ id: WordID, after error: TranslationError, _ now: Date) -> Date {
        attempts[id, default: 0] += 1
        stalled.remove(id)
        let date = retryDate(after: error, attempts[id] ?? 1, now)
        delay(id, until: date)
        return date
    }

    private func retryDate(after error: TranslationError, _ count: Int, _ now: Date) -> Date {
        switch error {
        case .unauthorized: now.addingTimeInterval(Self.long)
        case .malformedAnswer: end(of: Self.answerBackoff, count, now)
        case .rateLimited, .suspended, .partly, .unreachable, .network, .store, .cancelled, .notFound,
            .unsupportedDirection:
            end(of: Self.faultBackoff, count, now)
        }
    }

    private func end(of backoff: Backoff, _ failures: Int, _ now: Date) -> Date {
        now.addingTimeInterval(backoff.delay(afterFailures: failures, chance: chance()).seconds)
    }

    private mutating func recover() {
        faulted = []
        pausesInARow = 0
        pause = nil
        pauseCode = nil
        failure = nil
    }

    /// The words that waited for an answer, whoever's, go back to their places.
    private mutating func releaseStalled() {
        for id in stalled where delayed.removeValue(forKey: id) != nil { ready.insert(id, at: places[id] ?? 0) }
        stalled = []
        earliestDelayed = delayed.values.min() ?? .distantFuture
    }

    // MARK: Times

    /// A clock that was set back makes no wait longer than it was when the clock was last seen.
    private mutating func adjust(to now: Date) {
        defer { lastSeen = now }
        let shift = now.timeIntervalSince(lastSeen)
        guard shift < 0 else { return }
        pause = pause?.addingTimeInterval(shift)
        for services in reservations.keys { reservations[services]?.until.addTimeInterval(shift) }
        delayed = delayed.mapValues { $0.addingTimeInterval(shift) }
        earliestDelayed = delayed.values.min() ?? .distantFuture
    }

    /// The word that came first: of those that are ready, and of those that are reserved until a time at the latest.
    private mutating func popFirst(reservedUntil latest: Date) -> WordID? {
        var (first, place) = (Set<Int>?.none, ready.firstPlace ?? .max)
        for (services, reservation) in reservations where reservation.until <= latest {
            if let candidate = reservations[services]?.words.firstPlace, candidate < place {
                (first, place) = (services, candidate)
            }
        }
        guard let first else { return ready.popFirst() }
        defer { if reservations[first]?.words.isEmpty == true { reservations[first] = nil } }
        return reservations[first]?.words.popFirst()
    }

    private mutating func delay(_ id: WordID, until date: Date) {
        delayed[id] = date
        earliestDelayed = min(earliestDelayed, date)
    }

    /// Those whose time has come go back to their places.
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
        for services in reservations.keys where reservations[services]?.words.contains(id) == true {
            reservations[services]?.words.remove(id)
            if reservations[services]?.words.isEmpty == true { reservations[services] = nil }
        }
        attempts[id] = nil
        places[id] = nil
        guard let date = delayed.removeValue(forKey: id), date == earliestDelayed else { return }
        earliestDelayed = delayed.values.min() ?? .distantFuture
    }
}
