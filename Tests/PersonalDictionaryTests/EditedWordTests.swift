import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("A word that the user edits", .bounded)
struct EditedWordTests {
    private let time = ManualTime()

    /// A favourite with an own translation, a note, and an entry.
    private func fill(_ words: Vocabulary) async throws -> Word {
        let id = try await words.fill(time, ["dog"])[0].id
        try await words.record(.found(.make("dog", ["собака"], at: time.now)), of: id, at: time.now)
        try await words.setFavorite(true, of: id, at: time.now)
        try await words.setUserTranslations(["мой пёс"], of: id, at: time.now)
        return try await words.edit(id, at: time.now) { $0.note = try WordNote(" two\nlines ") }
    }

    @Test(
        "another text keeps the identifier, star, note, own translations and place, and drops what a service said",
        arguments: WordRepositoryKind.allCases)
    func text(kind: WordRepositoryKind) async throws {
        try await kind.withWords { words in
            let before = try await fill(words)
            #expect(before.note.value == "two\nlines")
            try await words.add(.make("later", "later", createdAt: time.now + 1))
            time.advance(by: 1)
            let after = try await words.edit(before.id, text: WordText("hound"), at: time.now)
            #expect(after.text.value == "hound" && after.updatedAt == time.now)
            #expect(
                after
                    == Word(
                        id: before.id, text: try WordText("hound"), direction: before.direction,
                        translation: before.translation, isFavorite: true, note: before.note,
                        createdAt: before.createdAt, updatedAt: time.now))
            #expect(try await words.words(.newest(9)).map(\.text.value) == ["later", "hound"])
            #expect(try await words.words(.newest(9), in: .favorites) == [after])
            #expect(try await words.entry(of: before.id) == nil)
            #expect(try await words.search(WordQuery("dog")).isEmpty)
            #expect(try await words.search(WordQuery("собака")).isEmpty)
            #expect(try await words.search(WordQuery("HOU", mode: .word)) == [after])
            #expect(try await words.words(WordText("Hound")) == [after])
            // The old text is free.
            try await words.add(.make("new", "dog", createdAt: time.now))
            await #expect(throws: DictionaryError.duplicate(of: before.id)) {
                try await words.add(.make("twin", "hound", createdAt: time.now))
            }
            #expect(try await words.clearUserTranslation(of: before.id, at: time.now).translation == .pending)
        }
    }

    @Test(
        "words are tagged, untagged and starred together, all or none, each once",
        arguments: WordRepositoryKind.allCases)
    func several(kind: WordRepositoryKind) async throws {
        try await kind.withWords { words in
            let ids = try await words.fill(time, ["dog", "cat"]).map(\.id)
            try await words.edit(ids[0], at: time.now) { $0.tags = try WordTags(["old"]) }
            let before = try await words.words(.newest(9))
            time.advance(by: 1)
            await #expect(throws: DictionaryError.notFound("nothing")) {
                try await words.edit(ids + [WordID("nothing")], at: time.now) { try $0.tag("pets") }
            }
            await #expect(throws: DictionaryError.emptyText) {
                try await words.edit(ids, at: time.now) { try $0.tag(" ") }
            }
            let long = String(repeating: "x", count: WordTags.maximumLength - 2)
            await #expect(throws: DictionaryError.self) {
                try await words.edit(ids.reversed(), at: time.now) { try $0.tag(long) }
            }
            #expect(try await words.words(.newest(9)) == before)
            let tagged = try await words.edit(ids + ids, at: time.now) { try $0.tag(" pets  home ") }
            #expect(tagged.map(\.tags.names) == [["old", "pets", "home"], ["pets", "home"]])
            #expect(tagged.allSatisfy { $0.updatedAt == time.now })
            time.advance(by: 1)
            let untagged = try await words.edit(ids, at: time.now) { try $0.tag("old home", isAdded: false) }
            #expect(untagged.map(\.tags.names) == [["pets"], ["pets"]])
            // What is so already is no change.
            #expect(try await words.edit(ids, at: time.now + 1) { try $0.tag("pets") } == untagged)
            try await words.edit(ids, at: time.now) { $0.isFavorite = true }
            #expect(try await words.words(.newest(9), in: .favorites).count == 2)
        }
    }

    @Test(
        "an edit and the own translations beside it are one change: both are stored, or neither",
        arguments: WordRepositoryKind.allCases)
    func translations(kind: WordRepositoryKind) async throws {
        try await kind.withWords { words in
            let before = try await fill(words)
            await #expect(throws: DictionaryError.emptyText) {
                try await words.edit(before.id, text: WordText("hound"), translations: [" "], at: time.now)
            }
            #expect(try await words.word(before.id) == before)
            let own = ["мой пёс", "гончая"]
            let after = try await words.edit(before.id, text: WordText("hound"), translations: own, at: time.now)
            #expect(after.text.value == "hound" && after.translation.translation?.all == own)
            let cleared = try await words.edit(before.id, text: WordText("cow"), translations: [], at: time.now)
            #expect(cleared.text.value == "cow" && cleared.translation == .pending)
            #expect(try await words.word(before.id) == cleared)
        }
    }

    @Test(
        "a word without an own translation waits for a look-up again, whatever the last one found",
        arguments: WordRepositoryKind.allCases)
    func waiting(kind: WordRepositoryKind) async throws {
        try await kind.withWords { words in
            let all = try await words.fill(time, ["dog", "xyz", "later", "unasked"])
            try await words.record(.found(.make("dog", ["собака"], at: time.now)), of: all[0].id, at: time.now)
            try await words.record(.notFound(askedOf: [.dict]), of: all[1].id, at: time.now)
            try await words.record(.failed(until: time.now + 60), of: all[2].id, at: time.now)
            for (number, word) in all.enumerated() {
                let edited =
                    number.isMultiple(of: 2)
                    ? try await words.edit(word.id, direction: .between("en", "it"), at: time.now)
                    : try await words.edit(word.id, text: WordText("\(word.text) 2"), at: time.now)
                #expect(edited.translation == .pending)
                #expect(try await words.providersAsked(for: word.id).isEmpty)
                #expect(try await words.entry(of: word.id) == nil)
            }
            #expect(try await words.words(WordPage(limit: 9), in: .awaitingTranslation).map(\.id) == all.map(\.id))
            #expect(try await words.words(WordPage(limit: 9), in: .notFound(notAskedOf: [.pons])).isEmpty)
            let found = try await words.search(WordQuery("dog", direction: .between("en", "it")))
            #expect(found.map(\.id) == [all[0].id])
            #expect(try await words.search(WordQuery("dog", direction: .englishToRussian)).isEmpty)
        }
    }

    @Test(
        "a text that another word of the direction has is refused by name, and nothing changes",
        arguments: WordRepositoryKind.allCases)
    func duplicate(kind: WordRepositoryKind) async throws {
        try await kind.withWords { words in
            let dog = try await fill(words)
            try await words.add(.make("cat", "my  cat", createdAt: time.now))
            try await words.add(.make("de", "dog", "en", "de", createdAt: time.now))
            let entry = try await words.entry(of: dog.id)
            for text in ["my cat", " my\u{A0}cat "] {
                await #expect(throws: DictionaryError.duplicate(of: WordID("cat"))) {
                    try await words.edit(dog.id, text: WordText(text), at: time.now) { $0.note = .empty }
                }
            }
            await #expect(throws: DictionaryError.duplicate(of: WordID("de"))) {
                try await words.edit(dog.id, direction: .between("en", "de"), at: time.now)
            }
            await #expect(throws: DictionaryError.notFound("x")) {
                try await words.edit(WordID("x"), text: WordText("a"), at: time.now)
            }
            #expect(try await words.word(dog.id) == dog)
            #expect(try await words.entry(of: dog.id) == entry)
            // In the other direction it is another word.
            #expect(
                try await words.edit(dog.id, text: WordText("my cat"), direction: .between("en", "it"), at: time.now)
                    .text.value == "my cat")
        }
    }

    @Test(
        "a text with other spaces is the same word: its entry stays; an edit without effect changes nothing",
        arguments: WordRepositoryKind.allCases)
    func sameIdentity(kind: WordRepositoryKind) async throws {
        try await kind.withWords { words in
            let id = try await words.fill(time, ["New York"])[0].id
            let entry = try DictionaryEntry.make("New York", ["Нью-Йорк"], at: time.now)
            let word = try await words.record(.found(entry), of: id, at: time.now)
            time.advance(by: 1)
            #expect(try await words.edit(id, at: time.now) == word)
            #expect(try await words.edit(id, text: WordText("New York"), at: time.now) { $0.note = .empty } == word)
            let edited = try await words.edit(id, text: WordText("New  York"), at: time.now)
            #expect(edited.text.value == "New  York" && edited.translation == .translated(entry.translation))
            #expect(try await words.entry(of: id) == entry)
            #expect(try await words.word(id) == edited)
        }
    }

    @Test(
        "a note is found, and can be removed; one that is too long is refused", arguments: WordRepositoryKind.allCases)
    func note(kind: WordRepositoryKind) async throws {
        try await kind.withWords { words in
            let word = try await fill(words)
            #expect(try await words.search(WordQuery("LINES")) == [word])
            #expect(try await words.search(WordQuery("two lines", mode: .translation)) == [word])
            #expect(try await words.search(WordQuery("lines", mode: .word)).isEmpty)
            try await words.edit(word.id, at: time.now) { $0.note = .empty }
            #expect(try await words.word(word.id).note == .empty)
            #expect(try await words.search(WordQuery("lines")).isEmpty)
            #expect(throws: DictionaryError.textTooLong(length: 20_001, maximum: 20_000)) {
                try WordNote(String(repeating: "x", count: 20_001))
            }
            #expect(try WordNote("a\u{8}\nb\u{1B}").value == "a\nb")
        }
    }

    @Test("an answer to the old text that comes after the edit is dropped, and the new text is looked up")
    func inFlight() async throws {
        let rig = TranslationQueueRig()
        let (latch, asked) = (Latch(), Latch())
        let service = ScriptedTranslationService { [time = rig.time] text, direction throws(TranslationError) in
            if text.value == "dog" {
                asked.open()
                await latch.wait()
            }
            return try DictionaryEntry(
                headword: text.value, direction: direction, senses: [.init(translations: ["<\(text)>"])],
                provider: .dict, date: time.now)
        }
        try await rig.running(service) { _, words in
            try await words.add(.make("1", "dog", createdAt: rig.time.now))
            await asked.wait()
            try await words.edit(WordID("1"), text: WordText("cat"), at: rig.time.now)
            latch.open()
            try await eventually { try await words.word(WordID("1")).translation != .pending }
            #expect(try await words.word(WordID("1")).translation.translation?.text == "<cat>")
            #expect(try await words.entry(of: WordID("1"))?.headword == "cat")
            #expect(service.texts == ["dog", "cat"])
        }
        // Nor does a look-up that the user asked for.
        let other = TranslationQueueRig()
        let (_, _, result) = try await other.lookUpInFlight { id in
            try await other.words.edit(id, direction: .between("en", "it"), at: other.time.now)
        }
        #expect(result == nil)
        #expect(try await other.words.word(WordID("1")).translation == .pending)
    }

    @Test("a failure that the old text met does not delay the new one")
    func failedInFlight() async throws {
        let rig = TranslationQueueRig()
        let (latch, asked) = (Latch(), Latch())
        let service = ScriptedTranslationService { [time = rig.time] text, direction throws(TranslationError) in
            guard text.value == "dog" else {
                return try DictionaryEntry(
                    headword: text.value, direction: direction, senses: [.init(translations: ["<\(text)>"])],
                    provider: .dict, date: time.now)
            }
            asked.open()
            await latch.wait()
            throw .malformedAnswer(Message("<html>"))
        }
        try await rig.running(service) { _, words in
            try await words.add(.make("1", "dog", createdAt: rig.time.now))
            await asked.wait()
            try await words.edit(WordID("1"), text: WordText("cat"), at: rig.time.now)
            latch.open()
            // The time stands still.
            try await eventually { try await words.word(WordID("1")).translation.translation?.text == "<cat>" }
            // Nor does one from before the edit.
            try await words.add(.make("2", "dog", createdAt: rig.time.now))
            try await eventually {
                if case .failed = try await words.word(WordID("2")).translation { true } else { false }
            }
            try await words.edit(WordID("2"), text: WordText("cow"), at: rig.time.now)
            try await eventually { try await words.word(WordID("2")).translation.translation?.text == "<cow>" }
        }
    }

    @MainActor
    @Test("the screen of a word edits it, and shows what a service says about the new text")
    func screen() async throws {
        let app = TestApp()
        defer { app.graph.detach() }
        let dog = try #require(await app.add("dog").first)
        await app.add("cat")
        let model = app.graph.mainScreen.mainWordList.wordList.toEntry.open(dog).viewModel
        app.graph.startTranslating()
        let list = app.graph.mainScreen.mainWordList.viewModel
        await list.load()
        try await eventually { model.word.translation.translation?.text == "<dog>" }
        await model.edit(text: "hound", to: "it") { $0.note = try WordNote("n") }
        #expect(model.failure == nil && model.word.note.value == "n")
        #expect(model.word.direction == (try .between("en", "it")))
        try await eventually { model.senses == [.init(translations: ["<hound>"])] }
        try await eventually { list.words.map(\.text.value) == ["cat", "hound"] }
        // Beside an own translation it is looked up while the screen is open.
        await model.setTranslation("mine")
        await model.edit(text: "cow")
        try await eventually { !model.isLookingUp }
        #expect(model.senses == [.init(translations: ["mine"]), .init(translations: ["<cow>"])])
        // A note is looked up nowhere.
        let requests = app.service.texts
        await model.edit { $0.note = try WordNote("n2") }
        #expect(!model.isLookingUp && app.service.texts == requests)
        let before = model.word
        for (edit, error) in [
            (("cat", "ru"), DictionaryError.duplicate(of: list.words[0].id)), ((" ", nil), .emptyText),
            (("a", "xx"), .unknownLanguage("xx", known: LanguageCatalog.everyday.languages)),
            (("a", "en"), .sameLanguage(.english)),
        ] as [((String, String?), DictionaryError)] {
            await model.edit(text: edit.0, to: edit.1)
            #expect(model.failure == error && model.word == before)
        }
        // A service that fails does not undo the edit.
        let latch = Latch()
        app.service.change { _, _ async throws(TranslationError) in
            await latch.wait()
            throw .unauthorized
        }
        await model.edit(text: "bull")
        #expect(model.failure == nil && model.word.text.value == "bull")
        latch.open()
        try await eventually { !model.isLookingUp }
        #expect(model.failure == .translation(.unauthorized) && model.word.text.value == "bull")
        #expect(model.senses == [.init(translations: ["mine"])])
        // However fast it fails, the edit is stored, and says so.
        #expect(await model.edit(text: "ox", translations: ["mine", "too"]))
        #expect(model.word.text.value == "ox" && model.word.translation.translation?.all == ["mine", "too"])
        try await eventually { !model.isLookingUp }
    }

    @MainActor
    @Test(
        "the screen for a new word shows the translation when it comes, also while the next word is typed and after an edit"
    )
    func newWord() async throws {
        let app = TestApp()
        defer { app.graph.detach() }
        let latch = Latch()
        let answer = app.service.current
        app.service.change { text, direction async throws(TranslationError) in
            await latch.wait()
            return try await answer(text, direction)
        }
        app.graph.startTranslating()
        let model = app.navigator.toNewWord.router.open().viewModel
        model.text = "dog"
        let word = try #require(await model.save())
        model.text = "next"
        #expect(model.saved == word && model.text == "next")
        latch.open()
        try await eventually { model.saved?.translation.translation?.text == "<dog>" }
        try await app.graph.words.edit(word.id, text: WordText("hound"), at: app.time.now)
        try await eventually { model.saved?.translation.translation?.text == "<hound>" }
        #expect(model.text == "next")
    }
}
