import CoreModule

/// Stores words in memory: for tests, previews and dry runs.
public actor InMemoryWordRepository: WordRepository {
    private let words = InMemoryWords()

    /// Creates an empty repository.
    public init() {}

    /// Runs a closure on one consistent state of the words.
    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (any WordSnapshot) throws(DictionaryError) -> Value
    ) throws(DictionaryError) -> Value {
        try body(words)
    }

    /// Runs a closure as one transaction.
    public func write<Value: Sendable>(
        _ body: @escaping @Sendable (any WordTransaction) throws(DictionaryError) -> Value
    ) throws(DictionaryError) -> Value {
        do throws(DictionaryError) {
            let value = try body(words)
            words.commit()
            return value
        } catch {
            words.rollBack()
            throw error
        }
    }
}

/// The words of an ``InMemoryWordRepository``, with what is needed to roll a transaction back.
private final class InMemoryWords: WordTransaction {
    private struct Record {
        /// The word's key in the search index.
        let key: Int64
        var word: Word
        var entry: DictionaryEntry?
        var askedProviders: Set<TranslationProvider> = []
    }

    private struct Identity: Hashable {
        let text: String
        let direction: TranslationDirection

        init(_ word: Word) {
            text = word.text.identity
            direction = word.direction
        }
    }

    private var records: [WordID: Record] = [:]
    private var identities: [Identity: WordID] = [:]
    private var ids: [Int64: WordID] = [:]
    private var lastKey: Int64 = 0
    private var index = WordIndex()
    /// What the records were before each step of the transaction.
    private var undo: [(id: WordID, record: Record?)] = []

    func commit() { undo = [] }

    func rollBack() {
        for (id, record) in undo.reversed() { set(id, record) }
        undo = []
    }

    // MARK: Reading

    func word(_ id: WordID) -> Word? { records[id]?.word }

    /// O(n).
    func words(identity: String) -> [Word] {
        all { $0.word.text.identity == identity }
    }

    /// O(n).
    func words(idPrefix: String, limit: Int) -> [Word] {
        let ids = records.keys.filter { $0.rawValue.hasPrefix(idPrefix) }
        return ids.sorted().prefix(limit).compactMap { word($0) }
    }

    /// O(n log n).
    func words(_ selection: WordSelection, _ page: WordPage) -> [Word] {
        selection.page(page, of: all { selection.contains($0.word, askedProviders: $0.askedProviders) })
    }

    func wordCount() -> Int { records.count }

    func entry(of id: WordID) -> DictionaryEntry? { records[id]?.entry }

    func askedProviders(of id: WordID) -> Set<TranslationProvider> { records[id]?.askedProviders ?? [] }

    func search(_ query: WordQuery) -> [Word] {
        index.search(query).compactMap { ids[$0] }.compactMap { word($0) }
    }

    private func all(where condition: (Record) -> Bool) -> [Word] {
        records.values.filter(condition).map(\.word)
    }

    // MARK: Writing

    func insert(_ word: Word) throws(DictionaryError) {
        if let id = identities[Identity(word)] ?? self.word(word.id)?.id { throw .duplicate(of: id) }
        lastKey += 1
        change(word.id, Record(key: lastKey, word: word))
    }

    func update(_ word: Word) { edit(word.id) { $0.word = word } }

    func delete(_ id: WordID) { change(id, nil) }

    func setEntry(_ entry: DictionaryEntry?, of id: WordID) { edit(id) { $0.entry = entry } }

    func setAskedProviders(_ providers: Set<TranslationProvider>, of id: WordID) {
        edit(id) { $0.askedProviders = providers }
    }

    private func edit(_ id: WordID, _ edit: (inout Record) -> Void) {
        guard var record = records[id] else { return }
        edit(&record)
        change(id, record)
    }

    private func change(_ id: WordID, _ record: Record?) {
        undo.append((id, records[id]))
        set(id, record)
    }

    private func set(_ id: WordID, _ record: Record?) {
        let before = records[id]
        records[id] = record
        guard before?.word != record?.word else { return }
        if let record {
            identities[Identity(record.word)] = id
            ids[record.key] = id
            index.insert(record.word, key: record.key)
        } else if let before {
            identities[Identity(before.word)] = nil
            ids[before.key] = nil
            index.remove(before.key)
        }
    }
}
