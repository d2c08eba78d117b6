import CoreModule
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("Changes of words are published", .bounded)
struct VocabularyTests {
    private let time = ManualTime()
    private let changes = WordStream()

    @Test("a change that is stored is published, a failed one is not")
    func telling() async throws {
        let failing = FaultyWordRepository(InMemoryWordRepository())
        let words = Vocabulary(failing, changes: changes)
        let events = changes.events()
        let word = try Word.make("1", "dog", createdAt: time.now)
        try await words.add(word)
        let starred = try await words.setFavorite(true, of: word.id, at: time.now)
        failing.isFailing = true
        await #expect(throws: FaultyWordRepository.error) {
            try await words.add(.make("2", "cat", createdAt: time.now))
        }
        await #expect(throws: FaultyWordRepository.error) { try await words.remove([word.id]) }
        failing.isFailing = false
        let own = try await words.setUserTranslations(["x"], of: word.id, at: time.now)
        #expect(try await words.record(.notFound(), of: word.id, at: time.now) == nil)
        try await words.remove([word.id])
        changes.finish()
        #expect(await events.all() == [.added(word), .updated(starred), .updated(own), .removed(word.id)])
    }

    @Test("changes of one word are published in the order in which they were made")
    func order() async throws {
        let words = Vocabulary(InMemoryWordRepository(), changes: changes)
        let word = try Word.make("1", "dog", createdAt: time.now)
        try await words.add(word)
        let events = changes.events()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask { [time] in
                    do {
                        try await words.setFavorite(number.isMultiple(of: 2), of: word.id, at: time.now)
                    } catch {
                        Issue.record(error)
                    }
                }
            }
        }
        changes.finish()
        #expect(await events.all().last == .updated(try await words.word(word.id)))
    }

    @Test(
        "many words at once are published as one event, few one by one, and an import that changes nothing not at all")
    func manyWords() async throws {
        let words = Vocabulary(InMemoryWordRepository(), changes: changes)
        let events = changes.events()
        let few = try (0..<50).map { try Word.make("few-\($0)", "few \($0)", createdAt: time.now) }
        let many = try (0..<51).map { try Word.make("many-\($0)", "many \($0)", createdAt: time.now) }
        try await words.add(few)
        try await words.add(many)
        let file = [ImportedWord(many[0]), ImportedWord(try .make("new", "new", createdAt: time.now))]
        #expect(try await words.merge(file) { WordID("spare") } == [.unchanged, .added])
        #expect(try await words.merge(file) { WordID("spare") } == [.unchanged, .unchanged])
        await #expect(throws: DictionaryError.duplicate(of: few[0].id)) { try await words.add([few[0]]) }
        changes.finish()
        #expect(await events.all() == few.map { .added($0) } + [.reloaded, .reloaded])
    }

    @Test("a removal returns the words with their entries, each once; merging them brings them back")
    func removal() async throws {
        let words = Vocabulary(InMemoryWordRepository(), changes: changes)
        let (dog, fox) = (
            try Word.make("1", "dog", createdAt: time.now),
            try Word.make("2", "fox", createdAt: time.now, isFavorite: true)
        )
        try await words.add([dog, fox])
        let entry = try DictionaryEntry.make("dog", ["собака"], at: time.now)
        try await words.record(.found(entry), of: dog.id, at: time.now)
        let before = try await words.words(.newest(9))
        let events = changes.events()
        let removed = try await words.remove([dog.id, fox.id, dog.id])
        #expect(removed.map(\.word.id) == [dog.id, fox.id])
        #expect(removed.map(\.entry) == [entry, nil])
        _ = try await words.merge(removed) { WordID("spare") }
        #expect(try await words.words(.newest(9)) == before)
        #expect(try await words.entry(of: dog.id) == entry)
        changes.finish()
        #expect(await events.all() == [.removed(dog.id), .removed(fox.id), .reloaded])
    }
}
