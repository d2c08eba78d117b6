import CoreModule
import Foundation
import PersonalDictionary
import TestSupport
import Testing

@Suite("The translation queue", .timeLimit(.minutes(3)))
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
            (.rateLimited(until: nil), .failed(until: nil)), (.network(Message("down")), .failed(until: nil)),
            (.malformedAnswer(Message("<html>")), .failed(until: nil)),
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

    // MARK: In the background

    /// Runs a queue while a test moves the time.
    private func running(
        _ service: any TranslationService, immediate: (any TranslationService)? = nil,
        _ body: (TranslationQueue, PublishingWordRepository) async throws -> Void
    ) async throws {
        let changes = WordStream()
        let publishing = PublishingWordRepository(words, changes: changes)
        let queue = TranslationQueue(
            service: service, immediate: immediate, words: publishing, clock: time.clock, sleeper: time.sleeper,
            chance: { 0 }, logger: .disabled)
        let events = changes.events()
        let task = Task { await queue.run(on: events) }
        try await body(queue, publishing)
        task.cancel()
        await task.value
    }

    @Test("a thousand words of a week offline go out at the provider's pace, and stop at its budget")
    func catchingUp() async throws {
        for number in 0..<300 {
            time.advance(by: 1)
            try await words.add(.make("\(number)", "word \(number)", createdAt: time.now))
        }
        let service = found("x")
        let limited = RateLimitedTranslationService(
            service, provider: .dict,
            limits: [RequestLimit(1, per: .seconds(1)), RequestLimit(200, per: .seconds(86400))],
            ledger: InMemoryRequestLedger(), clock: time.clock, sleeper: time.sleeper)
        let start = time.now
        try await running(limited) { queue, _ in
            for second in 1..<200 {
                #expect(await time.nextSleep() == start.addingTimeInterval(Double(second)))
                await time.advanceToNextSleep()
            }
            // The budget is spent until a day after the first request.
            #expect(await time.nextSleep() == start.addingTimeInterval(86400))
            #expect(service.texts.count == 200)
            #expect(queue.currentStatus.waiting == 100)
            #expect(queue.currentStatus.pausedUntil == start.addingTimeInterval(86400))
            #expect(queue.currentStatus.failure == .rateLimited(until: start.addingTimeInterval(86400)))
            for _ in 0..<100 { await time.advanceToNextSleep() }
            while try await !words.wordsAwaitingTranslation(limit: 1).isEmpty { await Task.yield() }
            #expect(time.now == start.addingTimeInterval(86400 + 99))
        }
        #expect(service.texts == (0..<300).map { "word \($0)" })
    }

    @Test("a word that can be translated on the device is, at once, while the network is waited for")
    func immediately() async throws {
        let down = ScriptedTranslationService { _, _ throws(TranslationError) in throw .network(Message("down")) }
        let glossary = ScriptedTranslationService { [time] word, direction throws(TranslationError) in
            guard word.value == "dog" else { throw .notFound }
            return try DictionaryEntry(
                headword: "dog", direction: direction, senses: [.init(translations: ["собака"])], provider: .glossary,
                date: time.now)
        }
        try await running(down, immediate: glossary) { queue, words in
            try await words.add(.make("1", "rare", createdAt: time.now))
            #expect(await time.nextSleep() == time.now.addingTimeInterval(2))
            try await words.add(.make("2", "dog", createdAt: time.now))
            while try await words.word(WordID("2")).translation == .pending { await Task.yield() }
            #expect(try await words.word(WordID("2")).translation.translation?.text == "собака")
            #expect(try await words.word(WordID("1")).translation == .failed(until: nil))
            #expect(down.texts == ["rare"])
            #expect(queue.currentStatus.waiting == 1)
        }
    }

    @Test("when the network is back, what waits is caught up with, one after the other")
    func recovery() async throws {
        for number in 0..<20 { try await words.add(.make("\(number)", "w\(number)", createdAt: time.now)) }
        let service = ScriptedTranslationService { _, _ throws(TranslationError) in throw .network(Message("down")) }
        try await running(service) { queue, words in
            for _ in 0..<5 { await time.advanceToNextSleep() }
            _ = await time.nextSleep()
            // One word at a time knocks.
            #expect(service.texts == Array(repeating: "w0", count: 6))
            let entry = try DictionaryEntry.make("w", ["x"], at: time.now)
            service.change { _, _ in entry }
            try await words.setUserTranslation("mine", of: WordID("5"), at: time.now)
            try await words.remove([WordID("6")])
            await time.advanceToNextSleep()
            while try await !words.wordsAwaitingTranslation(limit: 1).isEmpty { await Task.yield() }
            #expect(service.texts.count == 6 + 18)
            #expect(try await words.word(WordID("5")).translation.translation?.provider == .user)
            #expect(queue.currentStatus.failure == nil)
        }
    }

    @Test("a word that was put off is not asked for before its time, not even after a restart")
    func putOff() async throws {
        try await words.add(.make("1", "dog", createdAt: time.now))
        let service = ScriptedTranslationService { _, _ throws(TranslationError) in
            throw .malformedAnswer(Message("<html>"))
        }
        let due = time.now.addingTimeInterval(60)
        for _ in 0..<2 {
            try await running(service) { _, words in
                #expect(await time.nextSleep() == due)
                while try await words.word(WordID("1")).translation == .pending { await Task.yield() }
                #expect(try await words.word(WordID("1")).translation == .failed(until: due))
            }
        }
        #expect(service.texts.count == 1)
    }
}
