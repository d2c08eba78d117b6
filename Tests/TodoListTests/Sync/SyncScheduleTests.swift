import CoreModule
import Foundation
import TestSupport
import Testing
import TodoList

@Suite("The schedule of automatic synchronization", .bounded)
struct SyncScheduleTests {
    private let start = Date(timeIntervalSince1970: 1_795_255_200)

    private func schedule(finishedWith error: TodoError? = nil) -> SyncSchedule {
        var schedule = SyncSchedule(interval: .seconds(900))
        schedule.started(at: start)
        schedule.finished(SyncSchedule.Outcome(error), at: start, jitter: 0)
        return schedule
    }

    private func seconds(_ schedule: SyncSchedule) -> Double? { schedule.next?.timeIntervalSince(start) }

    @Test("the interval is the app's; without one, only a reason leads to a synchronization", arguments: [60, nil])
    func interval(seconds: Int?) {
        var schedule = SyncSchedule(interval: seconds.map { .seconds($0) })
        schedule.started(at: start)
        schedule.began()
        schedule.finished(.done, at: start, jitter: 0.5)
        #expect(schedule.next == seconds.map { start.addingTimeInterval(Double($0)) })
        schedule.edited(at: start)
        #expect(self.seconds(schedule) == SyncSchedule.pause)
    }

    @Test("at the start, and not before")
    func starting() {
        var schedule = SyncSchedule(interval: .seconds(900))
        schedule.edited(at: start)
        schedule.finished(.done, at: start, jitter: 0)
        #expect(schedule.next == nil)
        schedule.started(at: start)
        #expect(seconds(schedule) == 0)
    }

    @Test("15 minutes after a success")
    func interval() {
        #expect(seconds(schedule()) == 900)
    }

    @Test("2 s after the last edit, at most 10 s after the first")
    func edits() {
        var schedule = schedule()
        var moments: [Double?] = []
        for second in stride(from: 0.0, through: 12, by: 1.5) {
            schedule.edited(at: start.addingTimeInterval(second))
            moments.append(seconds(schedule))
        }
        #expect(moments == [2, 3.5, 5, 6.5, 8, 9.5, 10, 10, 10])
        schedule.began()
        #expect(schedule.next == nil)
        schedule.finished(.done, at: start.addingTimeInterval(13), jitter: 0)
        #expect(seconds(schedule) == 913)
        schedule.edited(at: start.addingTimeInterval(20))
        #expect(seconds(schedule) == 22, "the first edit after a synchronization is the first again")
    }

    @Test("an edit during a synchronization is sent next, also after a failure that needs the user")
    func editsMeanwhile() {
        for error: TodoError? in [nil, .sync(.server(.unauthorized))] {
            var schedule = schedule()
            schedule.edited(at: start)
            schedule.began()
            schedule.edited(at: start.addingTimeInterval(3))
            schedule.finished(SyncSchedule.Outcome(error), at: start.addingTimeInterval(4), jitter: 0)
            #expect(seconds(schedule) == 5)
        }
    }

    @Test("setting the clock back does not delay an edit")
    func clockSetBack() {
        var schedule = schedule()
        schedule.edited(at: start)
        schedule.edited(at: start.addingTimeInterval(-3600))
        #expect(seconds(schedule) == -3598)
    }

    @Test("longer after each failure, from 2 s to 120 s, with jitter down to half")
    func backoff() {
        var schedule = schedule()
        var waits: [Double?] = []
        for _ in 0..<9 {
            schedule.finished(.sync(.server(.timedOut)), at: start, jitter: 0)
            waits.append(seconds(schedule))
        }
        #expect(waits == [2, 4, 8, 16, 32, 64, 120, 120, 120])
        schedule.finished(.sync(.server(.timedOut)), at: start, jitter: 1)
        #expect(seconds(schedule) == 60)
        schedule.finished(.done, at: start, jitter: 0)
        schedule.finished(.sync(.server(.timedOut)), at: start, jitter: 0)
        #expect(seconds(schedule) == 2, "a success begins it anew")
    }

    @Test("not before the server's retry date, also with edits")
    func retryDate() {
        for error in [
            WebDAVError.rateLimited(until: start.addingTimeInterval(300)),
            .unavailable(until: start.addingTimeInterval(300)),
        ] {
            var schedule = schedule(finishedWith: .sync(.server(error)))
            #expect(seconds(schedule) == 300)
            schedule.edited(at: start.addingTimeInterval(5))
            #expect(seconds(schedule) == 300)
            schedule.began()
            schedule.finished(.done, at: start.addingTimeInterval(300), jitter: 0)
            schedule.edited(at: start.addingTimeInterval(400))
            #expect(seconds(schedule) == 402)
        }
        let past = WebDAVError.rateLimited(until: start.addingTimeInterval(-300))
        #expect(seconds(schedule(finishedWith: .sync(.server(past)))) == 2)
    }

    @Test("a success before the server's retry date ends the wait")
    func earlySuccess() {
        var schedule = schedule(finishedWith: .sync(.server(.rateLimited(until: start.addingTimeInterval(300)))))
        schedule.began()
        schedule.finished(.done, at: start.addingTimeInterval(100), jitter: 0)
        schedule.edited(at: start.addingTimeInterval(110))
        #expect(seconds(schedule) == 112)
    }

    @Test("edits do not shorten the wait after a failure")
    func editsAfterFailure() {
        var schedule = schedule()
        for _ in 0..<5 { schedule.finished(.sync(.server(.network(Message("no way")))), at: start, jitter: 0) }
        schedule.edited(at: start.addingTimeInterval(1))
        #expect(seconds(schedule) == 32)
    }

    @Test(
        "a cancelled synchronization does not end automatic synchronization",
        arguments: [
            TodoError.sync(.server(.cancelled)),
            .store(StoreError(.cancelled, path: nil, message: Message("the operation was cancelled"))),
        ])
    func cancelled(_ cancelled: TodoError) {
        var schedule = schedule()
        schedule.began()
        schedule.finished(cancelled, at: start.addingTimeInterval(5), jitter: 0)
        #expect(seconds(schedule) == 900, "at the usual time")
        // An edit that it was to send, and one made meanwhile.
        schedule.edited(at: start.addingTimeInterval(10))
        schedule.began()
        schedule.finished(cancelled, at: start.addingTimeInterval(11), jitter: 0)
        #expect(seconds(schedule) == 13)
        schedule.began()
        schedule.edited(at: start.addingTimeInterval(14))
        schedule.finished(cancelled, at: start.addingTimeInterval(15), jitter: 0)
        #expect(seconds(schedule) == 16)
        // It does not shorten the wait that the server wants, and does not end the wait for the user.
        schedule.finished(.sync(.server(.rateLimited(until: start.addingTimeInterval(300)))), at: start, jitter: 0)
        schedule.began()
        schedule.finished(cancelled, at: start.addingTimeInterval(20), jitter: 0)
        #expect(seconds(schedule) == 300)
        schedule.finished(.sync(.server(.unauthorized)), at: start, jitter: 0)
        schedule.began()
        schedule.finished(cancelled, at: start.addingTimeInterval(20), jitter: 0)
        #expect(schedule.next == nil)
    }

    @Test(
        "not after a failure that needs the user, until there is an edit",
        arguments: [
            TodoError.sync(.everythingDisappeared(count: 3)), .sync(.server(.unauthorized)),
            .sync(.server(.refused(status: 501, precondition: nil))), .sync(.server(.insecure(host: "a"))),
            .store(StoreError(.full, path: nil, message: Message("full"))),
        ])
    func lasting(error: TodoError) {
        var schedule = schedule(finishedWith: error)
        #expect(schedule.next == nil)
        schedule.edited(at: start)
        #expect(seconds(schedule) == 2)
    }

    @Test(
        "at the usual time if the server refuses some tasks",
        arguments: [WebDAVError.refused(status: 400, precondition: nil), .full])
    func someTasks(error: WebDAVError) {
        var schedule = schedule()
        for _ in 0..<3 { schedule.finished(.sync(.server(.timedOut)), at: start, jitter: 0) }
        schedule.finished(.sync(.tasks([TodoRefusal(TodoID("1"), text: "", error)])), at: start, jitter: 0)
        #expect(seconds(schedule) == 900)
        schedule.finished(.sync(.server(.timedOut)), at: start, jitter: 0)
        #expect(seconds(schedule) == 2, "it ends the back-off")
    }

    @Test(
        "again after a failure that may pass",
        arguments: [
            TodoError.sync(.notKept(count: 1)), .sync(.tasks([TodoRefusal(TodoID("1"), text: "", .locked)])),
            .sync(.server(.locked)),
            .sync(.server(.refused(status: 500, precondition: nil))),
            .sync(.server(.unavailable(until: nil))), .store(StoreError(.busy, path: nil, message: Message("busy"))),
        ])
    func passing(error: TodoError) {
        #expect(seconds(schedule(finishedWith: error)) == 2)
    }
}

extension SyncSchedule {
    fileprivate mutating func finished(_ error: TodoError, at date: Date, jitter: Double) {
        finished(Outcome(error), at: date, jitter: jitter)
    }
}
