import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("Look-ups that several callers share", .bounded)
struct SingleFlightTests {
    private let time = ManualTime()
    private var fakes: LookUpFakes { LookUpFakes(time: time) }

    /// Waits until so many callers wait for an answer.
    private func wait(for count: Int, in service: SingleFlightLookUp) async throws {
        try await eventually { await service.waitingCount >= count }
    }

    @Test("callers that ask for one word at the same time share one call; a cancelled caller does not cancel it")
    func sharing() async throws {
        let (latch, asked) = (Latch(), Latch())
        let inner = fakes.waiting(for: latch, asked: asked)
        let service = SingleFlightLookUp(inner)
        let first = Task { try await service.failure() }
        await asked.wait()
        let others = (0..<9).map { _ in Task { try await service.failure() } }
        try await wait(for: 10, in: service)
        others[3].cancel()
        #expect(try await others[3].value == .cancelled)
        latch.open()
        #expect(try await first.value == nil)
        for (number, task) in others.enumerated() where number != 3 { #expect(try await task.value == nil) }
        #expect(inner.texts.count == 1)
        #expect(try await service.failure() == nil)
        #expect(inner.texts.count == 2)
    }

    @Test("a call that every caller has left is cancelled")
    func abandoned() async throws {
        let (asked, ended) = (Latch(), Latch())
        let service = SingleFlightLookUp(fakes.waiting(for: Latch(), asked: asked, cancelled: ended))
        let task = Task { try await service.failure() }
        await asked.wait()
        task.cancel()
        #expect(try await task.value == .cancelled)
        try await eventually(limit: .seconds(10)) { ended.isOpen }
    }

    @Test("a call that several callers wait for goes on as long as one of them wants it", arguments: [true, false])
    func sharedInterest(isSecondInterested: Bool) async throws {
        let inner = fakes.knowing("x")
        let gated = fakes.gated(inner, [RequestLimit(1, per: .seconds(1))])
        #expect(try await gated.failure() == nil)
        let service = SingleFlightLookUp(gated)
        let isWanted = Locked(true)
        let first = Task { try await service.failure(while: { isWanted.withLock { $0 } }) }
        try await wait(for: 1, in: service)
        let second = Task { try await service.failure(while: { isSecondInterested }) }
        try await wait(for: 2, in: service)
        _ = await time.nextSleep()
        isWanted.withLock { $0 = false }
        try await time.advanceToNextSleep()
        let found = [try await first.value == nil, try await second.value == nil]
        #expect(found == [isSecondInterested, isSecondInterested])
        #expect(inner.texts.count == (isSecondInterested ? 2 : 1))
    }

    /// A service that asks whether its answer is still wanted, and waits for a latch before it throws if not.
    private func asking(after latches: [Latch], checked: Latch = Latch()) -> ScriptedLookUp {
        let left = Locked(latches)
        return ScriptedLookUp { [time] request throws(TranslationError) in
            guard await request.isStillWanted() else {
                checked.open()
                if let latch = left.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { await latch.wait() }
                throw .cancelled
            }
            return try LookUpFakes.entry(request.text, request.direction, ["x"], .dict, time.now)
        }
    }

    @Test(
        "callers that joined a call that no caller wanted any more have a new one; those that do not want it have none")
    func lateJoining() async throws {
        let (latch, checked) = (Latch(), Latch())
        let inner = asking(after: [latch], checked: checked)
        let service = SingleFlightLookUp(inner)
        let first = Task { try await service.failure(while: { false }) }
        await checked.wait()
        let others = [
            Task { try await service.failure() }, Task { try await service.failure(while: { true }) },
            Task { try await service.failure(while: { false }) },
        ]
        try await wait(for: 4, in: service)
        latch.open()
        #expect(try await first.value == .cancelled)
        #expect(try await others[0].value == nil)
        #expect(try await others[1].value == nil)
        #expect(try await others[2].value == .cancelled)
        #expect(inner.requests.count == 2)
        #expect(await service.waitingCount == 0)
    }

    @Test("a caller that wants the answer again gets one new call")
    func interestComesBack() async throws {
        let answers = Locked([false, true, true])
        let inner = asking(after: [])
        let service = SingleFlightLookUp(inner)
        #expect(try await service.failure(while: { answers.withLock { $0.removeFirst() } }) == nil)
        #expect(inner.requests.count == 2)
        let isWanted = Locked(true)
        let fickle: @Sendable () async -> Bool = {
            isWanted.withLock { isWanted in
                isWanted.toggle()
                return isWanted
            }
        }
        #expect(try await service.failure(while: fickle) == .cancelled)
        #expect(inner.requests.count == 4)
        #expect(await service.waitingCount == 0)
    }

    @Test("a service that throws cancellation by itself is not asked again")
    func cancelledByItself() async throws {
        let inner = fakes.failing(.cancelled)
        let service = SingleFlightLookUp(inner)
        #expect(try await service.failure() == .cancelled)
        #expect(try await service.failure(while: { true }) == .cancelled)
        #expect(inner.texts.count == 2)
    }

    @Test("a saved word that joins a call for typed text that may not be sent has a call of its own")
    func savedWordJoinsTyping() async throws {
        let (latch, asked) = (Latch(), Latch())
        let reserved = TranslationError.reserved(until: time.now + 60)
        let inner = ScriptedLookUp { [time] request throws(TranslationError) in
            guard request.priority == .typing else {
                return try LookUpFakes.entry(request.text, request.direction, ["x"], .dict, time.now)
            }
            asked.open()
            await latch.wait()
            throw reserved
        }
        let service = SingleFlightLookUp(inner)
        let typing = Task { try await service.failure(priority: .typing) }
        await asked.wait()
        let saved = Task { try await service.failure() }
        try await wait(for: 2, in: service)
        latch.open()
        #expect(try await typing.value == reserved)
        #expect(try await saved.value == nil)
        #expect(inner.requests.map(\.priority) == [.typing, .savedWord])
        #expect(await service.waitingCount == 0)
    }

    @Test("a look-up that reloads does not join one that uses the cache")
    func reload() async throws {
        let (latch, asked) = (Latch(), Latch())
        let inner = ScriptedLookUp { [time] request throws(TranslationError) in
            if request.cachePolicy == .useCache {
                asked.open()
                await latch.wait()
            }
            return try LookUpFakes.entry(request.text, request.direction, ["x"], .dict, time.now)
        }
        let service = SingleFlightLookUp(inner)
        let first = Task { try await service.failure() }
        await asked.wait()
        #expect(try await service.failure("dog", .reload) == nil)
        latch.open()
        #expect(try await first.value == nil)
        #expect(inner.requests.map(\.cachePolicy) == [.useCache, .reload])
    }
}
