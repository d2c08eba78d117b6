import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("The translation queue", .bounded)
struct TranslationQueueTests {
    private let rig = TranslationQueueRig()
    private var time: ManualTime { rig.time }
    private var words: Vocabulary { rig.words }

    @Test("waiting words are looked up, oldest first; finished words are not")
    func waiting() async throws {
        for (id, text) in [("1", "a"), ("2", "b"), ("3", "c")] {
            time.advance(by: 1)
            try await words.add(.make(id, text, createdAt: time.now))
        }
        try await words.record(.notFound(), of: WordID("2"), at: time.now)
        let service = rig.found("x")
        let changed = try await rig.queue(service).translateWaiting()
        #expect(service.texts == ["a", "c"])
        #expect(changed.map(\.text.value) == ["a", "c"])
    }

    @Test("each word that is added is looked up")
    func running() async throws {
        let changes = WordStream()
        let publishing = Vocabulary(rig.repository, changes: changes)
        let queue = TranslationQueue(
            services: TranslationServices(rig.found("x"), clock: time.clock), words: publishing, clock: time.clock,
            sleeper: time.sleeper, logger: .disabled)
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
        let (_, _, result) = try await rig.lookUpInFlight { try await words.remove([$0]) }
        #expect(result == nil)
        #expect(try await words.wordCount() == 0)
    }

    @Test("the user's own translation while a look-up is in flight wins")
    func translatedInFlight() async throws {
        let (queue, service, _) = try await rig.lookUpInFlight { id in
            try await words.setUserTranslations(["mine"], of: id, at: time.now)
        }
        #expect(try await words.word(WordID("1")).translation.translation?.text == "mine")
        // The service's answer stands beside it, also when the user asks for one.
        #expect(try await words.entry(of: WordID("1")) != nil)
        _ = try await queue.translate(WordID("1"))
        #expect(try await words.word(WordID("1")).translation.translation?.text == "mine")
        #expect(service.texts.count == 2)
    }

    @Test(
        "a failure is not the same as not found, and is tried again",
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
        let queue = rig.queue(service)
        do throws(DictionaryError) {
            _ = try await queue.translate(WordID("1"))
            #expect(error == .notFound || error == .cancelled)
        } catch let thrown {
            // A limit without a date holds for a minute at first.
            let expected = error == .rateLimited(until: nil) ? .rateLimited(until: time.now + 60) : error
            #expect(thrown == .translation(expected))
        }
        #expect(try await words.word(WordID("1")).translation == state)
        let entry = try DictionaryEntry.make("dog", ["собака"], at: time.now)
        service.change { _, _ in entry }
        time.advance(by: 3600)
        try await queue.translateWaiting()
        #expect(
            try await words.word(WordID("1")).translation
                == (state == .notFound ? .notFound : .translated(entry.translation)))
        #expect(rig.log.events.contains { $0.metadata.contains { $0.value.contains("dog") } } == false)
    }

    @Test("a word that the device can translate is translated at once, while others wait for the network")
    func immediately() async throws {
        let down = ScriptedTranslationService { _, _ throws(TranslationError) in throw .network(Message("down")) }
        let glossary = ScriptedTranslationService { [time] word, direction throws(TranslationError) in
            guard word.value == "dog" else { throw .notFound }
            return try DictionaryEntry(
                headword: "dog", direction: direction, senses: [.init(translations: ["собака"])], provider: .glossary,
                date: time.now)
        }
        try await rig.running(down, onDevice: glossary) { queue, words in
            try await words.add(.make("1", "rare", createdAt: time.now))
            #expect(await time.nextSleep() == time.now.addingTimeInterval(2))
            try await words.add(.make("2", "dog", createdAt: time.now))
            try await eventually { try await words.word(WordID("2")).translation != .pending }
            #expect(try await words.word(WordID("2")).translation.translation?.text == "собака")
            #expect(try await words.word(WordID("1")).translation == .failed(until: nil))
            #expect(down.texts == ["rare"])
            #expect(queue.currentStatus.waiting == 1)
        }
    }

    @Test("a word that is saved just before the queue starts is translated and published once")
    func startingQueue() async throws {
        let glossary = rig.found("x")
        let changes = WordStream()
        let words = Vocabulary(rig.repository, changes: changes)
        let queue = TranslationQueue(
            services: TranslationServices(glossary, gates: [], providers: [.glossary], onDevice: glossary),
            words: words,
            clock: time.clock, sleeper: time.sleeper, logger: .disabled)
        let (followed, seen) = (changes.events(), changes.events())
        try await words.add(.make("1", "dog", createdAt: time.now))
        let task = Task { await queue.run(on: followed) }
        var updated: [WordID] = []
        for await case .updated(let word) in seen {
            updated.append(word.id)
            if word.id == WordID("2") { break }
            if updated.count == 1 { try await words.add(.make("2", "cat", createdAt: time.now)) }
        }
        task.cancel()
        await task.value
        #expect(updated == [WordID("1"), WordID("2")])
        #expect(glossary.texts == ["dog", "cat"])
    }

    @Test("when the network is back, waiting words are looked up one by one")
    func recovery() async throws {
        for number in 0..<20 {
            try await words.add(.make("\(number)", "w\(number)", createdAt: time.now + Double(number)))
        }
        let service = ScriptedTranslationService { _, _ throws(TranslationError) in throw .network(Message("down")) }
        try await rig.running(service) { queue, words in
            for _ in 0..<5 { try await time.advanceToNextSleep() }
            _ = await time.nextSleep()
            // One word at a time is tried.
            #expect(service.texts == (0..<8).map { "w\($0)" })
            let entry = try DictionaryEntry.make("w", ["x"], at: time.now)
            service.change { _, _ in entry }
            try await words.setUserTranslations(["mine"], of: WordID("5"), at: time.now)
            try await words.remove([WordID("6")])
            try await time.advanceToNextSleep()
            try await eventually { try await words.words(WordPage(limit: 1), in: .awaitingTranslation).isEmpty }
            #expect(service.texts.count == 8 + 18)
            #expect(try await words.word(WordID("5")).translation.translation?.provider == .user)
            #expect(queue.currentStatus.failure == nil)
        }
    }

    @Test("a deferred word is not looked up before its date, also after a restart")
    func putOff() async throws {
        try await words.add(.make("1", "dog", createdAt: time.now))
        let service = ScriptedTranslationService { _, _ throws(TranslationError) in
            throw .malformedAnswer(Message("<html>"))
        }
        let due = time.now.addingTimeInterval(60)
        for _ in 0..<2 {
            try await rig.running(service) { _, words in
                #expect(await time.nextSleep() == due)
                try await eventually { try await words.word(WordID("1")).translation != .pending }
                #expect(try await words.word(WordID("1")).translation == .failed(until: due))
            }
        }
        #expect(service.texts.count == 1)
    }

    @Test("a slow look-up does not delay other words, and its answer is used when it comes")
    func slowWord() async throws {
        let latch = Latch()
        let service = ScriptedTranslationService { [time] word, direction throws(TranslationError) in
            if word.value.hasPrefix("slow") { await latch.wait() }
            return try DictionaryEntry(
                headword: word.value, direction: direction, senses: [.init(translations: ["x"])], provider: .dict,
                date: time.now)
        }
        let changes = WordStream()
        let publishing = Vocabulary(rig.repository, changes: changes)
        for (number, text) in ["slow 1", "slow 2", "slow 3", "slow 4", "quick"].enumerated() {
            try await words.add(.make("\(number)", text, createdAt: time.now.addingTimeInterval(Double(number))))
        }
        let queue = TranslationQueue(
            services: TranslationServices(
                service, hedgingDelay: .seconds(2), clock: time.clock, sleeper: time.sleeper),
            words: publishing, clock: time.clock, sleeper: time.sleeper,
            logger: .disabled)
        let task = Task { [events = changes.events()] in await queue.run(on: events) }
        let start = time.now
        for number in 1...3 {
            try await eventually { service.texts.count >= number }
            // A change in the meantime does not prolong the wait.
            try await publishing.setFavorite(true, of: WordID("4"), at: time.now)
            #expect(await time.nextSleep() == start + 2 * Double(number))
            try await time.advanceToNextSleep()
        }
        // Three are detached, and the other words wait for the fourth. An added word is next as soon as there is a place.
        try await eventually { service.texts.count >= 4 }
        try await time.advanceToNextSleep()
        try await publishing.add(.make("new", "new", createdAt: time.now))
        try await eventually { queue.currentStatus.waiting >= 6 }
        #expect(service.texts == ["slow 1", "slow 2", "slow 3", "slow 4"])
        latch.open()
        try await eventually { try await words.words(WordPage(limit: 1), in: .awaitingTranslation).isEmpty }
        #expect(service.texts == ["slow 1", "slow 2", "slow 3", "slow 4", "new", "quick"])
        task.cancel()
        await task.value
        withExtendedLifetime(changes) {}
    }

    @Test("an import or an undo does not shorten the wait that a provider asked for")
    func waitOutlivesReload() async throws {
        let until = time.now + 3600
        let service = ScriptedTranslationService { _, _ throws(TranslationError) in throw .rateLimited(until: until) }
        try await words.add(.make("1", "dog", createdAt: time.now))
        let changes = WordStream()
        let queue = rig.queue(service)
        let events = changes.events()
        let task = Task { await queue.run(on: events) }
        #expect(await time.nextSleep() == until)
        try await words.add(.make("2", "cat", createdAt: time.now))
        changes.send(.reloaded)
        try await eventually { queue.currentStatus.waiting >= 2 }
        #expect(await time.nextSleep() == until)
        #expect(service.texts == ["dog"])
        task.cancel()
        await task.value
    }

    @Test("one failure of all providers is one warning")
    func warnings() async throws {
        for number in 0..<9 { try await words.add(.make("\(number)", "w\(number)", createdAt: time.now)) }
        let service = ScriptedTranslationService { _, _ throws(TranslationError) in throw .network(Message("down")) }
        let queue = rig.queue(service)
        let changes = WordStream()
        let events = changes.events()
        let task = Task { await queue.run(on: events) }
        while service.texts.count < 6 {
            try await time.advanceToNextSleep()
        }
        #expect(rig.log.events.filter { $0.level >= .warning }.map(\.message) == ["look-ups pause"])
        task.cancel()
        await task.value
        // If the stream is released, the queue ends.
        withExtendedLifetime(changes) {}
    }

    @Test("a running queue cannot be started twice")
    func runTwice() async throws {
        let changes = WordStream()
        let queue = rig.queue(rig.found("x"))
        let (first, second) = (changes.events(), changes.events())
        let task = Task { await queue.run(on: first) }
        try await words.add(.make("1", "dog", createdAt: time.now))
        changes.send(.added(try await words.word(WordID("1"))))
        try await eventually { try await words.word(WordID("1")).translation != .pending }
        let ended = Latch()
        let again = Task {
            await queue.run(on: second)
            ended.open()
        }
        await ended.wait()
        #expect(!Task.isCancelled)
        again.cancel()
        task.cancel()
        await task.value
        await again.value
    }
}
