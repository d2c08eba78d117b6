import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

/// What the gate of a provider decides, as tables: no clock, no store, no service.
@Suite("The decisions of a provider's gate", .bounded)
struct ProviderGateStateTests {
    private let start = ManualTime().now

    private func after(_ seconds: TimeInterval) -> Date { start.addingTimeInterval(seconds) }

    private func state() -> ProviderGateState { ProviderGateState(.dict, hedgingDelay: .seconds(2)) }

    /// A request that ends at once, and is not sent again.
    private func fail(
        _ state: inout ProviderGateState, _ error: TranslationError?, at now: Date
    ) -> ProviderGateState.Reaction {
        state.ended(with: error, since: now, attempt: 1, of: 1, now: now, jitter: 0)
    }

    static let faults: [(fault: TranslationError, waits: [Double])] = [
        (.network(Message("x")), [2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]),
        (.unreachable(Message("x")), [2, 4]), (.malformedAnswer(Message("x")), [2, 4]),
        (.unauthorized, [60, 120, 240, 480, 960, 1920, 3600, 3600]),
    ]

    @Test(
        "the third failure in a row begins a back-off, each further one a longer one, and one answer ends it",
        arguments: faults
    )
    func backoff(fault: TranslationError, waits: [Double]) {
        var state = state()
        var now = start
        for count in 1...3 {
            #expect(state.backoffError(now: now) == nil)
            #expect(state.status(now: now) == GateStatus())
            #expect(fail(&state, fault, at: now) == .end(fault))
            #expect(state.status(now: now).isFailing == (count == 3))
        }
        for wait in waits {
            let end = now + wait
            #expect(state.backoffError(now: now) == .backingOff(until: end, after: fault))
            #expect(state.status(now: now) == GateStatus(notBefore: end, isFailing: true))
            #expect(state.backoffError(now: end - 0.1) == .backingOff(until: end, after: fault))
            #expect(state.backoffError(now: end) == nil)
            #expect(state.status(now: end) == GateStatus(isFailing: true))
            #expect(fail(&state, fault, at: end) == .end(fault))
            now = end
        }
        // A clock that is set back makes no back-off longer.
        guard let end = state.backoffError(now: now - 1_000_000)?.retryDate else {
            Issue.record("there is no back-off")
            return
        }
        #expect(end > now - 1_000_000 && end <= now - 1_000_000 + 3600)
        #expect(fail(&state, .notFound, at: now) == .end(.notFound))
        #expect(state.status(now: now) == GateStatus())
        for _ in 0..<3 { #expect(fail(&state, fault, at: now) == .end(fault)) }
        #expect(state.backoffError(now: now) == .backingOff(until: now + waits[0], after: fault))
        state.clearBackoff()
        #expect(state.backoffError(now: now) == nil)
        #expect(fail(&state, fault, at: now) == .end(fault))
        #expect(state.backoffError(now: now) == .backingOff(until: now + waits[1], after: fault))
    }

    @Test("jitter makes a back-off shorter, by half at most")
    func jitter() {
        var state = state()
        for _ in 0..<3 {
            _ = state.ended(
                with: .network(Message("")), since: start, attempt: 1, of: 1, now: start, jitter: 1)
        }
        #expect(state.status(now: start).notBefore == after(1))
    }

    @Test("a provider that names a date that is over, again and again, is in back-off as well")
    func staleDates() {
        var state = state()
        let stale = TranslationError.rateLimited(until: start)
        for _ in 0..<3 {
            #expect(state.backoffError(now: start) == nil)
            #expect(fail(&state, stale, at: start) == .end(stale))
        }
        #expect(state.backoffError(now: start) == .backingOff(until: after(2), after: stale))
    }

    @Test("errors that are not the provider's begin no back-off")
    func noBackoff() {
        for error in [
            TranslationError.notFound, .unsupportedDirection(.englishToRussian), .rateLimited(until: after(9)),
            .cancelled, .store(StoreError(.full, path: nil, message: Message("full"))),
        ] {
            var state = state()
            for _ in 0..<9 {
                #expect(fail(&state, error, at: start) == .end(error))
                #expect(state.backoffError(now: start) == nil)
            }
        }
    }

    @Test(
        "a request that was given up counts as a failure from the hedging delay on, and only if the caller gave it up")
    func givenUp() {
        for (age, isCancelled, isFailure) in [(1.9, true, false), (2, true, true), (9, true, true), (9, false, false)] {
            var state = state()
            for _ in 0..<3 {
                _ = state.ended(
                    with: .cancelled, since: start, attempt: 1, of: 1, isCancelled: isCancelled, now: after(age),
                    jitter: 0)
            }
            #expect((state.backoffError(now: after(age)) != nil) == isFailure)
        }
    }

    @Test("a fault of the network is tried again later if it was quick; other errors are not")
    func retry() {
        let down = TranslationError.network(Message("down"))
        let table: [(error: TranslationError, age: Double, attempt: Int, retry: Double?)] = [
            (down, 0, 1, 0.5), (down, 5, 1, 0.5), (down, 5.1, 1, nil), (down, 0, 2, 1), (down, 0, 3, nil),
            (.unreachable(Message("")), 0, 1, 0.5), (.notFound, 0, 1, nil), (.unauthorized, 0, 1, nil),
            (.rateLimited(until: after(60)), 0, 1, nil), (.malformedAnswer(Message("")), 0, 1, nil),
        ]
        for (error, age, attempt, retry) in table {
            var state = state()
            let reaction = state.ended(
                with: error, since: start, attempt: attempt, of: 3, now: after(age), jitter: 0)
            #expect(reaction == retry.map { .retry(at: after(age + $0)) } ?? .end(error))
        }
    }

    @Test(
        "a limit closes the gate until its date; a shorter date ends no longer one"
    )
    func limits() {
        var state = state()
        #expect(fail(&state, .rateLimited(until: after(77)), at: start) == .end(.rateLimited(until: after(77))))
        #expect(fail(&state, .rateLimited(until: after(5)), at: start) == .end(.rateLimited(until: after(5))))
        #expect(state.status(now: after(76.9)) == GateStatus(notBefore: after(77)))
        #expect(state.status(now: after(77)) == GateStatus())
        #expect(fail(&state, .rateLimited(until: after(3600)), at: start) == .end(.rateLimited(until: after(3600))))
        // To clear the back-off does not clear what the provider said.
        state.clearBackoff()
        #expect(state.status(now: start).notBefore == after(3600))
    }

    @Test("a clock that is set back makes no limit longer, whether the provider named it or the requests are used up")
    func limitsAndClockSetBack() {
        var named = state()
        #expect(fail(&named, .rateLimited(until: after(77)), at: start) == .end(.rateLimited(until: after(77))))
        #expect(named.status(now: after(-1000)) == GateStatus(notBefore: after(-1000 + 77)))
        #expect(named.status(now: after(-1000 + 77)) == GateStatus())
        var used = state()
        #expect(
            used.decide(notBefore: after(60), since: start, now: start) == .fail(.rateLimited(until: after(60))))
        #expect(used.status(now: after(-1000)) == GateStatus(notBefore: after(-1000 + 60)))
    }

    @Test("a short wait for a permit is waited, a long one is an error, and a permit opens the gate")
    func permits() {
        var state = state()
        #expect(state.decide(notBefore: after(2), since: start, now: start) == .wait(until: after(2)))
        #expect(state.status(now: start) == GateStatus())
        // Others may go first again and again.
        #expect(
            state.decide(notBefore: after(2.5), since: start, now: after(2))
                == .fail(.rateLimited(until: after(2.5))))
        #expect(
            state.decide(notBefore: after(60), since: start, now: start) == .fail(.rateLimited(until: after(60))))
        #expect(state.status(now: start).notBefore == after(60))
        #expect(state.decide(notBefore: nil, since: after(1), now: after(1)) == .send)
        #expect(state.status(now: after(1)) == GateStatus())
    }
}
