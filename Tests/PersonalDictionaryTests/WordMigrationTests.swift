import CoreModule
import Foundation
import PersonalDictionary
import TestSupport
import Testing

/// Stores of version 4 of the words.
@Suite("A store without notes and further translations", .timeLimit(.minutes(15)), .longComputation)
struct WordMigrationTests {
    /// Passes a copy of the store to a test.
    private func withStore(_ body: (URL) async throws -> Void) async throws {
        let fixture = try #require(Bundle.module.url(forResource: "Fixtures/words-4", withExtension: "sqlite"))
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "store.sqlite")
            try FileManager.default.copyItem(at: fixture, to: file)
            try await body(file)
        }
    }

    @Test("it opens with all words, finds all translations of their entries, and takes notes")
    func migration() async throws {
        try await withStore { file in
            let note = try WordNote("a note")
            for isFirst in [true, false] {
                let store = try await DictionaryStore.open(file)
                let words = store.vocabulary
                let all = try await words.words(.newest(.max))
                #expect(all.map(\.text.value) == ["New York", "cat", "qwxyz", "Haus", "book", "dog", "waiting"])
                #expect(
                    all.map { $0.translation.translation?.all } == [
                        ["Нью-Йорк"], ["котик"], nil, ["casa"], ["книга"],
                        isFirst ? ["мой пёс"] : ["мой пёс", "псина"], nil,
                    ])
                #expect(all.map(\.note.value) == ["", "", "", "", isFirst ? "" : "a note", "", ""])
                #expect(all.filter(\.isFavorite).map(\.text.value) == ["Haus"])
                #expect(try await words.entry(of: all[4].id)?.senses.count == 2)
                // The glossary, which knows more words now, is asked again.
                #expect(try await words.providersAsked(for: all[2].id).isEmpty)
                for (text, found) in [
                    ("резервировать", "book"), ("собака", "dog"), ("пёс", "dog"), ("york new", "New York"),
                ] {
                    #expect(try await words.search(WordQuery(text)).map(\.text.value) == [found], "\(text)")
                }
                await #expect(throws: DictionaryError.duplicate(of: all[1].id)) {
                    try await words.add(.make("new", "cat", createdAt: .now))
                }
                #expect(try await words.words(WordText("haus")).map(\.text.value) == ["Haus"])
                if isFirst {
                    try await words.edit(all[4].id, at: .now) { $0.note = note }
                    try await words.setUserTranslations(["псина"], of: all[5].id, at: .now, isAdded: true)
                }
                await store.close()
            }
            let indexes = "SELECT group_concat(name) FROM (SELECT name FROM pragma_index_list('word') ORDER BY name)"
            let names = try SQLiteProbe(file.systemPath).text(indexes)
            await (try DictionaryStore.open(file.appendingPathExtension("new"))).close()
            #expect(try SQLiteProbe(file.appendingPathExtension("new").systemPath).text(indexes) == names)
        }
    }

    @Test("an entry that cannot be read does not stop the migration; reading it is an error")
    func damagedEntry() async throws {
        try await withStore { file in
            #expect(
                try SQLiteProbe(file.systemPath).run("UPDATE dictionary_entry SET entry = '{\"senses\"' WHERE word = 2")
            )
            let store = try await DictionaryStore.open(file)
            #expect(try await store.vocabulary.search(WordQuery("собака")).map(\.text.value) == ["dog"])
            let book = try #require(try await store.vocabulary.words(WordText("book")).first)
            let error = await #expect(throws: DictionaryError.self) { try await store.vocabulary.entry(of: book.id) }
            #expect(error?.code == "storeDamaged")
            await store.close()
        }
    }

    @Test("a migration that is interrupted is made when the store is opened again", arguments: FaultyVFS.Fault.all)
    func interrupted(fault: FaultyVFS.Fault) async throws {
        let fixture = try #require(Bundle.module.url(forResource: "Fixtures/words-4", withExtension: "sqlite"))
        let faults = try await sweep(fault) { vfs, number, folder in
            let file = folder.appending(path: "store.sqlite")
            try FileManager.default.copyItem(at: fixture, to: file)
            vfs.arm(fault, at: number)
            do throws(DictionaryError) {
                await (try DictionaryStore.open(.file(file), options: vfs.options)).close()
            } catch {
                #expect(error.code == fault.storeCode.rawValue, "\(fault) at \(number): \(error)")
            }
            vfs.lift()
            let store = try await DictionaryStore.open(file)
            #expect(try await store.vocabulary.words(.newest(99)).count == 7, "at \(number)")
            let found = try await store.vocabulary.search(WordQuery("резервировать"))
            #expect(found.map(\.text.value) == ["book"], "at \(number)")
            await store.close()
            #expect(try integrity(of: file) == "ok", "at \(number)")
        }
        #expect(faults > 0)
    }

    @Test(
        "an import by the version before cannot be undone: its note does not say whether a word has been edited since"
    )
    func importNote() async throws {
        try await withStore { file in
            let store = try await DictionaryStore.open(file)
            let words = store.vocabulary
            #expect(try await words.undoImport() == nil)
            #expect(try await words.wordCount() == 7)
            await store.close()
        }
    }
}
