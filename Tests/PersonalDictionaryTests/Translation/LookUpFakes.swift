import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport

/// Services for the tests of the parts of a chain.
struct LookUpFakes {
    let time: ManualTime

    /// A service that answers with a translation.
    func knowing(_ answer: String, _ provider: TranslationProvider = .dict) -> ScriptedTranslationService {
        ScriptedTranslationService { [time] word, direction throws(TranslationError) in
            try Self.entry(word, direction, [answer], provider, time.now)
        }
    }

    /// A service that fails.
    func failing(_ error: TranslationError) -> ScriptedTranslationService {
        ScriptedTranslationService { _, _ throws(TranslationError) in throw error }
    }

    /// A service that answers when a latch is opened; it opens others when it is asked and when it is cancelled.
    func waiting(
        for latch: Latch, asked: Latch = Latch(), cancelled: Latch = Latch(), _ answer: String = "slow"
    ) -> ScriptedTranslationService {
        ScriptedTranslationService { [time] word, direction throws(TranslationError) in
            asked.open()
            await latch.wait()
            if Task.isCancelled {
                cancelled.open()
                throw .cancelled
            }
            return try Self.entry(word, direction, [answer], .dict, time.now)
        }
    }

    static func entry(
        _ word: WordText, _ direction: TranslationDirection, _ translations: [String], _ provider: TranslationProvider,
        _ date: Date
    ) throws(TranslationError) -> DictionaryEntry {
        try DictionaryEntry(
            headword: word.value, direction: direction, senses: [.init(translations: translations)],
            provider: provider, date: date)
    }

    /// A gate without jitter.
    func gate(
        _ provider: TranslationProvider = .dict, _ limits: [RequestLimit] = [],
        ledger: any RequestLedger = InMemoryRequestLedger(), directions: (any TranslationCache)? = nil,
        attempts: Int = 1, sleeper: Sleeper? = nil, logger: EventLogger = .disabled,
        storeLogger: EventLogger = .disabled
    ) -> ProviderGate {
        ProviderGate(
            provider, limits: limits, ledger: ledger, directions: directions, attempts: attempts, clock: time.clock,
            sleeper: sleeper ?? time.sleeper, jitter: { 0 }, logger: logger, storeLogger: storeLogger)
    }

    /// A service behind a gate.
    func gated(
        _ service: any LookUpPart, _ limits: [RequestLimit] = [], ledger: any RequestLedger = InMemoryRequestLedger()
    ) -> GatedLookUp {
        GatedLookUp(service, gate: gate(.dict, limits, ledger: ledger))
    }

    /// A chain whose providers are named by their numbers.
    func chain(
        _ services: [any LookUpPart], onDevice: Set<Int> = [], hedgingDelay: Duration? = nil
    ) -> FallbackLookUp {
        FallbackLookUp(
            services.enumerated().map { number, service in
                FallbackLookUp.Provider(.numbered(number), service, isOnDevice: onDevice.contains(number))
            }, hedgingDelay: hedgingDelay, clock: time.clock, sleeper: time.sleeper)
    }
}

extension TranslationProvider {
    static func numbered(_ number: Int) -> TranslationProvider { TranslationProvider(rawValue: "p\(number)") }
}

extension TranslationError {
    /// A failure of some providers of a chain, which are named by their numbers.
    static func partial(_ reason: TranslationError, of numbers: Set<Int>) -> TranslationError {
        .unavailable(
            TranslationFailure(
                reason, retryDate: reason.retryDate, providers: Set(numbers.map(TranslationProvider.numbered)),
                isPartial: true))
    }

    /// The error of a provider during its back-off.
    static func backingOff(
        until date: Date, after reason: TranslationError, _ provider: TranslationProvider = .dict
    ) -> TranslationError {
        .unavailable(TranslationFailure(reason, retryDate: date, providers: [provider]))
    }

    /// The error of what is typed if the half of a limit that is left is reserved for saved words.
    static func reserved(until date: Date, _ provider: TranslationProvider = .dict) -> TranslationError {
        .unavailable(
            TranslationFailure(.rateLimited(until: date), retryDate: date, providers: [provider], isReserved: true))
    }
}

/// A cache that cannot be read or written.
struct FailingTranslationCache: TranslationCache {
    private let error = FaultyWordRepository.error

    func answer(
        of service: TranslationProvider, to text: WordText?, _ direction: TranslationDirection
    ) async throws(DictionaryError) -> (answer: CachedAnswer, date: Date)? { throw error }

    func keep(
        _ answer: CachedAnswer?, of service: TranslationProvider, to text: WordText?,
        _ direction: TranslationDirection, at date: Date
    ) async throws(DictionaryError) { throw error }

    func entries(
        beginningWith prefix: String, _ direction: TranslationDirection, limit: Int
    ) async throws(DictionaryError) -> [DictionaryEntry] { throw error }
}
