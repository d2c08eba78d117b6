import CoreModule
package import PersonalDictionary

/// A translation service that answers what a test says, when the test says so.
package final class ScriptedTranslationService: TranslationService {
    package typealias Answer =
        @Sendable (WordText, TranslationDirection) async throws(TranslationError) -> DictionaryEntry

    /// In a type of its own: a function that is a generic value is wrapped once more each time that it is touched.
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

    /// How it answers now.
    package var current: Answer { script.withLock(\.self).answer }

    /// Answers otherwise from now on.
    package func change(to answer: @escaping Answer) {
        script.withLock { $0.answer = answer }
    }

    package func lookUp(
        _ text: WordText, _ direction: TranslationDirection
    ) async throws(TranslationError) -> DictionaryEntry {
        asked.withLock { $0.append(text.value) }
        return try await current(text, direction)
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
