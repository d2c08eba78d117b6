import CoreModule
import Foundation
import PersonalDictionary
import TestSupport
import Testing

@Suite("The translation queue", .timeLimit(.minutes(1)))
struct TranslationQueueTests {
    private let time = ManualTime()
    private let words = InMemoryWordRepository()
    private let log = InMemoryLogHandler()

    private func queue(_ service: any TranslationService) -> TranslationQueue {
        TranslationQueue(
            service: service, words: words, clock: time.clock, sleeper: time.sleeper,
            logger: Logger(label: "translation", minimumLevel: .info, handler: log))
    }

    private func found(_ text: String) -> ScriptedTranslationService {
        ScriptedTranslationService { [time] word, direction throws(TranslationError) in
            try DictionaryEntry(
                headword: word.value, direction: direction, senses: [.init(translations: [text])], provider: .glossary,
                date: time.now)
        }
    }

    @Test("what waits is looked up, the oldest first; what is done is left alone")
    func waiting() async throws {
        for (id, text) in [("1", "a"), ("2", "b"), ("3", "c")] {
            time.advance(by: 1)
            try await words.add(.make(id, text, createdAt: time.now))
        }
        try await words.record(.notFound, of: WordID("2"), at: time.now)
        let service = found("x")
        let changed = try await queue(service).translateWaiting()
        #expect(service.texts == ["a", "c"])
        #expect(changed.map(\.text.value) == ["a", "c"])
    }

    @Test("each word that is added is looked up")
    func running() async throws {
        let changes = WordStream()
        let publishing = PublishingWordRepository(words, changes: changes)
        let queue = TranslationQueue(
            service: found("x"), words: publishing, clock: time.clock, sleeper: time.sleeper, logger: .disabled)
        let events = changes.events()
        let seen = changes.events()
        let task = Task { await queue.run(on: events) }
        try await publishing.add(.make("1", "dog", createdAt: time.now))
        #expect(await seen.first(2).count == 2)
        #expect(try await words.word(WordID("1")).translation.translation?.text == "x")
        task.cancel()
        await task.value
    }

    @Test("a removal while a look-up is in flight wins")
    func removedInFlight() async throws {
        let latch = Latch()
        let asked = Latch()
        let entry = try DictionaryEntry.make("dog", ["x"], at: time.now)
        let service = ScriptedTranslationService { _, _ throws(TranslationError) in
            asked.open()
            await latch.wait()
            return entry
        }
        try await words.add(.make("1", "dog", createdAt: time.now))
        let queue = queue(service)
        let look = Task { try await queue.translate(WordID("1")) }
        await asked.wait()
        try await words.remove([WordID("1")])
        latch.open()
        #expect(try await look.value == nil)
        #expect(try await words.wordCount() == 0)
    }

    @Test("the user's own translation while a look-up is in flight wins")
    func translatedInFlight() async throws {
        let latch = Latch()
        let asked = Latch()
        let entry = try DictionaryEntry.make("dog", ["x"], at: time.now)
        let service = ScriptedTranslationService { _, _ throws(TranslationError) in
            asked.open()
            await latch.wait()
            return entry
        }
        try await words.add(.make("1", "dog", createdAt: time.now))
        let queue = queue(service)
        let look = Task { try await queue.translate(WordID("1")) }
        await asked.wait()
        try await words.setUserTranslation("mine", of: WordID("1"), at: time.now)
        latch.open()
        _ = try await look.value
        #expect(try await words.word(WordID("1")).translation.translation?.text == "mine")
        _ = try await queue.translate(WordID("1"))
        #expect(service.texts.count == 1)
    }

    @Test(
        "a failure is told apart from not knowing, and is tried again",
        arguments: [
            (TranslationError.notFound, TranslationState.notFound),
            (.unsupportedDirection(.englishToRussian), .notFound), (.unauthorized, .failed(until: nil)),
            (.rateLimited(until: nil), .failed(until: nil)), (.network("down"), .failed(until: nil)),
            (.malformedAnswer("<html>"), .failed(until: nil)),
            (.cancelled, .pending),
        ])
    func failures(error: TranslationError, state: TranslationState) async throws {
        let service = ScriptedTranslationService { _, _ throws(TranslationError) in throw error }
        try await words.add(.make("1", "dog", createdAt: time.now))
        let queue = queue(service)
        do throws(DictionaryError) {
            _ = try await queue.translate(WordID("1"))
            #expect(error == .notFound || error == .cancelled)
        } catch let thrown {
            #expect(thrown == .translation(error))
        }
        #expect(try await words.word(WordID("1")).translation == state)
        let entry = try DictionaryEntry.make("dog", ["собака"], at: time.now)
        service.change { _, _ in entry }
        try await queue.translateWaiting()
        #expect(
            try await words.word(WordID("1")).translation
                == (state == .notFound ? .notFound : .translated(entry.translation)))
        #expect(log.events.contains { $0.metadata.contains { $0.value.contains("dog") } } == false)
    }
}
