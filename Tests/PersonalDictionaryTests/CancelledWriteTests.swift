import CoreModule
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

/// A task that is cancelled at the last moment: what a call reports is what has happened.
@Suite("Changes of words whose task is cancelled at the end", .bounded)
struct CancelledWriteTests {
    private func dog() throws -> Word { try .make("1", "dog", createdAt: ManualTime.start) }

    @Test(
        "a transaction is stored if the call returns, and is not if it throws", arguments: WordRepositoryKind.allCases)
    func transaction(kind: WordRepositoryKind) async throws {
        let repository = try await kind.makeInMemory()
        let dog = try dog()
        let writing = Task {
            try await repository.write { words throws(DictionaryError) in
                try words.insert(dog)
                withUnsafeCurrentTask { $0?.cancel() }
            }
        }
        let isStored =
            switch await writing.result {
            case .success: true
            case .failure: false
            }
        #expect(try await Vocabulary(repository).words(.newest(9)) == (isStored ? [dog] : []))
    }

    @Test("a change that was stored is published and returned, although its task was cancelled right after")
    func publishing() async throws {
        let stream = WordStream()
        let changes = stream.events()
        let vocabulary = Vocabulary(CancellingWordRepository(), changes: stream)
        let dog = try dog()
        let adding = Task { try await vocabulary.add(dog) }
        _ = try await adding.value
        let editing = Task { try await vocabulary.setFavorite(true, of: dog.id, at: ManualTime.start) }
        let edited = try await editing.value
        let removing = Task { try await vocabulary.remove([dog.id]) }
        _ = try await removing.value
        #expect(await changes.first(3) == [.added(dog), .updated(edited), .removed(dog.id)])
    }
}

/// Words in memory that cancel the calling task when a transaction was stored.
private struct CancellingWordRepository: WordRepository {
    private let base = InMemoryWordRepository()

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any WordSnapshot) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value { try await base.read(body) }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any WordTransaction) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value {
        let value = try await base.write(body)
        withUnsafeCurrentTask { $0?.cancel() }
        return value
    }
}
