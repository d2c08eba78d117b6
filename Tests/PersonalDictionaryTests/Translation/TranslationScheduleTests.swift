import CoreModule
import Foundation
import PersonalDictionary
import TestSupport
import Testing

@Suite("The schedule of look-ups")
struct TranslationScheduleTests {
    private typealias Step = TranslationSchedule.Step

    private let start = ManualTime().now

    private func schedule(_ ids: String..., providers: Int = 1) -> GatedSchedule {
        var schedule = GatedSchedule(providers: providers)
        for id in ids { schedule.add(WordID(id), now: start) }
        return schedule
    }

    private func after(_ seconds: TimeInterval) -> Date { start.addingTimeInterval(seconds) }

    @Test("one word at a time, in order of arrival, each once")
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

    @Test("words to recheck come after all others, also after those that come later or were put off")
    func recheck() {
        var schedule = GatedSchedule(providers: 2)
        for id in ["o1", "o2", "o3"] { schedule.add(WordID(id), rank: .recheck, now: start) }
        for id in ["1", "2"] { schedule.add(WordID(id), now: start) }
        schedule.add(WordID("o1"), now: start)
        var order: [Step] = []
        func look(_ outcome: TranslationSchedule.Outcome, at now: Date) {
            order.append(schedule.next(now: now))
            schedule.finish(outcome, now: now)
        }
        look(.failed(.partial(.network(Message("down")), of: [0])), at: start)
        look(.done, at: start)
        look(.failed(.partial(.network(Message("down")), of: [0])), at: start)
        schedule.add(WordID("3"), now: start)
        #expect(schedule.waitingCount == 5)
        for _ in 0..<5 { look(.done, at: after(10)) }
        #expect(order == ["1", "2", "o1", "1", "3", "o1", "o2", "o3"].map { .lookUp(WordID($0)) })
        #expect(schedule.next(now: after(10)) == .rest)
    }

    @Test("a slow look-up is detached, three at most, and its word is not looked up twice")
    func detached() {
        var schedule = schedule("1", "2", "3", "4", "5", providers: 2)
        for id in ["1", "2", "3"] {
            #expect(schedule.next(now: start) == .lookUp(WordID(id)))
            schedule.detachSlow()
            schedule.add(WordID(id), now: start)
        }
        #expect(schedule.next(now: start) == .lookUp(WordID("4")))
        schedule.detachSlow()
        #expect(schedule.next(now: start) == .rest)
        #expect(schedule.waitingCount == 5)
        // One of them comes back, and there is a place.
        schedule.finish(.failed(.partial(.network(Message("")), of: [0])), of: WordID("2"), now: start)
        schedule.detachSlow()
        #expect(schedule.next(now: start) == .lookUp(WordID("5")))
        schedule.finish(.done, now: start)
        schedule.remove(WordID("1"))
        #expect(schedule.waitingCount == 3)
        schedule.finish(.failed(.network(Message(""))), of: WordID("1"), now: start)
        for id in ["3", "4"] { schedule.finish(.done, of: WordID(id), now: start) }
        #expect(schedule.next(now: start) == .wait(until: after(2)))
        #expect(schedule.next(now: after(2)) == .lookUp(WordID("2")))
        schedule.finish(.done, now: after(2))
        #expect(schedule.next(now: after(1e6)) == .rest)
    }

    @Test("newly added words come before waiting ones")
    func added() {
        var schedule = schedule("1", "2")
        for id in ["3", "4"] { schedule.add(WordID(id), rank: .added, now: start) }
        for id in ["3", "4", "1", "2"] {
            #expect(schedule.next(now: start) == .lookUp(WordID(id)))
            schedule.finish(.done, now: start)
        }
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

    /// Begins the next look-up, and has it meet a fault; what everything waits for then.
    private func fault(
        _ schedule: inout GatedSchedule, _ id: String, _ error: TranslationError, at now: Date
    ) -> TimeInterval? {
        #expect(schedule.next(now: now) == .lookUp(WordID(id)))
        schedule.finish(.failed(error), now: now)
        return schedule.pausedUntil?.timeIntervalSince(now)
    }

    @Test("without a network it waits longer and longer, tries another word each time, and continues after an answer")
    func network() {
        let down = TranslationError.network(Message("down"))
        var schedule = schedule("1", "2", "3", "4")
        for id in ["1", "2"] {
            #expect(schedule.next(now: start) == .lookUp(WordID(id)))
            #expect(schedule.finish(.failed(down), now: start).pauseBeginning == nil)
        }
        #expect(schedule.next(now: start) == .lookUp(WordID("3")))
        #expect(schedule.finish(.failed(down), now: start).pauseBeginning == after(2))
        #expect(schedule.next(now: start) == .wait(until: after(2)))
        #expect(fault(&schedule, "4", down, at: after(2)) == 4)
        #expect(schedule.failure == down)
        var now = after(6)
        for (id, delay) in zip(["1", "2", "3", "4", "1", "2", "3", "4"], [8.0, 16, 32, 64, 128, 256, 512, 900]) {
            #expect(fault(&schedule, id, down, at: now) == delay)
            now += delay
        }
        #expect(schedule.next(now: now) == .lookUp(WordID("1")))
        schedule.finish(.done, now: now)
        #expect(schedule.failure == nil && schedule.pausedUntil == nil)
        for id in ["2", "3", "4"] {
            #expect(schedule.next(now: now) == .lookUp(WordID(id)))
            schedule.finish(.done, now: now)
        }
        #expect(schedule.next(now: now) == .rest)
    }

    @Test("jitter makes a wait shorter, by half at most")
    func jitter() {
        var schedule = GatedSchedule(jitter: 1)
        schedule.add(WordID("1"), now: start)
        _ = schedule.next(now: start)
        schedule.finish(.failed(.network(Message(""))), now: start)
        #expect(schedule.pausedUntil == after(1))
    }

    @Test(
        "a word that meets a limit or a wrong key waits an hour, and no word is lost",
        arguments: [TranslationError.partial(.rateLimited(until: ManualTime().now + 3600), of: [0]), .unauthorized])
    func pauses(error: TranslationError) {
        var schedule = schedule("1", "2", providers: 2)
        for id in ["1", "2"] { _ = fault(&schedule, id, error, at: start) }
        #expect(schedule.waitingCount == 2)
        #expect(schedule.next(now: start) == .wait(until: after(3600)))
        #expect(schedule.next(now: after(3600)) == .lookUp(WordID("1")))
    }

    @Test(
        "however some providers fail while others work, each word has its turn at once, and comes back in its order",
        arguments: [
            TranslationError.rateLimited(until: ManualTime().now + 100), .unauthorized,
            .network(Message("")), .unreachable(Message("")), .malformedAnswer(Message("")),
            .resting(until: ManualTime().now + 100, after: .unauthorized, .numbered(0)),
        ])
    func partial(error: TranslationError) {
        var schedule = GatedSchedule(providers: 2)
        let ids = (0..<20).map { WordID("\($0)") }
        for id in ids { schedule.add(id, now: start) }
        for id in ids {
            #expect(schedule.next(now: start) == .lookUp(id))
            #expect(schedule.finish(.failed(.partial(error, of: [0])), now: start).pauseBeginning == nil)
        }
        #expect(schedule.failure == .partial(error, of: [0]))
        guard case .wait(let date) = schedule.next(now: start) else {
            Issue.record("it does not wait")
            return
        }
        #expect(date == error.retryDate ?? date && date > start)
        // One that is added meanwhile does not wait.
        schedule.add(WordID("new"), now: start)
        #expect(schedule.next(now: start) == .lookUp(WordID("new")))
        schedule.finish(.done, now: start)
        for id in ids {
            #expect(schedule.next(now: date) == .lookUp(id))
            schedule.finish(.done, now: date)
        }
        #expect(schedule.next(now: date) == .rest)
    }

    @Test("words wait for the providers that may know them, each with those that wait for the same ones")
    func gated() {
        let (soon, late) = (after(10), after(1_000_000))
        let both = TranslationError.partial(
            .resting(until: soon, after: .network(Message("")), .numbered(0)), of: [0, 1])
        let limited = TranslationError.partial(.rateLimited(until: late), of: [0])
        var schedule = schedule("1", "2", "3", "4", providers: 3)
        for id in ["1", "2", "3"] { #expect(fault(&schedule, id, both, at: start) == nil) }
        // A late date of one provider keeps no word that waits for another as well.
        _ = schedule.next(now: start)
        schedule.finish(.failed(limited), now: start)
        #expect(schedule.next(now: start) == .wait(until: soon))
        #expect(schedule.next(now: soon) == .lookUp(WordID("1")))
        schedule.finish(.failed(limited), now: soon)
        for id in ["2", "3"] {
            #expect(schedule.next(now: soon) == .lookUp(WordID(id)))
            schedule.finish(.done, now: soon)
        }
        #expect(schedule.next(now: soon) == .wait(until: late))
        schedule.remove(WordID("1"))
        #expect(schedule.waitingCount == 1)
        schedule.add(WordID("4"), now: soon)
        #expect(schedule.next(now: late) == .lookUp(WordID("4")))
        schedule.finish(.done, now: late)
        #expect(schedule.next(now: late) == .rest)
    }

    @Test("an answer brings back the words that were put off without a network, and no others")
    func answerReleases() {
        var schedule = schedule("1", "2", "3")
        #expect(fault(&schedule, "1", .network(Message("")), at: start) == nil)
        #expect(fault(&schedule, "2", .malformedAnswer(Message("")), at: start) == nil)
        #expect(schedule.next(now: start) == .lookUp(WordID("3")))
        schedule.finish(.done, now: start)
        #expect(schedule.next(now: start) == .lookUp(WordID("1")))
        schedule.finish(.done, now: start)
        #expect(schedule.next(now: start) == .wait(until: after(60)))
    }

    @Test("an answer that the user asked for ends the wait for providers that rest, not for a limit")
    func resumingGated() {
        let rest = TranslationError.partial(.resting(until: after(900), after: .unauthorized, .numbered(0)), of: [0])
        let limit = TranslationError.partial(.rateLimited(until: after(900)), of: [1])
        var schedule = schedule("1", "2", providers: 3)
        #expect(fault(&schedule, "1", limit, at: start) == nil)
        _ = schedule.next(now: start)
        schedule.finish(.failed(rest), now: start)
        schedule.resume()
        #expect(schedule.next(now: start) == .lookUp(WordID("2")))
        schedule.finish(.done, now: start)
        #expect(schedule.next(now: start) == .wait(until: after(900)))
    }

    @Test("a word whose provider names a date that is over is asked for again later and later")
    func staleDates() {
        var schedule = schedule("1", "2", providers: 2)
        var now = start
        for (id, delay) in [("1", 2.0), ("1", 4), ("1", 8)] {
            #expect(schedule.next(now: now) == .lookUp(WordID(id)))
            schedule.finish(.failed(.partial(.rateLimited(until: now), of: [0])), now: now)
            schedule.remove(WordID("2"))
            #expect(schedule.next(now: now) == .wait(until: now.addingTimeInterval(delay)))
            now += delay
        }
    }

    @Test("a provider that works again ends the pause, also if others do not")
    func partlyWorking() {
        let down = TranslationError.network(Message("down"))
        var schedule = schedule("1", "2", "3", "4", "5", providers: 2)
        for id in ["1", "2"] { #expect(fault(&schedule, id, down, at: start) == nil) }
        #expect(fault(&schedule, "3", down, at: start) == 2)
        #expect(fault(&schedule, "4", .partial(down, of: [0]), at: after(2)) == nil)
        #expect(schedule.next(now: after(2)) == .lookUp(WordID("1")))
    }

    @Test("all words wait for providers that rest, and the same word is tried then")
    func resting() {
        let rest = TranslationError.resting(until: after(50), after: .network(Message("")), .numbered(0))
        var schedule = schedule("1", "2")
        #expect(fault(&schedule, "1", rest, at: start) == 50)
        schedule.add(WordID("3"), now: after(1))
        #expect(schedule.next(now: after(1)) == .wait(until: after(50)))
        // The user asked, and had an answer.
        var resumed = schedule
        resumed.resume()
        #expect(resumed.next(now: after(1)) == .lookUp(WordID("1")))
        #expect(schedule.next(now: after(50)) == .lookUp(WordID("1")))
    }

    @Test("a limit of all providers says nothing of the word that met it: the word waits for the date and no longer")
    func limitIsNoFaultOfAWord() {
        var schedule = schedule("1", "2")
        var now = start
        for _ in 0..<20 {
            #expect(fault(&schedule, "1", .rateLimited(until: now + 10), at: now) == 10)
            now += 10
        }
    }

    @Test("the provider's date is obeyed to the second")
    func retryAfter() {
        var schedule = schedule("1")
        _ = schedule.next(now: start)
        schedule.finish(.failed(.rateLimited(until: after(77))), now: start)
        #expect(schedule.next(now: after(76.9)) == .wait(until: after(77)))
        #expect(schedule.next(now: after(77)) == .lookUp(WordID("1")))
    }

    @Test("if all providers name a date, no word is asked for before, and one look-up is enough to know")
    func limitOfAll() {
        let week = after(7 * 24 * 3600)
        var schedule = schedule("1", "2", "3")
        #expect(schedule.next(now: start) == .lookUp(WordID("1")))
        #expect(schedule.finish(.failed(.rateLimited(until: week)), now: start).pauseBeginning == week)
        schedule.add(WordID("4"), now: after(60))
        schedule.resume()
        #expect(schedule.next(now: after(60)) == .wait(until: week))
        #expect(schedule.pausedUntil == week)
        // A clock that is set back does not make the week longer, and one that is set right again makes it no shorter.
        #expect(schedule.next(now: after(-1e6)) == .wait(until: week.addingTimeInterval(-1e6 - 60)))
        var order: [Step] = []
        for _ in 0..<4 {
            order.append(schedule.next(now: week))
            schedule.finish(.done, now: week)
        }
        #expect(order == ["1", "2", "3", "4"].map { .lookUp(WordID($0)) })
        #expect(schedule.pausedUntil == nil)
    }

    @Test("a limit of all providers that is over soon is waited for, and not reported")
    func shortLimit() {
        var schedule = schedule("1", "2")
        _ = schedule.next(now: start)
        #expect(schedule.finish(.failed(.rateLimited(until: after(5))), now: start).pauseBeginning == nil)
        #expect(schedule.next(now: start) == .wait(until: after(5)))
    }

    @Test("a malformed answer defers its word for a minute, and longer each time")
    func malformed() {
        let nonsense = TranslationError.malformedAnswer(Message(""))
        var schedule = schedule("1")
        var now = start
        for delay in [60.0, 240, 960, 3840, 15360, 61440, 86400, 86400] {
            #expect(fault(&schedule, "1", nonsense, at: now) == delay)
            now += delay
        }
    }

    @Test("a word is not tried before its time, and a time beyond reason is cut to a day")
    func notBefore() {
        var schedule = schedule()
        schedule.add(WordID("1"), notBefore: after(10), now: start)
        schedule.add(WordID("2"), notBefore: after(1e9), now: start)
        #expect(schedule.next(now: start) == .wait(until: after(10)))
        #expect(schedule.next(now: after(10)) == .lookUp(WordID("1")))
        schedule.finish(.done, now: after(10))
        #expect(schedule.next(now: after(10)) == .wait(until: after(24 * 3600)))
    }

    @Test("a word that is no longer to be looked up says nothing of the network")
    func dropped() {
        var schedule = schedule("1", "2", "3", "4", "5")
        let down = TranslationError.network(Message("down"))
        for id in ["1", "2"] { #expect(fault(&schedule, id, down, at: start) == nil) }
        #expect(fault(&schedule, "3", down, at: start) == 2)
        #expect(schedule.next(now: after(2)) == .lookUp(WordID("4")))
        schedule.finish(.dropped, now: after(2))
        #expect(schedule.waitingCount == 4)
        #expect(schedule.failure == down)
        #expect(fault(&schedule, "5", down, at: after(2)) == 4)
    }

    @Test("a word that is removed and restored during its look-up waits again")
    func cameBack() {
        var schedule = schedule("1")
        _ = schedule.next(now: start)
        schedule.remove(WordID("1"))
        schedule.add(WordID("1"), now: start)
        #expect(schedule.waitingCount == 1)
        schedule.finish(.dropped, now: start)
        #expect(schedule.next(now: start) == .lookUp(WordID("1")))
    }

    @Test("a reload of the store keeps what is known of the words that still wait, and a pause")
    func keeping() {
        let down = TranslationError.network(Message("down"))
        var schedule = schedule("1", "2", "3", "4")
        for id in ["1", "2"] { #expect(fault(&schedule, id, down, at: start) == nil) }
        #expect(fault(&schedule, "3", down, at: start) == 2)
        schedule.keep(only: [WordID("1"), WordID("4")])
        for id in ["1", "4", "5"] { schedule.add(WordID(id), now: start) }
        #expect(schedule.waitingCount == 3)
        #expect(schedule.next(now: start) == .wait(until: after(2)))
        for id in ["4", "5", "1"] {
            #expect(schedule.next(now: after(1000)) == .lookUp(WordID(id)))
            schedule.remove(WordID(id))
            schedule.finish(.dropped, now: after(1000))
        }
    }

    @Test("an answer that the user asked for ends the wait for the network, not the wait after a malformed answer")
    func resuming() {
        for (error, step) in [
            (TranslationError.network(Message("")), Step.lookUp(WordID("1"))),
            (.unreachable(Message("")), .lookUp(WordID("1"))), (.unauthorized, .lookUp(WordID("1"))),
            (.malformedAnswer(Message("")), .lookUp(WordID("4"))),
        ] {
            var schedule = schedule("1", "2", "3", "4")
            for id in ["1", "2"] { #expect(fault(&schedule, id, error, at: start) == nil) }
            #expect(fault(&schedule, "3", error, at: start) != nil)
            schedule.resume()
            #expect(schedule.next(now: start) == step)
        }
    }

    @Test(
        "a failure defers its word and no other",
        arguments: [
            TranslationError.unauthorized, .network(Message("")), .unreachable(Message("")),
            .malformedAnswer(Message("")), .cancelled,
        ])
    func oneWord(error: TranslationError) {
        var schedule = schedule("1", "2")
        _ = schedule.next(now: start)
        schedule.finish(.failed(error), now: start)
        #expect(schedule.next(now: start) == .lookUp(WordID("2")))
        #expect(schedule.waitingCount == 2)
    }

    @Test("a clock that is set back makes no wait longer")
    func clockSetBack() {
        var schedule = schedule("1")
        _ = schedule.next(now: start)
        schedule.finish(.failed(.rateLimited(until: after(77))), now: start)
        #expect(schedule.next(now: after(7)) == .wait(until: after(77)))
        #expect(schedule.next(now: after(-1e6)) == .wait(until: after(-1e6 + 70)))
        #expect(schedule.next(now: after(-1e6 + 70)) == .lookUp(WordID("1")))
    }

    @Test(
        "a word is tried later and later if the provider names a date that is over, or the look-up was given up",
        arguments: [
            TranslationError.rateLimited(until: ManualTime().now), .rateLimited(until: .distantPast), .cancelled,
        ])
    func paced(error: TranslationError) {
        var schedule = schedule("1")
        var now = start
        for delay in [2.0, 4, 8] {
            #expect(schedule.next(now: now) == .lookUp(WordID("1")))
            schedule.finish(.failed(error), now: now)
            #expect(schedule.next(now: now) == .wait(until: now.addingTimeInterval(delay)))
            now += delay
        }
    }

    @Test("a word that is removed during its look-up does not wait")
    func removedInFlight() {
        var schedule = schedule("1")
        _ = schedule.next(now: start)
        schedule.remove(WordID("1"))
        #expect(schedule.waitingCount == 0)
        schedule.finish(.failed(.network(Message(""))), now: start)
        #expect(schedule.next(now: after(1e6)) == .rest)
    }
}
