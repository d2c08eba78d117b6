import CoreModule
import Foundation
import PersonalDictionary
import TestSupport
import Testing
import TodoList

/// Store files that released versions wrote. Each must open completely in every later version.
@Suite("A store of an earlier version", .bounded)
struct StoreFixtureTests {
    @Test("version 1 opens with all its words, entries, settings and tasks, and can be written to")
    func version1() async throws {
        let fixture = try #require(Bundle.module.url(forResource: "Fixtures/store-1", withExtension: "sqlite"))
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "store.sqlite")
            try FileManager.default.copyItem(at: fixture, to: file)
            let store = try await DictionaryStore.open(file)
            let words = try await store.vocabulary.words(.newest(.max))
            #expect(words.map(\.text.value) == ["qwxyz 100%", "Haus", "змея", "dog"])
            #expect(words.map(\.direction.description) == ["en→ru", "de→it", "ru→en", "en→ru"])
            #expect(words.map(\.translation.name) == ["notFound", "translated", "translated", "translated"])
            #expect(words.map(\.translation.translation?.text) == [nil, "casa", "snake", "пёс"])
            #expect(words.map(\.translation.translation?.provider) == [nil, .glossary, .glossary, .user])
            #expect(try await store.vocabulary.words(.newest(.max), in: .favorites).map(\.text.value) == ["змея"])
            #expect(try await store.vocabulary.entry(of: words[2].id)?.senses.first?.translations == ["snake"])
            #expect(try await store.vocabulary.search(WordQuery("змея́")).map(\.text.value) == ["змея"])
            #expect(try await store.typedSettings.value(.direction) == .between("de", "it"))
            // Settings of later versions are empty.
            #expect(try await store.reminders.reminder() == nil)
            #expect(try await store.reminders.markHandled(CalendarDay("2026-12-01")))
            let todos = try await store.todos.todos()
            #expect(todos.map(\.text.value) == ["Buy milk", "Хлеб"])
            #expect(todos.map(\.priority) == [.high, .normal])
            #expect(todos.first?.deadline == (try TodoDeadline("2026-12-01")))
            try await store.vocabulary.remove([words[3].id])
            #expect(try await store.vocabulary.wordCount() == 3)
            await store.close()
        }
    }

    @Test("version 3 opens with everything in it, with the reminder from its old tables, and can be written to")
    func version3() async throws {
        let fixture = try #require(Bundle.module.url(forResource: "Fixtures/store-3", withExtension: "sqlite"))
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "store.sqlite")
            try FileManager.default.copyItem(at: fixture, to: file)
            for _ in 0..<2 {
                let store = try await DictionaryStore.open(file)
                let words = try await store.vocabulary.words(.newest(.max))
                #expect(words.map(\.text.value) == ["waiting", "failing", "cat", "qwxyz", "Haus", "змея", "dog"])
                #expect(
                    words.map(\.direction.description) == [
                        "en→ru", "en→ru", "en→ru", "en→ru", "de→it", "ru→en", "en→ru",
                    ])
                #expect(
                    words.map(\.translation.name) == [
                        "pending", "failed", "translated", "notFound", "translated", "translated", "translated",
                    ])
                #expect(
                    words.map(\.translation.translation?.text) == [nil, nil, "кошка", nil, "casa", "snake", "пёс"])
                #expect(
                    words.map(\.translation.translation?.provider) == [
                        nil, nil, .glossary, nil, .glossary, .glossary, .user,
                    ])
                #expect(try await store.vocabulary.words(.newest(.max), in: .favorites) == [words[4], words[5]])
                #expect(
                    try await store.vocabulary.words(WordPage(limit: 9), in: .awaitingTranslation) == [
                        words[1], words[0],
                    ])
                #expect(
                    try await store.vocabulary.words(WordPage(limit: 9), in: .notFound(notAskedOf: [.dict])) == [
                        words[3]
                    ])
                #expect(try await store.vocabulary.providersAsked(for: words[3].id).isEmpty)
                #expect(try await store.vocabulary.entry(of: words[4].id)?.senses.first?.translations == ["casa"])
                #expect(try await store.vocabulary.entry(of: words[6].id) == nil)
                #expect(try await store.vocabulary.search(WordQuery("кош")) == [words[2]])
                #expect(try await store.vocabulary.search(WordQuery("goner")).isEmpty)
                let todos = try await store.todos.todos()
                #expect(todos.map(\.text.value) == ["Buy milk", "Хлеб", "Call Anna"])
                #expect(todos.map(\.priority) == [.high, .normal, .low])
                #expect(todos.map(\.isCompleted) == [false, true, false])
                #expect(todos.first?.deadline == (try TodoDeadline("2026-12-01")))
                let settings = store.typedSettings
                #expect(try await settings.value(.direction) == .between("de", "it"))
                #expect(
                    try await settings.value(.navigation)?.screens == [.favorites, .search])
                #expect(
                    try await settings.value(.todoServer)
                        == TodoServerAddress(
                            url: try #require(URL(string: "http://localhost:5232/anna/")), user: "anna"))
                let reminder = try #require(try await store.reminders.reminder())
                #expect(reminder.isEnabled && !reminder.skipsDaysWithNewWord)
                #expect(reminder.time == ReminderTime("08:15"))
                #expect(reminder.setAt.millisecondsSince1970 == 1_795_310_947_055)
                #expect(try await store.reminders.handledDays() == [CalendarDay("2026-11-22")])
                #expect(try await store.reminders.markHandled(CalendarDay("2026-11-22")) == false)
                await store.close()
            }
            let store = try await DictionaryStore.open(file)
            let dog = try #require(try await store.vocabulary.words(WordText("dog")).first)
            try await store.vocabulary.remove([dog.id])
            try await store.vocabulary.add(.make("new", "dog", createdAt: .now))
            #expect(try await store.vocabulary.wordCount() == 7)
            #expect(try await store.reminders.markHandled(CalendarDay("2026-11-23")))
            await store.close()
        }
    }

    @Test("the glossary, which knows more words now, is asked again for what versions 1 and 2 did not find")
    func version2() async throws {
        for version in [1, 2] {
            let fixture = try #require(
                Bundle.module.url(forResource: "Fixtures/store-\(version)", withExtension: "sqlite"))
            try await withTemporaryFolder { folder in
                let file = folder.appending(path: "store.sqlite")
                try FileManager.default.copyItem(at: fixture, to: file)
                let before = try SQLiteProbe(file.systemPath).text("SELECT group_concat(updated_at) FROM word")
                let store = try await DictionaryStore.open(file)
                let words = try await store.vocabulary.words(.newest(.max))
                for word in words {
                    #expect(try await store.vocabulary.providersAsked(for: word.id).isEmpty)
                }
                let unknown = words.reversed().filter { $0.translation == .notFound }
                #expect(
                    try await store.vocabulary.words(WordPage(limit: 9), in: .notFound(notAskedOf: [.dict])) == unknown)
                #expect(
                    try await store.vocabulary.words(WordPage(limit: 9), in: .notFound(notAskedOf: [.glossary]))
                        == unknown)
                if version == 2 {
                    #expect(words.map(\.text.value) == ["later", "mnbv", "zzz", "qwxyz 100%", "dog"])
                    #expect(
                        words.map(\.translation.name) == [
                            "pending", "translated", "notFound", "notFound", "translated",
                        ])
                    #expect(words.map(\.translation.translation?.text) == [nil, "mine", nil, nil, "собака"])
                }
                await store.close()
                let probe = try SQLiteProbe(file.systemPath)
                #expect(probe.text("SELECT group_concat(updated_at) FROM word") == before)
                #expect(probe.text("SELECT count(*) FROM setting WHERE key = 'providers'") == "0")
            }
        }
    }

    @Test("asked providers that cannot be decoded count as none, and the next look-up replaces them")
    func strangeNotes() async throws {
        for note in ["nonsense", "{}", "[1]", "[\"a\"", "\"dict\""] {
            let fixture = try #require(Bundle.module.url(forResource: "Fixtures/store-2", withExtension: "sqlite"))
            try await withTemporaryFolder { folder in
                let file = folder.appending(path: "store.sqlite")
                try FileManager.default.copyItem(at: fixture, to: file)
                // Before the migration, and after it.
                #expect(try SQLiteProbe(file.systemPath).run("UPDATE setting SET value = '\(note)'"))
                for _ in 0..<2 {
                    let store = try await DictionaryStore.open(file)
                    let unknown = try await store.vocabulary.words(
                        WordPage(limit: 9), in: .notFound(notAskedOf: [.glossary]))
                    #expect(unknown.map(\.text.value) == ["qwxyz 100%", "zzz"], "\(note)")
                    let id = try #require(unknown.first?.id)
                    try await store.vocabulary.record(.notFound(askedOf: [.glossary]), of: id, at: .now)
                    #expect(try await store.vocabulary.providersAsked(for: id) == [.glossary])
                    await store.close()
                    #expect(try SQLiteProbe(file.systemPath).run("UPDATE word SET asked_of = '\(note)'"))
                }
            }
        }
    }
}
