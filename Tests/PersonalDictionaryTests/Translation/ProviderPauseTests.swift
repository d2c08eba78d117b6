import CoreModule
import Foundation
import PersonalDictionary
import TestSupport
import Testing

@Suite("The pause that a provider asks for", .timeLimit(.minutes(3)))
struct ProviderPauseTests {
    private let time = ManualTime()
    private var fakes: LookUpFakes { LookUpFakes(time: time) }
    private let undated = TranslationError.rateLimited(until: nil)

    /// The pause that a look-up meets, in seconds from now. Nil if it has an answer.
    private func pause(
        _ service: ScriptedTranslationService, _ ledger: any RequestLedger,
        _ policy: LookUpRequest.CachePolicy = .useCache
    ) async throws -> TimeInterval? {
        // A gate of its own each time, as in a program that is started anew.
        switch try await fakes.gated(service, ledger: ledger).failure("dog", policy) {
        case nil: return nil
        case .rateLimited(let until?): return until.timeIntervalSince(time.now)
        case let error?:
            Issue.record("\(error)")
            return nil
        }
    }

    @Test("a limit without a date stops a provider for a minute, and longer only if it goes on, up to six hours")
    func undatedLimit() async throws {
        let (ledger, service) = (InMemoryRequestLedger(), fakes.failing(undated))
        for (number, length) in [60.0, 240, 960, 3840, 15360, 21600, 21600].enumerated() {
            #expect(try await pause(service, ledger) == length)
            #expect(service.texts.count == number + 1)
            time.advance(by: length - 10)
            #expect(try await pause(service, ledger) == 10)
            #expect(service.texts.count == number + 1)
            time.advance(by: 10)
        }
        // It has worked for longer than the last pause.
        time.advance(by: 21600)
        #expect(try await pause(service, ledger) == 60)
    }

    @Test(
        "a date far in the future stops a provider for six hours, and a near one until then",
        arguments: [(5, 5), (3600, 3600), (21600, 21600), (86400, 21600), (31_536_000, 21600)] as [(Double, Double)])
    func dated(named: Double, length: Double) async throws {
        let (ledger, service) = (InMemoryRequestLedger(), fakes.failing(.rateLimited(until: time.now + named)))
        #expect(try await pause(service, ledger) == length)
        time.advance(by: length)
        #expect(try await pause(fakes.knowing("x"), ledger) == nil)
    }

    @Test("a pause of a year that an earlier version has stored ends after six hours")
    func stored() async throws {
        let (ledger, other) = (InMemoryRequestLedger(), fakes.knowing("x"))
        let year = RequestRecord.Pause(setAt: time.now, until: time.now + 365 * 86400)
        _ = await ledger.edit(.dict) { $0 = RequestRecord(pause: year) }
        #expect(try await pause(other, ledger) == 21600)
        time.advance(by: 21600)
        #expect(try await pause(other, ledger) == nil)
    }

    @Test("the user's own retry is sent once in spite of a pause; if it fails the pause begins anew, and is no longer")
    func retryFails() async throws {
        let (ledger, service) = (InMemoryRequestLedger(), fakes.failing(undated))
        #expect(try await pause(service, ledger) == 60)
        time.advance(by: 10)
        #expect(try await pause(service, ledger, .reload) == 60)
        #expect(service.texts.count == 2)
        #expect(try await pause(service, ledger) == 60)
        #expect(service.texts.count == 2)
        let gate = fakes.gate(ledger: ledger)
        let gated = GatedLookUp(service, gate: gate)
        gate.clearBackOff()
        #expect(gate.status == GateStatus())
        for _ in 0..<3 { #expect(try await gated.failure() == .rateLimited(until: time.now + 60)) }
        #expect(service.texts.count == 3)
    }

    @Test("an answer to the user's own retry ends the pause for every word and every process")
    func retrySucceeds() async throws {
        let (ledger, service) = (InMemoryRequestLedger(), fakes.failing(.rateLimited(until: time.now + 7200)))
        #expect(try await pause(service, ledger) == 7200)
        for error in [TranslationError.network(Message("down")), .unauthorized] {
            #expect(try await fakes.gated(fakes.failing(error), ledger: ledger).failure("dog", .reload) == error)
            #expect(try await pause(fakes.knowing("x"), ledger) == 7200)
        }
        #expect(try await pause(fakes.knowing("x"), ledger, .reload) == nil)
        #expect(try await pause(fakes.knowing("x"), ledger) == nil)
        // That the provider does not have the word is an answer too.
        #expect(try await pause(service, ledger) == 7200)
        let unknown = fakes.gated(fakes.failing(.notFound), ledger: ledger)
        #expect(try await unknown.failure("dog", .reload) == .notFound)
        #expect(try await pause(fakes.knowing("x"), ledger) == nil)
    }

    @Test("the user's own retry does not exceed the limits that are known")
    func ownLimits() async throws {
        let (inner, limits) = (fakes.knowing("x"), [RequestLimit(1, per: .seconds(1000))])
        let service = fakes.gated(inner, limits)
        let start = time.now
        #expect(try await service.failure() == nil)
        #expect(try await service.failure("dog", .reload) == .rateLimited(until: start + 1000))
        #expect(inner.texts.count == 1)
    }
}
