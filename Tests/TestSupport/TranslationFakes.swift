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

/// Opens once; whoever comes before that waits.
package final class Latch: Sendable {
    private let stream = ValueStream(false)

    package init() {}

    package func open() { stream.send(true) }

    package func wait() async {
        for await isOpen in stream.events() where isOpen { return }
    }
}
