import CoreModule
import Foundation
import PersonalDictionary
import Testing

/// Counts the transactions of a repository, and the calls in those that write.
final class CountingWordRepository: WordRepository {
    private let inner: any WordRepository
    private let counts = Locked<[String: Int]>([:])
    private let file = Locked<(handle: FileHandle?, readAhead: UInt64)>((nil, 0))

    init(_ inner: any WordRepository) {
        self.inner = inner
    }

    func takeCounts() -> [String: Int] {
        counts.withLock { counts in
            defer { counts = [:] }
            return counts
        }
    }

    /// How much of a file was read, at most, when its first word was stored.
    var largestReadAhead: UInt64 { file.withLock { $0.readAhead } }

    func watch(_ handle: FileHandle) { file.withLock { $0.handle = handle } }

    fileprivate func count(_ call: String) {
        let isFirst = counts.withLock { counts in
            counts[call, default: 0] += 1
            return counts[call] == 1
        }
        guard isFirst, call == "insert" else { return }
        file.withLock { file in
            do { file.readAhead = max(file.readAhead, try file.handle?.offset() ?? 0) } catch { Issue.record(error) }
        }
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any WordSnapshot) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value {
        count("read")
        return try await inner.read(body)
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any WordTransaction) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value {
        count("write")
        return try await inner.write { words throws(DictionaryError) in
            try body(CountingTransaction(inner: words, repository: self))
        }
    }
}

private struct CountingTransaction: WordTransaction {
    let inner: any WordTransaction
    let repository: CountingWordRepository

    func word(_ id: WordID) throws(DictionaryError) -> Word? {
        repository.count("look-up")
        return try inner.word(id)
    }

    func words(folded: String) throws(DictionaryError) -> [Word] {
        repository.count("look-up")
        return try inner.words(folded: folded)
    }

    func words(idPrefix: String, limit: Int) throws(DictionaryError) -> [Word] {
        try inner.words(idPrefix: idPrefix, limit: limit)
    }

    func words(_ selection: WordSelection, _ page: WordPage) throws(DictionaryError) -> [Word] {
        repository.count("page")
        return try inner.words(selection, page)
    }

    func wordCount() throws(DictionaryError) -> Int { try inner.wordCount() }

    func entry(of id: WordID) throws(DictionaryError) -> DictionaryEntry? {
        repository.count("look-up")
        return try inner.entry(of: id)
    }

    func askedProviders(of id: WordID) throws(DictionaryError) -> Set<TranslationProvider> {
        repository.count("look-up")
        return try inner.askedProviders(of: id)
    }

    func insert(_ word: Word) throws(DictionaryError) {
        repository.count("insert")
        try inner.insert(word)
    }

    func update(_ word: Word) throws(DictionaryError) {
        repository.count("update")
        try inner.update(word)
    }

    func delete(_ id: WordID) throws(DictionaryError) { try inner.delete(id) }

    func setEntry(_ entry: DictionaryEntry?, of id: WordID) throws(DictionaryError) {
        repository.count("entry")
        try inner.setEntry(entry, of: id)
    }

    func setAskedProviders(_ providers: Set<TranslationProvider>, of id: WordID) throws(DictionaryError) {
        try inner.setAskedProviders(providers, of: id)
    }

    func importNote(part: Int) throws(DictionaryError) -> String? { try inner.importNote(part: part) }

    func setImportNote(_ note: String?, part: Int) throws(DictionaryError) {
        repository.count("note")
        try inner.setImportNote(note, part: part)
    }
}
