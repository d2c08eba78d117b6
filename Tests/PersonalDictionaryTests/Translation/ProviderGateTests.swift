import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("The gate of a provider", .bounded)
struct ProviderGateTests {
    private let time = ManualTime()
    private let log = EventLogger.InMemoryHandler()
    private var fakes: LookUpFakes { LookUpFakes(time: time) }

    // MARK: Limits

    @Test("a short wait is waited, a long one is thrown")
    func limits() async throws {
        let inner = fakes.knowing("x")
        let service = fakes.gated(inner, [RequestLimit(1, per: .seconds(1)), RequestLimit(2, per: .seconds(1000))])
        let start = time.now
        #expect(try await service.failure() == nil)
        let second = Task { try await service.failure() }
        try await time.advanceToNextSleep()
        #expect(try await second.value == nil)
        #expect(time.now == start + 1)
        #expect(try await service.failure() == .rateLimited(until: start + 1000))
        #expect(inner.texts.count == 2)
        time.advance(by: 999)
        #expect(try await service.failure() == nil)
    }

    @Test("what a provider says of its limit holds for all that ask it, with or without a date")
    func retryAfter() async throws {
        let ledger = InMemoryRequestLedger()
        let limited = fakes.gated(fakes.failing(.rateLimited(until: time.now + 60)), ledger: ledger)
        #expect(try await limited.failure() == .rateLimited(until: time.now + 60))
        let other = fakes.knowing("x")
        #expect(try await fakes.gated(other, ledger: ledger).failure() == .rateLimited(until: time.now + 60))
        #expect(other.texts.isEmpty)
        time.advance(by: 60)
        #expect(try await fakes.gated(other, ledger: ledger).failure() == nil)
        time.advance(by: 60)
        #expect(
            try await fakes.gated(fakes.failing(.rateLimited(until: nil)), ledger: ledger).failure()
                == .rateLimited(until: time.now + 60))
    }

    @Test("a request that never left the device is not counted, and one that did is, whatever came of it")
    func unsent() async throws {
        let limits = [RequestLimit(2, per: .seconds(1000))]
        let unsupported = TranslationError.unsupportedDirection(.englishToRussian)
        let ledger = InMemoryRequestLedger()
        func failure(
            of error: TranslationError, directions: (any TranslationCache)? = nil
        ) async throws -> TranslationError? {
            let gate = fakes.gate(
                .dict, limits, ledger: ledger, directions: directions, sleeper: time.hurriedSleeper)
            return try await GatedLookUp(fakes.failing(error), gate: gate).failure()
        }
        for _ in 0..<9 {
            #expect(try await failure(of: .unreachable(Message(""))) == .unreachable(Message("")))
            // A provider that lists its directions was not asked for the word.
            #expect(try await failure(of: unsupported) == unsupported)
        }
        #expect(try await failure(of: unsupported, directions: InMemoryTranslationCache()) == unsupported)
        #expect(try await failure(of: .malformedAnswer(Message(""))) == .malformedAnswer(Message("")))
        guard case .rateLimited? = try await failure(of: .notFound) else {
            Issue.record("more requests were sent than are allowed")
            return
        }
    }

    @Test("what is typed leaves half of a long limit to saved words, and may use all of a short one")
    func reserve() async throws {
        let gate = fakes.gate(.dict, [RequestLimit(1, per: .seconds(1)), RequestLimit(4, per: .seconds(1000))])
        let inner = fakes.knowing("x")
        let service = GatedLookUp(inner, gate: gate)
        let list = GatedSuggestions(ScriptedSuggestions { _ in [] }, gate: gate, requests: 2)
        let start = time.now
        for _ in 0..<2 {
            #expect(try await service.failure(priority: .typing) == nil)
            time.advance(by: 1)
        }
        #expect(try await service.failure(priority: .typing) == .reserved(until: start + 1000))
        await #expect(throws: TranslationError.reserved(until: start + 1000)) {
            try await list.suggestions(beginningWith: WordText("dog"), .englishToRussian, limit: 8)
        }
        // The gate is open for saved words.
        #expect(gate.status == GateStatus())
        #expect(try await service.failure() == nil)
        time.advance(by: 999)
        // A list of two requests takes two permits.
        let words = Task { try await list.suggestions(beginningWith: WordText("dog"), .englishToRussian, limit: 8) }
        #expect(await time.nextSleep() == start + 1002)
        time.advance(by: 1)
        _ = try await words.value
        #expect(try await service.failure(priority: .typing) == .reserved(until: start + 2001))
        #expect(inner.texts.count == 3)
    }

    @Test("a list that needs several permits and does not get them all, or never leaves the device, has taken none")
    func severalTurns() async throws {
        let ledger = InMemoryRequestLedger()
        let limits = [RequestLimit(3, per: .seconds(60))]
        let gate = fakes.gate(.dict, limits, ledger: ledger)
        let unreachable = ScriptedSuggestions { _ throws(TranslationError) in throw .unreachable(Message("")) }
        let unsupported = ScriptedSuggestions { _ throws(TranslationError) in
            throw .unsupportedDirection(.englishToRussian)
        }
        for (source, requests, error) in [
            (unreachable, 2, TranslationError.unreachable(Message(""))),
            (unsupported, 3, .unsupportedDirection(.englishToRussian)),
            (ScriptedSuggestions { _ in [] }, 4, .rateLimited(until: time.now + 60)),
        ] {
            let list = GatedSuggestions(source, gate: gate, requests: requests)
            await #expect(throws: error) {
                try await list.suggestions(beginningWith: WordText("dog"), .englishToRussian, limit: 8)
            }
        }
        let short = ScriptedSuggestions { _ in [] }
        let list = GatedSuggestions(short, gate: gate, leastLength: 4)
        #expect(try await list.suggestions(beginningWith: WordText("dog"), .englishToRussian, limit: 8).isEmpty)
        #expect(short.texts.isEmpty)
        for _ in 0..<3 { #expect(try await ledger.acquire(.dict, limits, now: time.now) == nil) }
    }

    @Test("a request that is overtaken again and again waits no longer than two seconds in all")
    func longestWait() async throws {
        /// It always has others go first.
        actor BusyLedger: RequestLedger {
            private(set) var calls = 0

            private let now: @Sendable () -> Date

            init(now: @escaping @Sendable () -> Date) { self.now = now }

            func edit<Value: Sendable>(
                _ provider: TranslationProvider, _ body: @escaping @Sendable (inout RequestRecord) -> Value
            ) -> Value {
                calls += 1
                let retryAfter = RequestRecord.RetryAfter(setAt: now(), until: now() + 0.9)
                var record = RequestRecord(retryAfter: calls > 50 ? nil : retryAfter)
                return body(&record)
            }
        }
        let start = time.now
        let gate = fakes.gate(.dict, ledger: BusyLedger { time.now }, sleeper: time.hurriedSleeper)
        guard case .rateLimited? = try await GatedLookUp(fakes.knowing("x"), gate: gate).failure() else {
            Issue.record("it waited until \(time.now.timeIntervalSince(start)) s later")
            return
        }
        #expect(time.now.timeIntervalSince(start) <= 2)
    }

    @Test("a caller that is cancelled while it waits for its permit stops, and nothing is asked")
    func cancelledTurn() async throws {
        let inner = fakes.knowing("x")
        let service = fakes.gated(inner, [RequestLimit(1, per: .seconds(1))])
        #expect(try await service.failure() == nil)
        let waiting = Task { try await service.failure() }
        _ = await time.nextSleep()
        waiting.cancel()
        #expect(try await waiting.value == .cancelled)
        #expect(inner.texts.count == 1)
    }

    @Test("a request that is no longer wanted when it may be sent is not sent, and takes no permit")
    func noLongerWanted() async throws {
        let inner = fakes.knowing("x")
        let service = fakes.gated(inner, [RequestLimit(1, per: .seconds(1))])
        #expect(try await service.failure() == nil)
        let isWanted = Locked(true)
        let waiting = Task { try await service.failure(while: { isWanted.withLock { $0 } }) }
        _ = await time.nextSleep()
        isWanted.withLock { $0 = false }
        try await time.advanceToNextSleep()
        #expect(try await waiting.value == .cancelled)
        #expect(inner.texts.count == 1)
        #expect(try await service.failure() == nil)
    }

    // MARK: Failures

    @Test("a fault of the network is tried once more, others are not")
    func retry() async throws {
        let down = TranslationError.network(Message("down"))
        let inner = fakes.failing(down)
        let service = GatedLookUp(inner, gate: fakes.gate(attempts: 2))
        let start = time.now
        let task = Task { try await service.failure() }
        #expect(await time.nextSleep() == start + 0.5)
        try await time.advanceToNextSleep()
        #expect(try await task.value == down)
        #expect(inner.texts.count == 2)
        for error in [
            TranslationError.notFound, .unauthorized, .rateLimited(until: start + 60), .malformedAnswer(Message("")),
        ] {
            let inner = fakes.failing(error)
            let gate = fakes.gate(attempts: 2)
            #expect(try await GatedLookUp(inner, gate: gate).failure() == error)
            #expect(inner.texts.count == 1)
        }
    }

    @Test("a provider is not asked during a back-off, a reload ends it, and the log has each")
    func backoff() async throws {
        let inner = fakes.failing(.unauthorized)
        let logger = EventLogger(label: "translation", minimumLevel: .info, handler: log)
        let gate = fakes.gate(.dict, logger: logger)
        let service = GatedLookUp(inner, gate: gate)
        for _ in 0..<3 { #expect(try await service.failure() == .unauthorized) }
        #expect(try await service.failure() == .backingOff(until: time.now + 60, after: .unauthorized))
        #expect(inner.texts.count == 3)
        #expect(try await service.failure("dog", .reload) == .unauthorized)
        #expect(try await service.failure() == .backingOff(until: time.now + 120, after: .unauthorized))
        gate.clearBackoff()
        inner.change { _, _ throws(TranslationError) in throw .notFound }
        #expect(try await service.failure() == .notFound)
        #expect(gate.status == GateStatus())
        #expect(log.events.count { $0.message == "requests to a translation service pause" } == 2)
        #expect(log.events.count { $0.message == "a translation service failed" } == 4)
    }

    // MARK: Directions

    private func remembering(
        _ service: ScriptedTranslationService, _ directions: any TranslationCache,
        logger: EventLogger = .disabled
    ) -> GatedLookUp {
        let gate = fakes.gate(.pons, directions: directions, sleeper: time.hurriedSleeper, storeLogger: logger)
        return GatedLookUp(service, gate: gate)
    }

    @Test("a direction that is missing is asked for once in a while, or on a reload")
    func directions() async throws {
        let unsupported = TranslationError.unsupportedDirection(.englishToRussian)
        let inner = fakes.failing(unsupported)
        let service = remembering(inner, InMemoryTranslationCache())
        for _ in 0..<3 { #expect(try await service.failure() == unsupported) }
        #expect(inner.texts.count == 1)
        // Another direction is another matter.
        let german = try TranslationDirection.between("en", "de")
        inner.change { _, direction throws(TranslationError) in
            throw direction == german ? .malformedAnswer(Message("")) : .unsupportedDirection(direction)
        }
        for _ in 0..<2 {
            await #expect(throws: TranslationError.malformedAnswer(Message(""))) {
                try await service.lookUp(LookUpRequest(WordText("dog"), german))
            }
        }
        #expect(inner.texts.count == 3)
        #expect(try await service.failure("dog", .reload) == unsupported)
        #expect(inner.texts.count == 4)
        time.advance(by: 7 * 86400 + 1)
        #expect(try await service.failure() == unsupported)
        #expect(inner.texts.count == 5)
        // It has the direction after all, and just does not know the word.
        inner.change { _, _ throws(TranslationError) in throw .notFound }
        #expect(try await service.failure() == unsupported)
        #expect(try await service.failure("dog", .reload) == .notFound)
        #expect(try await service.failure() == .notFound)
        #expect(inner.texts.count == 7)
    }

    @Test(
        "a direction that was found missing in the future is asked for again, and the new answer replaces the old one")
    func futureRefusal() async throws {
        let unsupported = TranslationError.unsupportedDirection(.englishToRussian)
        let inner = fakes.failing(unsupported)
        let year = 365.0 * 86400
        let service = remembering(inner, InMemoryTranslationCache())
        let start = time.now
        time.advance(by: year)
        #expect(try await service.failure() == unsupported)
        // An hour back is nothing.
        time.advance(by: -3600)
        #expect(try await service.failure() == unsupported)
        #expect(inner.texts.count == 1)
        time.advance(by: start.timeIntervalSince(time.now))
        for _ in 0..<2 { #expect(try await service.failure() == unsupported) }
        #expect(inner.texts.count == 2)
        time.advance(by: year)
        #expect(try await service.failure() == unsupported)
        time.advance(by: -year)
        inner.change { _, _ throws(TranslationError) in throw .notFound }
        #expect(try await service.failure() == .notFound)
        // It was not only passed over: the time at which it was found missing comes once more.
        time.advance(by: year)
        #expect(try await service.failure() == .notFound)
    }

    @Test("directions that cannot be remembered are logged, and the service is asked")
    func failingDirections() async throws {
        let inner = fakes.failing(.unsupportedDirection(.englishToRussian))
        let logger = EventLogger(label: "t", minimumLevel: .warning, handler: log)
        let service = remembering(inner, FailingTranslationCache(), logger: logger)
        #expect(try await service.failure() == .unsupportedDirection(.englishToRussian))
        #expect(inner.texts.count == 1)
        #expect(log.events.count == 2)
    }
}
