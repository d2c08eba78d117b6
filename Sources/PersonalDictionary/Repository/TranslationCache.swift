import CoreModule
public import Foundation

/// Stores the answers of services, and the directions that they lack. It is as durable as the store.
///
/// A direction that a service lacks is stored as ``CachedAnswer/notFound``, without a text.
public protocol TranslationCache: Sendable {
    /// The answer of a service to a look-up with its date, or nil if there is none. A date may be in the future: the
    /// clock was set back since.
    func answer(
        of service: TranslationProvider, to text: WordText?, _ direction: TranslationDirection
    ) async throws(DictionaryError) -> (answer: CachedAnswer, date: Date)?
    /// Keeps an answer in place of an earlier one, whatever the dates. If nil, removes the earlier one.
    func keep(
        _ answer: CachedAnswer?, of service: TranslationProvider, to text: WordText?,
        _ direction: TranslationDirection, at date: Date
    ) async throws(DictionaryError)
    /// The entries of words that begin with a text, of all services, shortest words first. Ignores case and accents.
    func entries(
        beginningWith prefix: String, _ direction: TranslationDirection, limit: Int
    ) async throws(DictionaryError) -> [DictionaryEntry]
}

extension ClosedRange<Date> {
    /// The dates of what a service said and is used now: not older than an age, and not of a time when the clock was far
    /// ahead. A clock that is set back by less than a day makes no answer one of the future: no request is spent on that.
    static func used(for maximumAge: Duration, now: Date) -> ClosedRange<Date> {
        let newest = now.addingTimeInterval(24 * 3600)
        return Swift.min(newest, now.addingTimeInterval(-maximumAge.seconds))...newest
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
package actor InMemoryTranslationCache: TranslationCache {
    private struct Key: Hashable {
        let service: TranslationProvider
        let text: WordText?
        let direction: TranslationDirection
    }

    private var answers: [Key: (answer: CachedAnswer, date: Date)] = [:]

    package init() {}

    package func answer(
        of service: TranslationProvider, to text: WordText?, _ direction: TranslationDirection
    ) -> (answer: CachedAnswer, date: Date)? {
        answers[Key(service: service, text: text, direction: direction)]
    }

    package func keep(
        _ answer: CachedAnswer?, of service: TranslationProvider, to text: WordText?,
        _ direction: TranslationDirection, at date: Date
    ) {
        answers[Key(service: service, text: text, direction: direction)] = answer.map { ($0, date) }
    }

    package func entries(
        beginningWith prefix: String, _ direction: TranslationDirection, limit: Int
    ) -> [DictionaryEntry] {
        let folded = TextFolding.fold(prefix, .search).utf8
        guard !folded.isEmpty else { return [] }
        let found = answers.compactMap { key, kept -> (text: String, service: String, entry: DictionaryEntry)? in
            guard key.direction == direction, let text = key.text?.value, case .found(let entry) = kept.answer,
                TextFolding.fold(text, .search).utf8.starts(with: folded)
            else { return nil }
            return (text, key.service.rawValue, entry)
        }
        return found.sorted {
            ($0.text.unicodeScalars.count, $0.text, $0.service) < ($1.text.unicodeScalars.count, $1.text, $1.service)
        }.prefix(max(0, limit)).map(\.entry)
    }
}
