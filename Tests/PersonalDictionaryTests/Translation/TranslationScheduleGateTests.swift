import CoreModule
import Foundation
import PersonalDictionary
import TestSupport
import Testing

@Suite("The schedule of look-ups and the gates of providers", .bounded)
struct TranslationScheduleGateTests: GatedScheduleTests {
    private typealias Step = TranslationSchedule.Step

    @Test("words wait for the providers that may know them, each with those that wait for the same ones")
    func gated() {
        let (soon, late) = (after(10), after(1_000_000))
        let both = TranslationError.partial(
            .backingOff(until: soon, after: .network(Message("")), .numbered(0)), of: [0, 1])
        let limited = TranslationError.partial(.rateLimited(until: late), of: [0])
        var schedule = schedule("1", "2", "3", "4", providers: 3)
        for id in ["1", "2", "3"] { #expect(schedule.lookUpFailing(id, both, at: start) == nil) }
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
        #expect(schedule.next(now: late) == .waitForEvent)
    }

    @Test("an answer brings back the words that were delayed without a network, and no others")
    func answerReleases() {
        var schedule = schedule("1", "2", "3")
        #expect(schedule.lookUpFailing("1", .network(Message("")), at: start) == nil)
        #expect(schedule.lookUpFailing("2", .malformedAnswer(Message("")), at: start) == nil)
        #expect(schedule.next(now: start) == .lookUp(WordID("3")))
        schedule.finish(.done, now: start)
        #expect(schedule.next(now: start) == .lookUp(WordID("1")))
        schedule.finish(.done, now: start)
        #expect(schedule.next(now: start) == .wait(until: after(60)))
    }

    @Test("an answer that the user asked for ends the wait for providers in back-off, not for a limit")
    func resumingGated() {
        let backoff = TranslationError.partial(
            .backingOff(until: after(900), after: .unauthorized, .numbered(0)), of: [0])
        let limit = TranslationError.partial(.rateLimited(until: after(900)), of: [1])
        var schedule = schedule("1", "2", providers: 3)
        #expect(schedule.lookUpFailing("1", limit, at: start) == nil)
        _ = schedule.next(now: start)
        schedule.finish(.failed(backoff), now: start)
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

    @Test("a provider that works again ends the wait of all, also if others do not")
    func partlyWorking() {
        let down = TranslationError.network(Message("down"))
        var schedule = schedule("1", "2", "3", "4", "5", providers: 2)
        for id in ["1", "2"] { #expect(schedule.lookUpFailing(id, down, at: start) == nil) }
        #expect(schedule.lookUpFailing("3", down, at: start) == 2)
        #expect(schedule.lookUpFailing("4", .partial(down, of: [0]), at: after(2)) == nil)
        #expect(schedule.next(now: after(2)) == .lookUp(WordID("1")))
    }

    @Test("all words wait for providers in back-off, and the same word is tried then")
    func backingOff() {
        let backoff = TranslationError.backingOff(until: after(50), after: .network(Message("")), .numbered(0))
        var schedule = schedule("1", "2")
        #expect(schedule.lookUpFailing("1", backoff, at: start) == 50)
        schedule.add(WordID("3"), now: after(1))
        #expect(schedule.next(now: after(1)) == .wait(until: after(50)))
        // The user asked, and had an answer.
        var resumed = schedule
        resumed.resume()
        #expect(resumed.next(now: after(1)) == .lookUp(WordID("1")))
        #expect(schedule.next(now: after(50)) == .lookUp(WordID("1")))
    }

    @Test("if all providers reached their limits, the word waits for the date and is not delayed further")
    func limitIsNoFaultOfAWord() {
        var schedule = schedule("1", "2")
        var now = start
        for _ in 0..<20 {
            #expect(schedule.lookUpFailing("1", .rateLimited(until: now + 10), at: now) == 10)
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
        #expect(schedule.finish(.failed(.rateLimited(until: week)), now: start).newNotBefore == week)
        schedule.add(WordID("4"), now: after(60))
        schedule.resume()
        #expect(schedule.next(now: after(60)) == .wait(until: week))
        #expect(schedule.notBefore == week)
        // A clock that is set back does not make the week longer, and one that is set right again makes it no shorter.
        #expect(schedule.next(now: after(-1e6)) == .wait(until: week.addingTimeInterval(-1e6 - 60)))
        var order: [Step] = []
        for _ in 0..<4 {
            order.append(schedule.next(now: week))
            schedule.finish(.done, now: week)
        }
        #expect(order == ["1", "2", "3", "4"].map { .lookUp(WordID($0)) })
        #expect(schedule.notBefore == nil)
    }

    @Test("a limit of all providers that is over soon is waited for, and not reported")
    func shortLimit() {
        var schedule = schedule("1", "2")
        _ = schedule.next(now: start)
        #expect(schedule.finish(.failed(.rateLimited(until: after(5))), now: start).newNotBefore == nil)
        #expect(schedule.next(now: start) == .wait(until: after(5)))
    }
}
