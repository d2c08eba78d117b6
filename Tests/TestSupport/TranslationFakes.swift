import CoreModule
package import PersonalDictionary

/// A translation service that answers what a test says, when the test says so.
package final class ScriptedTranslationService: TranslationService {
    package typealias Answer =
        @Sendable (WordText, TranslationDirection) async throws(TranslationError) -> DictionaryEntry

    private let answer: Locked<Answer>
    private let asked = Locked<[String]>([])

    package init(_ answer: @escaping Answer) {
        self.answer = Locked(answer)
    }

    /// The texts that were looked up, in order.
    package var texts: [String] { asked.withLock { $0 } }

    /// How it answers now.
    package var current: Answer { answer.withLock { $0 } }

    /// Answers otherwise from now on.
    package func change(to answer: @escaping Answer) {
        self.answer.withLock { $0 = answer }
    }

    package func lookUp(
        _ text: WordText, _ direction: TranslationDirection
    ) async throws(TranslationError) -> DictionaryEntry {
        asked.withLock { $0.append(text.value) }
        return try await answer.withLock { $0 }(text, direction)
    }
}

/// A list of words that answers what a test says, when the test says so.
package final class ScriptedSuggestions: WordSuggesting {
    package typealias Answer = @Sendable (_ text: String) async throws(TranslationError) -> [Suggestion]

    private let answer: Answer
    private let asked = Locked<[String]>([])

    package init(_ answer: @escaping Answer) {
        self.answer = answer
    }

    /// The texts that were asked for, in order.
    package var texts: [String] { asked.withLock { $0 } }

    package func suggestions(
        beginningWith text: WordText, _ direction: TranslationDirection, limit: Int
    ) async throws(TranslationError) -> [Suggestion] {
        asked.withLock { $0.append(text.value) }
        return try await answer(text.value)
    }
}

/// Opens once; whoever comes before that waits.
package final class Latch: Sendable {
    private let stream = ValueStream(false)

    package init() {}

    package func open() { stream.send(true) }

    package func wait() async {
        for await isOpen in stream.events() where isOpen { return }
    }
}
