import CoreModule
import Foundation
import PersonalDictionary
import TestSupport
import Testing

@Suite("The translation queue", .timeLimit(.minutes(3)))
struct TranslationQueueTests {
    private let time = ManualTime()
    private let repository = InMemoryWordRepository()
    private var words: Vocabulary { Vocabulary(repository) }
    private let log = InMemoryLogHandler()

    private func queue(_ service: any TranslationService) -> TranslationQueue {
        TranslationQueue(
            services: TranslationServices(service, clock: time.clock, sleeper: time.sleeper), words: words,
            clock: time.clock, sleeper: time.sleeper, jitter: { 0 },
            logger: Logger(label: "translation", minimumLevel: .info, handler: log))
    }

    private var fakes: LookUpFakes { LookUpFakes(time: time) }

    private func found(_ text: String) -> ScriptedTranslationService { fakes.knowing(text, .glossary) }

    @Test("waiting words are looked up, oldest first; finished words are not")
    func waiting() async throws {
        for (id, text) in [("1", "a"), ("2", "b"), ("3", "c")] {
            time.advance(by: 1)
            try await words.add(.make(id, text, createdAt: time.now))
        }
        try await words.record(.notFound(), of: WordID("2"), at: time.now)
        let service = found("x")
        let changed = try await queue(service).translateWaiting()
        #expect(service.texts == ["a", "c"])
        #expect(changed.map(\.text.value) == ["a", "c"])
    }

    @Test("each word that is added is looked up")
    func running() async throws {
        let changes = WordStream()
        let publishing = Vocabulary(repository, changes: changes)
        let queue = TranslationQueue(
            services: TranslationServices(found("x"), clock: time.clock), words: publishing, clock: time.clock,
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
        let queue = queue(service)
        do throws(DictionaryError) {
            _ = try await queue.translate(WordID("1"))
            #expect(error == .notFound || error == .cancelled)
        } catch let thrown {
            // A limit without a date holds for an hour.
            let expected = error == .rateLimited(until: nil) ? .rateLimited(until: time.now + 3600) : error
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
        #expect(log.events.contains { $0.metadata.contains { $0.value.contains("dog") } } == false)
    }

    // MARK: In the background

    /// Runs a queue while a test moves the time.
    private func running(
        _ service: any LookUpService, gates: [ProviderGate]? = nil, immediate: (any LookUpService)? = nil,
        providers: Set<TranslationProvider> = [],
        _ body: (TranslationQueue, Vocabulary) async throws -> Void
    ) async throws {
        let changes = WordStream()
        let publishing = Vocabulary(repository, changes: changes)
        let gate = fakes.gate()
        let queue = TranslationQueue(
            services: gates.map {
                TranslationServices(service, gates: $0, providers: providers, immediate: immediate)
            }
                ?? TranslationServices(
                    GatedLookUp(service, gate: gate), gates: [gate], providers: providers, immediate: immediate),
            words: publishing, clock: time.clock, sleeper: time.sleeper,
            jitter: { 0 }, logger: .disabled)
        let events = changes.events()
        let task = Task { await queue.run(on: events) }
        try await body(queue, publishing)
        task.cancel()
        await task.value
    }

    @Test("after a week offline, a thousand words are looked up at the provider's rate and stop at its budget")
    func catchingUp() async throws {
        for number in 0..<1000 {
            try await words.add(
                .make("\(number)", "word \(number)", createdAt: time.now.addingTimeInterval(Double(number) / 1000)))
        }
        let back = time.now + 7 * 86400
        let sent = Locked<[(text: String, date: Date)]>([])
        let service = ScriptedTranslationService { [time] word, direction throws(TranslationError) in
            sent.withLock { $0.append((word.value, time.now)) }
            if time.now < back { throw .network(Message("down")) }
            return try DictionaryEntry(
                headword: word.value, direction: direction, senses: [.init(translations: ["x"])], provider: .dict,
                date: time.now)
        }
        let limits = [RequestLimit(1, per: .seconds(1)), RequestLimit(200, per: .seconds(86400))]
        // The time advances to the end of each wait.
        let sleeper = Sleeper { [time] in time.advance(by: max(0, $0.timeIntervalSince(time.now))) }
        let gate = fakes.gate(.dict, limits, sleeper: sleeper)
        let limited = GatedLookUp(service, gate: gate)
        let queue = TranslationQueue(
            services: TranslationServices(limited, gates: [gate]), words: words,
            clock: time.clock, sleeper: sleeper, jitter: { 0 }, logger: .disabled)
        let changes = WordStream()
        let task = Task { [events = changes.events()] in await queue.run(on: events) }
        for await status in queue.status.events() where status.waiting == 0 && !service.texts.isEmpty { break }
        task.cancel()
        await task.value
        withExtendedLifetime(changes) {}
        let requests = sent.withLock { $0 }
        for (request, last) in zip(requests.dropFirst(), requests) {
            #expect(request.date.timeIntervalSince(last.date) >= 1 - 1e-6)
        }
        for (request, last) in zip(requests.dropFirst(200), requests) {
            #expect(request.date.timeIntervalSince(last.date) >= 86400 - 1e-6)
        }
        let answered = requests.filter { $0.date >= back }
        // Each once, and all within the days that the budget needs.
        #expect(Set(answered.map(\.text)).count == 1000 && answered.count == 1000)
        #expect(answered.last.map { $0.date < back + 6 * 86400 } == true)
        // One word at a time has knocked, four times an hour.
        #expect(requests.count - answered.count < 7 * 24 * 4 + 100)
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
        try await running(down, immediate: glossary) { queue, words in
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

    @Test("when the network is back, waiting words are looked up one by one")
    func recovery() async throws {
        for number in 0..<20 {
            try await words.add(.make("\(number)", "w\(number)", createdAt: time.now + Double(number)))
        }
        let service = ScriptedTranslationService { _, _ throws(TranslationError) in throw .network(Message("down")) }
        try await running(service) { queue, words in
            for _ in 0..<5 { await time.advanceToNextSleep() }
            _ = await time.nextSleep()
            // One word at a time knocks.
            #expect(service.texts == (0..<8).map { "w\($0)" })
            let entry = try DictionaryEntry.make("w", ["x"], at: time.now)
            service.change { _, _ in entry }
            try await words.setUserTranslation("mine", of: WordID("5"), at: time.now)
            try await words.remove([WordID("6")])
            await time.advanceToNextSleep()
            try await eventually { try await words.wordsAwaitingTranslation(limit: 1).isEmpty }
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
            try await running(service) { _, words in
                #expect(await time.nextSleep() == due)
                try await eventually { try await words.word(WordID("1")).translation != .pending }
                #expect(try await words.word(WordID("1")).translation == .failed(until: due))
            }
        }
        #expect(service.texts.count == 1)
    }

    // MARK: Words to recheck

    /// Adds words that the glossary was asked for, and did not know.
    private func addUnknown(_ count: Int) async throws {
        for number in 0..<count {
            let word = try Word.make("\(number)", "w\(number)", createdAt: time.now + Double(number))
            try await words.add(word)
            try await words.record(.notFound(askedOf: [.glossary]), of: word.id, at: time.now)
        }
    }

    @Test("words that no provider knew are looked up if one was not asked, behind a word that is added meanwhile")
    func owedBehindNew() async throws {
        try await addUnknown(100)
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
        try await running(service, providers: [.glossary, .dict]) { queue, words in
            await asked.wait()
            #expect(queue.currentStatus.waiting == 100)
            try await words.add(.make("new", "new", createdAt: time.now))
            try await eventually { queue.currentStatus.waiting >= 101 }
            latch.open()
            try await eventually { queue.currentStatus.waiting <= 0 }
            #expect(service.texts == ["w0", "new"] + (1..<100).map { "w\($0)" })
            try await eventually { try await words.providersAsked(for: WordID("99")) != [.glossary] }
        }
        #expect(try await words.notFoundWords(notAskedOf: [.glossary, .dict], limit: 9).isEmpty)
        // Only the word that was found has changed.
        let after = try await words.words(.newest(.max)).filter { $0.id != WordID("new") }
        #expect(zip(before, after).filter { $0 != $1 }.map(\.1.text.value) == ["w7"])
    }

    @Test("without names of providers, no word that was not found is looked up again")
    func owedToNobody() async throws {
        try await addUnknown(3)
        let service = found("x")
        try await running(service) { queue, words in
            try await words.setFavorite(true, of: WordID("1"), at: time.now)
            try await words.add(.make("new", "new", createdAt: time.now))
            try await eventually { try await words.word(WordID("new")).translation != .pending }
        }
        #expect(service.texts == ["new"])
    }

    enum Meanwhile: CaseIterable, Sendable { case removed, translated, asked }

    @Test(
        "a word that changes while it is looked up again stays as it was left",
        arguments: Meanwhile.allCases, [true, false])
    func owedInFlight(meanwhile: Meanwhile, isChecked: Bool) async throws {
        try await addUnknown(1)
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
        try await running(service, providers: [.dict]) { queue, publishing in
            await asked.wait()
            switch meanwhile {
            case .removed: try await publishing.remove([id])
            case .translated: try await publishing.setUserTranslation("mine", of: id, at: time.now)
            // By another process, which tells of nothing.
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
            // An answer that is there is better than none.
            if !isChecked { try await eventually { try await words.word(id).translation != .notFound } }
            #expect(try await words.word(id).translation == (isChecked ? .notFound : .translated(entry.translation)))
        }
    }

    @Test(
        "a word is looked up as long as one provider was not asked, even if another process records that it was not found"
    )
    func stillOwed() async throws {
        try await words.add(.make("1", "dog", createdAt: time.now))
        let (latch, asked) = (Latch(), Latch())
        let entry = try DictionaryEntry.make("dog", ["x"], at: time.now)
        let service = ScriptedLookUp { request throws(TranslationError) in
            asked.open()
            await latch.wait()
            guard await request.isStillWanted() else { throw .cancelled }
            return entry
        }
        try await running(service, providers: [.dict, .pons]) { queue, words in
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
    func owedAfterRestart() async throws {
        try await addUnknown(10)
        let (never, asked) = (Latch(), Latch())
        let first = ScriptedTranslationService { word, _ throws(TranslationError) in
            guard word.value == "w4" else { throw .notFound }
            asked.open()
            // Until the queue is told to stop.
            await never.wait()
            throw .cancelled
        }
        try await running(first, providers: [.glossary, .dict]) { _, _ in await asked.wait() }
        #expect(first.texts == (0...4).map { "w\($0)" })
        let second = ScriptedTranslationService { _, _ throws(TranslationError) in throw .notFound }
        try await running(second, providers: [.glossary, .dict]) { queue, words in
            try await eventually { try await words.notFoundWords(notAskedOf: [.dict], limit: 1).isEmpty }
        }
        #expect(second.texts == (4..<10).map { "w\($0)" })
    }

    @Test("a fault does not change a word that was not found, and it is tried again")
    func owedFault() async throws {
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
            // The queue waits: the look-up has ended, and what came of it is recorded.
            _ = await time.nextSleep()
            #expect(try await words.word(word.id) == unknown)
            #expect(queue.currentStatus.waiting == 1)
            let entry = try DictionaryEntry.make("dog", ["x"], at: time.now)
            service.change { _, _ in entry }
            await time.advanceToNextSleep()
            try await eventually { try await words.word(word.id).translation != .notFound }
            #expect(service.texts == ["dog", "dog"])
            task.cancel()
            await task.value
            withExtendedLifetime(changes) {}
        }
    }

    @Test("on request, words to recheck come last, and are counted among the words that wait")
    func owedOnce() async throws {
        try await addUnknown(2)
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
        #expect(try await queue.translateWaiting().map(\.text.value) == ["pending", "failed"])
        #expect(service.texts == ["pending", "failed", "w0", "w1"])
        #expect(try await queue.pendingStatus().waiting == 0)
        #expect(try await queue.translateWaiting().isEmpty)
        #expect(service.texts.count == 4)
    }

    // MARK: What takes long

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
        let publishing = Vocabulary(repository, changes: changes)
        for (number, text) in ["slow 1", "slow 2", "slow 3", "slow 4", "quick"].enumerated() {
            try await words.add(.make("\(number)", text, createdAt: time.now.addingTimeInterval(Double(number))))
        }
        let queue = TranslationQueue(
            services: TranslationServices(
                service, detachSlowAfter: .seconds(2), clock: time.clock, sleeper: time.sleeper),
            words: publishing, clock: time.clock, sleeper: time.sleeper,
            logger: .disabled)
        let task = Task { [events = changes.events()] in await queue.run(on: events) }
        let start = time.now
        for number in 1...3 {
            try await eventually { service.texts.count >= number }
            // What happens meanwhile makes the wait no longer.
            try await publishing.setFavorite(true, of: WordID("4"), at: time.now)
            #expect(await time.nextSleep() == start + 2 * Double(number))
            await time.advanceToNextSleep()
        }
        // Three are aside, and the fourth has all wait, but for what is added: that has its turn as soon as there is a place.
        try await eventually { service.texts.count >= 4 }
        await time.advanceToNextSleep()
        try await publishing.add(.make("new", "new", createdAt: time.now))
        try await eventually { queue.currentStatus.waiting >= 6 }
        #expect(service.texts == ["slow 1", "slow 2", "slow 3", "slow 4"])
        latch.open()
        try await eventually { try await words.wordsAwaitingTranslation(limit: 1).isEmpty }
        #expect(service.texts == ["slow 1", "slow 2", "slow 3", "slow 4", "new", "quick"])
        task.cancel()
        await task.value
        withExtendedLifetime(changes) {}
    }

    // MARK: Several providers

    /// Services of a provider that always fails, and of one that knows the words that begin with `known`.
    private func services(_ error: TranslationError) -> (chain: FallbackLookUp, gates: [ProviderGate]) {
        let other = ScriptedTranslationService { [time] word, direction throws(TranslationError) in
            guard word.value.hasPrefix("known") else { throw .notFound }
            return try LookUpFakes.entry(word, direction, ["x"], .dict, time.now)
        }
        let gates = (0..<2).map { fakes.gate(.numbered($0)) }
        let chain = fakes.chain([
            GatedLookUp(fakes.failing(error), gate: gates[0]), GatedLookUp(other, gate: gates[1]),
        ])
        return (chain, gates)
    }

    static let faults = [
        TranslationError.unauthorized, .network(Message("down")), .rateLimited(until: .distantFuture),
        .malformedAnswer(Message("<html>")),
    ]

    @Test("a provider that is down does not keep words from another", arguments: faults)
    func twoProviders(error: TranslationError) async throws {
        let texts = ["rare 1", "known 1", "rare 2", "rare 3", "rare 4", "rare 5", "rare 6", "known 2"]
        for (number, text) in texts.enumerated() {
            try await words.add(.make("\(number)", text, createdAt: time.now.addingTimeInterval(Double(number))))
        }
        let start = time.now
        let (chain, gates) = services(error)
        try await running(chain, gates: gates) { _, words in
            // At once: no time passes.
            try await eventually { try await words.word(WordID("7")).translation.translation != nil }
            #expect(time.now == start)
            #expect(try await words.word(WordID("1")).translation.translation?.text == "x")
            #expect(try await words.wordsAwaitingTranslation(limit: 9).count == 6)
        }
    }

    @Test("on request, words that cannot be looked up keep no others from it", arguments: faults)
    func twoProvidersOnce(error: TranslationError) async throws {
        for (number, text) in ["rare 1", "known 1", "rare 2", "rare 3", "rare 4", "known 2"].enumerated() {
            try await words.add(.make("\(number)", text, createdAt: time.now.addingTimeInterval(Double(number))))
        }
        let (chain, gates) = services(error)
        let queue = TranslationQueue(
            services: TranslationServices(chain, gates: gates), words: words, clock: time.clock, sleeper: time.sleeper,
            jitter: { 0 }, logger: .disabled)
        #expect(try await queue.translateWaiting().map(\.text.value) == ["known 1", "known 2"])
        let thrown = await #expect(throws: DictionaryError.self) { try await queue.translateWaiting() }
        guard case .translation(.unavailable(let failure))? = thrown else {
            Issue.record("\(String(describing: thrown))")
            return
        }
        #expect(failure.reason == error && failure.isPartial && failure.providers == [.numbered(0)])
    }

    @Test(
        "before its retry date a service is called only when the user asks")
    func retryAfter() async throws {
        let back = time.now + 7 * 86400
        let early = Locked(0)
        let service = ScriptedTranslationService { [time] word, direction throws(TranslationError) in
            guard time.now >= back else {
                early.withLock { $0 += 1 }
                throw .rateLimited(until: back)
            }
            return try DictionaryEntry(
                headword: word.value, direction: direction, senses: [.init(translations: ["x"])], provider: .dict,
                date: time.now)
        }
        for number in 0..<20 { try await words.add(.make("\(number)", "w\(number)", createdAt: time.now)) }
        try await running(service) { queue, words in
            #expect(await time.nextSleep() == back)
            try await words.add(.make("new", "new", createdAt: time.now))
            try await eventually { queue.currentStatus.waiting >= 21 }
            // It wakes each hour, by whatever happens.
            for hour in 1..<(7 * 24) {
                time.advance(by: 3600)
                let id = WordID("\(hour % 20)")
                try await words.setFavorite(hour % 40 < 20, of: id, at: time.now)
                #expect(await time.nextSleep() == back)
            }
            #expect(early.withLock { $0 } == 1)
            #expect(queue.currentStatus.pausedUntil == back)
            await #expect(throws: DictionaryError.translation(.rateLimited(until: back))) {
                try await queue.translateWaiting()
            }
            await #expect(throws: DictionaryError.translation(.rateLimited(until: back))) {
                try await queue.translate(WordID("7"))
            }
            #expect(early.withLock { $0 } == 1)
            time.advance(by: 3600)
            try await eventually { try await words.wordsAwaitingTranslation(limit: 1).isEmpty }
            #expect(service.texts.count == 1 + 21)
        }
    }

    @Test("an import or an undo does not shorten a provider's pause")
    func pauseOutlivesReload() async throws {
        let until = time.now + 3600
        let service = ScriptedTranslationService { _, _ throws(TranslationError) in throw .rateLimited(until: until) }
        try await words.add(.make("1", "dog", createdAt: time.now))
        let changes = WordStream()
        let queue = queue(service)
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
        let queue = queue(service)
        let changes = WordStream()
        let events = changes.events()
        let task = Task { await queue.run(on: events) }
        while service.texts.count < 6 {
            await time.advanceToNextSleep()
        }
        #expect(log.events.filter { $0.level >= .warning }.map(\.message) == ["look-ups pause"])
        task.cancel()
        await task.value
        // A stream that is gone ends the queue.
        withExtendedLifetime(changes) {}
    }

    @Test("a running queue cannot be started twice")
    func runTwice() async throws {
        let changes = WordStream()
        let queue = queue(found("x"))
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
