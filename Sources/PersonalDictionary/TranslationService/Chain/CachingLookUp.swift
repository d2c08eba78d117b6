package import CoreModule
import Foundation

/// Answers from earlier answers of a provider, as long as they are not too old. A request to reload is always passed
/// on; its answer is kept.
package struct CachingLookUp: LookUpPart {
    private let service: any LookUpPart
    private let provider: TranslationProvider
    private let cache: any TranslationCache
    private let maximumAge: Duration
    private let clock: WallClock
    private let logger: EventLogger
    private let log: OperationLog

    /// - Parameters:
    ///   - provider: the name under which answers are kept.
    ///   - logger: receives failures of the cache; the service is asked then.
    ///   - storeLogger: receives what is read and written.
    package init(
        _ service: any LookUpPart, provider: TranslationProvider, cache: any TranslationCache,
        maximumAge: Duration = .seconds(90 * 24 * 3600), clock: WallClock, logger: EventLogger,
        storeLogger: EventLogger = .disabled
    ) {
        self.service = service
        self.provider = provider
        self.cache = cache
        self.maximumAge = maximumAge
        self.clock = clock
        self.logger = logger
        log = OperationLog(storeLogger)
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
            await keep(.found(entry), request)
            return entry
        } catch .notFound {
            await keep(.notFound, request)
            throw .notFound
        }
    }

    private func kept(_ request: LookUpRequest) async -> CachedAnswer? {
        do throws(DictionaryError) {
            let dates = ClosedRange.used(for: maximumAge, now: clock.now())
            return try await log.run(
                "read answer", "\(provider) \(request.text)", result: { $0 == nil ? "none" : "one" }
            ) { () throws(DictionaryError) in
                let kept = try await cache.answer(of: provider, to: request.text, request.direction)
                return kept.flatMap { dates.contains($0.date) ? $0.answer : nil }
            }
        } catch {
            logger.warning("the translation cache cannot be read", ["error": error.code])
            return nil
        }
    }

    private func keep(_ answer: CachedAnswer, _ request: LookUpRequest) async {
        do throws(DictionaryError) {
            try await log.run("keep answer", "\(provider) \(request.text)") { () throws(DictionaryError) in
                try await cache.keep(answer, of: provider, to: request.text, request.direction, at: clock.now())
            }
        } catch {
            logger.warning("the translation cache cannot be written", ["error": error.code])
        }
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
