import CoreModule
import Foundation
package import PersonalDictionary

/// The smallest word repository that keeps the contract: what an embedder would write first.
package actor PlainWordRepository: WordRepository {
    private var words = PlainWords()

    package init() {}

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any WordSnapshot) throws(DictionaryError) -> Value
    ) throws(DictionaryError) -> Value {
        try body(words)
    }

    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any WordTransaction) throws(DictionaryError) -> Value
    ) throws(DictionaryError) -> Value {
        let draft = PlainWords(words)
        let value = try body(draft)
        words = draft
        return value
    }
}

private final class PlainWords: WordTransaction {
    private var words: [WordID: Word] = [:]
    private var entries: [WordID: DictionaryEntry] = [:]
    private var asked: [WordID: Set<TranslationProvider>] = [:]
    private var note: [String] = []
    private var bin: [WordID: RemovedWord] = [:]

    init() {}

    init(_ other: PlainWords) {
        words = other.words
        entries = other.entries
        asked = other.asked
        note = other.note
        bin = other.bin
    }

    func word(_ id: WordID) -> Word? { words[id] }

    func words(folded: String) -> [Word] { words.values.filter { $0.text.folded == folded } }

    func words(idPrefix: String, limit: Int) -> [Word] {
        let found = words.values.filter { $0.id.rawValue.hasPrefix(idPrefix) }
        return Array(found.sorted { $0.id < $1.id }.prefix(limit))
    }

    func words(_ selection: WordSelection, _ page: WordPage) -> [Word] {
        selection.page(page, of: words.values.filter { selection.contains($0, askedProviders: asked[$0.id] ?? []) })
    }

    func wordCount() -> Int { words.count }

    func entry(of id: WordID) -> DictionaryEntry? { entries[id] }

    func askedProviders(of id: WordID) -> Set<TranslationProvider> { asked[id] ?? [] }

    func insert(_ word: Word) throws(DictionaryError) {
        let twin = words.values.first { $0.text.identity == word.text.identity && $0.direction == word.direction }
        if let id = twin?.id ?? words[word.id]?.id { throw .duplicate(of: id) }
        words[word.id] = word
    }

    func update(_ word: Word) { words[word.id] = word }

    func delete(_ id: WordID) {
        words[id] = nil
        entries[id] = nil
        asked[id] = nil
    }

    func setEntry(_ entry: DictionaryEntry?, of id: WordID) { entries[id] = entry }

    func setAskedProviders(_ providers: Set<TranslationProvider>, of id: WordID) { asked[id] = providers }

    func importNote(part: Int) -> String? { note.dropFirst(part).first }

    func setImportNote(_ note: String?, part: Int) { self.note = self.note.prefix(part) + [note].compactMap(\.self) }

    func removedWords(before date: Date) -> [RemovedWord] { bin.values.filter { $0.removedAt < date }.latestFirst }

    func setRemovedWord(_ removed: RemovedWord?, of id: WordID) { bin[id] = removed }

    func deleteRemovedWords(before date: Date) -> Int {
        let old = removedWords(before: date)
        for removed in old { bin[removed.id] = nil }
        return old.count
    }
}
