import CoreModule
import Foundation

/// Stores words in memory: for tests, previews and dry runs. One caller at a time uses them; others wait.
public actor InMemoryWordRepository: WordRepository {
    /// Locked for ``readNow(_:)``, which does not wait for the actor.
    private let words: Locked<InMemoryWords>
    private let isReadAtOnce: Bool

    /// Creates a repository with words, by default an empty one. Of two words with the same identifier, or with the same text
    /// and direction, only the first is used.
    public init(_ words: [ImportedWord] = []) {
        self.init(words, isReadAtOnce: false)
    }

    /// - Parameter isReadAtOnce: whether screens show the words in their first frame, as in a preview.
    init(_ words: [ImportedWord], isReadAtOnce: Bool) {
        self.words = Locked(InMemoryWords(words))
        self.isReadAtOnce = isReadAtOnce
    }

    /// Runs a closure on one consistent state of the words.
    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (any WordSnapshot) throws(DictionaryError) -> Value
    ) throws(DictionaryError) -> Value {
        try words.withLock { words throws(DictionaryError) in try body(words) }
    }

    /// Runs a closure that searches. Before, it indexes words in small steps, between which others can use them.
    public func readToSearch<Value: Sendable>(
        _ body: @escaping @Sendable (any WordSnapshot) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value {
        while !words.withLock({ $0.indexSome() }) { await Task.yield() }
        return try read(body)
    }

    /// Runs a closure as one transaction.
    public func write<Value: Sendable>(
        _ body: @escaping @Sendable (any WordTransaction) throws(DictionaryError) -> Value
    ) throws(DictionaryError) -> Value {
        try words.withLock { words throws(DictionaryError) in try words.transaction(body) }
    }

    /// Tells transactions which words are reviewed.
    nonisolated func setReviewed(_ isReviewed: @escaping @Sendable (WordID) -> Bool) {
        words.withLock { $0.reviewed = isReviewed }
    }

    /// Runs a closure at once, if it is a preview's repository.
    public nonisolated func readNow<Value: Sendable>(
        _ body: @Sendable (any WordSnapshot) throws(DictionaryError) -> Value
    ) throws(DictionaryError) -> Value? {
        guard isReadAtOnce else { return nil }
        return try words.withLock { words throws(DictionaryError) in try body(words) }
    }
}

/// The words of a store in memory, with what is needed to roll a transaction back.
final class InMemoryWords: WordTransaction {
    private struct Record {
        /// Its number in the index.
        let key: Int64
        var word: Word
        var entry: DictionaryEntry?
        var askedProviders: Set<TranslationProvider> = []
    }

    /// Whether a word is reviewed. Nil if nothing is known of reviews.
    var reviewed: (@Sendable (WordID) -> Bool)?
    private var records: [WordID: Record] = [:]
    private var ids: [String: Set<WordID>] = [:]
    /// The places of all words, newest first. Nil until the first page, and after a transaction with very many changes.
    private var order: [WordPosition]?
    /// The search index. A dry run does not search, and leaves it empty.
    private var index = WordIndex()
    private var idsByKey: [Int64: WordID] = [:]
    private var lastKey: Int64 = 0
    /// The words that have changed since the last search, and how many of them are in the index.
    private var changedKeys: [Int64] = []
    private var indexedCount = 0
    /// What the records were before each step of the transaction.
    private var undo: [(id: WordID, record: Record?)] = []
    private var note: (current: [String], committed: [String]) = ([], [])
    private var bin: (current: [WordID: RemovedWord], committed: [WordID: RemovedWord]) = ([:], [:])

    init(_ words: [ImportedWord] = []) {
        for word in words {
            do {
                try insert(word.word)
                setEntry(word.entry, of: word.word.id)
            } catch {
                // A duplicate is left out.
                continue
            }
        }
        commit()
    }

    /// Runs a transaction. If it throws, nothing changes.
    func transaction<Value>(
        _ body: (any WordTransaction) throws(DictionaryError) -> Value
    ) throws(DictionaryError) -> Value {
        do throws(DictionaryError) {
            let value = try body(self)
            commit()
            return value
        } catch {
            rollBack()
            throw error
        }
    }

    private func commit() {
        undo = []
        note.committed = note.current
        bin.committed = bin.current
    }

    private func rollBack() {
        for (id, record) in undo.reversed() { set(id, record) }
        undo = []
        note.current = note.committed
        bin.current = bin.committed
    }

    // MARK: Reading

    func word(_ id: WordID) -> Word? { records[id]?.word }

    func words(folded: String) -> [Word] { ids[folded, default: []].compactMap { word($0) } }

    /// A walk from the place where the page begins. The first page sorts all words; by the alphabet, each page sorts those of its list.
    func words(_ selection: WordSelection, _ page: WordPage) -> [Word] {
        if selection.isAlphabetical {
            let listed = records.values.map(\.word).filter { selection.contains($0, askedProviders: []) }
            return selection.page(page, of: listed)
        }
        let order = order ?? records.values.map(\.word.position).sorted()
        self.order = order
        let isOldestFirst = selection.isOldestFirst
        let start = page.start.map { start in order.partitioningIndex { isOldestFirst ? $0 >= start : $0 > start } }
        let places =
            isOldestFirst
            ? stride(from: (start ?? order.count) - 1, through: 0, by: -1)
            : stride(from: start ?? 0, through: order.count - 1, by: 1)
        let found = places.lazy.compactMap { self.records[order[$0].id] }
            .filter { selection.contains($0.word, askedProviders: $0.askedProviders) }
        return found.prefix(page.limit).map(\.word)
    }

    func wordCount() -> Int { records.count }

    func entry(of id: WordID) -> DictionaryEntry? { records[id]?.entry }

    func askedProviders(of id: WordID) -> Set<TranslationProvider> { records[id]?.askedProviders ?? [] }

    func search(_ query: WordQuery) -> [Word] {
        while !indexSome() {}
        return index.search(query).compactMap { idsByKey[$0] }.compactMap { word($0) }
    }

    func words(translatedAs texts: Set<String>) -> [Word] {
        while !indexSome() {}
        return index.keys(translatedAs: texts).compactMap { idsByKey[$0] }.compactMap { word($0) }
    }

    func nearestFolded(to query: WordQuery) -> [String] {
        while !indexSome() {}
        return index.nearest(to: query)
    }

    func removedWords(before date: Date) -> [RemovedWord] {
        bin.current.values.filter { $0.removedAt < date }.latestFirst
    }

    func removedWord(_ id: WordID) -> RemovedWord? { bin.current[id] }

    /// Indexes up to a thousand words that have changed. Returns whether none are left.
    func indexSome() -> Bool {
        for key in changedKeys[indexedCount...].prefix(1000) {
            if let record = idsByKey[key].flatMap({ records[$0] }) {
                index.insert(record.word, record.entry, key: key)
            } else {
                index.texts.remove(key)
            }
            indexedCount += 1
        }
        guard indexedCount == changedKeys.count else { return false }
        (changedKeys, indexedCount) = ([], 0)
        return true
    }

    // MARK: Writing

    func insert(_ word: Word) throws(DictionaryError) {
        if let present = try twin(of: word) ?? self.word(word.id) { throw .duplicate(of: present.id) }
        lastKey += 1
        change(word.id, Record(key: lastKey, word: word))
    }

    func update(_ word: Word) { edit(word.id) { $0.word = word } }

    func delete(_ id: WordID) { change(id, nil) }

    func setEntry(_ entry: DictionaryEntry?, of id: WordID) { edit(id) { $0.entry = entry } }

    func setAskedProviders(_ providers: Set<TranslationProvider>, of id: WordID) {
        edit(id) { $0.askedProviders = providers }
    }

    func importNote(part: Int) -> String? { note.current.dropFirst(part).first }

    func setImportNote(_ note: String?, part: Int) {
        self.note.current = self.note.current.prefix(part) + [note].compactMap(\.self)
    }

    func isReviewed(_ id: WordID) -> Bool? { reviewed?(id) }

    func setRemovedWord(_ removed: RemovedWord?, of id: WordID) { bin.current[id] = removed }

    func deleteRemovedWords(before date: Date) -> Int {
        let count = bin.current.count
        bin.current = bin.current.filter { $0.value.removedAt >= date }
        return count - bin.current.count
    }

    private func edit(_ id: WordID, _ edit: (inout Record) -> Void) {
        guard var record = records[id] else { return }
        edit(&record)
        change(id, record)
    }

    private func change(_ id: WordID, _ record: Record?) {
        undo.append((id, records[id]))
        // Sorting once is faster than very many insertions.
        if undo.count > 100 { order = nil }
        set(id, record)
    }

    private func set(_ id: WordID, _ record: Record?) {
        let old = records[id]
        records[id] = record
        guard let key = (record ?? old)?.key else { return }
        if old?.word.text != record?.word.text {
            if let old { ids[old.word.text.folded]?.remove(id) }
            if let record { ids[record.word.text.folded, default: []].insert(id) }
        }
        if old == nil, let record, let place = place(of: record) { order?.insert(record.word.position, at: place) }
        if record == nil, let old, let place = place(of: old) { order?.remove(at: place) }
        idsByKey[key] = record?.word.id
        changedKeys.append(key)
    }

    private func place(of record: Record) -> Int? {
        order?.partitioningIndex { $0 >= record.word.position }
    }
}
