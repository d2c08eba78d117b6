import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("Every word repository's search", .timeLimit(.minutes(15)), .longComputation)
struct WordSearchContractTests {
    private let time = ManualTime()

    @Test(
        "searches without regard to case and diacritics; exact matches come first, then prefixes, then the rest",
        arguments: WordRepositoryKind.allCases)
    func search(kind: WordRepositoryKind) async throws {
        try await kind.withWords { repository in
            let texts = ["Hotdog", "dog", "Dogma", "Über", "Łódź", "змея\u{301}", "мой"]
            let words = try await repository.fill(time, texts)
            let entry = try DictionaryEntry.make("x", ["dogs"], at: time.now)
            try await repository.record(.found(entry), of: words[6].id, at: time.now)
            func found(_ text: String, _ mode: SearchMode = .both) async throws -> [String] {
                try await repository.search(WordQuery(text, mode: mode)).map(\.text.value)
            }
            #expect(try await found("DOG") == ["dog", "мой", "Dogma", "Hotdog"])
            #expect(try await found("dog", .word) == ["dog", "Dogma", "Hotdog"])
            #expect(try await found("dog", .translation) == ["мой"])
            #expect(try await found("uber") == ["Über"])
            #expect(try await found("lodz") == ["Łódź"])
            #expect(try await found("змея") == [words[5].text.value])
            #expect(try await found("мои").isEmpty)
            #expect(try await found("%").isEmpty)
            #expect(try await found("'").isEmpty)
            #expect(try await found(" ").isEmpty)
            let page = try await repository.search(WordQuery("dog", limit: 2, offset: 1))
            #expect(page.map(\.text.value) == ["мой", "Dogma"])
        }
    }

    @Test("finds a word that was added after the newest one was removed", arguments: WordRepositoryKind.allCases)
    func searchAfterRemoval(kind: WordRepositoryKind) async throws {
        try await kind.withWords { repository in
            let words = try await repository.fill(time, ["cat", "dog"])
            #expect(try await repository.search(WordQuery("dog")) == [words[1]])
            try await repository.remove([words[1].id])
            let fox = try Word.make("fox", "fox", createdAt: time.now + 1)
            try await repository.add(fox)
            #expect(try await repository.search(WordQuery("fox")) == [fox])
            #expect(try await repository.search(WordQuery("dog")).isEmpty)
        }
    }

    @Test(
        "a search in one direction finds its words, even if many other words match better",
        arguments: WordRepositoryKind.allCases)
    func searchInDirection(kind: WordRepositoryKind) async throws {
        try await kind.withWords { repository in
            for number in 0..<3 {
                try await repository.add(.make("ru-\(number)", "dog \(number)", createdAt: time.now))
            }
            time.advance(by: 1)
            for number in 0..<40 {
                try await repository.add(.make("de-\(number)", "dog\(number)", "en", "de", createdAt: time.now))
            }
            func found(_ direction: TranslationDirection?, limit: Int, offset: Int = 0) async throws -> [String] {
                try await repository.search(
                    WordQuery("DOG", mode: .word, direction: direction, limit: limit, offset: offset)
                ).map(\.id.rawValue)
            }
            #expect(try await found(.englishToRussian, limit: 8) == ["ru-2", "ru-1", "ru-0"])
            #expect(try await found(.englishToRussian, limit: 1, offset: 1) == ["ru-1"])
            #expect(try await found(.between("en", "de"), limit: 8).allSatisfy { $0.hasPrefix("de-") })
            #expect(try await found(nil, limit: 50).count == 43)
            #expect(try await found(.between("ru", "en"), limit: 8).isEmpty)
            try await repository.remove([WordID("ru-2")])
            try await repository.add(.make("ru-3", "dog 3", createdAt: time.now))
            #expect(try await found(.englishToRussian, limit: 2) == ["ru-3", "ru-1"])
        }
    }
}
