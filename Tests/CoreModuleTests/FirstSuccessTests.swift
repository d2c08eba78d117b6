import CoreModule
import TestSupport
import Testing

@Suite("One thing after the other", .timeLimit(.minutes(3)))
struct FirstSuccessTests {
    private struct Fault: Error, Equatable {
        let number: Int
    }

    private typealias Attempt = @Sendable () async -> Result<Int, Fault>

    private func failing(_ number: Int) -> Attempt { { .failure(Fault(number: number)) } }
    private func succeeding(_ number: Int) -> Attempt { { .success(number) } }

    /// Goes on until it is cancelled, and then opens a latch.
    private func endless(_ ended: Latch) -> Attempt {
        {
            await Latch().wait()
            ended.open()
            return .failure(Fault(number: -1))
        }
    }

    @Test("the first that succeeds ends it; those that failed before are forgotten, and those behind never begun")
    func order() async {
        let begun = Locked(false)
        let late: Attempt = {
            begun.withLock { $0 = true }
            return .success(3)
        }
        let (success, failures) = await firstSuccess(
            of: [failing(1), succeeding(2), late], pause: nil, isFinal: { _ in false })
        #expect(success == 2 && failures.isEmpty)
        #expect(!begun.withLock { $0 })
    }

    @Test("where none succeeds, all failures are told in their order; a final one is the last")
    func failures() async {
        let attempts = (1...4).map(failing)
        let all = await firstSuccess(of: attempts, pause: nil, isFinal: { _ in false })
        #expect(all.success == nil && all.failures.map(\.number) == [1, 2, 3, 4])
        let some = await firstSuccess(of: attempts, pause: nil, isFinal: { $0.number == 2 })
        #expect(some.success == nil && some.failures.map(\.number) == [1, 2])
        let none = await firstSuccess(of: [Attempt](), pause: nil, isFinal: { _ in false })
        #expect(none.success == nil && none.failures.isEmpty)
    }

    @Test(
        "one that takes longer than the pause holds the next one up no more, and is cancelled when that has succeeded")
    func slow() async {
        let ended = Latch()
        let (success, _) = await firstSuccess(
            of: [endless(ended), succeeding(2)], pause: {}, isFinal: { _ in false })
        #expect(success == 2)
        await ended.wait()
    }

    @Test("one that was left behind still counts: its success, where the others fail")
    func leftBehind() async {
        let othersFailed = Latch()
        let slow: Attempt = {
            await othersFailed.wait()
            return .success(1)
        }
        let last: Attempt = {
            othersFailed.open()
            return .failure(Fault(number: 3))
        }
        let (success, _) = await firstSuccess(of: [slow, failing(2), last], pause: {}, isFinal: { _ in false })
        #expect(success == 1)
    }

    @Test("before the pause is over nothing more is begun")
    func patience() async {
        let log = Locked<[Int]>([])
        let pauseIsOver = Latch()
        let firstBegan = Latch()
        let first: Attempt = {
            log.withLock { $0.append(1) }
            firstBegan.open()
            await Latch().wait()
            return .failure(Fault(number: 1))
        }
        let second: Attempt = {
            log.withLock { $0.append(2) }
            return .success(2)
        }
        let race = Task {
            await firstSuccess(of: [first, second], pause: { await pauseIsOver.wait() }, isFinal: { _ in false })
                .success
        }
        await firstBegan.wait()
        for _ in 0..<100 { await Task.yield() }
        #expect(log.withLock { $0 } == [1])
        pauseIsOver.open()
        #expect(await race.value == 2)
        #expect(log.withLock { $0 } == [1, 2])
    }

    @Test("who is cancelled begins nothing more, and what was begun is cancelled")
    func cancellation() async {
        let ended = Latch()
        let began = Latch()
        let attempt = endless(ended)
        let first: Attempt = {
            began.open()
            return await attempt()
        }
        let race = Task {
            await firstSuccess(of: [first, succeeding(2)], pause: { await Latch().wait() }, isFinal: { _ in false })
        }
        await began.wait()
        race.cancel()
        #expect(await race.value.success == nil)
        await ended.wait()
    }
}
