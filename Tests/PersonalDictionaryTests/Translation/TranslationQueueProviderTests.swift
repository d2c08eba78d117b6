import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("The translation queue and its providers", .bounded)
struct TranslationQueueProviderTests {
    private let rig = TranslationQueueRig()
    private var time: ManualTime { rig.time }
    private var words: Vocabulary { rig.words }

    /// Services of a provider that always fails, and of one that knows the words that begin with `known`.
    private func services(_ error: TranslationError) -> (chain: FallbackLookUp, gates: [ProviderGate]) {
        let other = ScriptedTranslationService { [time] word, direction throws(TranslationError) in
            guard word.value.hasPrefix("known") else { throw .notFound }
            return try LookUpFakes.entry(word, direction, ["x"], .dict, time.now)
        }
        let gates = (0..<2).map { rig.fakes.gate(.numbered($0)) }
        let chain = rig.fakes.chain([
            GatedLookUp(rig.fakes.failing(error), gate: gates[0]), GatedLookUp(other, gate: gates[1]),
        ])
        return (chain, gates)
    }

    static let faults = [
        TranslationError.unauthorized, .network(Message("down")), .rateLimited(until: .distantFuture),
        .malformedAnswer(Message("<html>")),
    ]

    @Test("a provider that is down does not stop look-ups at another", arguments: faults)
    func twoProviders(error: TranslationError) async throws {
        let texts = ["rare 1", "known 1", "rare 2", "rare 3", "rare 4", "rare 5", "rare 6", "known 2"]
        for (number, text) in texts.enumerated() {
            try await words.add(.make("\(number)", text, createdAt: time.now.addingTimeInterval(Double(number))))
        }
        let start = time.now
        let (chain, gates) = services(error)
        try await rig.running(chain, gates: gates) { _, words in
            // At once: no time passes.
            try await eventually { try await words.word(WordID("7")).translation.translation != nil }
            #expect(time.now == start)
            #expect(try await words.word(WordID("1")).translation.translation?.text == "x")
            #expect(try await words.words(WordPage(limit: 9), in: .awaitingTranslation).count == 6)
        }
    }

    @Test("on request, words that cannot be looked up do not stop the others", arguments: faults)
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
        // No date is later than six hours.
        let reason = error == .rateLimited(until: .distantFuture) ? .rateLimited(until: time.now + 6 * 3600) : error
        #expect(failure.reason == reason && failure.isPartial && failure.providers == [.numbered(0)])
    }

    @Test(
        "before its retry date a service is called only when the user asks")
    func retryAfter() async throws {
        let back = time.now + 5 * 3600
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
        try await rig.running(service) { queue, words in
            #expect(await time.nextSleep() == back)
            try await words.add(.make("new", "new", createdAt: time.now))
            try await eventually { queue.currentStatus.waiting >= 21 }
            // A change wakes it each hour.
            for hour in 1..<5 {
                time.advance(by: 3600)
                let id = WordID("\(hour % 20)")
                try await words.setFavorite(hour % 40 < 20, of: id, at: time.now)
                #expect(await time.nextSleep() == back)
            }
            #expect(early.withLock { $0 } == 1)
            #expect(queue.currentStatus.notBefore == back)
            // Each request of the user is sent once.
            await #expect(throws: DictionaryError.translation(.rateLimited(until: back))) {
                try await queue.translateWaiting()
            }
            await #expect(throws: DictionaryError.translation(.rateLimited(until: back))) {
                try await queue.translate(WordID("7"))
            }
            #expect(early.withLock { $0 } == 3)
            time.advance(by: 3600)
            try await eventually { try await words.words(WordPage(limit: 1), in: .awaitingTranslation).isEmpty }
            #expect(service.texts.count == 3 + 21)
        }
    }

    @Test("after a week offline, a thousand words are looked up at the provider's rate and stop at its budget")
    func catchingUp() async throws {
        for number in 0..<1000 {
            try await words.add(
                .make("\(number)", "word \(number)", createdAt: time.now.addingTimeInterval(Double(number) / 1000)))
        }
        let back = time.now + 5 * 3600
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
        let gate = rig.fakes.gate(.dict, limits, sleeper: sleeper)
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
        // One word at a time was tried, four times an hour.
        #expect(requests.count - answered.count < 7 * 24 * 4 + 100)
    }
}
