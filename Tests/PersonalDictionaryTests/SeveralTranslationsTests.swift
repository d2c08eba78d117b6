import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("Several translations of a word", .bounded)
struct SeveralTranslationsTests {
    private let time = ManualTime()

    /// Takes the last import back: how many words were removed, restored, kept.
    private func undone(_ words: Vocabulary) async throws -> [Int] {
        let undo = try #require(try await words.undoImport())
        return [undo.removed, undo.restored, undo.kept]
    }

    @Test(
        "own translations are added behind the first one, each once, and cleared together",
        arguments: WordRepositoryKind.allCases)
    func adding(kind: WordRepositoryKind) async throws {
        try await kind.withWords { words in
            let id = try await words.fill(time, ["dog"])[0].id
            let entry = try DictionaryEntry.make("dog", ["собака", "кобель"], at: time.now)
            try await words.record(.found(entry), of: id, at: time.now)
            for text in ["мой пёс", " псина ", "пёсик,\n мой"] {
                time.advance(by: 1)
                try await words.setUserTranslations([text], of: id, at: time.now, isAdded: true)
            }
            let word = try await words.word(id)
            let own = Translation(
                text: "мой пёс", alternatives: ["псина", "пёсик, мой"], provider: .user, date: time.now)
            #expect(word.translation == .translated(own) && word.updatedAt == time.now)
            #expect(own.all == ["мой пёс", "псина", "пёсик, мой"])
            time.advance(by: 1)
            for text in ["мой  пёс", "псина", "пёсик, мой"] {
                #expect(try await words.setUserTranslations([text], of: id, at: time.now, isAdded: true) == word)
            }
            #expect(try await words.record(.found(entry), of: id, at: time.now)?.translation == word.translation)
            #expect(try await words.entry(of: id) == entry)
            await #expect(throws: DictionaryError.emptyText) {
                try await words.setUserTranslations([" "], of: id, at: time.now, isAdded: true)
            }
            // One that is not added replaces them.
            #expect(
                try await words.setUserTranslations(["x"], of: id, at: time.now).translation
                    == .translated(Translation(text: "x", provider: .user, date: time.now)))
            try await words.setUserTranslations(["y"], of: id, at: time.now, isAdded: true)
            #expect(
                try await words.clearUserTranslation(of: id, at: time.now).translation
                    == .translated(entry.translation))
        }
    }

    @Test("own translations that are too long together are refused, and nothing changes")
    func limit() async throws {
        let words = Vocabulary(InMemoryWordRepository())
        let id = try await words.fill(time, ["dog"])[0].id
        for number in 0...41 {
            try await words.setUserTranslations(
                ["\(number)" + String(repeating: "x", count: 480)], of: id, at: time.now, isAdded: true)
        }
        let word = try await words.word(id)
        let error = await #expect(throws: DictionaryError.self) {
            try await words.setUserTranslations(
                [String(repeating: "y", count: 500)], of: id, at: time.now, isAdded: true)
        }
        #expect(error?.code == "textTooLong")
        #expect(try await words.word(id) == word)
        // Neither does an import exceed the limit, or fail.
        let more = Translation(
            text: "a", alternatives: [String(repeating: "y", count: 500)], provider: .user, date: time.now)
        let file = try Word.make("file", "dog", createdAt: time.now, translation: .translated(more))
        #expect(try await words.merge([ImportedWord(file)]) { WordID("spare") } == [.unchanged])
    }

    @Test(
        "a search finds every translation of an entry, every own one and the note; each counts as a text of its own",
        arguments: WordRepositoryKind.allCases)
    func search(kind: WordRepositoryKind) async throws {
        try await kind.withWords { words in
            let all = try await words.fill(time, ["dog", "run", "wolf", "walk"])
            let (dog, run, wolf, walk) = (all[0], all[1], all[2], all[3])
            func record(_ word: Word, _ senses: [[String]]) async throws {
                let entry = try DictionaryEntry(
                    headword: word.text.value, direction: word.direction,
                    senses: senses.map { .init(translations: $0) },
                    provider: .pons, date: time.now)
                try await words.record(.found(entry), of: word.id, at: time.now)
            }
            try await record(dog, [["собака", "пёс"], ["гончая"]])
            try await record(run, [["бежать"], ["бег", "пробег"]])
            try await record(walk, [["прогулка", "бегать\nмедленно"]])
            try await words.setUserTranslations(["волк"], of: wolf.id, at: time.now)
            try await words.setUserTranslations(["бег"], of: wolf.id, at: time.now, isAdded: true)
            try await words.edit(wolf.id, at: time.now) { $0.note = try WordNote("псина\nбольшая") }
            func found(_ text: String, _ mode: SearchMode = .both) async throws -> [String] {
                try await words.search(WordQuery(text, mode: mode)).map(\.text.value)
            }
            #expect(try await found("пес") == ["dog"])
            #expect(try await found("ГОНЧАЯ", .translation) == ["dog"])
            #expect(try await found("гончая", .word).isEmpty)
            // Equal ones first, then those that begin so, then the rest, the newest first.
            #expect(try await found("бег") == ["wolf", "run", "walk"])
            #expect(try await found("бега") == ["walk"])
            #expect(try await found("обег") == ["run"])
            // A note is no beginning.
            #expect(try await found("п") == ["walk", "run", "dog", "wolf"])
            #expect(try await found("псина большая") == ["wolf"])
            #expect(try await found("собакапес").isEmpty)
            #expect(try await found("собака\nпёс") == ["dog"])
            // Beside an own translation too, and not any more when it is gone.
            try await words.setUserTranslations(["мой"], of: dog.id, at: time.now)
            #expect(try await found("собака") == ["dog"])
            try await record(dog, [["собачка"]])
            #expect(try await found("гончая").isEmpty)
            #expect(try await found("собачка") == ["dog"])
            try await words.clearUserTranslation(of: wolf.id, at: time.now)
            #expect(try await found("волк").isEmpty)
        }
    }

    @Test(
        "the words of a query are found in any order, behind all words that contain the query as it is",
        arguments: WordRepositoryKind.allCases)
    func anyOrder(kind: WordRepositoryKind) async throws {
        try await kind.withWords { words in
            let texts = ["New York", "york", "New Yorkshire", "Newark", "the new old york", "york new", "x"]
            let all = try await words.fill(time, texts)
            let entry = try DictionaryEntry.make("x", ["новый Йорк"], at: time.now)
            try await words.record(.found(entry), of: all[6].id, at: time.now)
            func found(_ text: String, _ mode: SearchMode = .both) async throws -> [String] {
                try await words.search(WordQuery(text, mode: mode)).map(\.text.value)
            }
            #expect(try await found("york new") == ["york new", "the new old york", "New Yorkshire", "New York"])
            #expect(
                try await found("new york") == ["New York", "New Yorkshire", "york new", "the new old york"])
            #expect(try await found("  YORK   the") == ["the new old york"])
            #expect(try await found("york the ark").isEmpty)
            // Only the beginnings of words.
            #expect(try await found("ork new") == ["york new"])
            #expect(try await found("ork old").isEmpty)
            #expect(try await found("york new new") == ["york new", "the new old york", "New Yorkshire", "New York"])
            // In any of the texts, where the query looks.
            #expect(try await found("йорк x") == ["x"])
            #expect(try await found("йорк x", .translation).isEmpty)
            #expect(try await found("йорк нов", .translation) == ["x"])
            #expect(try await found("york new", .word).count == 4)
            let pages = try await (0..<5).asyncMap { offset in
                try await words.search(WordQuery("york new", limit: 1, offset: offset)).map(\.text.value)
            }
            #expect(pages == [["york new"], ["the new old york"], ["New Yorkshire"], ["New York"], []])
        }
    }

    @Test(
        "an import adds own translations of which a file has several, and a note that is missing; an undo takes both back"
    )
    func merging() async throws {
        let words = Vocabulary(InMemoryWordRepository())
        let ids = try await words.fill(time, ["dog", "cat", "owl"]).map(\.id)
        try await words.setUserTranslations(["пёс"], of: ids[0], at: time.now)
        try await words.record(.found(.make("cat", ["кошка"], at: time.now)), of: ids[1], at: time.now)
        try await words.setUserTranslations(["сова"], of: ids[2], at: time.now)
        try await words.edit(ids[2], at: time.now) { $0.note = try WordNote("mine") }
        let before = try await words.words(.newest(9))
        func file(_ text: String, _ all: [String], note: String = "") throws -> ImportedWord {
            let translation = Translation(
                text: all[0], alternatives: Array(all.dropFirst()), provider: .user, date: time.now)
            var word = try Word.make("file", text, createdAt: time.now, translation: .translated(translation))
            word.note = try WordNote(note)
            return ImportedWord(word)
        }
        let imported = [
            try file("dog", ["псина", "пёс", "собака"], note: "n"), try file("cat", ["кот", "кошечка"]),
            // A single one is no list: that of the word stays.
            try file("owl", ["филин"], note: "theirs"),
        ]
        time.advance(by: 1)
        for outcomes in [[ImportOutcome.updated, .updated, .unchanged], [.unchanged, .unchanged, .unchanged]] {
            #expect(try await words.merge(imported, isUndoable: true) { WordID("spare") } == outcomes)
            let now = try await words.words(.newest(9)).reversed() as [Word]
            #expect(
                now.map { $0.translation.translation?.all } == [
                    ["пёс", "псина", "собака"], ["кот", "кошечка"], ["сова"],
                ])
            #expect(now.map(\.note.value) == ["n", "", "mine"])
        }
        #expect(try await undone(words) == [0, 2, 0])
        #expect(try await words.words(.newest(9)) == before)
        // What the user has changed since stays: the text, the own translations, the note.
        for change in 0..<4 {
            _ = try await words.merge(imported, isUndoable: true) { WordID("spare") }
            switch change {
            case 0: try await words.edit(ids[0], text: WordText("hound"), at: time.now)
            case 1: try await words.edit(ids[0], direction: .between("en", "de"), at: time.now)
            case 2: try await words.edit(ids[0], at: time.now) { $0.note = try WordNote("other") }
            default: try await words.setUserTranslations(["ещё"], of: ids[0], at: time.now, isAdded: true)
            }
            let edited = try await words.word(ids[0])
            #expect(try await undone(words) == [0, 1, 1])
            #expect(try await words.word(ids[0]) == edited)
            try await words.remove([ids[0]])
            _ = try await words.merge([ImportedWord(before[2])]) { WordID("spare") }
        }
    }

    @Test("a word that an import added and the user has renamed stays when the import is taken back")
    func renamed() async throws {
        let words = Vocabulary(InMemoryWordRepository())
        let added = ["1", "2"].map { WordID($0) }
        _ = try await words.merge(
            added.map { ImportedWord(try .make($0.rawValue, "word \($0)", createdAt: time.now)) }, isUndoable: true
        ) { WordID("spare") }
        try await words.edit(added[0], text: WordText("another"), at: time.now)
        #expect(try await undone(words) == [1, 0, 1])
        #expect(try await words.words(.newest(9)).map(\.text.value) == ["another"])
    }

    @Test("a removal is undone with all translations, the note and the entry", arguments: WordRepositoryKind.allCases)
    func removal(kind: WordRepositoryKind) async throws {
        try await kind.withWords { words in
            let id = try await words.fill(time, ["dog"])[0].id
            try await words.record(.found(.make("dog", ["собака", "пёс"], at: time.now)), of: id, at: time.now)
            try await words.setUserTranslations(["a"], of: id, at: time.now)
            try await words.setUserTranslations(["b"], of: id, at: time.now, isAdded: true)
            let word = try await words.edit(id, at: time.now) { $0.note = try WordNote("n") }
            let removed = try await words.remove([id])
            #expect(try await words.search(WordQuery("пёс")).isEmpty)
            _ = try await words.merge(removed) { WordID("spare") }
            #expect(try await words.words(.newest(9)) == [word])
            for text in ["пёс", "b", "n"] { #expect(try await words.search(WordQuery(text)) == [word], "\(text)") }
        }
    }

    @MainActor
    @Test("the screen of a word shows all own translations before the dictionary's senses")
    func screen() async throws {
        let app = TestApp()
        defer { app.graph.detach() }
        let dog = try #require(await app.add("dog").first)
        let model = app.graph.mainScreen.mainWordList.wordList.toEntry.open(dog).viewModel
        await model.retry()
        await model.setTranslation("мой пёс")
        await model.setTranslation("псина", isAdded: true)
        #expect(model.failure == nil && model.word.translation.translation?.text == "мой пёс")
        #expect(model.senses == [.init(translations: ["мой пёс", "псина"]), .init(translations: ["<dog>"])])
        await model.clearTranslation()
        #expect(model.senses == [.init(translations: ["<dog>"])])
    }

    @Test("a stored word is found by another process by all its texts, and so is one that it changed")
    func otherProcess() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "words.sqlite")
            let stores = [try await DictionaryStore.open(file), try await DictionaryStore.open(file)]
            let words = stores.map(\.vocabulary)
            let id = try await words[0].fill(time, ["dog"])[0].id
            #expect(try await words[1].search(WordQuery("do")).map(\.id) == [id])
            _ = try await words[1].externalChanges()
            try await words[0].record(.found(.make("dog", ["собака", "пёс"], at: time.now)), of: id, at: time.now)
            #expect(try await words[1].search(WordQuery("пёс")).map(\.id) == [id])
            try await words[0].edit(id, text: WordText("hound"), at: time.now) { $0.note = try WordNote("n") }
            let edited = try await words[0].word(id)
            #expect(try await words[1].externalChanges() == [.updated(edited)])
            #expect(try await words[1].search(WordQuery("пёс")).isEmpty)
            #expect(try await words[1].search(WordQuery("houn")) == [edited])
            for store in stores { await store.close() }
        }
    }
}

extension Sequence {
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
