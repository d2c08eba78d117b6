package import CoreModule
package import Foundation
package import PersonalDictionary

/// A translation service that answers what a test says, when the test says so; also a part of a chain.
package final class ScriptedTranslationService: TranslationService, LookUpService {
    package typealias Answer =
        @Sendable (WordText, TranslationDirection) async throws(TranslationError) -> DictionaryEntry

    /// In its own type: a function that is a generic value is wrapped again at each access.
    private struct Script {
        var answer: Answer
    }

    private let script: Locked<Script>
    private let asked = Locked<[String]>([])

    package init(_ answer: @escaping Answer) {
        script = Locked(Script(answer: answer))
    }

    /// The texts that were looked up, in order.
    package var texts: [String] { asked.withLock { $0 } }

    /// The current answer.
    package var current: Answer { script.withLock(\.self).answer }

    /// Changes the answer.
    package func change(to answer: @escaping Answer) {
        script.withLock { $0.answer = answer }
    }

    package func lookUp(
        _ text: WordText, _ direction: TranslationDirection
    ) async throws(TranslationError) -> DictionaryEntry {
        asked.withLock { $0.append(text.value) }
        return try await current(text, direction)
    }

    package func lookUp(_ request: LookUpRequest) async throws(TranslationError) -> DictionaryEntry {
        try await lookUp(request.text, request.direction)
    }
}

/// A part of a chain that sees the whole request.
package final class ScriptedLookUp: LookUpService {
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

extension LookUpService {
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
    /// Grants one request, and returns nil; otherwise returns when to come back.
    package func reserve(
        _ provider: TranslationProvider, _ limits: [RequestLimit], now: Date
    ) async throws(DictionaryError) -> Date? {
        try await edit(provider) { $0.reserve(limits, now: now) }
    }

    package func pause(_ provider: TranslationProvider, until date: Date, now: Date) async throws(DictionaryError) {
        _ = try await edit(provider) { $0.pause(until: date, now: now) }
    }
}

/// A list of words whose answers a test gives.
package final class ScriptedSuggestions: WordSuggesting {
    package typealias Answer = @Sendable (_ text: String) async throws(TranslationError) -> [Suggestion]

    private let answer: Answer
    private let asked = Locked<[String]>([])

    package init(_ answer: @escaping Answer) {
        self.answer = answer
    }

    /// The requested texts, in order.
    package var texts: [String] { asked.withLock { $0 } }

    package func suggestions(
        beginningWith text: WordText, _ direction: TranslationDirection, limit: Int
    ) async throws(TranslationError) -> [Suggestion] {
        asked.withLock { $0.append(text.value) }
        return try await answer(text.value)
    }
}

/// Opens once. Tasks wait until then, or until they are cancelled.
package final class Latch: Sendable {
    private let stream = ValueStream(false)

    package init() {}

    package func open() { stream.send(true) }

    package var isOpen: Bool { stream.value }

    package func wait() async {
        for await isOpen in stream.events() where isOpen { return }
    }
}
