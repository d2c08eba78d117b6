import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

/// The queues of two processes, each with its own connection to one file.
@Suite("Several processes that translate the words of one store", .bounded)
struct SharedStoreTests {
    private let time = ManualTime()
    private let limits = [RequestLimit(1, per: .seconds(1))]

    private func counting() -> ScriptedTranslationService {
        ScriptedTranslationService { [time] word, direction throws(TranslationError) in
            try DictionaryEntry(
                headword: word.value, direction: direction, senses: [.init(translations: ["<\(word)>"])],
                provider: .dict, date: time.now)
        }
    }

    /// The services of an app with one remote provider.
    private func queue(_ service: ScriptedTranslationService, _ store: DictionaryStore) -> TranslationQueue {
        var configuration = TranslationConfiguration(
            [.remote(service, name: "dict", limits: limits)], hedgingDelay: nil)
        configuration.jitter = { 0 }
        return TranslationQueue(
            services: configuration.services(
                store: store, clock: time.clock, sleeper: time.sleeper, logger: .disabled), words: store.vocabulary,
            clock: time.clock, sleeper: time.sleeper, jitter: { 0 }, logger: .disabled)
    }

    private func withStores(_ body: (DictionaryStore, DictionaryStore) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            let (mine, theirs) = (try await DictionaryStore.open(file), try await DictionaryStore.open(file))
            try await body(mine, theirs)
            await mine.close()
            await theirs.close()
        }
    }

    @Test("each word is looked up once, by the process that may ask first")
    func onceEach() async throws {
        try await withStores { mine, theirs in
            for number in 0..<10 {
                try await mine.vocabulary.add(.make("\(number)", "w\(number)", createdAt: time.now + Double(number)))
            }
            let service = counting()
            let changes = WordStream()
            let tasks = [mine, theirs].map { store in
                let queue = queue(service, store)
                return Task { [events = changes.events()] in await queue.run(on: events) }
            }
            func isDone() async throws -> Bool {
                try await mine.vocabulary.words(WordPage(limit: 1), in: .awaitingTranslation).isEmpty
            }
            while try await !isDone() {
                // One queue asks, the other waits for its permit; then both wait.
                try await eventually {
                    if time.sleeperCount >= 2 { return true }
                    return try await isDone()
                }
                time.advance(by: 1)
            }
            for task in tasks { task.cancel() }
            // A look-up that still waits for its permit ends without a request.
            for task in tasks { await task.value }
            #expect(service.texts.sorted() == (0..<10).map { "w\($0)" })
            #expect(
                try await mine.vocabulary.words(.newest(99)).allSatisfy {
                    $0.translation.translation?.provider == .dict
                })
            withExtendedLifetime(changes) {}
        }
    }

    enum Change: CaseIterable, Sendable { case translated, removed, looked }

    @Test(
        "a word that another process handled while a look-up waited for its permit is not asked for",
        arguments: Change.allCases)
    func overtaken(change: Change) async throws {
        try await withStores { mine, theirs in
            let service = counting()
            let id = WordID("1")
            try await mine.vocabulary.add(.make("1", "dog", createdAt: time.now))
            // The other process has just asked for another word.
            _ = try await theirs.requests.acquire(.dict, limits, now: time.now)
            let queue = queue(service, mine)
            let changes = WordStream()
            let task = Task { [events = changes.events()] in await queue.run(on: events) }
            _ = await time.nextSleep()
            let entry = try DictionaryEntry.make("dog", ["собака"], at: time.now)
            switch change {
            case .translated: try await theirs.vocabulary.setUserTranslations(["mine"], of: id, at: time.now)
            case .removed: try await theirs.vocabulary.remove([id])
            // It has the answer, and is about to record it.
            case .looked:
                try await theirs.cache.keep(
                    .found(entry), of: .dict, to: WordText("dog"), .englishToRussian, at: time.now)
            }
            try await time.advanceToNextSleep()
            try await eventually { queue.currentStatus.waiting <= 0 }
            task.cancel()
            await task.value
            #expect(service.texts.isEmpty)
            switch change {
            case .translated: #expect(try await mine.vocabulary.word(id).translation.translation?.text == "mine")
            case .removed: #expect(try await mine.vocabulary.wordCount() == 0)
            case .looked: #expect(try await mine.vocabulary.word(id).translation.translation?.text == "собака")
            }
            // No request was counted.
            #expect(try await mine.requests.acquire(.dict, limits, now: time.now) == nil)
            withExtendedLifetime(changes) {}
        }
    }

    /// A service that knows the words with a prefix.
    private func knowing(_ prefix: String, wait: Latch? = nil) -> ScriptedLookUp {
        ScriptedLookUp { [time] request throws(TranslationError) in
            await wait?.wait()
            guard await request.isStillWanted() else { throw .cancelled }
            guard request.text.value.hasPrefix(prefix) else { throw .notFound }
            return try LookUpFakes.entry(request.text, request.direction, ["x"], .pons, time.now)
        }
    }

    private func queue(
        _ service: any LookUpPart, _ providers: Set<TranslationProvider>, _ words: Vocabulary
    ) -> TranslationQueue {
        TranslationQueue(
            services: TranslationServices(service, gates: [], providers: providers),
            words: words, clock: time.clock, sleeper: time.sleeper, jitter: { 0 }, logger: .disabled)
    }

    @Test("a word that a process with fewer providers did not find is looked up by one with more")
    func fewerProvidersFirst() async throws {
        try await withStores { mine, theirs in
            // Some were not found before, and some are new.
            for number in 0..<10 {
                let text = number.isMultiple(of: 2) ? "known \(number)" : "rare \(number)"
                try await mine.vocabulary.add(.make("\(number)", text, createdAt: time.now + Double(number)))
                guard number < 4 else { continue }
                try await mine.vocabulary.record(.notFound(askedOf: [.dict]), of: WordID("\(number)"), at: time.now)
            }
            let latch = Latch()
            let (pons, dict) = (knowing("known", wait: latch), knowing("nothing"))
            let changes = WordStream()
            let words = Vocabulary(mine.words, changes: changes)
            let queue = queue(LookUpFakes(time: time).chain([dict, pons]), [.dict, .pons], words)
            let task = Task { [events = changes.events()] in await queue.run(on: events) }
            try await eventually { !pons.requests.isEmpty }
            let others = knowing("nothing")
            let theirQueue = self.queue(others, [.dict], theirs.vocabulary)
            #expect(try await theirQueue.translateWaiting().count == 6)
            #expect(others.requests.count == 6)
            // It receives their changes, and handles all of them before the new word.
            #expect(try await words.externalChanges().count == 6)
            try await words.add(.make("last", "known last", createdAt: time.now + 60))
            try await eventually { queue.currentStatus.waiting >= 11 }
            latch.open()
            try await eventually { queue.currentStatus.waiting <= 0 }
            try await eventually { try await queue.waitingWords().isEmpty }
            task.cancel()
            await task.value
            for word in try await mine.vocabulary.words(.newest(99)) {
                #expect((word.translation.translation?.provider == .pons) == word.text.value.hasPrefix("known"))
                #expect(word.translation == .notFound || word.translation.translation != nil)
            }
            #expect(pons.requests.count == 11)
            // They have no word to look up.
            #expect(try await theirQueue.translateWaiting().isEmpty && others.requests.count == 6)
            withExtendedLifetime(changes) {}
        }
    }

    @Test(
        "words that a process with more providers asked for are not asked for by one with fewer, and change only once"
    )
    func moreProvidersFirst() async throws {
        try await withStores { mine, theirs in
            for number in 0..<10 {
                let text = number.isMultiple(of: 2) ? "known \(number)" : "rare \(number)"
                try await mine.vocabulary.add(.make("\(number)", text, createdAt: time.now + Double(number)))
            }
            _ = try await mine.vocabulary.externalChanges()
            let (pons, dict) = (knowing("known"), knowing("nothing"))
            let queue = queue(LookUpFakes(time: time).chain([dict, pons]), [.dict, .pons], mine.vocabulary)
            #expect(try await queue.translateWaiting().count == 10)
            let others = knowing("nothing")
            let theirQueue = self.queue(others, [.dict], theirs.vocabulary)
            #expect(try await theirQueue.translateWaiting().isEmpty && others.requests.isEmpty)
            // A new provider does not know the words either. That does not change them.
            time.advance(by: 60)
            let before = try await mine.vocabulary.words(.newest(99))
            let glossary = knowing("nothing")
            #expect(try await self.queue(glossary, [.glossary], theirs.vocabulary).translateWaiting().count == 5)
            #expect(glossary.requests.map(\.text.value) == [1, 3, 5, 7, 9].map { "rare \($0)" })
            #expect(try await mine.vocabulary.words(.newest(99)) == before)
            #expect(try await mine.vocabulary.externalChanges().isEmpty)
            #expect(try await mine.vocabulary.providersAsked(for: WordID("1")) == [.dict, .pons, .glossary])
        }
    }
}
