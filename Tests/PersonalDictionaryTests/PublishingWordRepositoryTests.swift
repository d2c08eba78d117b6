import CoreModule
import PersonalDictionary
import TestSupport
import Testing

@Suite("Telling of changes", .timeLimit(.minutes(5)))
struct PublishingWordRepositoryTests {
    private let time = ManualTime()
    private let changes = WordStream()

    @Test("what is acknowledged is told, what fails is not")
    func telling() async throws {
        let failing = FailingWordRepository(InMemoryWordRepository())
        let words = PublishingWordRepository(failing, changes: changes)
        let events = changes.events()
        let word = try Word.make("1", "dog", createdAt: time.now)
        try await words.add(word)
        let starred = try await words.setFavorite(true, of: word.id, at: time.now)
        failing.isFailing = true
        await #expect(throws: FailingWordRepository.error) {
            try await words.add(.make("2", "cat", createdAt: time.now))
        }
        await #expect(throws: FailingWordRepository.error) { try await words.remove([word.id]) }
        failing.isFailing = false
        let own = try await words.setUserTranslation("x", of: word.id, at: time.now)
        #expect(try await words.record(.notFound(), of: word.id, at: time.now) == nil)
        try await words.remove([word.id])
        changes.finish()
        #expect(await events.all() == [.added(word), .updated(starred), .updated(own), .removed(word.id)])
    }

    @Test("changes of one word are told in the order in which they were made")
    func order() async throws {
        let words = PublishingWordRepository(InMemoryWordRepository(), changes: changes)
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
}
