import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("Tags of words", .bounded)
struct WordTagsTests {
    private let time = ManualTime()
    private static let known: [WordRepositoryKind] = WordRepositoryKind.allCases

    // MARK: The type

    @Test("white space separates tags; each is kept once, in its order, composed and without control characters")
    func typed() throws {
        for (typed, names) in [
            ([" verb\tbook::1\n", "verb", "Verb"], ["verb", "book::1", "Verb"]), ([], []), (["", "\u{3000}"], []),
            (["e\u{301}", "é"], ["é"]), (["a\u{0}b"], ["ab"]), (["a\u{600}\tb"], ["a\u{600}", "b"]),
        ] as [([String], [String])] {
            #expect(try WordTags(typed).names == names)
            #expect(WordTags(stored: try WordTags(typed).stored).names == names)
        }
        #expect(try WordTags(["a b"]).adding(WordTags(["b c"])).names == ["a", "b", "c"])
        #expect(try WordTags(["a b c"]).removing(WordTags(["c a x"])).names == ["b"])
    }

    @Test("tags that are too long together are an error, and those that are there stay")
    func long() throws {
        let longest = try WordTags([String(repeating: "x", count: WordTags.maximumLength)])
        #expect(throws: DictionaryError.textTooLong(length: 10_002, maximum: 10_000)) {
            try longest.adding(WordTags(["y"]))
        }
        var word = try Word.make("1", "dog", createdAt: time.now)
        word.tags = longest
        var offered = word
        offered.tags = try WordTags(["y"])
        #expect(ImportedWord(offered).merged(into: word) == word)
    }

    @Test("a tag finds its parts, and no other tag that begins like it")
    func parts() throws {
        let tags = try WordTags(["book::chapter1 bookish 100%"])
        #expect(["book", "book::chapter1", "bookish", "100%"].allSatisfy(tags.matches))
        #expect(!["boo", "book::", "chapter1", "Book", "100_", "%", "", "bookish 100%"].contains(where: tags.matches))
    }

    // MARK: Storing

    @Test("tags are stored, found, listed and taken away; an edit of them keeps all else", arguments: known)
    func stored(kind: WordRepositoryKind) async throws {
        try await kind.withWords { words in
            try await words.add([.make("1", "dog", createdAt: time.now), .make("2", "cat", createdAt: time.now)])
            try await words.setFavorite(true, of: WordID("1"), at: time.now)
            try await words.setUserTranslations(["мой"], of: WordID("1"), at: time.now)
            time.advance(by: 1)
            let tagged = try await words.edit(WordID("1"), at: time.now) { $0.tags = try WordTags(["pet::big noun"]) }
            #expect(tagged.tags.names == ["pet::big", "noun"] && tagged.isFavorite && tagged.translation.isOwn)
            #expect(tagged.updatedAt == time.now)
            #expect(try await words.word(WordID("1")) == tagged)
            #expect(try await words.words(.newest(9), in: .tagged(typed: " pet ")) == [tagged])
            #expect(try await words.words(.newest(9), in: .tagged("big")) == [])
            #expect(try await words.search(WordQuery("pet::b")) == [tagged])
            let removed = try await words.remove([WordID("1")])
            _ = try await words.merge(removed) { WordID("other") }
            #expect(try await words.word(WordID("1")) == tagged)
            try await words.edit(WordID("1"), at: time.now) { $0.tags = .empty }
            #expect(try await words.words(.newest(9), in: .tagged("noun")) == [])
            #expect(try await words.search(WordQuery("noun")) == [])
        }
    }

    @Test(
        "an edit stores neither another word, nor its translation or its dates; what its closure throws changes nothing",
        arguments: known)
    func hostileEdit(kind: WordRepositoryKind) async throws {
        struct Refusal: Error {}
        try await kind.withWords { words in
            let dog = try Word.make("1", "dog", createdAt: time.now)
            try await words.add([dog, .make("2", "cat", createdAt: time.now)])
            let translation = Translation(text: "x", provider: .pons, date: time.now)
            let other = try Word.make(
                "2", "bird", "de", "ru", createdAt: time.now - 60, translation: .translated(translation))
            #expect(try await words.edit(WordID("1"), at: time.now) { $0 = other } == dog)
            #expect(try await words.words(.newest(9)).map(\.createdAt) == [time.now, time.now])
            let error = await #expect(throws: DictionaryError.self) {
                try await words.edit(WordID("1"), at: time.now) { word in
                    word.isFavorite = true
                    throw Refusal()
                }
            }
            #expect(error?.code == "storeInternalFault")
            #expect(try await words.words(.newest(9)).map(\.isFavorite) == [false, false])
            try await words.remove([WordID("1")])
            #expect(try await words.words(.newest(9)).map(\.text.value) == ["cat"])
        }
    }

    @Test("a word as JSON has its tags; one that was written before them has none")
    func coding() throws {
        var word = try Word.make("1", "dog", createdAt: time.now)
        let before = try JSONEncoder().encode(word)
        #expect(!String(decoding: before, as: UTF8.self).contains("tags"))
        #expect(try JSONDecoder().decode(Word.self, from: before) == word)
        word.tags = try WordTags(["a b::c"])
        #expect(try JSONDecoder().decode(Word.self, from: JSONEncoder().encode(word)) == word)
    }

    // MARK: Importing

    @Test(
        "an import adds tags and removes none; taking it back restores them, unless the user has changed them",
        arguments: known)
    func imported(kind: WordRepositoryKind) async throws {
        try await kind.withWords { words in
            func word(_ id: String, _ text: String, _ tags: String) throws -> Word {
                var word = try Word.make(id, text, createdAt: time.now)
                word.tags = try WordTags([tags])
                return word
            }
            try await words.add([word("1", "dog", "a b"), word("2", "cat", "")])
            let before = try await words.words(.newest(9))
            time.advance(by: 60)
            let file = try [word("x", "dog", "b c"), word("y", "cat", "d"), word("z", "owl", "e")].map {
                ImportedWord($0)
            }
            func merge() async throws { _ = try await words.merge(file, isUndoable: true) { WordID("spare") } }
            func tags() async throws -> [String: String] {
                Dictionary(
                    uniqueKeysWithValues: try await words.words(.newest(9)).map { ($0.text.value, $0.tags.stored) })
            }
            try await merge()
            #expect(try await tags() == ["dog": "a b c", "cat": "d", "owl": "e"])
            #expect(try await words.undoImport()?.restored == 2)
            #expect(try await words.words(.newest(9)) == before)
            try await merge()
            try await words.edit(WordID("2"), at: time.now) { $0.tags = try $0.tags.adding(WordTags(["mine"])) }
            try await words.edit(WordID("z"), at: time.now) { $0.tags = .empty }
            let undo = try #require(try await words.undoImport())
            #expect((undo.restored, undo.removed, undo.kept) == (1, 0, 2))
            #expect(try await tags() == ["dog": "a b", "cat": "d mine", "owl": ""])
        }
    }

    @Test("an import of the version before, which knew no tags, is taken back", arguments: known)
    func earlierNote(kind: WordRepositoryKind) async throws {
        let repository = try await kind.makeInMemory()
        let words = Vocabulary(repository)
        let (old, new) = (time.now, time.now + 60)
        let mine = Translation(text: "мой", provider: .user, date: new)
        var dog = try Word.make("1", "dog", createdAt: old, isFavorite: true, translation: .translated(mine))
        dog.note = try WordNote("n")
        dog.updatedAt = new
        let owl = try Word.make("2", "owl", createdAt: new)
        try await words.add([dog, owl])
        let own = #"{"status":"translated","translation":"мой","provider":"user","date":\#(new.millisecondsSince1970)}"#
        let note = """
            {"id":"1","before":{"isFavorite":false,"updatedAt":\(old.millisecondsSince1970),"changedAt":\(new.millisecondsSince1970),\
            "hadNoNote":true,"translation":{"status":"notFound"},"newTranslation":\(own),"asked":["pons"]},\
            "after":{"isFavorite":true,"translation":"мой","note":"n","text":"\(dog.direction) dog"}}
            {"id":"2","after":{"isFavorite":false,"text":"\(owl.direction) owl"}}
            """
        try await repository.write { transaction throws(DictionaryError) in
            try transaction.setImportNote(note, part: 0)
        }
        let undo = try #require(try await words.undoImport())
        #expect((undo.restored, undo.removed, undo.kept) == (1, 1, 0))
        let restored = try Word.make("1", "dog", createdAt: old, translation: .notFound)
        #expect(try await words.words(.newest(9)) == [restored])
        #expect(try await words.providersAsked(for: WordID("1")) == [.pons])
    }

    @Test(
        "an import that gives a word tags twice is taken back whole, also if a service has answered since",
        arguments: known)
    func importedTwice(kind: WordRepositoryKind) async throws {
        try await kind.withWords { words in
            // With a date that is no whole millisecond, as an embedder may make it.
            let dog = try Word.make("1", "dog", createdAt: time.now + 0.0004)
            try await words.add(dog)
            let stored = try await words.word(dog.id)
            let file = try ["a", "b a"].map { tags in
                var word = try Word.make("x\(tags)", "dog", createdAt: time.now)
                word.tags = try WordTags([tags])
                return ImportedWord(word)
            }
            _ = try await words.merge(file, isUndoable: true) { WordID("spare") }
            #expect(try await words.word(dog.id).tags.names == ["a", "b"])
            try await words.record(.found(.make("dog", ["собака"], at: time.now)), of: dog.id, at: time.now)
            #expect(try await words.undoImport()?.restored == 1)
            let restored = try await words.word(dog.id)
            #expect(restored.tags == .empty && restored.translation.translation?.text == "собака")
            #expect(restored.createdAt == stored.createdAt)
            try await words.remove([dog.id])
            #expect(try await words.words(.newest(9)).isEmpty)
        }
    }

    // MARK: Files

    @Test(
        "a file of this program keeps a tag that is also the star's, and a star beside it",
        arguments: ExchangeFormat.allCases)
    func ownStar(format: ExchangeFormat) throws {
        let writer = ExchangeWriter(format: format)
        for isFavorite in [false, true] {
            for tags in [[], ["favorite"], ["Favorite", "a,b;", "#x", "\"q\""]] {
                var word = try Word.make("1", "dog", createdAt: time.now, isFavorite: isFavorite)
                word.tags = try WordTags(tags)
                let file = try writer.header() + writer.line(for: ExchangeRecord(word, entry: nil))
                let record = try #require(readExchange(file, format).first?.record)
                #expect(record.isFavorite == isFavorite && record.tags == tags)
            }
        }
    }

    @Test("two columns of tags are read both; commas separate tags in tables of other programs")
    func foreign() {
        let two = readExchange("#columns:text\ttags\tmore\n#tags column:3\ndog\tfavorite a\tverb\n", .tsv)
        #expect(two.map(\.record?.tags) == [["a", "verb"]] && two.map(\.record?.isFavorite) == [true])
        let commas = readExchange("Front,Back,Tags\ndog,собака,\"noun, animal;big\"\n", .csv)
        #expect(commas.map(\.record?.tags) == [["noun", "animal", "big"]])
    }

    @Test("tags as large as a field may be are read from JSON, and larger ones rejected")
    func size() {
        func read(_ size: Int) -> [ExchangeLine] {
            let half = String(repeating: "x", count: size / 2)
            return readExchange(#"{"text":"dog","tags":["\#(half)","\#(half)"]}"#, .jsonl)
        }
        #expect(read(1 << 20).map { $0.record != nil } == [true])
        #expect(read((1 << 20) + 2).map { $0.record != nil } == [false])
    }

    @Test("in a table without Anki's header a tag of favourites is the star only if no column says so")
    func star() {
        let own = "text,isFavorite,tags\ndog,false,favorite verb\ncat,,favorite verb\n"
        #expect(readExchange(own, .csv).map(\.record?.isFavorite) == [false, true])
        #expect(readExchange(own, .csv).map(\.record?.tags) == [["favorite", "verb"], ["verb"]])
    }

    @Test("JSON has tags as an array, or as other programs write them, as one text")
    func json() {
        for (tags, names) in [
            (#"["a","b::c"]"#, ["a", "b::c"]), (#""a  b::c""#, ["a", "b::c"]), ("null", []), (#""""#, []),
        ] {
            let lines = readExchange(#"{"text":"dog","tags":\#(tags)}"#, .jsonl)
            #expect(lines.map(\.record?.tags) == [names])
        }
        let refused = readExchange("{\"text\":\"dog\",\"tags\":5}", .jsonl).map(\.summary)
        #expect(refused == ["1 ! tags is not an array of strings"])
    }

    // MARK: Screens

    @MainActor
    @Test("a list shows the words with a tag, follows their changes, and shows all again")
    func list() async throws {
        let app = TestApp()
        defer { app.graph.detach() }
        await app.add("dog")
        let cat = try #require(await app.add("cat").first)
        let model = app.graph.mainScreen.mainWordList.viewModel
        await model.load()
        try await app.graph.words.edit(cat.id, at: app.time.now) { $0.tags = try WordTags(["pet"]) }
        await model.show(.selection(.tagged("pet")), orElse: Message("none"))
        #expect(model.words.map(\.text.value) == ["cat"] && !model.isEmpty)
        try await app.graph.words.edit(cat.id, at: app.time.now) { $0.tags = .empty }
        try await eventually { model.isEmpty && model.emptyMessage == Message("none") }
        await model.show(.selection(.all))
        #expect(model.words.map(\.text.value) == ["cat", "dog"])
        // The oldest first: a change leaves the word where it is.
        await model.show(.selection(.awaitingTranslation))
        #expect(model.words.map(\.text.value) == ["dog", "cat"])
        try await app.graph.words.setFavorite(true, of: cat.id, at: app.time.now)
        try await eventually { model.words.last?.isFavorite == true }
        #expect(model.words.map(\.text.value) == ["dog", "cat"])
    }

    @MainActor
    @Test("tags that are too long are told by the word's screen, and nothing changes")
    func screen() async throws {
        let app = TestApp()
        defer { app.graph.detach() }
        let dog = try #require(await app.add("dog").first)
        let model = app.graph.mainScreen.mainWordList.wordList.toEntry.open(dog).viewModel
        await model.edit(text: "hound") { $0.tags = try WordTags([String(repeating: "x", count: 10_001)]) }
        #expect(model.failure == .textTooLong(length: 10_001, maximum: 10_000))
        #expect(try await app.graph.words.word(dog.id).text.value == "dog")
    }
}
