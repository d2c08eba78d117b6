import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("Every word repository", .timeLimit(.minutes(15)), .longComputation)
struct WordRepositoryContractTests {
    private let time = ManualTime()

    @Test("returns the added words, newest first, page by page", arguments: WordRepositoryKind.allCases)
    func pages(kind: WordRepositoryKind) async throws {
        try await kind.withWords { repository in
            #expect(try await repository.words(.newest(10)).isEmpty)
            let words = try await repository.fill(time, ["a", "b", "c", "d", "e"])
            #expect(try await repository.wordCount() == 5)
            #expect(try await repository.words(.newest(2)).map(\.text.value) == ["e", "d"])
            #expect(
                try await repository.words(WordPage(after: words[2].position, limit: 10)).map(\.text.value) == [
                    "b", "a",
                ])
            #expect(
                try await repository.words(WordPage(after: words[3].position, limit: 2)).map(\.text.value)
                    == ["c", "b"])
            #expect(try await repository.words(WordPage(after: words[0].position, limit: 2)).isEmpty)
            #expect(try await repository.words(.newest(0)).isEmpty)
            #expect(try await repository.words(.newest(.max)) == words.reversed())
            #expect(try await repository.word(words[2].id) == words[2])
        }
    }

    @Test("orders words of one millisecond by their identifiers", arguments: WordRepositoryKind.allCases)
    func ties(kind: WordRepositoryKind) async throws {
        try await kind.withWords { repository in
            for id in ["b", "c", "a"] { try await repository.add(.make(id, "word \(id)", createdAt: time.now)) }
            let words = try await repository.words(.newest(10))
            #expect(words.map(\.id.rawValue) == ["c", "b", "a"])
            let rest = try await repository.words(WordPage(after: words[0].position, limit: 10))
            #expect(rest.map(\.id.rawValue) == ["b", "a"])
        }
    }

    @Test("refuses the same text in the same direction", arguments: WordRepositoryKind.allCases)
    func duplicates(kind: WordRepositoryKind) async throws {
        try await kind.withWords { repository in
            try await repository.add(.make("1", "Schön", "de", "en", createdAt: time.now))
            await #expect(throws: DictionaryError.duplicate(of: WordID("1"))) {
                try await repository.add(.make("2", "Scho\u{308}n ", "de", "en", createdAt: time.now))
            }
            try await repository.add(.make("3", "schon", "de", "en", createdAt: time.now))
            try await repository.add(.make("4", "schön", "de", "ru", createdAt: time.now))
            #expect(try await repository.wordCount() == 3)
            try await repository.remove([WordID("1")])
            try await repository.add(.make("5", "SCHÖN", "de", "en", createdAt: time.now))
            await #expect(throws: DictionaryError.duplicate(of: WordID("5"))) {
                try await repository.add(.make("5", "another", createdAt: time.now))
            }
            #expect(try await repository.search(WordQuery("another")).isEmpty)
        }
    }

    @Test("merges an imported word only with one of its own direction", arguments: WordRepositoryKind.allCases)
    func mergeByDirection(kind: WordRepositoryKind) async throws {
        try await kind.withWords { repository in
            let german = try Word.make("de", "dog", "en", "de", createdAt: time.now)
            try await repository.add(german)
            let russian = try Word.make("ru", "dog", createdAt: time.now + 1, isFavorite: true)
            #expect(try await repository.merge([ImportedWord(russian)]) { WordID("spare") } == [.added])
            #expect(try await repository.words(.newest(9)) == [russian, german])
        }
    }

    @Test("keeps hostile text unchanged, and finds it", arguments: WordRepositoryKind.allCases)
    func hostileText(kind: WordRepositoryKind) async throws {
        try await kind.withWords { repository in
            for (number, text) in HostileText.all.enumerated() {
                let word = try Word.make("\(number)", text, createdAt: time.now)
                try await repository.add(word)
                #expect(try await repository.word(word.id).text == word.text)
                #expect(try await repository.search(WordQuery(text, mode: .word)).contains { $0.id == word.id })
            }
        }
    }

    @Test("keeps favourites, newest first", arguments: WordRepositoryKind.allCases)
    func favorites(kind: WordRepositoryKind) async throws {
        try await kind.withWords { repository in
            let words = try await repository.fill(time, ["a", "b", "c"])
            time.advance(by: 60)
            let starred = try await repository.setFavorite(true, of: words[0].id, at: time.now)
            #expect(starred.isFavorite && starred.updatedAt == time.now)
            try await repository.setFavorite(true, of: words[2].id, at: time.now)
            #expect(try await repository.words(.newest(10), in: .favorites).map(\.text.value) == ["c", "a"])
            #expect(
                try await repository.words(WordPage(after: words[2].position, limit: 5), in: .favorites)
                    .map(\.text.value) == ["a"])
            time.advance(by: 60)
            let again = try await repository.setFavorite(true, of: words[0].id, at: time.now)
            #expect(again.updatedAt == starred.updatedAt)
            try await repository.setFavorite(false, of: words[2].id, at: time.now)
            #expect(try await repository.words(.newest(10), in: .favorites).map(\.text.value) == ["a"])
            await #expect(throws: DictionaryError.notFound("x")) {
                try await repository.setFavorite(true, of: WordID("x"), at: time.now)
            }
        }
    }

    @Test("records look-ups, and stores their dictionary entries", arguments: WordRepositoryKind.allCases)
    func lookUps(kind: WordRepositoryKind) async throws {
        try await kind.withWords { repository in
            let words = try await repository.fill(time, ["dog", "xyzzy", "cat"])
            #expect(
                try await repository.words(WordPage(limit: 2), in: .awaitingTranslation).map(\.text.value) == [
                    "dog", "xyzzy",
                ])
            let entry = try DictionaryEntry.make("dog", ["собака"], at: time.now)
            time.advance(by: 1)
            let translated = try await repository.record(.found(entry), of: words[0].id, at: time.now)
            #expect(translated?.translation == .translated(entry.translation))
            #expect(translated?.updatedAt == time.now)
            #expect(try await repository.entry(of: words[0].id) == entry)
            #expect(try await repository.record(.notFound(), of: words[1].id, at: time.now)?.translation == .notFound)
            #expect(
                try await repository.record(.failed(until: nil), of: words[2].id, at: time.now)?.translation
                    == .failed(until: nil))
            #expect(
                try await repository.words(WordPage(limit: 9), in: .awaitingTranslation).map(\.text.value) == ["cat"])
            #expect(try await repository.entry(of: words[1].id) == nil)
            // A later failure removes nothing.
            #expect(try await repository.record(.failed(until: nil), of: words[0].id, at: time.now) == nil)
            #expect(try await repository.word(words[0].id).translation.translation?.text == "собака")
            #expect(try await repository.record(.notFound(), of: WordID("gone"), at: time.now) == nil)
        }
    }

    @Test("a look-up never replaces the user's own translation", arguments: WordRepositoryKind.allCases)
    func userTranslation(kind: WordRepositoryKind) async throws {
        try await kind.withWords { repository in
            let word = try await repository.fill(time, ["dog"])[0]
            let entry = try DictionaryEntry.make("dog", ["собака"], at: time.now)
            try await repository.record(.found(entry), of: word.id, at: time.now)
            time.advance(by: 1)
            let own = try await repository.setUserTranslations(["  мой пёс "], of: word.id, at: time.now)
            #expect(own.translation == .translated(Translation(text: "мой пёс", provider: .user, date: time.now)))
            #expect(try await repository.entry(of: word.id) == entry)
            for outcome in [LookUpOutcome.notFound(), .failed(until: nil)] {
                #expect(try await repository.record(outcome, of: word.id, at: time.now) == nil)
            }
            #expect(try await repository.record(.found(entry), of: word.id, at: time.now) == own)
            #expect(try await repository.word(word.id) == own)
            await #expect(throws: DictionaryError.emptyText) {
                try await repository.setUserTranslations([" "], of: word.id, at: time.now)
            }
            await #expect(throws: DictionaryError.notFound("x")) {
                try await repository.setUserTranslations(["a"], of: WordID("x"), at: time.now)
            }
            #expect(try await repository.search(WordQuery("МОЙ", mode: .translation)).map(\.id) == [word.id])
            #expect(try await repository.search(WordQuery("собака", mode: .translation)).map(\.id) == [word.id])
            #expect(try await repository.search(WordQuery("собака", mode: .word)).isEmpty)
        }
    }

    @Test(
        "stores the providers that did not know a word, and finds the words for which a provider was not asked",
        arguments: WordRepositoryKind.allCases)
    func providersAsked(kind: WordRepositoryKind) async throws {
        try await kind.withWords { repository in
            let words = try await repository.fill(time, ["a", "b", "c", "d", "pending", "failed", "dog"])
            func owed(_ providers: Set<TranslationProvider>, limit: Int = .max) async throws -> [String] {
                try await repository.words(WordPage(limit: limit), in: .notFound(notAskedOf: providers)).map(
                    \.text.value)
            }
            let strange = TranslationProvider(rawValue: "мой \"словарь\"/\\ [a, b]")
            let notes: [Set<TranslationProvider>] = [[.glossary, strange], [.dict], [], [.dict, .glossary]]
            for (word, note) in zip(words, notes) {
                let recorded = try await repository.record(.notFound(askedOf: note), of: word.id, at: time.now)
                #expect(recorded?.translation == .notFound)
                #expect(try await repository.providersAsked(for: word.id) == note)
            }
            let entry = try DictionaryEntry.make("dog", ["собака"], at: time.now)
            try await repository.record(.failed(until: nil), of: words[5].id, at: time.now)
            try await repository.record(.found(entry), of: words[6].id, at: time.now)
            #expect(try await owed([]).isEmpty)
            #expect(try await owed([.glossary]) == ["b", "c"])
            #expect(try await owed([.dict]) == ["a", "c"])
            #expect(try await owed([.dict, .glossary]) == ["a", "b", "c"])
            #expect(try await owed([strange]) == ["b", "c", "d"])
            #expect(try await owed([.pons, .glossary]) == ["a", "b", "c", "d"])
            #expect(try await owed([.pons], limit: 3) == ["a", "b", "c"])
            #expect(try await owed([.pons], limit: 0).isEmpty)
            for word in words[4...] {
                #expect(
                    try await repository.record(.notFound(askedOf: []), of: word.id, at: time.now) != nil
                        || word == words[6])
            }
            #expect(try await owed([.glossary]) == ["b", "c", "pending", "failed"])
            #expect(try await repository.providersAsked(for: WordID("none")).isEmpty)
            #expect(try await repository.providersAsked(for: words[6].id).isEmpty)
        }
    }

    @Test(
        "further providers are added to a word that no service knew, and nothing else changes; a failure changes nothing",
        arguments: WordRepositoryKind.allCases)
    func providersAskedLater(kind: WordRepositoryKind) async throws {
        try await kind.withWords { repository in
            let id = try await repository.fill(time, ["zzz"])[0].id
            let word = try await repository.record(.notFound(askedOf: [.glossary]), of: id, at: time.now)
            time.advance(by: 1)
            for outcome in [
                LookUpOutcome.notFound(askedOf: [.dict]), .notFound(), .failed(until: nil), .failed(until: time.now),
            ] {
                #expect(try await repository.record(outcome, of: id, at: time.now) == nil)
                #expect(try await repository.word(id) == word)
                #expect(try await repository.providersAsked(for: id) == [.glossary, .dict])
            }
            // Other changes of the word keep the providers.
            try await repository.setFavorite(true, of: id, at: time.now)
            let file = try Word.make("file", "zzz", createdAt: time.now + 60, translation: .notFound)
            _ = try await repository.merge([ImportedWord(file)]) { WordID("spare") }
            #expect(try await repository.providersAsked(for: id) == [.glossary, .dict])
            #expect(try await repository.wordCount() == 1)
            #expect(try await repository.words(WordPage(limit: 9), in: .notFound(notAskedOf: [.dict])).isEmpty)
            // A new word does not inherit the providers of a removed one.
            let removed = try await repository.word(id)
            try await repository.remove([id])
            #expect(try await repository.words(WordPage(limit: 9), in: .notFound(notAskedOf: [.pons])).isEmpty)
            try await repository.add(removed)
            #expect(try await repository.providersAsked(for: id).isEmpty)
            #expect(try await repository.words(WordPage(limit: 9), in: .notFound(notAskedOf: [.dict])) == [removed])
            // A word with a translation has no asked providers.
            let entry = try DictionaryEntry.make("zzz", ["x"], at: time.now)
            try await repository.record(.notFound(askedOf: [.dict]), of: id, at: time.now)
            #expect(try await repository.record(.found(entry), of: id, at: time.now)?.updatedAt == time.now)
            #expect(try await repository.providersAsked(for: id).isEmpty)
            #expect(try await repository.words(WordPage(limit: 9), in: .notFound(notAskedOf: [.pons])).isEmpty)
            let own = WordID("own")
            try await repository.add(.make("own", "own", createdAt: time.now))
            try await repository.record(.notFound(askedOf: [.dict]), of: own, at: time.now)
            try await repository.setUserTranslations(["mine"], of: own, at: time.now)
            #expect(try await repository.record(.notFound(askedOf: [.pons]), of: own, at: time.now) == nil)
            #expect(try await repository.providersAsked(for: own).isEmpty)
            #expect(try await repository.words(WordPage(limit: 9), in: .notFound(notAskedOf: [.pons])).isEmpty)
        }
    }

    @Test("removes words, all or none", arguments: WordRepositoryKind.allCases)
    func removal(kind: WordRepositoryKind) async throws {
        try await kind.withWords { repository in
            let words = try await repository.fill(time, ["a", "b", "c"])
            await #expect(throws: DictionaryError.notFound("x")) {
                try await repository.remove([words[0].id, WordID("x")])
            }
            #expect(try await repository.wordCount() == 3)
            try await repository.remove([words[0].id, words[2].id, words[0].id])
            #expect(try await repository.words(.newest(9)).map(\.text.value) == ["b"])
            #expect(try await repository.search(WordQuery("a")).isEmpty)
            await #expect(throws: DictionaryError.notFound(words[0].id.rawValue)) {
                try await repository.word(words[0].id)
            }
        }
    }

    @Test("finds a word by a prefix of its identifier", arguments: WordRepositoryKind.allCases)
    func prefixes(kind: WordRepositoryKind) async throws {
        try await kind.withWords { repository in
            for id in ["ab", "abc", "abd", "b%", "b_x"] {
                try await repository.add(.make(id, "word \(id)", createdAt: time.now))
            }
            #expect(try await repository.word(named: "abc").id.rawValue == "abc")
            #expect(try await repository.word(named: "ab").id.rawValue == "ab")
            #expect(try await repository.word(named: "b_").id.rawValue == "b_x")
            #expect(try await candidates("a", in: repository) == ["ab", "abc", "abd"])
            for missing in ["", "x", "%", "AB", "abcd"] {
                await #expect(throws: DictionaryError.notFound(missing)) {
                    try await repository.word(named: missing)
                }
            }
        }
    }

    private func candidates(_ name: String, in words: Vocabulary) async throws -> [String] {
        do { return [try await words.word(named: name).id.rawValue] } catch {
            guard case .ambiguousID(name, let matches) = error else { throw error }
            return matches.map(\.id.rawValue)
        }
    }

    @Test(
        "a name is an identifier, else a text; else the beginning of an identifier and a similar text count alike",
        arguments: WordRepositoryKind.allCases)
    func names(kind: WordRepositoryKind) async throws {
        try await kind.withWords { repository in
            for (id, text) in [
                ("bread-1", "water"), ("x", "bread"), ("q", "x"), ("Tea-1", "juice"), ("z", "tea"), ("b-1", "one"),
                ("b-2", "two"), ("w", "b"), ("same-1", "three"),
            ] {
                try await repository.add(.make(id, text, createdAt: time.now))
            }
            for target in ["ru", "de"] {
                try await repository.add(.make(target, "same", "en", target, createdAt: time.now))
            }
            for (name, ids) in [
                ("bread", ["x"]), ("bread-", ["bread-1"]), ("x", ["x"]), ("b", ["w"]), ("tea", ["z"]),
                ("Tea", ["z", "Tea-1"]), ("same", ["de", "ru"]), ("same-", ["same-1"]),
            ] {
                #expect(try await Set(candidates(name, in: repository)) == Set(ids), "\(name)")
            }
        }
    }

    @Test(
        "agrees with a plain model over random sequences of operations",
        arguments: WordRepositoryKind.allCases)
    func random(kind: WordRepositoryKind) async throws {
        for seed in 0..<UInt64(TestScale.count(40, full: 1000)) {
            let repository = Vocabulary(try await kind.makeInMemory())
            var random = RandomWordOperations(seed: seed)
            do {
                for _ in 0..<20 { try await random.performOne(on: repository) }
            } catch {
                Issue.record("seed \(seed): \(error)")
            }
            #expect(try await repository.words(.newest(.max)) == random.expectedWords, "seed \(seed)")
            for (word, entry) in zip(random.expectedWords, random.expectedEntries) {
                #expect(
                    try await repository.entry(of: word.id)?.senses.map(\.translations)
                        == entry?.senses.map(\.translations))
            }
            let favorites = try await repository.words(.newest(.max), in: .favorites)
            #expect(favorites == random.expectedWords.filter(\.isFavorite), "seed \(seed)")
            for query in ["a", "ab", "Ä"] {
                let found = Set(try await repository.search(WordQuery(query, limit: .max)).map(\.id))
                #expect(found == random.expectedMatches(query), "seed \(seed), query \(query)")
            }
        }
    }
}
