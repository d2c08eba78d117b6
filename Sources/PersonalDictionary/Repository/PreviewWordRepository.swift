import CoreModule

/// Words in memory that are read at once, so that the first frame of a preview shows them. A caller waits while another one reads.
final class PreviewWordRepository: WordRepository {
    private let words: Locked<InMemoryWords>

    init(_ words: [ImportedWord]) {
        self.words = Locked(InMemoryWords(words))
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any WordSnapshot) throws(DictionaryError) -> Value
    ) throws(DictionaryError) -> Value {
        try words.withLock { words throws(DictionaryError) in try body(words) }
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any WordTransaction) throws(DictionaryError) -> Value
    ) throws(DictionaryError) -> Value {
        try words.withLock { words throws(DictionaryError) in try words.transaction(body) }
    }

    func readNow<Value: Sendable>(
        _ body: @Sendable (any WordSnapshot) throws(DictionaryError) -> Value
    ) throws(DictionaryError) -> Value? {
        try words.withLock { words throws(DictionaryError) in try body(words) }
    }
}
