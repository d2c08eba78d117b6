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
        /// Its number in the index.
        let key: Int64
        var word: Word
        var entry: DictionaryEntry?
        var askedProviders: Set<TranslationProvider> = []
    }

    private var records: [WordID: Record] = [:]
    private var ids: [String: Set<WordID>] = [:]
    /// The search index, and the words of its keys. Nil until the first search, so that a dry run does not build it.
    private var searchIndex: (index: WordIndex, ids: [Int64: WordID])?
    private var lastKey: Int64 = 0
    /// What the records were before each step of the transaction.
    private var undo: [(id: WordID, record: Record?)] = []
    private var note: (current: String?, committed: String?) = (nil, nil)

    func commit() {
        undo = []
        note.committed = note.current
    }

    func rollBack() {
        for (id, record) in undo.reversed() { set(id, record) }
        undo = []
        note.current = note.committed
    }

    // MARK: Reading

    func word(_ id: WordID) -> Word? { records[id]?.word }

    func words(folded: String) -> [Word] { ids[folded, default: []].compactMap { word($0) } }

    /// O(n).
    func words(idPrefix: String, limit: Int) -> [Word] {
        let ids = records.keys.filter { $0.rawValue.hasPrefix(idPrefix) }
        return ids.sorted().prefix(limit).compactMap { word($0) }
    }

    /// O(n log n).
    func words(_ selection: WordSelection, _ page: WordPage) -> [Word] {
        let found = records.values.filter { selection.contains($0.word, askedProviders: $0.askedProviders) }
        return selection.page(page, of: found.map(\.word))
    }

    func wordCount() -> Int { records.count }

    func entry(of id: WordID) -> DictionaryEntry? { records[id]?.entry }

    func askedProviders(of id: WordID) -> Set<TranslationProvider> { records[id]?.askedProviders ?? [] }

    /// The first search indexes all words.
    func search(_ query: WordQuery) -> [Word] {
        if searchIndex == nil {
            searchIndex = (WordIndex(), [:])
            for record in records.values { addToIndex(record) }
        }
        return searchIndex?.index.search(query).compactMap { searchIndex?.ids[$0] }.compactMap { word($0) } ?? []
    }

    private func addToIndex(_ record: Record) {
        searchIndex?.index.insert(record.word, key: record.key)
        searchIndex?.ids[record.key] = record.word.id
    }

    // MARK: Writing

    func insert(_ word: Word) throws(DictionaryError) {
        let same = try words(identity: word.text.identity).first { $0.direction == word.direction }
        if let present = same ?? self.word(word.id) { throw .duplicate(of: present.id) }
        lastKey += 1
        change(word.id, Record(key: lastKey, word: word))
    }

    func update(_ word: Word) { edit(word.id) { $0.word = word } }

    func delete(_ id: WordID) { change(id, nil) }

    func setEntry(_ entry: DictionaryEntry?, of id: WordID) { edit(id) { $0.entry = entry } }

    func setAskedProviders(_ providers: Set<TranslationProvider>, of id: WordID) {
        edit(id) { $0.askedProviders = providers }
    }

    func replaceImportNote(_ note: String?) -> String? {
        defer { self.note.current = note }
        return self.note.current
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
        let old = records[id]
        records[id] = record
        switch (old, record) {
        case (nil, let new?): ids[new.word.text.folded, default: []].insert(id)
        case (let old?, nil):
            ids[old.word.text.folded]?.remove(id)
            searchIndex?.index.remove(old.key)
            searchIndex?.ids[old.key] = nil
        // The text of a word never changes.
        case (_?, _?), (nil, nil): break
        }
        if let record { addToIndex(record) }
    }
}
