import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("The order of found words", .bounded)
struct WordSearchOrderTests {
    private let time = ManualTime()

    @Test("a search puts the words with exactly its text first, page by page", arguments: WordRepositoryKind.allCases)
    func exactText(kind: WordRepositoryKind) async throws {
        try await kind.withWords { repository in
            var all = ["POLISH", "pólish", "polish", "Polish", "polishing"]
            for (number, text) in (all + ["ten"]).enumerated() {
                time.advance(by: 1)
                try await repository.add(.make("\(number)", text, createdAt: time.now))
            }
            time.advance(by: 1)
            try await repository.add(.make("de", "Polish", "en", "de", createdAt: time.now))
            let entry = try DictionaryEntry.make("ten", ["Polish"], at: time.now)
            try await repository.record(.found(entry), of: WordID("5"), at: time.now)
            all = ["Polish", "ten", "Polish", "polish", "pólish", "POLISH", "polishing"]
            func found(_ query: WordQuery) async throws -> [String] {
                try await repository.search(query).map(\.text.value)
            }
            for (text, first) in [
                ("polish", ["polish"]), ("Polish", ["Polish", "Polish"]), ("POLISH", ["POLISH"]),
                ("po\u{301}lish", ["pólish"]),
                ("pOLISH", []),
            ] {
                var expected = all
                expected.removeAll { first.contains($0) }
                expected = first + expected
                #expect(try await found(WordQuery(text)) == expected, "\(text)")
                for limit in 0...2 {
                    for offset in 0...8 {
                        #expect(
                            try await found(WordQuery(text, limit: limit, offset: offset))
                                == Array(expected.dropFirst(offset).prefix(limit)), "\(text) \(limit) \(offset)")
                    }
                }
                #expect(try await found(WordQuery(text, limit: .max, offset: 1)) == Array(expected.dropFirst()))
                #expect(try await found(WordQuery(text, mode: .translation)) == ["ten"])
            }
            #expect(try await found(WordQuery("Polish", direction: .between("en", "de"))) == ["Polish"])
            #expect(
                try await found(WordQuery("Polish", mode: .word, direction: .englishToRussian, limit: 2))
                    == ["Polish", "polish"])
        }
    }

    @Test("a search finds the words of which its text is a form, and a hidden reading comes after what says the text")
    func forms() async throws {
        for repository in [InMemoryWordRepository(), DictionaryStore.inMemory().words] as [any WordRepository] {
            let words = Vocabulary(repository, wordsOfForm: QueryInterpreters.bundled.words)
            let saved = [
                ("Haus", ["дом"]), ("gehen", ["идти"]), ("sich freuen", ["радоваться"]), ("Hausboot", []),
                ("hausen", ["обитать", "дом"]), ("gingko", []), ("aufgeben", []),
            ]
            for (text, translations) in saved {
                time.advance(by: 1)
                try await words.add(.make(text, text, "de", "ru", createdAt: time.now))
                guard !translations.isEmpty else { continue }
                let entry = try DictionaryEntry.make(text, translations, .between("de", "ru"), at: time.now)
                try await words.record(.found(entry), of: WordID(text), at: time.now)
            }
            for (text, expected) in [
                ("Häuser", ["Haus", "hausen"]), ("die Häuser", ["Haus", "hausen"]), ("ging", ["gehen", "gingko"]),
                ("freut", ["sich freuen"]), ("freut sich", ["sich freuen"]), ("gab auf", ["aufgeben"]),
                ("haus", ["Haus", "hausen", "Hausboot"]), ("дом", ["Haus", "hausen"]), ("Tisch", []),
            ] {
                #expect(try await words.search(WordQuery(text)).map(\.text.value) == expected, "\(text)")
                for offset in expected.indices {
                    let page = try await words.search(WordQuery(text, limit: 1, offset: offset)).map(\.text.value)
                    #expect(page == [expected[offset]], "\(text) \(offset)")
                }
            }
            let english = try TranslationDirection.between("en", "ru")
            for query in [WordQuery("Häuser", mode: .translation), WordQuery("Häuser", direction: english)] {
                #expect(try await words.search(query).isEmpty)
            }
            let similar = try await words.add(.make("new", "Häuser", "de", "ru", createdAt: time.now)).similar
            #expect(similar.first?.text.value == "Haus")
        }
    }

    @Test(
        "a search finds the words of whose translation its text is a form, after those of which it is one",
        arguments: WordRepositoryKind.allCases)
    func translatedForms(kind: WordRepositoryKind) async throws {
        let saved = [
            ("Haus", "de", "ru", ["дом"]), ("gehen", "de", "ru", ["идти", "ходить"]),
            ("casa", "it", "en", ["house", "home"]),
            ("дом", "ru", "en", ["house"]), ("домашний", "ru", "en", ["domestic"]),
            ("hausen", "de", "ru", ["обитать", "дом"]),
            ("mouse", "en", "de", ["Maus"]), ("Maus", "de", "en", ["mouse"]),
        ]
        let words = Vocabulary(try await kind.makeInMemory(), wordsOfForm: QueryInterpreters.bundled.words)
        for (text, source, target, translations) in saved {
            time.advance(by: 1)
            let id = "\(text) \(target)"
            try await words.add(.make(id, text, source, target, createdAt: time.now))
            let entry = try DictionaryEntry.make(text, translations, .between(source, target), at: time.now)
            try await words.record(.found(entry), of: WordID(id), at: time.now)
        }
        for (query, expected) in [
            (WordQuery("дома"), ["дом", "Haus", "домашний", "hausen"]), (WordQuery("ходил"), ["gehen"]),
            (WordQuery("houses"), ["дом", "casa"]), (WordQuery("Mäuse"), ["Maus", "mouse"]),
            (WordQuery("mice", mode: .translation), ["Maus"]), (WordQuery("mice", mode: .word), ["mouse"]),
            (WordQuery("houses", mode: .word), []),
            (WordQuery("houses", direction: try .between("it", "en")), ["casa"]),
            (WordQuery("houses", direction: try .between("de", "ru")), []), (WordQuery("tables"), []),
        ] {
            #expect(try await words.search(query).map(\.text.value) == expected, "\(query)")
        }
        // What has changed since is found as it is now, and what the service said stays in the entry.
        try await words.setUserTranslations(["shoe"], of: WordID("casa en"), at: time.now)
        try await words.remove([WordID("дом en")])
        #expect(try await words.search(WordQuery("houses")).map(\.text.value) == ["casa"])
        #expect(try await words.search(WordQuery("shoes")).map(\.text.value) == ["casa"])
    }

    @Test("the forms of a text are asked for once, however many words there are")
    func askedOnce() async throws {
        let asked = Locked(0)
        let words = Vocabulary(
            InMemoryWordRepository(),
            wordsOfForm: { _, _ in
                asked.withLock { $0 += 1 }
                return ["word7"]
            })
        try await words.add((0..<500).map { try .make("\($0)", "word\($0)", createdAt: time.now) })
        #expect(try await words.search(WordQuery("wxrd", direction: .englishToRussian)).map(\.text.value) == ["word7"])
        #expect(asked.withLock { $0 } == 2)
    }

    @Test("a text that is no word, because it is empty or too long, is a form of none: nobody folds it")
    func noForms() async throws {
        let asked = Locked<[String]>([])
        let words = Vocabulary(
            InMemoryWordRepository(),
            wordsOfForm: { text, _ in
                asked.withLock { $0.append(text.value) }
                return []
            })
        for text in ["", String(repeating: "a\u{301}", count: 501), "ging"] {
            _ = try await words.search(WordQuery(text, direction: .between("de", "ru")))
        }
        #expect(asked.withLock { $0 } == ["ging", "ging"])
    }
}
