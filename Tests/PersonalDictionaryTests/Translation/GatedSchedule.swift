import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

/// Tests of a schedule with gates, from a fixed time on.
protocol GatedScheduleTests {}

extension GatedScheduleTests {
    var start: Date { ManualTime().now }

    func schedule(_ ids: String..., providers: Int = 1) -> GatedSchedule {
        var schedule = GatedSchedule(providers: providers)
        for id in ids { schedule.add(WordID(id), now: start) }
        return schedule
    }

    func after(_ seconds: TimeInterval) -> Date { start.addingTimeInterval(seconds) }
}

/// A schedule with the gates of its providers, which learn from each look-up as they do in the chain.
struct GatedSchedule {
    private var schedule: TranslationSchedule
    private var gates: [(provider: TranslationProvider, state: ProviderGateState)]
    /// The ends of back-offs that a failure names.
    private var backoffs: [TranslationProvider: Date] = [:]
    private let jitter: Double

    init(providers: Int = 1, jitter: Double = 0) {
        schedule = TranslationSchedule { jitter }
        gates = (0..<providers).map { number in
            (.numbered(number), ProviderGateState(.numbered(number), hedgingDelay: .seconds(2)))
        }
        self.jitter = jitter
    }

    var waitingCount: Int { schedule.waitingCount }
    var failure: TranslationError? { schedule.failure }
    var notBefore: Date? { schedule.notBefore }

    mutating func add(
        _ id: WordID, rank: TranslationSchedule.Rank = .waiting, notBefore date: Date? = nil, now: Date
    ) {
        schedule.add(id, rank: rank, notBefore: date, now: now)
    }

    mutating func remove(_ id: WordID) { schedule.remove(id) }
    mutating func keep(only ids: Set<WordID>) { schedule.keep(only: ids) }
    mutating func startOver(_ id: WordID) { schedule.startOver(id) }
    mutating func detachSlow() { schedule.detachSlow() }

    mutating func next(now: Date) -> TranslationSchedule.Step {
        updateGates(now)
        return schedule.next(now: now)
    }

    @discardableResult
    mutating func finish(
        _ outcome: TranslationSchedule.Outcome, of id: WordID? = nil, now: Date
    ) -> TranslationSchedule.Reaction {
        switch outcome {
        case .dropped: break
        case .done, .failed(.notFound), .failed(.unsupportedDirection):
            // The last provider knew the word.
            learn(nil, by: gates.count - 1, now)
        case .failed(let error):
            for (number, gate) in gates.enumerated() {
                let hasFailed = !error.isPartial || error.failure?.providers.contains(gate.provider) == true
                learn(hasFailed ? error : nil, by: number, now)
            }
        }
        updateGates(now)
        return schedule.finish(outcome, of: id, now: now)
    }

    /// The user asked now, and had an answer.
    mutating func resume() {
        backoffs = [:]
        for number in gates.indices { gates[number].state.clearBackoff() }
        schedule.recover()
    }

    /// Begins the next look-up, which fails.
    /// - Returns: how long everything waits then.
    mutating func lookUpFailing(_ id: String, _ error: TranslationError, at now: Date) -> TimeInterval? {
        #expect(next(now: now) == .lookUp(WordID(id)))
        finish(.failed(error), now: now)
        return notBefore?.timeIntervalSince(now)
    }

    private mutating func learn(_ error: TranslationError?, by number: Int, _ now: Date) {
        if let failure = error?.failure, let date = failure.retryDate, failure.reason.retryDate == nil {
            backoffs[gates[number].provider] = date
        } else {
            _ = gates[number].state.ended(
                with: error?.reason, since: now, attempt: 1, of: 1, now: now, jitter: jitter)
        }
    }

    private mutating func updateGates(_ now: Date) {
        for (number, gate) in gates.enumerated() {
            var status = gates[number].state.status(now: now)
            if let end = backoffs[gate.provider], end > now {
                status.notBefore = max(status.notBefore ?? end, end)
            }
            schedule.gates[gate.provider] = status
        }
    }
}
