import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("The date before which a provider asks for no request", .bounded)
struct RetryAfterTests {
    private let time = ManualTime()
    private var fakes: LookUpFakes { LookUpFakes(time: time) }
    private let undated = TranslationError.rateLimited(until: nil)

    /// How long the provider is not asked after a look-up, in seconds. Nil if it has an answer.
    private func wait(
        _ service: ScriptedTranslationService, _ ledger: any RequestLedger, isRetry: Bool = false
    ) async throws -> TimeInterval? {
        // A gate of its own each time, as in a program that is started anew.
        switch try await failure(fakes.gated(service, ledger: ledger), isRetry: isRetry) {
        case nil: return nil
        case .rateLimited(let until?): return until.timeIntervalSince(time.now)
        case let error?:
            Issue.record("\(error)")
            return nil
        }
    }

    private func failure(_ service: GatedLookUp, isRetry: Bool = true) async throws -> TranslationError? {
        try await service.failure("dog", isRetry ? .reload : .useCache, retry: isRetry ? UserRetry() : nil)
    }

    @Test("a limit without a date stops a provider for a minute, and longer only if it goes on, up to six hours")
    func undatedLimit() async throws {
        let (ledger, service) = (InMemoryRequestLedger(), fakes.failing(undated))
        for (number, length) in [60.0, 240, 960, 3840, 15360, 21600, 21600].enumerated() {
            #expect(try await wait(service, ledger) == length)
            #expect(service.texts.count == number + 1)
            time.advance(by: length - 10)
            #expect(try await wait(service, ledger) == 10)
            #expect(service.texts.count == number + 1)
            time.advance(by: 10)
        }
        // It has worked for longer than the last wait.
        time.advance(by: 21600)
        #expect(try await wait(service, ledger) == 60)
    }

    @Test(
        "a date far in the future stops a provider for six hours, and a near one until then",
        arguments: [(5, 5), (3600, 3600), (21600, 21600), (86400, 21600), (31_536_000, 21600)] as [(Double, Double)])
    func dated(named: Double, length: Double) async throws {
        let (ledger, service) = (InMemoryRequestLedger(), fakes.failing(.rateLimited(until: time.now + named)))
        #expect(try await wait(service, ledger) == length)
        time.advance(by: length)
        // It says nothing of how long a limit without a date holds.
        #expect(try await wait(fakes.failing(undated), ledger) == 60)
        time.advance(by: 60)
        #expect(try await wait(fakes.knowing("x"), ledger) == nil)
    }

    @Test("an answer makes the next wait a short one again, also in another process")
    func answerBetweenLimits() async throws {
        try await withTemporaryFolder { folder in
            let store = try await DictionaryStore.open(folder.appending(path: "a.sqlite"))
            let (limited, answers) = (fakes.failing(undated), [fakes.knowing("x"), fakes.failing(.notFound)])
            for answer in answers {
                for length in [60.0, 240, 960] {
                    #expect(try await wait(limited, store.requests) == length)
                    time.advance(by: length)
                }
                _ = try await fakes.gated(answer, ledger: store.requests).failure()
            }
            #expect(try await wait(limited, store.requests) == 60)
            time.advance(by: 60)
            // Nor does a date make it longer, not even if the user's retry is rate limited without one meanwhile.
            let named = fakes.failing(.rateLimited(until: time.now + 600))
            #expect(try await wait(named, store.requests) == 600)
            #expect(try await wait(limited, store.requests, isRetry: true) == 600)
            time.advance(by: 600)
            #expect(try await wait(limited, store.requests) == 60)
            await store.close()
        }
    }

    @Test("an answer to a request that was sent before a limit does not end the wait")
    func lateAnswer() async throws {
        let (ledger, latch, asked) = (InMemoryRequestLedger(), Latch(), Latch())
        let slow = fakes.gated(fakes.waiting(for: latch, asked: asked), ledger: ledger)
        // A wait that is over, and one that began since.
        #expect(try await wait(fakes.failing(undated), ledger) == 60)
        time.advance(by: 60)
        let answer = Task { try await slow.failure() }
        await asked.wait()
        #expect(try await wait(fakes.failing(undated), ledger) == 240)
        latch.open()
        #expect(try await answer.value == nil)
        #expect(try await wait(fakes.knowing("x"), ledger) == 240)
    }

    @Test("the user's own retry that is cancelled does not end the wait")
    func cancelledRetry() async throws {
        let ledger = InMemoryRequestLedger()
        #expect(try await wait(fakes.failing(undated), ledger) == 60)
        #expect(try await failure(fakes.gated(fakes.failing(.cancelled), ledger: ledger)) == .cancelled)
        #expect(try await wait(fakes.knowing("x"), ledger) == 60)
    }

    @Test("a wait of a year that an earlier version has stored ends after six hours")
    func stored() async throws {
        let (ledger, other) = (InMemoryRequestLedger(), fakes.knowing("x"))
        let year = RequestRecord.RetryAfter(setAt: time.now, until: time.now + 365 * 86400)
        _ = await ledger.edit(.dict) { $0 = RequestRecord(retryAfter: year) }
        #expect(try await wait(other, ledger) == 21600)
        time.advance(by: 21600)
        #expect(try await wait(other, ledger) == nil)
    }

    @Test(
        "a date of the first version, which did not store when it was set, holds, but for six hours at most",
        arguments: [(3600, 3600), (31_536_000, 21600)] as [(Double, Double)])
    func storedWithoutDate(left: Double, length: Double) async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            await (try await DictionaryStore.open(file)).close()
            let probe = try SQLiteProbe(file.systemPath)
            let end = Int((time.now + left).timeIntervalSince1970 * 1000)
            #expect(probe.run("INSERT INTO request_pause(provider, until) VALUES ('dict', \(end))"))
            for passed in [0.0, 600, length - 600] {
                time.advance(by: passed)
                // In another process each time.
                let store = try await DictionaryStore.open(file)
                let expected = [0: length, 600: length - 600][passed]
                let service = expected == nil ? fakes.failing(undated) : fakes.knowing("x")
                #expect(try await wait(service, store.requests) == expected ?? 60)
                await store.close()
            }
        }
    }

    @Test("the user's own retry is sent once before the date; if it fails the wait begins anew, and is no longer")
    func retryFails() async throws {
        let (ledger, service) = (InMemoryRequestLedger(), fakes.failing(undated))
        #expect(try await wait(service, ledger) == 60)
        time.advance(by: 10)
        #expect(try await wait(service, ledger, isRetry: true) == 60)
        #expect(service.texts.count == 2)
        #expect(try await wait(service, ledger) == 60)
        #expect(service.texts.count == 2)
        let (gated, retry) = (fakes.gated(service, ledger: ledger), UserRetry())
        for word in ["dog", "cat", "fox"] {
            #expect(try await gated.failure(word, .reload, retry: retry) == .rateLimited(until: time.now + 60))
        }
        #expect(service.texts.count == 3)
    }

    @Test("an answer to the user's own retry ends the wait for every word and every process")
    func retrySucceeds() async throws {
        let (ledger, service) = (InMemoryRequestLedger(), fakes.failing(.rateLimited(until: time.now + 7200)))
        #expect(try await wait(service, ledger) == 7200)
        for error in [TranslationError.network(Message("down")), .unauthorized] {
            #expect(try await failure(fakes.gated(fakes.failing(error), ledger: ledger)) == error)
            #expect(try await wait(fakes.knowing("x"), ledger) == 7200)
        }
        time.advance(by: 3600)
        #expect(try await wait(fakes.knowing("x"), ledger, isRetry: true) == nil)
        #expect(try await wait(fakes.knowing("x"), ledger) == nil)
        #expect(try await wait(fakes.failing(undated), ledger) == 60)
        time.advance(by: 60)
        // That the provider does not have the word is an answer too.
        #expect(try await wait(fakes.failing(.rateLimited(until: time.now + 7200)), ledger) == 7200)
        let unknown = fakes.gated(fakes.failing(.notFound), ledger: ledger)
        #expect(try await failure(unknown) == .notFound)
        #expect(try await wait(fakes.failing(undated), ledger) == 60)
    }

    @Test("the user's own retry does not exceed the limits that are known")
    func ownLimits() async throws {
        let (inner, limits) = (fakes.knowing("x"), [RequestLimit(1, per: .seconds(1000))])
        let service = fakes.gated(inner, limits)
        let start = time.now
        #expect(try await service.failure() == nil)
        #expect(try await failure(service) == .rateLimited(until: start + 1000))
        #expect(inner.texts.count == 1)
    }

    @Test("the user's own retry lets no request through that comes after it")
    func unusedRetry() async throws {
        let (repository, ledger) = (Vocabulary(InMemoryWordRepository()), InMemoryRequestLedger())
        let gates = (0..<2).map { fakes.gate(.numbered($0), ledger: ledger) }
        let second = GatedLookUp(fakes.knowing("y"), gate: gates[1])
        let chain = fakes.chain([GatedLookUp(fakes.knowing("x"), gate: gates[0]), second])
        let queue = TranslationQueue(
            services: TranslationServices(chain, gates: gates), words: repository, clock: time.clock,
            sleeper: time.sleeper, logger: .disabled)
        try await repository.add(.make("1", "dog", createdAt: time.now))
        #expect(try await queue.translateWaiting().count == 1)
        // Another process was told so.
        try await ledger.setRetryAfter(.numbered(1), time.now + 3600, now: time.now)
        #expect(try await second.failure("do", priority: .typing) == .rateLimited(until: time.now + 3600))
    }

    @Test("a retry whose word nobody wants any more leaves its one request to the next word")
    func unwantedRetry() async throws {
        let ledger = InMemoryRequestLedger()
        #expect(try await wait(fakes.failing(undated), ledger) == 60)
        let (inner, retry) = (fakes.failing(.network(Message("down"))), UserRetry())
        let service = fakes.gated(inner, ledger: ledger)
        for (isWanted, count) in [(false, 0), (true, 1), (true, 1)] {
            _ = try await service.failure("dog", retry: retry, while: { isWanted })
            #expect(inner.texts.count == count)
        }
    }

    @Test("an answer counts although the store cannot store that the wait has ended; that is logged")
    func unwritableAnswer() async throws {
        let (ledger, log) = (FailingLedger(), EventLogger.InMemoryHandler())
        for error in [nil, TranslationError.notFound] {
            ledger.isFailing.withLock { $0 = false }
            try await ledger.setRetryAfter(.dict, time.now + 60, now: time.now)
            time.advance(by: 60)
            let service = ScriptedTranslationService { [time] word, direction throws(TranslationError) in
                ledger.isFailing.withLock { $0 = true }
                if let error { throw error }
                return try LookUpFakes.entry(word, direction, ["x"], .dict, time.now)
            }
            let logger = EventLogger(label: "translation", minimumLevel: .warning, handler: log)
            let gate = fakes.gate(.dict, ledger: ledger, logger: logger)
            #expect(try await failure(GatedLookUp(service, gate: gate)) == error)
        }
        #expect(log.events.count == 2)
    }

    private final class FailingLedger: RequestLedger {
        let isFailing = Locked(false)
        private let inner = InMemoryRequestLedger()

        func edit<Value: Sendable>(
            _ provider: TranslationProvider, _ body: @escaping @Sendable (inout RequestRecord) -> Value
        ) async throws(DictionaryError) -> Value {
            if isFailing.withLock({ $0 }) { throw .store(StoreError(.full, path: nil, message: Message("full"))) }
            return await inner.edit(provider, body)
        }
    }
}
