import CoreModule
import Foundation
import PersonalDictionary

/// A word repository of one's own: a file of JSON, for a few thousand words, because each change writes the whole file.
actor JSONWordRepository: WordRepository {
    private let file: URL
    private var contents: JSONWords.Contents

    /// Reads the file, if it exists.
    init(_ file: URL) throws(DictionaryError) {
        self.file = file
        do {
            let isThere = FileManager.default.fileExists(atPath: file.path)
            contents =
                isThere ? try JSONDecoder().decode(JSONWords.Contents.self, from: Data(contentsOf: file)) : .init()
        } catch {
            throw .store(StoreError(wrapping: error, path: file.path))
        }
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any WordSnapshot) throws(DictionaryError) -> Value
    ) throws(DictionaryError) -> Value {
        try body(JSONWords(contents))
    }

    /// Changes a copy. It counts once it is in the file.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any WordTransaction) throws(DictionaryError) -> Value
    ) throws(DictionaryError) -> Value {
        let words = JSONWords(contents)
        let value = try body(words)
        do {
            try JSONEncoder().encode(words.contents).write(to: file, options: .atomic)
        } catch {
            throw .store(StoreError(wrapping: error, path: file.path))
        }
        contents = words.contents
        return value
    }
}

/// The words inside one transaction. The search, and look-ups by a text or the beginning of an identifier, have defaults.
final class JSONWords: WordTransaction {
    struct Record: Codable, Sendable {
        var word: Word
        var entry: DictionaryEntry?
        var askedProviders: Set<TranslationProvider> = []
    }

    struct Contents: Codable, Sendable {
        var records: [WordID: Record] = [:]
        var importNote: [String] = []
        var bin: [WordID: RemovedWord] = [:]
    }

    private(set) var contents: Contents

    init(_ contents: Contents) {
        self.contents = contents
    }

    func word(_ id: WordID) -> Word? { contents.records[id]?.word }
    func words(_ selection: WordSelection, _ page: WordPage) -> [Word] {
        let records = contents.records.values.filter {
            selection.contains($0.word, askedProviders: $0.askedProviders)
        }
        return selection.page(page, of: records.map(\.word))
    }
    func entry(of id: WordID) -> DictionaryEntry? { contents.records[id]?.entry }
    func askedProviders(of id: WordID) -> Set<TranslationProvider> { contents.records[id]?.askedProviders ?? [] }
    func insert(_ word: Word) throws(DictionaryError) {
        let same = contents.records.values.first {
            $0.word.text.identity == word.text.identity && $0.word.direction == word.direction
        }
        if let present = contents.records[word.id] ?? same { throw .duplicate(of: present.word.id) }
        contents.records[word.id] = Record(word: word)
    }
    func update(_ word: Word) { contents.records[word.id]?.word = word }
    func delete(_ id: WordID) { contents.records[id] = nil }
    func setEntry(_ entry: DictionaryEntry?, of id: WordID) { contents.records[id]?.entry = entry }
    func setAskedProviders(_ providers: Set<TranslationProvider>, of id: WordID) {
        contents.records[id]?.askedProviders = providers
    }

    func importNote(part: Int) -> String? { contents.importNote.dropFirst(part).first }

    func setImportNote(_ note: String?, part: Int) {
        contents.importNote = contents.importNote.prefix(part) + [note].compactMap(\.self)
    }

    func removedWords(before date: Date) -> [RemovedWord] {
        contents.bin.values.filter { $0.removedAt < date }.latestFirst
    }

    func setRemovedWord(_ removed: RemovedWord?, of id: WordID) { contents.bin[id] = removed }

    func deleteRemovedWords(before date: Date) -> Int {
        let old = removedWords(before: date)
        for removed in old { contents.bin[removed.id] = nil }
        return old.count
    }
}
