import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("The identity of a word", .timeLimit(.minutes(15)), .longComputation)
struct WordIdentityTests {
    private let time = ManualTime()

    static let pairs = [
        ("essen", "Essen"), ("weg", "Weg"), ("polish", "Polish"), ("за\u{301}мок", "замо\u{301}к"), ("все", "всё"),
        ("schon", "schön"), ("masse", "Maße"), ("HAUS", "Haus"),
    ]

    @Test("words that differ in case, accents or stress are two words", arguments: WordRepositoryKind.allCases)
    func different(kind: WordRepositoryKind) async throws {
        try await kind.withWords { words in
            for (number, (one, other)) in Self.pairs.enumerated() {
                try await words.add(.make("\(number)-1", one, createdAt: time.now))
                try await words.add(.make("\(number)-2", other, createdAt: time.now))
                #expect(try await words.words(WordText(one)).map(\.id.rawValue) == ["\(number)-1"])
                #expect(try await words.words(WordText(other)).map(\.id.rawValue) == ["\(number)-2"])
            }
            #expect(try await words.wordCount() == 2 * Self.pairs.count)
        }
    }

    @Test(
        "the same text after trimming, NFC and single spaces is one word", arguments: WordRepositoryKind.allCases)
    func same(kind: WordRepositoryKind) async throws {
        try await kind.withWords { words in
            try await words.add(.make("1", "cafe\u{301} au lait", createdAt: time.now))
            for text in ["café au lait", "  café\u{A0} au\t\n lait ", "cafe\u{301}  au lait"] {
                await #expect(throws: DictionaryError.duplicate(of: WordID("1"))) {
                    try await words.add(.make("2", text, createdAt: time.now))
                }
                #expect(try await words.words(WordText(text)).map(\.id.rawValue) == ["1"])
            }
        }
    }

    @Test("any white space is a space to the identity")
    func whiteSpace() throws {
        let spaces = (0...0x3000).compactMap(Unicode.Scalar.init).filter(\.properties.isWhitespace)
        #expect(spaces.count == 25)
        for space in spaces {
            for text in ["a\(space)b", "a\(space)\(space)b", "a \(space)b", "a\(space) b"] {
                #expect(try WordText(text).identity == "a b", "\(space.value)")
            }
        }
    }

    @Test("an import does not merge words that differ in case", arguments: WordRepositoryKind.allCases)
    func merge(kind: WordRepositoryKind) async throws {
        try await kind.withWords { words in
            func file(_ id: String, _ text: String, _ translation: String) throws -> ImportedWord {
                let translation = Translation(text: translation, provider: .pons, date: time.now)
                return ImportedWord(
                    try .make(id, text, "de", "en", createdAt: time.now, translation: .translated(translation)))
            }
            let both = [try file("1", "essen", "to eat"), try file("2", "Essen", "meal")]
            #expect(try await words.merge(both) { WordID("spare") } == [.added, .added])
            #expect(try await words.merge(both) { WordID("spare") } == [.unchanged, .unchanged])
            #expect(
                try await words.words(.newest(9)).map(\.translation.translation?.text) == ["meal", "to eat"])
        }
    }

    @Test(
        "a word that is added reports its similar ones of the same direction",
        arguments: WordRepositoryKind.allCases)
    func similar(kind: WordRepositoryKind) async throws {
        try await kind.withWords { words in
            for (number, (one, other)) in Self.pairs.enumerated() {
                let first = try Word.make("\(number)-1", one, createdAt: time.now)
                #expect(try await words.add(first).similar.isEmpty)
                #expect(try await words.add(.make("\(number)-2", other, createdAt: time.now)).similar == [first])
                #expect(
                    try await words.add(.make("\(number)-3", other, "de", "en", createdAt: time.now)).similar.isEmpty)
            }
        }
    }

    @Test(
        "a text that no word has finds the similar words; an exact one hides them",
        arguments: WordRepositoryKind.allCases)
    func finding(kind: WordRepositoryKind) async throws {
        try await kind.withWords { words in
            func found(_ text: String) async throws -> [String] {
                try await words.words(WordText(text)).map(\.text.value)
            }
            _ = try await words.fill(time, ["Essen"])
            #expect(try await found("essen") == ["Essen"])
            try await words.add(.make("2", "essen", createdAt: time.now))
            #expect(try await found("essen") == ["essen"])
            #expect(try await found("ESSEN").sorted() == ["Essen", "essen"])
            #expect(try await found("esse").isEmpty)
        }
    }

    @Test("a migration cleans texts, translations and entries of control characters, and loses no word")
    func controlCharacters() async throws {
        let fixture = try #require(Bundle.module.url(forResource: "Fixtures/words-3", withExtension: "sqlite"))
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "store.sqlite")
            try FileManager.default.copyItem(at: fixture, to: file)
            let changes = """
                UPDATE word SET text = 'd' || char(8) || 'og' WHERE text = 'dog';
                UPDATE word SET text = 'do' || char(0) || 'g' WHERE text = 'bird';
                UPDATE word SET text = char(27) WHERE text = 'qwxyz';
                UPDATE word SET translation = 'ко' || char(155) || 'тик' WHERE text = 'cat';
                UPDATE dictionary_entry SET entry = replace(entry, 'house', 'ho\\u0008use');
                """
            #expect(try SQLiteProbe(file.systemPath).run(changes))
            let count = try await {
                let store = try await DictionaryStore.open(file)
                let words = store.vocabulary
                #expect(try await words.words(WordText("dog")).count == 2)
                #expect(try await words.search(WordQuery("dog")).map(\.text.value) == ["dog", "dog"])
                #expect(try await words.words(WordText("cat")).first?.translation.translation?.text == "котик")
                let haus = try #require(try await words.words(WordText("Haus")).first)
                #expect(try await words.entry(of: haus.id)?.translation.text == "house")
                await #expect(throws: DictionaryError.self) {
                    try await words.add(.make("1", "dog", createdAt: time.now))
                }
                let count = try await words.wordCount()
                await store.close()
                return count
            }()
            #expect(try "\(count)" == SQLiteProbe(fixture.systemPath).text("SELECT count(*) FROM word"))
        }
    }

    @Test("a migration that is interrupted is made when the store is opened again", arguments: FaultyVFS.Fault.all)
    func interrupted(fault: FaultyVFS.Fault) async throws {
        let fixture = try #require(Bundle.module.url(forResource: "Fixtures/words-3", withExtension: "sqlite"))
        let faults = try await sweep(fault) { vfs, number, folder in
            let file = folder.appending(path: "store.sqlite")
            try FileManager.default.copyItem(at: fixture, to: file)
            vfs.arm(fault, at: number)
            do throws(DictionaryError) {
                await (try DictionaryStore.open(.file(file), options: vfs.options)).close()
            } catch {
                #expect(error.code == fault.storeCode.rawValue, "\(fault) at \(number): \(error)")
            }
            vfs.lift()
            let store = try await DictionaryStore.open(file)
            #expect(try await store.vocabulary.words(WordText("haus")).map(\.text.value) == ["Haus"], "at \(number)")
            #expect(try await store.vocabulary.words(.newest(99)).count == 10, "at \(number)")
            await store.close()
            #expect(try integrity(of: file) == "ok", "at \(number)")
        }
        #expect(faults > 0)
    }

    @MainActor
    @Test("the screen for a new word shows the similar words of the one that was saved last, and no others")
    func screen() async throws {
        let app = TestApp()
        defer { app.graph.detach() }
        await app.add("Essen")
        let model = app.navigator.toNewWord.router.open().viewModel
        model.text = "essen"
        let word = try #require(await model.save())
        #expect(model.similar.map(\.text.value) == ["Essen"])
        model.text = "essen"
        #expect(await model.save() == nil)
        #expect(model.similar.isEmpty)
        model.text = "ESSEN"
        let last = try #require(await model.save())
        #expect(model.similar.count == 2)
        try await app.graph.words.remove([word.id, last.id])
        try await eventually { model.saved == nil && model.similar.isEmpty }
    }

    @Test("a store of the previous version opens with all words, and tells words apart by their text from then on")
    func migration() async throws {
        let fixture = try #require(Bundle.module.url(forResource: "Fixtures/words-3", withExtension: "sqlite"))
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "store.sqlite")
            try FileManager.default.copyItem(at: fixture, to: file)
            for isFirst in [true, false] {
                let store = try await DictionaryStore.open(file)
                let words = store.vocabulary
                let texts = try await words.words(.newest(.max)).map(\.text.value)
                #expect(
                    texts.filter { $0 != "weg" } == [
                        "bird", "cat", "qwxyz", "New  York", "Ice cream", "ice  cream", "за\u{301}мок", "Weg", "Haus",
                        "dog",
                    ])
                let cat = try #require(try await words.words(WordText("cat")).first)
                #expect(cat.translation.translation?.text == "котик")
                #expect(cat.translation.translation?.provider == .user)
                let haus = try #require(try await words.words(WordText("Haus")).first)
                #expect(haus.isFavorite && haus.translation.translation?.provider == .glossary)
                #expect(try await words.entry(of: haus.id)?.translation.text == "house")
                func add(_ text: String, _ source: String, _ target: String) async throws -> [String] {
                    let word = try Word.make(UUID().uuidString, text, source, target, createdAt: time.now)
                    return try await words.add(word).similar.map(\.text.value)
                }
                if isFirst { #expect(try await add("weg", "de", "it") == ["Weg"]) }
                for (text, source, target) in [
                    ("Weg", "de", "it"), ("ice cream", "en", "ru"), ("New York", "en", "ru"),
                    ("за\u{301}мок", "ru", "en"),
                ] {
                    await #expect(throws: DictionaryError.self, "\(text)") { try await add(text, source, target) }
                }
                #expect(try await words.search(WordQuery("замок")).count == 1)
                await store.close()
            }
        }
    }

    @Test("two words of the previous version that are now equal are both kept, can be changed, and removed")
    func collision() async throws {
        let fixture = try #require(Bundle.module.url(forResource: "Fixtures/words-3", withExtension: "sqlite"))
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "store.sqlite")
            try FileManager.default.copyItem(at: fixture, to: file)
            #expect(
                try SQLiteProbe(file.systemPath).run(
                    "UPDATE word SET text = 'ice cream', identity = 'ice cream' WHERE text = 'Ice cream'"))
            let store = try await DictionaryStore.open(file)
            let words = try await store.vocabulary.words(.newest(.max)).filter { $0.text.identity == "ice cream" }
            #expect(words.map(\.text.value) == ["ice cream", "ice  cream"])
            for word in words {
                #expect(try await store.vocabulary.setFavorite(true, of: word.id, at: time.now).isFavorite)
            }
            try await store.vocabulary.remove(words.map(\.id))
            try await store.vocabulary.add(.make("new", "ice cream", createdAt: time.now))
            await store.close()
        }
    }

    @Test("merging an older import does not lower the date of the last change", arguments: WordRepositoryKind.allCases)
    func olderImport(kind: WordRepositoryKind) async throws {
        try await kind.withWords { words in
            let present = try await words.fill(time, ["dog"])[0]
            let older = try Word.make("old", "dog", createdAt: time.now - 1000, isFavorite: true)
            #expect(try await words.merge([ImportedWord(older)]) { WordID("spare") } == [.updated])
            let merged = try await words.word(present.id)
            #expect(merged.isFavorite && merged.updatedAt == present.updatedAt)
        }
    }

    @Test("two processes that read and then write the same word: every increment arrives")
    func increments() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "words.sqlite")
            let stores = [try await DictionaryStore.open(file), try await DictionaryStore.open(file)]
            let word = try await stores[0].vocabulary.fill(time, ["dog"])[0]
            let count = TestScale.count(25, full: 200)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for store in stores {
                    group.addTask {
                        for _ in 0..<count {
                            try await store.words.write { words throws(DictionaryError) in
                                guard var word = try words.word(word.id) else { throw .notFound("") }
                                // The other process has time to read the same state.
                                _ = try words.words(.all, .newest(9))
                                word.updatedAt += 1
                                try words.update(word)
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await stores[1].vocabulary.word(word.id).updatedAt == word.updatedAt + Double(2 * count))
            for store in stores { await store.close() }
        }
    }
}
