import CoreModule
public import Foundation

/// Keeps what services have answered: durable where the store is.
public protocol TranslationCache: Sendable {
    /// What a service has answered to a look-up; `nil` where it was not asked, or its answer is dated outside a range. A date may
    /// be in the future: the clock was set back since.
    func answer(
        of service: TranslationProvider, to text: WordText, _ direction: TranslationDirection,
        datedIn dates: ClosedRange<Date>
    ) async throws(DictionaryError) -> CachedAnswer?
    /// Keeps an answer in place of an earlier one, whatever the dates.
    func keep(
        _ answer: CachedAnswer, of service: TranslationProvider, to text: WordText, _ direction: TranslationDirection,
        at date: Date
    ) async throws(DictionaryError)
    /// The entries of words that begin so, whatever case and accents, of whatever service, shortest words first.
    func entries(
        beginningWith prefix: String, _ direction: TranslationDirection, limit: Int
    ) async throws(DictionaryError) -> [DictionaryEntry]
}

/// For how long what a service has said is good.
struct AnswerLifetime {
    /// A clock that is set back by less makes no answer one of the future: no request is spent on that.
    private static let tolerance: TimeInterval = 24 * 3600

    let maximumAge: Duration

    /// The dates of what is good now: not too old, and not of a time when the clock was far ahead, at which it would be good again.
    func dates(now: Date) -> ClosedRange<Date> {
        let newest = now.addingTimeInterval(Self.tolerance)
        return min(newest, now.addingTimeInterval(-maximumAge.seconds))...newest
    }
}

/// An answer that can be kept: failures cannot.
public enum CachedAnswer: Hashable, Sendable {
    /// The service knew the word.
    case found(DictionaryEntry)
    /// It did not.
    case notFound
}

/// Keeps answers in memory.
public actor InMemoryTranslationCache: TranslationCache {
    private struct Key: Hashable {
        let service: TranslationProvider
        let text: String
        let direction: TranslationDirection
    }

    private var answers: [Key: (answer: CachedAnswer, date: Date)] = [:]

    /// Makes an empty cache.
    public init() {}

    /// What was answered.
    public func answer(
        of service: TranslationProvider, to text: WordText, _ direction: TranslationDirection,
        datedIn dates: ClosedRange<Date>
    ) -> CachedAnswer? {
        let kept = answers[Key(service: service, text: text.value, direction: direction)]
        return kept.flatMap { dates.contains($0.date) ? $0.answer : nil }
    }

    /// Keeps an answer.
    public func keep(
        _ answer: CachedAnswer, of service: TranslationProvider, to text: WordText, _ direction: TranslationDirection,
        at date: Date
    ) {
        answers[Key(service: service, text: text.value, direction: direction)] = (answer, date)
    }

    /// The entries of words that begin so. O(n).
    public func entries(
        beginningWith prefix: String, _ direction: TranslationDirection, limit: Int
    ) -> [DictionaryEntry] {
        let folded = TextFolding.fold(prefix, .search).utf8
        guard !folded.isEmpty else { return [] }
        return answers.filter { key, _ in
            key.direction == direction && TextFolding.fold(key.text, .search).utf8.starts(with: folded)
        }.sorted {
            ($0.key.text.unicodeScalars.count, $0.key.text, $0.key.service.rawValue)
                < ($1.key.text.unicodeScalars.count, $1.key.text, $1.key.service.rawValue)
        }.compactMap { if case .found(let entry) = $0.value.answer { entry } else { nil } }
            .prefix(max(0, limit)).map { $0 }
    }
}
