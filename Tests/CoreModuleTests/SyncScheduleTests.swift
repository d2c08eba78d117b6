import CoreModule
import Foundation
import TestSupport
import Testing

@Suite("The schedule of synchronization after failures", .bounded)
struct SyncScheduleTests {
    private let start = Date(timeIntervalSince1970: 1_795_255_200)

    /// A schedule that has begun, and whose first synchronization has ended well.
    private func schedule(interval: Duration? = .seconds(300)) -> SyncSchedule {
        var schedule = SyncSchedule(interval: interval)
        schedule.started(at: start)
        schedule.began()
        schedule.finished(.done, at: start, jitter: 0)
        return schedule
    }

    private func date(_ seconds: Double) -> Date { start.addingTimeInterval(seconds) }

    private func seconds(_ schedule: SyncSchedule) -> Double? { schedule.next?.timeIntervalSince(start) }

    private func fail(
        _ schedule: inout SyncSchedule, at seconds: Double = 0, jitter: Double = 0, isTransient: Bool = true,
        until retry: Double? = nil
    ) {
        schedule.began()
        schedule.finished(
            .failed(isTransient: isTransient, until: retry.map(date)), at: date(seconds), jitter: jitter)
    }

    @Test("the wait is 1 to 2 s after the first failure, 2 to 4 s after the second", arguments: [0, 0.25, 0.5, 1])
    func firstFailures(jitter: Double) {
        var schedule = schedule()
        schedule.edited(at: start)
        #expect(seconds(schedule) == 2)
        fail(&schedule, at: 2, jitter: jitter)
        #expect(seconds(schedule) == 2 + 2 * (1 - jitter / 2))
        fail(&schedule, at: 10, jitter: jitter)
        #expect(seconds(schedule) == 10 + 4 * (1 - jitter / 2))
    }

    @Test("however many failures there are, the wait is at most 120 s, and at least half of that")
    func longest() {
        for (jitter, wait) in [(0.0, 120.0), (1.0, 60.0)] {
            var schedule = schedule()
            for _ in 0..<1000 { fail(&schedule, jitter: jitter) }
            #expect(seconds(schedule) == wait)
        }
    }

    @Test("a failure that may pass leads to another try without an interval, too")
    func withoutInterval() {
        var schedule = schedule(interval: nil)
        #expect(schedule.next == nil)
        fail(&schedule)
        #expect(seconds(schedule) == 2)
    }

    @Test("the server's retry date does not shorten the wait, and is kept if it is later than any")
    func retryDates() {
        for (retry, wait) in [(1.0, 2.0), (2, 2), (2.5, 2.5), (4000, 4000)] {
            var schedule = schedule()
            fail(&schedule, until: retry)
            #expect(seconds(schedule) == wait)
        }
    }

    @Test(
        "an edit during the wait leads to a try 2 s after it, at most 10 s after the first one, and not before the wait ends"
    )
    func editsDuringWait() {
        var schedule = schedule()
        fail(&schedule, jitter: 1)
        #expect(seconds(schedule) == 1)
        var moments: [Double?] = []
        for second in stride(from: 0.5, through: 12, by: 1.5) {
            schedule.edited(at: date(second))
            moments.append(seconds(schedule))
        }
        #expect(moments == [2.5, 4, 5.5, 7, 8.5, 10, 10.5, 10.5])
        var longer = self.schedule()
        for _ in 0..<3 { fail(&longer) }
        longer.edited(at: start)
        #expect(seconds(longer) == 8)
    }

    @Test("an edit during a synchronization that fails is sent when the wait ends")
    func editMeanwhile() {
        var schedule = schedule()
        schedule.began()
        schedule.edited(at: date(1))
        schedule.finished(.failed(isTransient: true), at: date(5), jitter: 0)
        #expect(seconds(schedule) == 7)
    }

    @Test("a synchronization that was cancelled neither ends the back-off nor lengthens it")
    func cancelled() {
        var schedule = schedule()
        fail(&schedule)
        schedule.began()
        schedule.finished(.cancelled, at: date(1), jitter: 0)
        #expect(seconds(schedule) == 3, "not at once")
        fail(&schedule, at: 10)
        #expect(seconds(schedule) == 14, "the second failure")
    }

    @Test("a failure that needs the user ends the wait for the server; the next edit is sent 2 s later")
    func needsUser() {
        var schedule = schedule()
        fail(&schedule, until: 300)
        #expect(seconds(schedule) == 300)
        fail(&schedule, at: 5, isTransient: false)
        #expect(schedule.next == nil)
        schedule.edited(at: date(20))
        #expect(seconds(schedule) == 22)
    }

    @Test("before the start nothing leads to a synchronization")
    func beforeStart() {
        for outcome in [SyncSchedule.Outcome.cancelled, .done, .failed(isTransient: true, until: start)] {
            var schedule = SyncSchedule(interval: .seconds(300))
            schedule.edited(at: start)
            schedule.began()
            schedule.finished(outcome, at: start, jitter: 0)
            #expect(schedule.next == nil)
        }
    }
}
