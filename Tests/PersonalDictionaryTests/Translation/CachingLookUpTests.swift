import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("Answers that are kept", .bounded)
struct CachingLookUpTests {
    private let time = ManualTime()
    private let log = EventLogger.InMemoryHandler()
    private var fakes: LookUpFakes { LookUpFakes(time: time) }

    @Test(
        "an answer is used until it is too old, or a reload asks for a new one; not found is an answer, a fault is none"
    )
    func cache() async throws {
        let inner = fakes.knowing("x")
        let service = CachingLookUp(
            inner, provider: .dict, cache: InMemoryTranslationCache(), maximumAge: .seconds(100), clock: time.clock)
        #expect(try await service.failure() == nil)
        #expect(try await service.failure() == nil)
        #expect(inner.texts.count == 1)
        #expect(try await service.failure("dog", .reload) == nil)
        #expect(inner.texts.count == 2)
        time.advance(by: 101)
        inner.change { _, _ throws(TranslationError) in throw .notFound }
        #expect(try await service.failure() == .notFound)
        #expect(try await service.failure() == .notFound)
        #expect(inner.texts.count == 3)
        time.advance(by: 101)
        inner.change { _, _ throws(TranslationError) in throw .network(Message("")) }
        #expect(try await service.failure() == .network(Message("")))
        #expect(try await service.failure() == .network(Message("")))
        #expect(inner.texts.count == 5)
    }

    @Test("the answer to a reload replaces the kept one, also if the word is not found any more")
    func reload() async throws {
        let inner = fakes.knowing("old")
        let service = CachingLookUp(
            inner, provider: .dict, cache: InMemoryTranslationCache(), clock: time.clock)
        #expect(try await service.translation() == "old")
        inner.change(to: fakes.knowing("new").current)
        #expect(try await service.failure("dog", .reload) == nil)
        #expect(try await service.translation() == "new")
        inner.change { _, _ throws(TranslationError) in throw .notFound }
        #expect(try await service.failure("dog", .reload) == .notFound)
        #expect(try await service.failure() == .notFound)
        #expect(inner.texts.count == 3)
    }

    @Test("an answer that is dated in the future is not used: the service is asked, and its answer kept instead")
    func futureAnswer() async throws {
        let inner = fakes.knowing("x")
        let service = CachingLookUp(
            inner, provider: .dict, cache: InMemoryTranslationCache(), clock: time.clock)
        time.advance(by: 365 * 86400)
        #expect(try await service.failure() == nil)
        // An hour back is nothing.
        time.advance(by: -3600)
        #expect(try await service.failure() == nil)
        #expect(inner.texts.count == 1)
        time.advance(by: -364 * 86400)
        inner.change { _, _ throws(TranslationError) in throw .notFound }
        for _ in 0..<3 { #expect(try await service.failure() == .notFound) }
        #expect(inner.texts.count == 2)
    }

    @Test("a cache that fails is logged, and the service is asked")
    func failingCache() async throws {
        let service = CachingLookUp(
            fakes.knowing("x"), provider: .dict, cache: FailingTranslationCache(), clock: time.clock,
            storeLogger: EventLogger(label: "t", minimumLevel: .warning, handler: log))
        #expect(try await service.failure() == nil)
        #expect(log.events.count == 2)
    }
}
