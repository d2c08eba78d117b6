import CoreModule
import Foundation
import PersonalDictionary
import TestSupport
import Testing
import TodoList

/// Stores as released versions wrote them, kept as files: each must open, whole, in every later version.
@Suite("A store of an earlier version")
struct StoreFixtureTests {
    @Test("version 1 opens with all its words, entries, settings and tasks, and can be written to")
    func version1() async throws {
        let fixture = try #require(Bundle.module.url(forResource: "Fixtures/store-1", withExtension: "sqlite"))
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "store.sqlite")
            try FileManager.default.copyItem(at: fixture, to: file)
            let store = try await DictionaryStore.open(file)
            let words = try await store.words.words(.newest(.max))
            #expect(words.map(\.text.value) == ["qwxyz 100%", "Haus", "змея", "dog"])
            #expect(words.map(\.direction.description) == ["en→ru", "de→it", "ru→en", "en→ru"])
            #expect(words.map(\.translation.name) == ["notFound", "translated", "translated", "translated"])
            #expect(words.map(\.translation.translation?.text) == [nil, "casa", "snake", "пёс"])
            #expect(words.map(\.translation.translation?.provider) == [nil, .glossary, .glossary, .user])
            #expect(try await store.words.favoriteWords(.newest(.max)).map(\.text.value) == ["змея"])
            #expect(try await store.words.entry(of: words[2].id)?.senses.first?.translations == ["snake"])
            #expect(try await store.words.search(WordQuery("змея́")).map(\.text.value) == ["змея"])
            #expect(try await store.directions.direction() == .between("de", "it"))
            // What came later begins empty.
            #expect(try await store.reminders.settings() == nil)
            #expect(try await store.reminders.settle(CalendarDay("2026-12-01")))
            let todos = try await store.todos.todos()
            #expect(todos.map(\.text.value) == ["Buy milk", "Хлеб"])
            #expect(todos.map(\.priority) == [.high, .normal])
            #expect(todos.first?.deadline == (try TodoDeadline("2026-12-01")))
            try await store.words.remove([words[3].id])
            #expect(try await store.words.wordCount() == 3)
            await store.close()
        }
    }
}
