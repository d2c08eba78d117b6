import CoreModule
import Foundation
import PersonalDictionary
import TestSupport
import Testing

@Suite("The schedule of look-ups")
struct TranslationScheduleTests {
    private let start = ManualTime().now

    private func schedule(_ ids: String...) -> TranslationSchedule {
        var schedule = TranslationSchedule { 0 }
        for id in ids { schedule.add(WordID(id), now: start) }
        return schedule
    }

    private func after(_ seconds: TimeInterval) -> Date { start.addingTimeInterval(seconds) }

    @Test("one word at a time, in the order in which they came, each once")
    func order() {
        var schedule = schedule("1", "2", "1")
        #expect(schedule.waitingCount == 2)
        #expect(schedule.next(now: start) == .lookUp(WordID("1")))
        #expect(schedule.next(now: start) == .rest)
        schedule.add(WordID("1"), now: start)
        schedule.finish(.done, now: start)
        #expect(schedule.next(now: start) == .lookUp(WordID("2")))
        schedule.finish(.failed(.notFound), now: start)
        #expect(schedule.next(now: start) == .rest)
        #expect(schedule.waitingCount == 0)
        #expect(schedule.failure == nil)
    }

    @Test("a word that was removed is not looked up")
    func removal() {
        var schedule = schedule("1", "2")
        schedule.remove(WordID("1"))
        #expect(schedule.next(now: start) == .lookUp(WordID("2")))
        schedule.finish(.failed(.malformedAnswer(Message(""))), now: start)
        schedule.remove(WordID("2"))
        #expect(schedule.next(now: after(1e6)) == .rest)
    }

    @Test("without a network it asks again later and later with one word, and goes on at once when that succeeds")
    func network() {
        var schedule = schedule("1", "2")
        var now = start
        for delay in [2.0, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900] {
            #expect(schedule.next(now: now) == .lookUp(WordID("1")))
            #expect(schedule.finish(.failed(.network(Message(""))), now: now) == nil)
            #expect(schedule.next(now: now) == .wait(until: now.addingTimeInterval(delay)))
            now += delay
        }
        #expect(schedule.failure == .network(Message("")))
        #expect(schedule.next(now: now) == .lookUp(WordID("1")))
        schedule.finish(.done, now: now)
        #expect(schedule.failure == nil)
        #expect(schedule.next(now: now) == .lookUp(WordID("2")))
    }

    @Test("chance makes a pause shorter, by half at most")
    func chance() {
        var schedule = TranslationSchedule { 1 }
        schedule.add(WordID("1"), now: start)
        _ = schedule.next(now: start)
        schedule.finish(.failed(.network(Message(""))), now: start)
        #expect(schedule.pausedUntil == after(1))
    }

    @Test(
        "a limit and a wrong key pause everything, and no word is lost",
        arguments: [(TranslationError.rateLimited(until: nil), 3600.0), (.unauthorized, 3600)])
    func pauses(error: TranslationError, delay: TimeInterval) {
        var schedule = schedule("1", "2")
        _ = schedule.next(now: start)
        schedule.finish(.failed(error), now: start)
        #expect(schedule.next(now: start) == .wait(until: after(delay)))
        #expect(schedule.waitingCount == 2)
        #expect(schedule.next(now: after(delay)) == .lookUp(WordID("1")))
    }

    @Test("what the provider says is obeyed to the second")
    func retryAfter() {
        var schedule = schedule("1")
        _ = schedule.next(now: start)
        schedule.finish(.failed(.rateLimited(until: after(77))), now: start)
        #expect(schedule.next(now: after(76.9)) == .wait(until: after(77)))
        #expect(schedule.next(now: after(77)) == .lookUp(WordID("1")))
    }

    @Test("an answer that makes no sense puts off its word only; three in a row pause all")
    func malformed() {
        var schedule = schedule("1", "2", "3", "4")
        for _ in 0..<2 {
            _ = schedule.next(now: start)
            #expect(schedule.finish(.failed(.malformedAnswer(Message(""))), now: start) == after(60))
        }
        #expect(schedule.next(now: start) == .lookUp(WordID("3")))
        schedule.finish(.failed(.malformedAnswer(Message(""))), now: start)
        guard case .wait = schedule.next(now: start) else {
            Issue.record("it goes on")
            return
        }
        #expect(schedule.next(now: after(30)) == .lookUp(WordID("4")))
        schedule.finish(.done, now: after(30))
        #expect(schedule.next(now: after(30)) == .wait(until: after(60)))
        #expect(schedule.next(now: after(60)) == .lookUp(WordID("1")))
        #expect(schedule.finish(.failed(.malformedAnswer(Message(""))), now: after(60)) == after(300))
    }

    @Test("a word that may not be tried before a time is not, and a time beyond reason is cut to a day")
    func notBefore() {
        var schedule = schedule()
        schedule.add(WordID("1"), notBefore: after(10), now: start)
        schedule.add(WordID("2"), notBefore: after(1e9), now: start)
        #expect(schedule.next(now: start) == .wait(until: after(10)))
        #expect(schedule.next(now: after(10)) == .lookUp(WordID("1")))
        schedule.finish(.done, now: after(10))
        #expect(schedule.next(now: after(10)) == .wait(until: after(24 * 3600)))
    }

    @Test("a look-up that was cancelled is the next one")
    func cancellation() {
        var schedule = schedule("1", "2")
        _ = schedule.next(now: start)
        schedule.finish(.failed(.cancelled), now: start)
        #expect(schedule.next(now: start) == .lookUp(WordID("1")))
    }

    @Test("in a month of outages no limit is exceeded, and every word is done within a day of when the limits allow")
    func month() {
        for seed in 0..<3 as Range<UInt64> { simulateMonth(seed) }
    }

    /// 5,000 words, one request a second, 200 a day, and a network that comes and goes.
    private func simulateMonth(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let limits = [RequestLimit(1, per: .seconds(1)), RequestLimit(200, per: .seconds(24 * 3600))]
        let outages = (0..<40).map { _ -> Range<Date> in
            let begin = after(Double.random(in: 0..<(30 * 24 * 3600), using: &generator))
            return begin..<begin.addingTimeInterval(Double.random(in: 60..<(8 * 3600), using: &generator))
        }
        var provider = SimulatedProvider(limits: limits)
        var schedule = TranslationSchedule { 0.5 }
        var added = 0
        var sent: [Date] = []
        var open: [WordID: Date] = [:]
        var now = start
        while added < 5000 || schedule.waitingCount > 0 {
            // Words come in over the first days, a few at a time.
            while added < 5000, after(Double(added) * 60) <= now {
                added += 1
                open[WordID("\(added)")] = now
                schedule.add(WordID("\(added)"), now: now)
            }
            let nextWord = added < 5000 ? after(Double(added) * 60) : Date.distantFuture
            switch schedule.next(now: now) {
            case .lookUp(let id):
                let earliest = RequestLimit.earliest(limits, after: sent, now: now)
                if earliest.timeIntervalSince(now) > 2 {
                    schedule.finish(.failed(.rateLimited(until: earliest)), now: now)
                    continue
                }
                now = max(now, earliest)
                sent.append(now)
                provider.receive(at: now)
                if outages.contains(where: { $0.contains(now) }) {
                    schedule.finish(.failed(.network(Message("down"))), now: now)
                } else {
                    schedule.finish(.done, now: now)
                    open[id] = nil
                }
            case .wait(let date): now = min(max(now, date), nextWord)
            case .rest: now = nextWord
            }
        }
        #expect(provider.violations == 0, "seed \(seed)")
        #expect(open.isEmpty)
        // 5,000 words at 200 a day take 25 days; what is sent in vain counts too.
        let vain = sent.count - 5000
        let needed = Double((5000 + vain + 199) / 200) * 24 * 3600
        #expect(now.timeIntervalSince(start) < needed + 24 * 3600, "seed \(seed): \(vain) in vain")
        #expect(vain < 2000, "seed \(seed): \(vain) in vain")
    }
}

/// Counts on its own what it is asked, and how often that was too much.
private struct SimulatedProvider {
    let limits: [RequestLimit]
    private(set) var violations = 0
    private var received: [Date] = []

    init(limits: [RequestLimit]) {
        self.limits = limits
    }

    mutating func receive(at date: Date) {
        received.append(date)
        for limit in limits {
            // A tenth of a microsecond is lost where dates are added.
            let begin = date.addingTimeInterval(-limit.window.seconds + 1e-6)
            if received.suffix(limit.count + 1).count(where: { $0 > begin }) > limit.count { violations += 1 }
        }
    }
}
