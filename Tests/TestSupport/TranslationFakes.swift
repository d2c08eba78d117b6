package import CoreModule
package import Foundation
package import PersonalDictionary
package import SuperappTesting

extension ScriptedTranslationService: LookUpPart {
    package func lookUp(_ request: LookUpRequest) async throws(TranslationError) -> DictionaryEntry {
        try await lookUp(request.text, request.direction)
    }
}

/// A part of a chain that sees the whole request.
package final class ScriptedLookUp: LookUpPart {
    package typealias Answer = @Sendable (LookUpRequest) async throws(TranslationError) -> DictionaryEntry

    private let answer: Answer
    private let received = Locked<[LookUpRequest]>([])

    package init(_ answer: @escaping Answer) {
        self.answer = answer
    }

    /// The requests, in order.
    package var requests: [LookUpRequest] { received.withLock { $0 } }

    package func lookUp(_ request: LookUpRequest) async throws(TranslationError) -> DictionaryEntry {
        received.withLock { $0.append(request) }
        return try await answer(request)
    }
}

extension LookUpPart {
    /// Why a look-up from English into Russian fails; nil if it has an answer.
    package func failure(
        _ text: String = "dog", _ cachePolicy: LookUpRequest.CachePolicy = .useCache,
        retry: UserRetry? = nil, priority: LookUpRequest.Priority = .savedWord,
        while isStillWanted: @escaping @Sendable () async -> Bool = { true }
    ) async throws -> TranslationError? {
        let request = LookUpRequest(
            try WordText(text), .englishToRussian, cachePolicy: cachePolicy, retry: retry, priority: priority,
            isStillWanted: isStillWanted)
        do throws(TranslationError) {
            _ = try await lookUp(request)
            return nil
        } catch {
            return error
        }
    }

    /// The first translation of a word from English into Russian.
    package func translation(_ text: String = "dog") async throws -> String {
        try await lookUp(LookUpRequest(WordText(text), .englishToRussian)).translation.text
    }
}

extension TranslationServices {
    /// Services that ask one service, through a gate.
    package init(
        _ service: any TranslationService, name: String = "service", providers: Set<TranslationProvider> = [],
        onDevice: (any LookUpPart)? = nil, suggestionsOnDevice: [any WordSuggesting] = [],
        remoteSuggestions: [any WordSuggesting] = [], hedgingDelay: Duration? = nil, clock: WallClock,
        sleeper: Sleeper? = nil, logger: EventLogger = .disabled
    ) {
        let gate = ProviderGate(
            TranslationProvider(rawValue: name), ledger: InMemoryRequestLedger(), hedgingDelay: hedgingDelay,
            clock: clock, sleeper: sleeper ?? .system(clock: clock), logger: logger)
        self.init(
            GatedLookUp(LoggingLookUp(service, name: name, logger: logger), gate: gate), gates: [gate],
            providers: providers, onDevice: onDevice, suggestionsOnDevice: suggestionsOnDevice,
            remoteSuggestions: remoteSuggestions, hedgingDelay: hedgingDelay)
    }

    /// Services that know no direction.
    package static func none(clock: WallClock) -> TranslationServices {
        TranslationServices(
            ScriptedTranslationService { _, direction throws(TranslationError) in throw .unsupportedDirection(direction)
            },
            clock: clock)
    }
}

extension TranslationCache {
    /// The answer of a service to a look-up; nil if there is none, or if it is dated outside a range.
    package func answer(
        of service: TranslationProvider, to text: WordText, _ direction: TranslationDirection,
        datedIn dates: ClosedRange<Date>
    ) async throws(DictionaryError) -> CachedAnswer? {
        let kept = try await answer(of: service, to: text, direction)
        return kept.flatMap { dates.contains($0.date) ? $0.answer : nil }
    }
}

extension RequestLedger {
    /// Acquires the permit for one request, and returns nil; otherwise returns the date before which there is none.
    package func acquire(
        _ provider: TranslationProvider, _ limits: [RequestLimit], now: Date
    ) async throws(DictionaryError) -> Date? {
        try await edit(provider) { $0.acquire(limits, now: now) }
    }

    package func setRetryAfter(
        _ provider: TranslationProvider, _ date: Date, now: Date
    ) async throws(DictionaryError) {
        _ = try await edit(provider) { $0.setRetryAfter(date, now: now) }
    }
}
