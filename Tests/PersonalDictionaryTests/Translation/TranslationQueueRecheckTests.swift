import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("Words that the queue looks up again", .bounded)
struct TranslationQueueRecheckTests {
    private let rig = TranslationQueueRig()
    private var time: ManualTime { rig.time }
    private var words: Vocabulary { rig.words }

    @Test("words that no provider knew are looked up if one was not asked, behind a word that is added meanwhile")
    func recheckAfterNew() async throws {
        try await rig.addUnknown(100)
        let (latch, asked) = (Latch(), Latch())
        let service = ScriptedTranslationService { [time] word, direction throws(TranslationError) in
            asked.open()
            await latch.wait()
            guard word.value == "w7" else { throw .notFound }
            return try DictionaryEntry(
                headword: word.value, direction: direction, senses: [.init(translations: ["x"])], provider: .dict,
                date: time.now)
        }
        let before = try await words.words(.newest(.max))
        time.advance(by: 1000)
        try await rig.running(service, providers: [.glossary, .dict]) { queue, words in
            await asked.wait()
            try await eventually { queue.currentStatus.waiting == 100 }
            try await words.add(.make("new", "new", createdAt: time.now))
            try await eventually { queue.currentStatus.waiting >= 101 }
            latch.open()
            try await eventually { queue.currentStatus.waiting <= 0 }
            #expect(service.texts == ["w0", "new"] + (1..<100).map { "w\($0)" })
            try await eventually { try await words.providersAsked(for: WordID("99")) != [.glossary] }
        }
        #expect(try await words.words(WordPage(limit: 9), in: .notFound(notAskedOf: [.glossary, .dict])).isEmpty)
        // Only the word that was found has changed.
        let after = try await words.words(.newest(.max)).filter { $0.id != WordID("new") }
        #expect(zip(before, after).filter { $0 != $1 }.map(\.1.text.value) == ["w7"])
    }

    @Test("without names of providers, no word that was not found is looked up again")
    func noProviders() async throws {
        try await rig.addUnknown(3)
        let service = rig.found("x")
        try await rig.running(service) { queue, words in
            try await words.setFavorite(true, of: WordID("1"), at: time.now)
            try await words.add(.make("new", "new", createdAt: time.now))
            try await eventually { try await words.word(WordID("new")).translation != .pending }
        }
        #expect(service.texts == ["new"])
    }

    enum Meanwhile: CaseIterable, Sendable { case removed, translated, asked }

    @Test(
        "a word that changes while it is looked up again keeps the change",
        arguments: Meanwhile.allCases, [true, false])
    func changedInFlight(meanwhile: Meanwhile, isChecked: Bool) async throws {
        try await rig.addUnknown(1)
        let id = WordID("0")
        let (latch, asked) = (Latch(), Latch())
        let cancelled = Locked(0)
        let entry = try DictionaryEntry.make("w0", ["x"], at: time.now)
        let service = ScriptedLookUp { request throws(TranslationError) in
            asked.open()
            await latch.wait()
            guard isChecked else { return entry }
            guard await request.isStillWanted() else {
                cancelled.withLock { $0 += 1 }
                throw .cancelled
            }
            return entry
        }
        try await rig.running(service, providers: [.dict]) { queue, publishing in
            await asked.wait()
            switch meanwhile {
            case .removed: try await publishing.remove([id])
            case .translated: try await publishing.setUserTranslations(["mine"], of: id, at: time.now)
            // Another process, which publishes nothing.
            case .asked: try await words.record(.notFound(askedOf: [.dict]), of: id, at: time.now)
            }
            latch.open()
            try await eventually { queue.currentStatus.waiting == 0 && queue.currentStatus.current == nil }
        }
        #expect(cancelled.withLock { $0 } == (isChecked ? 1 : 0))
        #expect(service.requests.map(\.text.value) == ["w0"])
        switch meanwhile {
        case .removed: #expect(try await words.wordCount() == 0)
        case .translated: #expect(try await words.word(id).translation.translation?.text == "mine")
        case .asked:
            // An answer that has arrived is used.
            if !isChecked { try await eventually { try await words.word(id).translation != .notFound } }
            #expect(try await words.word(id).translation == (isChecked ? .notFound : .translated(entry.translation)))
        }
    }

    @Test(
        "a word is looked up as long as one provider was not asked, even if another process records that it was not found"
    )
    func anotherProcess() async throws {
        try await words.add(.make("1", "dog", createdAt: time.now))
        let (latch, asked) = (Latch(), Latch())
        let entry = try DictionaryEntry.make("dog", ["x"], at: time.now)
        let service = ScriptedLookUp { request throws(TranslationError) in
            asked.open()
            await latch.wait()
            guard await request.isStillWanted() else { throw .cancelled }
            return entry
        }
        try await rig.running(service, providers: [.dict, .pons]) { queue, words in
            await asked.wait()
            try await words.add(.make("2", "cat", createdAt: time.now))
            for id in ["1", "2"] { try await words.record(.notFound(askedOf: [.dict]), of: WordID(id), at: time.now) }
            try await words.add(.make("3", "fox", createdAt: time.now))
            try await eventually { queue.currentStatus.waiting >= 3 }
            latch.open()
            try await eventually { queue.currentStatus.waiting <= 0 }
        }
        #expect(service.requests.map(\.text.value) == ["dog", "cat", "fox"])
        for word in try await words.words(.newest(9)) { #expect(word.translation.translation?.text == "x") }
    }

    @Test("after a restart the queue goes on with the words that were not looked up yet")
    func afterRestart() async throws {
        try await rig.addUnknown(10)
        let (never, asked) = (Latch(), Latch())
        let first = ScriptedTranslationService { word, _ throws(TranslationError) in
            guard word.value == "w4" else { throw .notFound }
            asked.open()
            // Until the queue stops.
            await never.wait()
            throw .cancelled
        }
        try await rig.running(first, providers: [.glossary, .dict]) { _, _ in await asked.wait() }
        #expect(first.texts == (0...4).map { "w\($0)" })
        let second = ScriptedTranslationService { _, _ throws(TranslationError) in throw .notFound }
        try await rig.running(second, providers: [.glossary, .dict]) { queue, words in
            try await eventually {
                try await words.words(WordPage(limit: 1), in: .notFound(notAskedOf: [.dict])).isEmpty
            }
        }
        #expect(second.texts == (4..<10).map { "w\($0)" })
    }

    @Test("a fault does not change a word that was not found, and it is tried again")
    func faults() async throws {
        for error in [TranslationError.network(Message("down")), .unauthorized, .malformedAnswer(Message("<html>"))] {
            let words = Vocabulary(InMemoryWordRepository())
            let word = try Word.make("1", "dog", createdAt: time.now)
            try await words.add(word)
            let unknown = try await words.record(.notFound(askedOf: [.glossary]), of: word.id, at: time.now)
            let service = ScriptedTranslationService { _, _ throws(TranslationError) in throw error }
            let changes = WordStream()
            let queue = TranslationQueue(
                services: TranslationServices(
                    service, providers: [.dict], clock: time.clock, sleeper: time.sleeper), words: words,
                clock: time.clock, sleeper: time.sleeper,
                jitter: { 0 }, logger: .disabled)
            let task = Task { [events = changes.events()] in await queue.run(on: events) }
            // The queue waits: the look-up has ended, and its outcome is recorded.
            _ = await time.nextSleep()
            #expect(try await words.word(word.id) == unknown)
            #expect(queue.currentStatus.waiting == 1)
            let entry = try DictionaryEntry.make("dog", ["x"], at: time.now)
            service.change { _, _ in entry }
            try await time.advanceToNextSleep()
            try await eventually { try await words.word(word.id).translation != .notFound }
            #expect(service.texts == ["dog", "dog"])
            task.cancel()
            await task.value
            withExtendedLifetime(changes) {}
        }
    }

    @Test("on request, words to recheck come last, and are counted among the words that wait")
    func onRequest() async throws {
        try await rig.addUnknown(2)
        try await words.add(.make("f", "failed", createdAt: time.now + 10))
        try await words.record(.failed(until: nil), of: WordID("f"), at: time.now)
        try await words.add(.make("p", "pending", createdAt: time.now + 20))
        let service = ScriptedTranslationService { _, _ throws(TranslationError) in throw .notFound }
        let queue = TranslationQueue(
            services: TranslationServices(
                service, providers: [.dict, .glossary], clock: time.clock, sleeper: time.sleeper), words: words,
            clock: time.clock, sleeper: time.sleeper,
            logger: .disabled)
        #expect(try await queue.pendingStatus().waiting == 4)
        #expect(try await queue.waitingWords().map(\.text.value) == ["failed", "pending", "w0", "w1"])
        #expect(try await queue.translateWaiting().map(\.text.value) == ["pending", "failed", "w0", "w1"])
        #expect(service.texts == ["pending", "failed", "w0", "w1"])
        #expect(try await queue.pendingStatus().waiting == 0)
        #expect(try await queue.translateWaiting().isEmpty)
        #expect(service.texts.count == 4)
    }
}
