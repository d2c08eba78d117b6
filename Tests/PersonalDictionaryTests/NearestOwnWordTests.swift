import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("What a search without matches may mean", .timeLimit(.minutes(15)), .longComputation)
struct NearestOwnWordTests {
    private let time = ManualTime()

    @Test(
        "the nearest words and translations are offered as they are written, wherever the search looks",
        arguments: WordRepositoryKind.allCases)
    func texts(kind: WordRepositoryKind) async throws {
        try await kind.withWords { words in
            let all = try await words.fill(time, ["New York", "dog", "Straße", "wolf", "hedgehog", "Lodz"])
            func record(_ word: Word, _ translations: [String]) async throws {
                let entry = try DictionaryEntry.make(word.text.value, translations, at: time.now)
                try await words.record(.found(entry), of: word.id, at: time.now)
            }
            try await record(all[1], ["собака", "пёс", "гончая\nсобака"])
            try await record(all[4], ["Ёж обыкновенный"])
            try await words.setUserTranslations(["Волк"], of: all[3].id, at: time.now)
            try await words.setUserTranslations(["серый зверь"], of: all[3].id, at: time.now, isAdded: true)
            try await words.edit(all[3].id, at: time.now) { $0.note = try WordNote("Rudeltier") }
            func nearest(_ text: String, _ mode: SearchMode = .both) async throws -> [String] {
                try await words.nearest(to: WordQuery(text, mode: mode))
            }
            for (text, mode, texts) in [
                ("Nwe York", .both, ["New York"]), ("yrok", .both, ["New York"]), ("NEWYORK", .word, ["New York"]),
                ("york naw", .word, ["New York"]), ("собкаа", .both, ["собака", "гончая собака"]),
                ("собкаа", .word, []), ("dgo", .translation, []), ("dgo", .word, ["dog"]),
                ("пес", .translation, ["пёс"]), ("песс", .both, ["пёс"]), ("стразе", .both, []),
                ("strase", .both, ["Straße"]),
                ("волкк", .both, ["Волк"]), ("зверт", .both, ["серый зверь"]), ("łódż", .both, ["Lodz"]),
                ("еж обыкновеный", .both, ["Ёж обыкновенный"]), ("Rudeltir", .both, []), ("do", .both, []),
                ("", .both, []),
            ] as [(String, SearchMode, [String])] {
                #expect(try await nearest(text, mode) == texts, "\(text)")
            }
        }
    }

    @Test(
        "three at most are offered, the newest of each spelling, in the direction of the search",
        arguments: WordRepositoryKind.allCases)
    func order(kind: WordRepositoryKind) async throws {
        try await kind.withWords { words in
            _ = try await words.fill(time, ["wood", "word", "ward", "cord", "lord", "world", "Word"])
            time.advance(by: 1)
            try await words.add(.make("de", "Wörd", "de", "en", createdAt: time.now))
            var query = WordQuery("wrrd", mode: .word, limit: 1, offset: 7)
            #expect(try await words.nearest(to: query) == ["Wörd", "ward"])
            query.direction = .englishToRussian
            #expect(try await words.nearest(to: query) == ["Word", "ward"])
            query.direction = try .between("it", "ru")
            #expect(try await words.nearest(to: query) == [])
            for text in ["wqrd", "wrqrd", "wrrdq"] {
                time.advance(by: 1)
                try await words.add(.make(text, text, "de", "en", createdAt: time.now))
            }
            query.direction = .englishToRussian
            #expect(try await words.nearest(to: query) == ["Word", "ward"])
            query.text = "wqord"
            #expect(try await words.nearest(to: query) == ["Word", "world", "ward"])
        }
    }

    @Test(
        "every store offers the same while words change, and each offer is found where it was searched",
        arguments: 0..<UInt64(TestScale.count(6, full: 30)))
    func random(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        func text() -> String {
            let letters = Array("abcdеё ")
            let letter = (0..<Int.random(in: 3...9, using: &generator)).map { _ in
                letters[Int.random(in: 0..<letters.count, using: &generator)]
            }
            return "a" + String(letter) + "b"
        }
        let stores = try await [
            Vocabulary(WordRepositoryKind.inMemory.makeInMemory()),
            Vocabulary(WordRepositoryKind.sqlite.makeInMemory()),
            Vocabulary(WordRepositoryKind.plain.makeInMemory()),
        ]
        for step in 0..<60 {
            time.advance(by: Double(Int.random(in: 0...1, using: &generator)))
            let id = WordID("\(Int.random(in: 0..<25, using: &generator))")
            let (word, operation) = (text(), Int.random(in: 0..<6, using: &generator))
            let entry = try DictionaryEntry.make(word, [text(), text()], at: time.now)
            for store in stores {
                do throws(DictionaryError) {
                    switch operation {
                    case 0: try await store.remove([id])
                    case 1: try await store.setUserTranslations([word], of: id, at: time.now, isAdded: step % 2 == 0)
                    case 2: try await store.record(.found(entry), of: id, at: time.now)
                    case 3: try await store.edit(id, text: try WordText(word), at: time.now)
                    default:
                        let russian = TranslationDirection.englishToRussian
                        let direction = step % 3 == 0 ? russian : russian.swapped
                        try await store.add(
                            Word(
                                id: WordID("\(step % 25)"), text: try WordText(word), direction: direction,
                                createdAt: time.now, updatedAt: time.now))
                    }
                } catch {
                    // The same in every store: a duplicate, or no such word.
                    #expect(["duplicate", "notFound"].contains(error.code))
                }
            }
            for mode in SearchMode.allCases {
                let query = WordQuery(text(), mode: mode, direction: step % 2 == 0 ? nil : .englishToRussian)
                let offers = try await stores[0].nearest(to: query)
                for store in stores[1...] { #expect(try await store.nearest(to: query) == offers, "\(query)") }
                for offer in offers {
                    let found = try await stores[1].search(WordQuery(offer, mode: mode, direction: query.direction))
                    #expect(!found.isEmpty, "\(query) \(offer)")
                }
            }
        }
    }

    @MainActor
    @Test("the search screen offers them only while nothing is found, and keeps them right while words change")
    func screen() async throws {
        let words = FaultyWordRepository(InMemoryWordRepository())
        let app = TestApp(words: words)
        await app.add("New York", "dog")
        let screen = app.navigator.toSearch.router.open()
        let model = screen.searchWordList.viewModel
        let input = app.navigator.searchTextInput.viewModel
        #expect(model.nearest.isEmpty && model.nearestMessage == nil)
        input.text = " Nwe York "
        #expect(await waitUntil { model.nearest == ["New York"] && model.isEmpty })
        #expect(model.nearestMessage == Message("did you mean: \("New York")"))
        // Words that are added, found, edited, removed.
        let now = await app.add("Nwy York")[0]
        #expect(await waitUntil { model.nearest == ["Nwy York", "New York"] })
        let found = await app.add("Nwe York")[0]
        #expect(await waitUntil { model.words == [found] && model.nearest.isEmpty && model.nearestMessage == nil })
        #expect(await app.rows.remove([found.id]))
        #expect(await waitUntil { model.nearest == ["Nwy York", "New York"] && model.isEmpty })
        try await app.graph.words.edit(now.id, text: WordText("cat"), at: app.time.now)
        #expect(await waitUntil { model.nearest == ["New York"] })
        // Elsewhere.
        screen.modePicker.viewModel.mode = .translation
        #expect(
            await waitUntil {
                model.mode == .translation && !model.isSearching && !model.isFindingNearest && model.nearest.isEmpty
            })
        screen.modePicker.viewModel.mode = .word
        #expect(await waitUntil { model.nearest == ["New York"] })
        input.text = "new"
        #expect(await waitUntil { model.words.count == 1 && model.nearest.isEmpty })
        // A list that may have no words has not missed any.
        model.limit = 0
        input.text = "dog"
        #expect(
            await waitUntil {
                model.text == "dog" && !model.isSearching && !model.isFindingNearest && model.isEmpty
                    && model.nearest.isEmpty
            })
        model.limit = 9
        input.text = "dgo"
        #expect(await waitUntil { model.nearest == ["dog"] })
        words.isFailing = true
        model.search()
        #expect(await waitUntil { model.phase.failure != nil && model.nearest.isEmpty })
        words.isFailing = false
        model.search()
        #expect(await waitUntil { model.nearest == ["dog"] && model.isEmpty })
    }
}
