import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("Transactions and selections of every word repository", .bounded)
struct WordTransactionTests {
    private let time = ManualTime()

    @Test(
        "a transaction that fails changes nothing, whatever it has done before", arguments: WordRepositoryKind.allCases)
    func rollBack(kind: WordRepositoryKind) async throws {
        let repository = try await kind.makeInMemory()
        let words = Vocabulary(repository)
        let known = try await words.fill(time, ["dog", "fox", "owl"])
        let entry = try DictionaryEntry.make("dog", ["собака"], at: time.now)
        try await words.record(.found(entry), of: known[0].id, at: time.now)
        try await words.record(.notFound(askedOf: [.dict]), of: known[1].id, at: time.now)
        try await repository.write { words throws(DictionaryError) in
            for part in 0..<3 { try words.setImportNote("note \(part)", part: part) }
        }
        let before = try await words.words(.newest(.max))
        let new = try Word.make("new", "cat", createdAt: time.now)
        let again = try Word.make("again", "dog", createdAt: time.now)
        await #expect(throws: DictionaryError.emptyText) {
            try await repository.write { words throws(DictionaryError) in
                try words.insert(new)
                try words.setEntry(entry, of: new.id)
                try words.setEntry(nil, of: known[0].id)
                try words.delete(known[0].id)
                try words.insert(again)
                try words.setAskedProviders([], of: known[1].id)
                try words.setImportNote("other", part: 1)
                guard try words.importNote(part: 1) == "other", try words.importNote(part: 2) == nil else {
                    throw .notFound("the note")
                }
                try words.setImportNote(nil, part: 0)
                guard try words.importNote(part: 0) == nil else { throw .notFound("no note") }
                var owl = known[2]
                owl.isFavorite = true
                owl.translation = .translated(entry.translation)
                try words.update(owl)
                // The transaction sees what it has done.
                guard try words.word(owl.id) == owl, try words.words(.favorites, .newest(9)) == [owl],
                    try words.word(known[0].id) == nil, try words.wordCount() == 4
                else { throw .notFound("its own changes") }
                throw .emptyText
            }
        }
        #expect(try await words.words(.newest(.max)) == before)
        #expect(try await words.entry(of: known[0].id) == entry)
        #expect(try await words.entry(of: new.id) == nil)
        #expect(try await words.providersAsked(for: known[1].id) == [.dict])
        let note = try await repository.write { words throws(DictionaryError) in
            try (0..<4).map { part throws(DictionaryError) in try words.importNote(part: part) }
        }
        #expect(note == ["note 0", "note 1", "note 2", nil])
        #expect(try await words.words(.newest(9), in: .favorites).isEmpty)
        #expect(try await words.search(WordQuery("собака")).map(\.id) == [known[0].id])
        #expect(try await words.search(WordQuery("cat")).isEmpty)
        try await words.add([new, .make("other", "CAT 2", createdAt: time.now)])
        #expect(try await words.search(WordQuery("cat")).count == 2)
        await #expect(throws: DictionaryError.duplicate(of: known[0].id)) { try await words.add(again) }
    }

    @Test("a duplicate is refused inside a transaction, which may go on", arguments: WordRepositoryKind.allCases)
    func duplicateInTransaction(kind: WordRepositoryKind) async throws {
        let repository = try await kind.makeInMemory()
        let dog = try Word.make("1", "dog", createdAt: time.now)
        let twin = try Word.make("2", " dog ", createdAt: time.now)
        let fox = try Word.make("3", "fox", createdAt: time.now)
        let refusal = try await repository.write { words throws(DictionaryError) -> DictionaryError? in
            try words.insert(dog)
            var refusal: DictionaryError?
            do throws(DictionaryError) { try words.insert(twin) } catch { refusal = error }
            try words.insert(fox)
            return refusal
        }
        #expect(refusal == .duplicate(of: dog.id))
        #expect(try await Vocabulary(repository).wordCount() == 2)
    }

    @Test("every selection is paged by place, in its order", arguments: WordRepositoryKind.allCases)
    func selections(kind: WordRepositoryKind) async throws {
        let repository = try await kind.makeInMemory()
        let words = Vocabulary(repository)
        let known = try await words.fill(time, (0..<12).map { "word \($0)" })
        for (number, word) in known.enumerated() {
            try await words.setFavorite(number.isMultiple(of: 2), of: word.id, at: time.now)
            let providers: [Set<TranslationProvider>] = [[], [.dict], [.glossary]]
            guard number >= 4 else { continue }
            try await words.record(.notFound(askedOf: providers[number % 3]), of: word.id, at: time.now)
        }
        let selections: [(WordSelection, [Int])] = [
            (.all, (0..<12).reversed()), (.favorites, [10, 8, 6, 4, 2, 0]), (.awaitingTranslation, [0, 1, 2, 3]),
            (.notFound(notAskedOf: [.dict]), [5, 6, 8, 9, 11]), (.notFound(notAskedOf: []), []),
            (.notFound(notAskedOf: [.pons]), Array(4..<12)),
        ]
        for (selection, numbers) in selections {
            let expected = numbers.map { known[$0].id }
            func page(_ page: WordPage) async throws -> [WordID] {
                try await repository.read { words throws(DictionaryError) in try words.words(selection, page) }.map(
                    \.id)
            }
            #expect(try await page(WordPage(limit: .max)) == expected)
            #expect(try await page(WordPage(limit: 2)) == Array(expected.prefix(2)))
            #expect(try await page(WordPage(limit: 0)).isEmpty)
            guard let first = numbers.first, let last = numbers.last else { continue }
            let place = known[first].position
            #expect(try await page(WordPage(after: place, limit: 3)) == Array(expected.dropFirst().prefix(3)))
            #expect(try await page(WordPage(after: place, limit: .max)) == Array(expected.dropFirst()))
            #expect(try await page(WordPage(after: known[last].position, limit: 3)).isEmpty)
            guard let third = numbers.dropFirst(2).first else { continue }
            #expect(
                try await page(WordPage(after: known[third].position, limit: 2))
                    == Array(expected.dropFirst(3).prefix(2)))
        }
    }
}

extension Vocabulary {
    /// Adds words a second apart, oldest first.
    func fill(_ time: ManualTime, _ texts: [String]) async throws -> [Word] {
        var words: [Word] = []
        for (number, text) in texts.enumerated() {
            time.advance(by: 1)
            words.append(try .make("id-\(number)", text, createdAt: time.now))
            try await add(words[number])
        }
        return words
    }
}
