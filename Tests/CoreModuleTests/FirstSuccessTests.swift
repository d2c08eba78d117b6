import CoreModule
import SuperappTesting
import TestSupport
import Testing

@Suite("The first success of several attempts", .bounded)
struct FirstSuccessTests {
    private struct Fault: Error, Equatable {
        let number: Int
    }

    private typealias Attempt = @Sendable () async -> Result<Int, Fault>

    private func failing(_ number: Int) -> Attempt { { .failure(Fault(number: number)) } }
    private func succeeding(_ number: Int) -> Attempt { { .success(number) } }

    /// Runs until it is cancelled, and then opens a latch.
    private func endless(_ ended: Latch) -> Attempt {
        {
            await Latch().wait()
            ended.open()
            return .failure(Fault(number: -1))
        }
    }

    @Test("the first success ends the race: earlier failures are dropped, later attempts never begin")
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

    @Test("if no attempt succeeds, all failures are returned in order; a final failure is the last")
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
        "after the pause a slow attempt does not delay the next one, and is cancelled when that one succeeds")
    func slow() async {
        let ended = Latch()
        let (success, _) = await firstSuccess(
            of: [endless(ended), succeeding(2)], pause: {}, isFinal: { _ in false })
        #expect(success == 2)
        await ended.wait()
    }

    @Test("a slow attempt still counts: it may succeed after the others have failed")
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

    @Test("the second attempt begins only after the pause")
    func pause() async {
        let log = OrderLog()
        let pauseIsOver = Latch()
        let first: Attempt = {
            log.note(1)
            await Latch().wait()
            return .failure(Fault(number: 1))
        }
        let second: Attempt = {
            log.note(3)
            return .success(2)
        }
        let race = Task {
            await firstSuccess(
                of: [first, second],
                pause: {
                    await pauseIsOver.wait()
                    log.note(2)
                }, isFinal: { _ in false }
            ).success
        }
        pauseIsOver.open()
        #expect(await race.value == 2)
        #expect(log.numbers.sorted() == [1, 2, 3])
        #expect(log.numbers.filter { $0 != 1 } == [2, 3])
    }

    @Test("a pause that ends late does not start a third attempt")
    func latePause() async {
        let (secondBegan, pauseEnded) = (Latch(), Latch())
        let pauses = Locked(0)
        let begun = Locked<[Int]>([])
        let attempts: [Attempt] = (1...3).map { number in
            {
                begun.withLock { $0.append(number) }
                // The first one fails at once, so the second begins before the pause after the first is over.
                guard number == 2 else { return .failure(Fault(number: number)) }
                secondBegan.open()
                await pauseEnded.wait()
                return .success(2)
            }
        }
        let (success, _) = await firstSuccess(
            of: attempts,
            pause: {
                let number = pauses.withLock { count in
                    count += 1
                    return count
                }
                // The second pause does not end by itself.
                guard number == 1 else { return await Latch().wait() }
                await secondBegan.wait()
                pauseEnded.open()
            }, isFinal: { _ in false })
        #expect(success == 2)
        #expect(begun.withLock { $0 } == [1, 2])
    }

    @Test("a cancelled race begins no attempt and cancels those that run")
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
