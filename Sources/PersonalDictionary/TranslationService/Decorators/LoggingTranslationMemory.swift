import CoreModule
import Foundation

/// Logs what is read from and written to another cache: words at debug level only.
struct LoggingTranslationCache: TranslationCache {
    let base: any TranslationCache
    let log: OperationLog

    func answer(
        of service: TranslationProvider, to text: WordText, _ direction: TranslationDirection,
        datedIn dates: ClosedRange<Date>
    ) async throws(DictionaryError) -> CachedAnswer? {
        try await log.run("read answer", "\(service) \(text)", result: { $0 == nil ? "none" : "one" }) {
            () throws(DictionaryError) in try await base.answer(of: service, to: text, direction, datedIn: dates)
        }
    }

    func keep(
        _ answer: CachedAnswer, of service: TranslationProvider, to text: WordText, _ direction: TranslationDirection,
        at date: Date
    ) async throws(DictionaryError) {
        try await log.run("keep answer", "\(service) \(text)") { () throws(DictionaryError) in
            try await base.keep(answer, of: service, to: text, direction, at: date)
        }
    }

    func entries(
        beginningWith prefix: String, _ direction: TranslationDirection, limit: Int
    ) async throws(DictionaryError) -> [DictionaryEntry] {
        try await log.run("read answers", prefix, result: { "\($0.count)" }) { () throws(DictionaryError) in
            try await base.entries(beginningWith: prefix, direction, limit: limit)
        }
    }
}

/// Logs what is read from and written to another memory of directions.
struct LoggingUnsupportedDirectionRepository: UnsupportedDirectionRepository {
    let base: any UnsupportedDirectionRepository
    let log: OperationLog

    func lastRefusal(
        of direction: TranslationDirection, by service: TranslationProvider
    ) async throws(DictionaryError) -> Date? {
        try await log.run(
            "read unsupported direction", "\(service) \(direction)", result: { $0 == nil ? "none" : "one" }
        ) { () throws(DictionaryError) in try await base.lastRefusal(of: direction, by: service) }
    }

    func setUnsupported(
        _ isUnsupported: Bool, _ direction: TranslationDirection, by service: TranslationProvider, at date: Date
    ) async throws(DictionaryError) {
        try await log.run(
            isUnsupported ? "keep unsupported direction" : "forget unsupported direction", "\(service) \(direction)"
        ) { () throws(DictionaryError) in
            try await base.setUnsupported(isUnsupported, direction, by: service, at: date)
        }
    }
}

/// Logs what is read from and written to another ledger.
struct LoggingRequestLedger: RequestLedger {
    let base: any RequestLedger
    let log: OperationLog

    func reserve(
        _ provider: TranslationProvider, _ limits: [RequestLimit], now: Date
    ) async throws(DictionaryError) -> RequestGrant {
        try await log.run("reserve request", "\(provider)", result: { $0 == .granted ? "granted" : "wait" }) {
            () throws(DictionaryError) in try await base.reserve(provider, limits, now: now)
        }
    }

    func turn(
        _ provider: TranslationProvider, _ limits: [RequestLimit], now: Date
    ) async throws(DictionaryError) -> Date {
        try await log.run("read requests", "\(provider)") { () throws(DictionaryError) in
            try await base.turn(provider, limits, now: now)
        }
    }

    func release(_ provider: TranslationProvider, grantedAt date: Date) async throws(DictionaryError) {
        try await log.run("release request", "\(provider)") { () throws(DictionaryError) in
            try await base.release(provider, grantedAt: date)
        }
    }

    func pause(_ provider: TranslationProvider, until date: Date, now: Date) async throws(DictionaryError) {
        try await log.run("pause requests", "\(provider)") { () throws(DictionaryError) in
            try await base.pause(provider, until: date, now: now)
        }
    }
}
