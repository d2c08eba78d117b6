package import CoreModule
import Foundation

/// Answers from earlier answers of a provider, as long as they are not too old. A request to reload is always passed
/// on; its answer is kept.
package struct CachingLookUp: LookUpPart {
    private let service: any LookUpPart
    private let answers: KeptAnswers
    private let maximumAge: Duration

    /// Keeps answers under the provider's name. The logger receives what is read and written.
    package init(
        _ service: any LookUpPart, provider: TranslationProvider, cache: any TranslationCache,
        maximumAge: Duration = .seconds(90 * 24 * 3600), clock: WallClock, storeLogger: EventLogger = .disabled
    ) {
        self.service = service
        self.maximumAge = maximumAge
        answers = KeptAnswers(provider: provider, cache: cache, clock: clock, log: OperationLog(storeLogger))
    }

    package func lookUp(_ request: LookUpRequest) async throws(TranslationError) -> DictionaryEntry {
        if request.cachePolicy == .reload { return try await ask(request) }
        if let answer = await kept(request) { return try answer.entry }
        // Another process that shares the cache may have the answer before this request has its permit.
        let unanswered = request.wanted { await kept(request) == nil }
        do throws(TranslationError) {
            return try await ask(unanswered)
        } catch .cancelled where !Task.isCancelled {
            guard let answer = await kept(request) else { throw .cancelled }
            return try answer.entry
        }
    }

    private func ask(_ request: LookUpRequest) async throws(TranslationError) -> DictionaryEntry {
        do throws(TranslationError) {
            let entry = try await service.lookUp(request)
            await answers.keep(.found(entry), to: request.text, request.direction)
            return entry
        } catch .notFound {
            await answers.keep(.notFound, to: request.text, request.direction)
            throw .notFound
        }
    }

    private func kept(_ request: LookUpRequest) async -> CachedAnswer? {
        let dates = ClosedRange.used(for: maximumAge, now: answers.clock.now())
        let kept = await answers.answer(to: request.text, request.direction)
        return kept.flatMap { dates.contains($0.date) ? $0.answer : nil }
    }
}

extension CachedAnswer {
    fileprivate var entry: DictionaryEntry {
        get throws(TranslationError) {
            switch self {
            case .found(let entry): return entry
            case .notFound: throw .notFound
            }
        }
    }
}
