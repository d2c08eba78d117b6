import CoreModule
import Foundation
import PersonalDictionary
import TestSupport
import Testing
import TodoList

@Suite("The stored settings and days of the reminder, in memory and in a file", .bounded)
struct ReminderRepositoryContractTests {
    private let start = Date(timeIntervalSince1970: 1_795_255_200)

    enum Kind: CaseIterable, Sendable { case inMemory, sqlite }

    private func withRepository(_ kind: Kind, _ body: (ReminderRepository) async throws -> Void) async throws {
        switch kind {
        case .inMemory: try await body(ReminderRepository(AppSettings(InMemorySettingsStore())))
        case .sqlite:
            try await withTemporaryFolder { folder in
                let store = try await DictionaryStore.open(folder.appending(path: "a.sqlite"))
                try await body(store.reminders)
                await store.close()
            }
        }
    }

    @Test("edits of the settings are stored; at first there are none", arguments: Kind.allCases)
    func settings(kind: Kind) async throws {
        try await withRepository(kind) { repository in
            #expect(try await repository.reminder() == nil)
            let first = try await repository.change(at: start) { _ in }
            #expect(first == ReminderSettings(setAt: start))
            #expect(first.isEnabled && first.time == .standard && !first.skipsDaysWithNewWord)
            #expect(try await repository.reminder() == first)
            let time = try #require(ReminderTime("08:05"))
            try await repository.change(at: start + 10) { $0.time = time }
            let second = try await repository.change(at: start + 20) { $0.skipsDaysWithNewWord = true }
            #expect(second == ReminderSettings(time: time, skipsDaysWithNewWord: true, setAt: start + 10))
            #expect(try await repository.reminder() == second)
        }
    }

    @Test(
        "only a change of the time and switching on set the date from which the reminder counts",
        arguments: Kind.allCases)
    func setAt(kind: Kind) async throws {
        try await withRepository(kind) { repository in
            let edits: [(edit: @Sendable (inout ReminderSettings) -> Void, setAt: Double)] = [
                ({ _ in }, 0), ({ $0.skipsDaysWithNewWord = true }, 0), ({ $0.time = .standard }, 0),
                ({ $0.isEnabled = false }, 0), ({ $0.isEnabled = true }, 4), ({ $0.isEnabled = true }, 4),
            ]
            for (index, (edit, setAt)) in edits.enumerated() {
                let settings = try await repository.change(at: start + Double(index), edit)
                #expect(settings.setAt == start + setAt, "\(index)")
            }
        }
    }

    @Test("simultaneous edits are all stored", arguments: Kind.allCases)
    func concurrentEdits(kind: Kind) async throws {
        try await withRepository(kind) { repository in
            try await repository.change(at: start) { $0.time = ReminderTime(hour: 0, minute: 0) ?? $0.time }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<20 {
                    group.addTask { [start] in
                        try await repository.change(at: start) {
                            $0.time = ReminderTime(hour: $0.time.hour + 1, minute: 0) ?? $0.time
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await repository.reminder()?.time.hour == 20)
        }
    }

    @Test("one of several simultaneous calls marks a day as handled, until it is reopened", arguments: Kind.allCases)
    func days(kind: Kind) async throws {
        try await withRepository(kind) { repository in
            let day = try CalendarDay("2026-11-21")
            #expect(try await repository.handledDays().isEmpty)
            let wins = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<10 { group.addTask { try await repository.markHandled(day) } }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(wins == 1)
            #expect(try await repository.handledDays() == [day])
            try await repository.reopen(day)
            try await repository.reopen(day)
            #expect(try await repository.handledDays().isEmpty)
            #expect(try await repository.markHandled(day))
        }
    }

    @Test("the sixty days that were handled last are stored, in any order", arguments: Kind.allCases)
    func pruning(kind: Kind) async throws {
        try await withRepository(kind) { repository in
            var days = [try CalendarDay("2030-01-01")]
            for month in 1...3 {
                for day in 1...28 { days.append(try CalendarDay(year: 2026, month: month, day: day)) }
            }
            for day in days { #expect(try await repository.markHandled(day)) }
            #expect(try await repository.handledDays() == Set(days.suffix(60)))
            #expect(try await repository.markHandled(days[0]))
        }
    }

    @Test("they survive a restart, and all processes share them")
    func restart() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            let day = try CalendarDay("2026-11-21")
            let first = try await DictionaryStore.open(file)
            let settings = try await first.reminders.change(at: start) { $0.isEnabled = false }
            #expect(try await first.reminders.markHandled(day))
            let second = try await DictionaryStore.open(file)
            #expect(try await second.reminders.markHandled(day) == false)
            await first.close()
            await second.close()
            let third = try await DictionaryStore.open(file)
            #expect(try await third.reminders.reminder() == settings)
            #expect(try await third.reminders.handledDays() == [day])
            await third.close()
        }
    }

    @Test(
        "a stored text that cannot be decoded is an error, never a default",
        arguments: [
            ("INSERT INTO setting VALUES ('reminderDays', '[\"2026-02-30\"]')", "storeDamaged"),
            ("INSERT INTO setting VALUES ('reminderDays', '[')", "storeDamaged"),
            // SQL that names a table which is not there is wrong. When the store is opened, a missing table is damage.
            ("DROP TABLE setting", "storeInternalFault"),
        ])
    func damage(script: String, code: String) async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            let store = try await DictionaryStore.open(file)
            try SQLiteProbe(file.systemPath).run(script)
            do throws(DictionaryError) {
                _ = try await store.reminders.handledDays()
                Issue.record("nothing was thrown")
            } catch {
                #expect(error.code == code)
            }
            await store.close()
            await #expect(throws: DictionaryError.self) { try await store.reminders.reminder() }
            await #expect(throws: DictionaryError.self) { try await store.reminders.change(at: start) { _ in } }
        }
    }
}
