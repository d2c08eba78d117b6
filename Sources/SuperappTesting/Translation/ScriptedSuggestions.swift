import CoreModule
public import PersonalDictionary

/// A list of words whose answers a test gives.
public final class ScriptedSuggestions: WordSuggesting {
    /// Returns the words that begin with a text, or throws.
    public typealias Answer = @Sendable (_ text: String) async throws(TranslationError) -> [Suggestion]

    private let answer: Answer
    private let asked = Locked<[String]>([])

    /// Creates a list with its answer.
    public init(_ answer: @escaping Answer) {
        self.answer = answer
    }

    /// The requested texts, in order.
    public var texts: [String] { asked.withLock { $0 } }

    /// Notes the text, and returns the answer to it, whatever the limit.
    public func suggestions(
        beginningWith text: WordText, _ direction: TranslationDirection, limit: Int
    ) async throws(TranslationError) -> [Suggestion] {
        asked.withLock { $0.append(text.value) }
        return try await answer(text.value)
    }
}
