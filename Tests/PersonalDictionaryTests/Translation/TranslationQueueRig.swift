import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport

/// A translation queue over words in memory, whose time a test moves.
struct TranslationQueueRig {
    let time = ManualTime()
    let repository = InMemoryWordRepository()
    let log = EventLogger.InMemoryHandler()

    var words: Vocabulary { Vocabulary(repository) }
    var fakes: LookUpFakes { LookUpFakes(time: time) }

    func found(_ text: String) -> ScriptedTranslationService { fakes.knowing(text, .glossary) }

    func queue(_ service: any TranslationService) -> TranslationQueue {
        TranslationQueue(
            services: TranslationServices(service, clock: time.clock, sleeper: time.sleeper), words: words,
            clock: time.clock, sleeper: time.sleeper, jitter: { 0 },
            logger: EventLogger(label: "translation", minimumLevel: .info, handler: log))
    }

    /// Adds a word, looks it up, and calls a function while the look-up is in flight.
    func lookUpInFlight(
        _ meanwhile: (WordID) async throws -> Void
    ) async throws -> (queue: TranslationQueue, service: ScriptedTranslationService, result: Word?) {
        let (latch, asked) = (Latch(), Latch())
        let service = fakes.waiting(for: latch, asked: asked, "x")
        let word = try Word.make("1", "dog", createdAt: time.now)
        try await words.add(word)
        let queue = queue(service)
        let lookUp = Task { try await queue.translate(word.id) }
        await asked.wait()
        try await meanwhile(word.id)
        latch.open()
        return (queue, service, try await lookUp.value)
    }

    /// Runs a queue while a test moves the time.
    func running(
        _ service: any LookUpPart, gates: [ProviderGate]? = nil, onDevice: (any LookUpPart)? = nil,
        providers: Set<TranslationProvider> = [], repository: (any WordRepository)? = nil,
        _ body: (TranslationQueue, Vocabulary) async throws -> Void
    ) async throws {
        let changes = WordStream()
        let gate = fakes.gate()
        let services =
            gates.map {
                TranslationServices(service, gates: $0, providers: providers, onDevice: onDevice)
            }
            ?? TranslationServices(
                GatedLookUp(service, gate: gate), gates: [gate], providers: providers, onDevice: onDevice)
        let publishing = Vocabulary(
            repository ?? self.repository, changes: changes, onDevice: services.entryOnDevice)
        let queue = TranslationQueue(
            services: services, words: publishing, clock: time.clock, sleeper: time.sleeper,
            jitter: { 0 }, logger: .disabled)
        let events = changes.events()
        let task = Task { await queue.run(on: events) }
        try await body(queue, publishing)
        task.cancel()
        await task.value
    }

    /// Adds words that the glossary was asked for, and did not know.
    func addUnknown(_ count: Int) async throws {
        for number in 0..<count {
            let word = try Word.make("\(number)", "w\(number)", createdAt: time.now + Double(number))
            try await words.add(word)
            try await words.record(.notFound(askedOf: [.glossary]), of: word.id, at: time.now)
        }
    }
}
