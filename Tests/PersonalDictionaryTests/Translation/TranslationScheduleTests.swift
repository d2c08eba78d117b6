import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("The schedule of look-ups", .bounded)
struct TranslationScheduleTests: GatedScheduleTests {
    private typealias Step = TranslationSchedule.Step

    @Test("one word at a time, in order of arrival, each once")
    func order() {
        var schedule = schedule("1", "2", "1")
        #expect(schedule.waitingCount == 2)
        #expect(schedule.next(now: start) == .lookUp(WordID("1")))
        #expect(schedule.next(now: start) == .waitForEvent)
        schedule.add(WordID("1"), now: start)
        schedule.finish(.done, now: start)
        #expect(schedule.next(now: start) == .lookUp(WordID("2")))
        schedule.finish(.failed(.notFound), now: start)
        #expect(schedule.next(now: start) == .waitForEvent)
        #expect(schedule.waitingCount == 0)
        #expect(schedule.failure == nil)
    }

    @Test("each word keeps the reason of its own failure until it has an answer or is removed, and not too many do")
    func reasons() {
        var schedule = TranslationSchedule { 0 }
        for id in ["1", "2"] { schedule.add(WordID(id), now: start) }
        for (id, error) in [("1", TranslationError.unauthorized), ("2", .network(Message("down")))] {
            #expect(schedule.next(now: start) == .lookUp(WordID(id)))
            #expect(schedule.failures[WordID(id)] == nil)
            schedule.finish(.failed(error), now: start)
            #expect(schedule.failures[WordID(id)] == error)
        }
        #expect(schedule.failures[WordID("1")] == .unauthorized)
        schedule.remove(WordID("1"))
        #expect(Set(schedule.failures.keys) == [WordID("2")])
        for number in 3...TranslationSchedule.failureLimit + 9 {
            schedule.add(WordID("\(number)"), now: start)
            guard case .lookUp = schedule.next(now: start) else { break }
            schedule.finish(.failed(.network(Message("down"))), now: start)
        }
        #expect(schedule.failures.count == TranslationSchedule.failureLimit)
    }

    @Test("an answer that the user asked for ends the reasons that it disproves, not that of a malformed answer")
    func reasonsAfterAnswer() {
        var schedule = TranslationSchedule { 0 }
        let errors = [
            TranslationError.unauthorized, .network(Message("down")), .unreachable(Message("")),
            .malformedAnswer(Message("")),
        ]
        for (number, error) in errors.enumerated() {
            schedule.add(WordID("\(number)"), now: start)
            #expect(schedule.next(now: start) == .lookUp(WordID("\(number)")))
            schedule.finish(.failed(error), now: start)
        }
        #expect(schedule.failures.count == errors.count)
        schedule.recover()
        #expect(schedule.failures == [WordID("3"): .malformedAnswer(Message(""))])
    }

    @Test("a word that was delayed before a restart starts over when it is edited; one that waits keeps its place")
    func startingOver() {
        var schedule = schedule("1", "2")
        schedule.add(WordID("3"), notBefore: after(3600), now: start)
        for id in ["1", "3"] {
            schedule.startOver(WordID(id))
            schedule.add(WordID(id), now: start)
        }
        for id in ["1", "2", "3"] {
            #expect(schedule.next(now: start) == .lookUp(WordID(id)))
            schedule.finish(.done, now: start)
        }
    }

    @Test("words to recheck come after all others, also after those that come later or were delayed")
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
        #expect(schedule.next(now: after(10)) == .waitForEvent)
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
        #expect(schedule.next(now: start) == .waitForEvent)
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
        #expect(schedule.next(now: after(1e6)) == .waitForEvent)
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
        #expect(schedule.next(now: after(1e6)) == .waitForEvent)
    }

    @Test("without a network it waits longer and longer, tries another word each time, and continues after an answer")
    func network() {
        let down = TranslationError.network(Message("down"))
        var schedule = schedule("1", "2", "3", "4")
        for id in ["1", "2"] {
            #expect(schedule.next(now: start) == .lookUp(WordID(id)))
            #expect(schedule.finish(.failed(down), now: start).newNotBefore == nil)
        }
        #expect(schedule.next(now: start) == .lookUp(WordID("3")))
        #expect(schedule.finish(.failed(down), now: start).newNotBefore == after(2))
        #expect(schedule.next(now: start) == .wait(until: after(2)))
        #expect(schedule.lookUpFailing("4", down, at: after(2)) == 4)
        #expect(schedule.failure == down)
        var now = after(6)
        for (id, delay) in zip(["1", "2", "3", "4", "1", "2", "3", "4"], [8.0, 16, 32, 64, 128, 256, 512, 900]) {
            #expect(schedule.lookUpFailing(id, down, at: now) == delay)
            now += delay
        }
        #expect(schedule.next(now: now) == .lookUp(WordID("1")))
        schedule.finish(.done, now: now)
        #expect(schedule.failure == nil && schedule.notBefore == nil)
        for id in ["2", "3", "4"] {
            #expect(schedule.next(now: now) == .lookUp(WordID(id)))
            schedule.finish(.done, now: now)
        }
        #expect(schedule.next(now: now) == .waitForEvent)
    }

    @Test("jitter makes a wait shorter, by half at most")
    func jitter() {
        var schedule = GatedSchedule(jitter: 1)
        schedule.add(WordID("1"), now: start)
        _ = schedule.next(now: start)
        schedule.finish(.failed(.network(Message(""))), now: start)
        #expect(schedule.notBefore == after(1))
    }

    @Test(
        "a word that meets a limit or a wrong key waits an hour, and no word is lost",
        arguments: [TranslationError.partial(.rateLimited(until: ManualTime().now + 3600), of: [0]), .unauthorized])
    func waits(error: TranslationError) {
        var schedule = schedule("1", "2", providers: 2)
        for id in ["1", "2"] { _ = schedule.lookUpFailing(id, error, at: start) }
        #expect(schedule.waitingCount == 2)
        #expect(schedule.next(now: start) == .wait(until: after(3600)))
        #expect(schedule.next(now: after(3600)) == .lookUp(WordID("1")))
    }

    @Test(
        "however some providers fail while others work, each word is tried at once, and comes back in its order",
        arguments: [
            TranslationError.rateLimited(until: ManualTime().now + 100), .unauthorized,
            .network(Message("")), .unreachable(Message("")), .malformedAnswer(Message("")),
            .backingOff(until: ManualTime().now + 100, after: .unauthorized, .numbered(0)),
        ])
    func partial(error: TranslationError) {
        var schedule = GatedSchedule(providers: 2)
        let ids = (0..<20).map { WordID("\($0)") }
        for id in ids { schedule.add(id, now: start) }
        for id in ids {
            #expect(schedule.next(now: start) == .lookUp(id))
            #expect(schedule.finish(.failed(.partial(error, of: [0])), now: start).newNotBefore == nil)
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
        #expect(schedule.next(now: date) == .waitForEvent)
    }

    @Test("a malformed answer defers its word for a minute, and longer each time")
    func malformed() {
        let nonsense = TranslationError.malformedAnswer(Message(""))
        var schedule = schedule("1")
        var now = start
        for delay in [60.0, 240, 960, 3840, 15360, 61440, 86400, 86400] {
            #expect(schedule.lookUpFailing("1", nonsense, at: now) == delay)
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
        for id in ["1", "2"] { #expect(schedule.lookUpFailing(id, down, at: start) == nil) }
        #expect(schedule.lookUpFailing("3", down, at: start) == 2)
        #expect(schedule.next(now: after(2)) == .lookUp(WordID("4")))
        schedule.finish(.dropped, now: after(2))
        #expect(schedule.waitingCount == 4)
        #expect(schedule.failure == down)
        #expect(schedule.lookUpFailing("5", down, at: after(2)) == 4)
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

    @Test("a reload of the store keeps what is known of the words that still wait, and that nothing may be asked")
    func keeping() {
        let down = TranslationError.network(Message("down"))
        var schedule = schedule("1", "2", "3", "4")
        for id in ["1", "2"] { #expect(schedule.lookUpFailing(id, down, at: start) == nil) }
        #expect(schedule.lookUpFailing("3", down, at: start) == 2)
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
            for id in ["1", "2"] { #expect(schedule.lookUpFailing(id, error, at: start) == nil) }
            #expect(schedule.lookUpFailing("3", error, at: start) != nil)
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

    @Test("a limit of some providers, and then a clock set back, makes the wait no longer")
    func partialLimitAndClockSetBack() {
        var schedule = GatedSchedule(providers: 2)
        schedule.add(WordID("1"), now: start)
        #expect(schedule.next(now: start) == .lookUp(WordID("1")))
        schedule.finish(.failed(.partial(.rateLimited(until: after(77)), of: [0])), now: start)
        #expect(schedule.next(now: after(7)) == .wait(until: after(77)))
        #expect(schedule.next(now: after(-1e6)) == .wait(until: after(-1e6 + 70)))
        #expect(schedule.notBefore == after(-1e6 + 70))
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
        #expect(schedule.next(now: after(1e6)) == .waitForEvent)
    }
}
