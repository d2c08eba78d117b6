import CoreModule
public import Foundation
public import PersonalDictionary

/// A translation service that answers what a test says, when the test says so.
///
/// ```swift
/// let service = ScriptedTranslationService { _, _ throws(TranslationError) in throw .rateLimited(until: nil) }
/// ```
public final class ScriptedTranslationService: TranslationService {
    /// Answers a look-up, or throws.
    public typealias Answer =
        @Sendable (WordText, TranslationDirection) async throws(TranslationError) -> DictionaryEntry

    /// In its own type: a function that is a generic value is wrapped again at each access.
    private struct Script {
        var answer: Answer
    }

    private let script: Locked<Script>
    private let asked = Locked<[String]>([])

    /// Creates a service with its answer.
    public init(_ answer: @escaping Answer) {
        script = Locked(Script(answer: answer))
    }

    /// Creates a service that knows some texts, in any direction, with one translation each, and no others.
    public convenience init(
        _ translations: [String: String],
        provider: TranslationProvider = TranslationProvider(rawValue: "scripted"),
        at date: Date = ManualTime.start
    ) {
        self.init { text, direction throws(TranslationError) in
            guard let translation = translations[text.value] else { throw .notFound }
            return try DictionaryEntry(
                headword: text.value, direction: direction, senses: [.init(translations: [translation])],
                provider: provider, date: date)
        }
    }

    /// The texts that were looked up, in order.
    public var texts: [String] { asked.withLock { $0 } }

    /// The current answer.
    public var current: Answer { script.withLock(\.self).answer }

    /// Changes the answer, from the next look-up on.
    public func change(to answer: @escaping Answer) {
        script.withLock { $0.answer = answer }
    }

    /// Notes the text, and returns the current answer to it.
    public func lookUp(
        _ text: WordText, _ direction: TranslationDirection
    ) async throws(TranslationError) -> DictionaryEntry {
        asked.withLock { $0.append(text.value) }
        return try await current(text, direction)
    }
}
