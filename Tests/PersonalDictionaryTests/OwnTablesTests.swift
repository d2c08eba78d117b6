import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("Tables beside the words", .bounded)
struct OwnTablesTests {
    private let time = ManualTime()
    private static let schema = SQLiteSchema(
        name: "own", tables: ["own_change"],
        migrations: [SQLiteMigration(version: 1, script: "CREATE TABLE own_change(change TEXT NOT NULL) STRICT")])
    /// Writes down every change, but does not accept a word "no".
    private static let journal = OwnTables(schema) { change, connection in
        let line =
            switch change {
            case .added(let word): "+\(word.text)"
            case .updated(let word): "=\(word.text)"
            case .removed(let id): "-\(id)"
            case .reloaded: "reloaded"
            }
        try connection.run("INSERT INTO own_change VALUES (?)", [.text(line)])
        if line.hasSuffix("no") { throw Refusal() }
    }

    private struct Refusal: Error {}

    private func withStore(_ body: (Vocabulary, DictionaryStore) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let store = try await DictionaryStore.open(folder.appending(path: "a.sqlite"), tables: [Self.journal])
            try await body(Vocabulary(store.words), store)
            await store.close()
        }
    }

    private func word(_ text: String, id: String? = nil) throws -> Word {
        try Word(
            id: WordID(id ?? text), text: WordText(text), direction: .englishToRussian, createdAt: time.now,
            updatedAt: time.now)
    }

    private func lines(_ store: DictionaryStore) async throws -> [String] {
        try await #require(store.database).read {
            try $0.query("SELECT change FROM own_change ORDER BY rowid") { try $0.text(0) }
        }
    }

    @Test("they follow each word that is added, updated, moved to another text, removed and restored")
    func changes() async throws {
        try await withStore { words, store in
            try await words.add(word("ant"))
            _ = try await words.setFavorite(true, of: WordID("ant"), at: time.now)
            _ = try await words.edit(WordID("ant"), text: WordText("bee"), at: time.now)
            let removed = try await words.remove([WordID("ant")])
            _ = try await words.merge(removed) { WordID("new") }
            _ = try await words.remove([WordID("ant")])
            #expect(try await lines(store) == ["+ant", "=ant", "=bee", "-ant", "+bee", "-ant"])
        }
    }

    @Test("an error of theirs undoes the change, and what they have written")
    func refusal() async throws {
        try await withStore { words, store in
            try await words.add(word("ant"))
            await #expect {
                try await words.add([word("bee"), word("no")])
            } throws: {
                if case DictionaryError.store(let error) = $0 { error.code == .internalFault } else { false }
            }
            await #expect(throws: DictionaryError.self) {
                try await words.edit(WordID("ant"), text: WordText("no"), at: time.now)
            }
            #expect(try await lines(store) == ["+ant"])
            #expect(try await words.words(.newest(9)).map(\.text.value) == ["ant"])
        }
    }

    @Test("what changes nothing in a word tells them nothing: a duplicate, a missing word, a trial, an entry")
    func nothing() async throws {
        try await withStore { words, store in
            try await words.add(word("ant"))
            let twin = try word("ant", id: "bee")
            _ = try? await words.add([twin])
            _ = try? await words.remove([WordID("cat")])
            let exchange = WordExchange(
                words: words, languages: .everyday, direction: ValueStream(.englishToRussian), clock: time.clock,
                identifiers: .sequence(prefix: "new-"))
            let report = try await withTemporaryFolder { folder in
                let file = folder.appending(path: "words.csv")
                try Data("text,translation\ncat,кот\n".utf8).write(to: file)
                return try await exchange.importWords(
                    from: FileHandle(forReadingFrom: file), named: "words.csv", format: .csv, isTrial: true)
            }
            #expect(report.report.added == 1)
            #expect(try await lines(store) == ["+ant"])
        }
    }

    @Test("a file with them opens without them, and with them again")
    func reopening() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            for tables in [[Self.journal], [], [Self.journal]] {
                let store = try await DictionaryStore.open(file, tables: tables)
                try await Vocabulary(store.words).add(
                    word("w\(tables.count)\(try await Vocabulary(store.words).wordCount())"))
                if !tables.isEmpty { #expect(try await lines(store).last?.hasPrefix("+w1") == true) }
                await store.close()
            }
            let store = try await DictionaryStore.open(file, tables: [Self.journal])
            #expect(try await lines(store) == ["+w10", "+w12"])
            await store.close()
        }
        #expect(DictionaryStore.inMemory().database == nil)
    }
}
