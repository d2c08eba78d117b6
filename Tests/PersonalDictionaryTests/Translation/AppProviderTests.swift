import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("The providers of an app, and the words that they did not know", .bounded)
@MainActor
struct AppProviderTests {
    private let rig = AppServicesRig()
    private var time: ManualTime { rig.time }

    @Test("words that no provider knew are looked up again if a new provider is asked, and only then")
    func otherProviders() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            @MainActor func waitsAgain(_ providers: [LookUpProvider]) async throws -> Bool {
                let dependencies = try await rig.open(providers, in: .file(file))
                let app = AppBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
                let waiting = try await app.translation.waitingWords()
                #expect(try await app.translation.pendingStatus().waiting == waiting.count)
                #expect(try await app.words.word(WordID("1")).translation == .notFound)
                try await app.words.record(
                    .notFound(askedOf: dependencies.makeTranslation().providers), of: WordID("1"), at: time.now)
                app.detach()
                await dependencies.store.close()
                return !waiting.isEmpty
            }
            let store = try await DictionaryStore.open(file)
            try await store.vocabulary.add(.make("1", "zzz", createdAt: time.now))
            try await store.vocabulary.record(.notFound(), of: WordID("1"), at: time.now)
            await store.close()
            let other = ScriptedTranslationService { _, _ throws(TranslationError) in throw .notFound }
            let key = Secret("k3y")
            let url = try #require(URL(string: "https://me:passw0rd@pons.example/v1?token=t0ken#x"))
            let server = LookUpProvider.dict(DictServer(host: "a.example"))
            // A store of an earlier version does not say which providers were asked.
            #expect(try await waitsAgain([.glossary]))
            #expect(try await !waitsAgain([.glossary]))
            #expect(try await waitsAgain([.glossary, server]))
            #expect(try await !waitsAgain([server, .glossary]))
            #expect(try await waitsAgain([.dict(DictServer(host: "a.example", port: 1)), .glossary]))
            #expect(try await !waitsAgain([.glossary]))
            #expect(try await waitsAgain([.service(other)]))
            #expect(try await waitsAgain([.service(other, name: "mine")]))
            #expect(try await !waitsAgain([.service(other, name: "mine")]))
            #expect(try await waitsAgain([.pons(key)]))
            #expect(try await !waitsAgain([.pons(Secret("0ther"))]))
            #expect(try await waitsAgain([.pons(key, url: url)]))
            let port = try #require(URL(string: "https://pons.example:8443/v1"))
            #expect(try await waitsAgain([.pons(key, url: port)]))
            // Another path is not another server.
            #expect(try await !waitsAgain([.pons(key, url: port.appending(path: "t0ken"))]))
            #expect(try await waitsAgain([.pons(key, url: url), .pons(key, url: url)]))
            #expect(try await !waitsAgain([server, .service(other), .pons(key)]))
            let note = try SQLiteProbe(file.systemPath).text("SELECT asked_of FROM word")
            let names = [
                "dict(a.example:1)", "dict(a.example:2628)", "glossary", "mine", "own(ScriptedTranslationService)",
                "pons", "pons(pons.example)", "pons(pons.example) 2", "pons(pons.example:8443)",
            ]
            #expect(note == "[\(names.map { "\"\($0)\"" }.joined(separator: ","))]")
        }
    }

    @Test("alternating starts with two sets of providers ask and write nothing again")
    func alternating() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            let services = (0..<3).map { _ in
                ScriptedTranslationService { _, _ throws(TranslationError) in throw .notFound }
            }
            let store = try await DictionaryStore.open(file)
            for number in 0..<5 {
                try await store.vocabulary.add(.make("\(number)", "w\(number)", createdAt: time.now))
            }
            @MainActor func run(_ names: [Int]) async throws {
                time.advance(by: 60)
                let dependencies = try await rig.open(
                    names.map { .service(services[$0], name: "s\($0)") }, in: .file(file))
                let app = AppBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
                app.startTranslating()
                // When the last word was not found, all others are done.
                let last = try Word.make("last", "last", createdAt: time.now, translation: .pending)
                try await app.words.add(last)
                try await eventually { try await app.translation.waitingWords().isEmpty }
                try await app.words.remove([last.id])
                app.detach()
                await dependencies.store.close()
            }
            try await run([0, 1])
            let words = try await store.vocabulary.words(.newest(9))
            try await run([0, 2])
            #expect(services.map(\.texts.count) == [12, 6, 6])
            #expect(try await store.vocabulary.words(.newest(9)) == words)
            let probe = try SQLiteProbe(file.systemPath)
            func state() -> [String?] {
                [
                    "SELECT group_concat(seq || asked_of || updated_at || revision) FROM word",
                    "SELECT group_concat(key || value) FROM setting",
                ].map(probe.text)
            }
            // The second changes when another connection commits.
            let before = (state(), probe.text("PRAGMA data_version"))
            for _ in 0..<3 {
                for names in [[0, 1], [2, 0], [1]] {
                    let dependencies = try await rig.open(
                        names.map { .service(services[$0], name: "s\($0)") }, in: .file(file))
                    let app = AppBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
                    app.startTranslating()
                    #expect(try await app.translation.waitingWords().isEmpty)
                    #expect(try await app.translation.translateWaiting().isEmpty)
                    app.detach()
                    await dependencies.store.close()
                }
            }
            #expect(services.map(\.texts.count) == [12, 6, 6])
            #expect(state() == before.0)
            #expect(probe.text("PRAGMA data_version") == before.1)
            await store.close()
        }
    }

    @Test("a thousand words are looked up again one by one, within the limits")
    func oneByOne() async throws {
        let sent = Locked<[Date]>([])
        let service = ScriptedTranslationService { [time] _, _ throws(TranslationError) in
            sent.withLock { $0.append(time.now) }
            throw .notFound
        }
        let repository = InMemoryWordRepository()
        let words = Vocabulary(repository)
        for number in 0..<1000 {
            try await words.add(.make("\(number)", "w\(number)", createdAt: time.now, translation: .notFound))
        }
        let gate = LookUpFakes(time: time).gate(.dict, [RequestLimit(1, per: .seconds(1))], sleeper: rig.hurry)
        let limited = GatedLookUp(service, gate: gate)
        let changes = WordStream()
        let publishing = Vocabulary(repository, changes: changes)
        let queue = TranslationQueue(
            services: TranslationServices(limited, gates: [gate], providers: [.dict]),
            words: publishing, clock: time.clock, sleeper: rig.hurry,
            logger: .disabled)
        let task = Task { [events = changes.events()] in await queue.run(on: events) }
        try await eventually { sent.withLock({ $0.count }) >= 1000 }
        try await eventually { try await words.words(WordPage(limit: 1), in: .notFound(notAskedOf: [.dict])).isEmpty }
        task.cancel()
        await task.value
        let dates = sent.withLock { $0 }
        #expect(dates.count == 1000)
        for (date, last) in zip(dates.dropFirst(), dates) { #expect(date.timeIntervalSince(last) >= 1 - 1e-6) }
        withExtendedLifetime(changes) {}
    }
}
