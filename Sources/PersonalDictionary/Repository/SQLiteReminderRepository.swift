import CoreModule
public import Foundation
public import TodoList

/// Keeps the daily reminder's settings and days in a SQLite file.
public final class SQLiteReminderRepository: ReminderRepository {
    private let database: SQLiteDatabase

    init(_ database: SQLiteDatabase) {
        self.database = database
    }

    /// The settings; `nil` where none were saved.
    public func settings() async throws(DictionaryError) -> ReminderSettings? {
        do { return try await database.read(Self.settings) } catch { throw wrapped(error) }
    }

    /// Edits the settings and saves them, in one transaction.
    @discardableResult
    public func change(
        at date: Date, _ edit: @escaping @Sendable (inout ReminderSettings) -> Void
    ) async throws(DictionaryError) -> ReminderSettings {
        do {
            return try await database.write { connection in
                let saved = try Self.settings(connection)
                let settings = (saved ?? ReminderSettings(setAt: date)).changed(at: date, edit)
                guard settings != saved else { return settings }
                try connection.run(
                    "INSERT OR REPLACE INTO reminder(row, is_enabled, minute_of_day, skips, set_at) VALUES (1, ?, ?, ?, ?)",
                    [
                        .bool(settings.isEnabled), .integer(Int64(settings.time.minuteOfDay)),
                        .bool(settings.skipsDaysWithNewWord), .integer(settings.setAt.millisecondsSince1970),
                    ])
                return settings
            }
        } catch {
            throw wrapped(error)
        }
    }

    /// The days that were settled last.
    public func settledDays() async throws(DictionaryError) -> Set<CalendarDay> {
        do {
            let days = try await database.read { connection in
                try connection.query("SELECT day FROM reminder_day") { try $0.text(0) }
            }
            return Set(try days.map(day))
        } catch {
            throw wrapped(error)
        }
    }

    /// Notes that a day is settled.
    public func settle(_ day: CalendarDay) async throws(DictionaryError) -> Bool {
        do {
            return try await database.write { connection in
                let isNew = try connection.run(
                    "INSERT INTO reminder_day(day) VALUES (?) ON CONFLICT(day) DO NOTHING", [.text(day.description)])
                guard isNew > 0 else { return false }
                try connection.run(
                    "DELETE FROM reminder_day WHERE seq NOT IN (SELECT seq FROM reminder_day ORDER BY seq DESC LIMIT 60)"
                )
                return true
            }
        } catch {
            throw wrapped(error)
        }
    }

    /// Takes back that a day is settled.
    public func reopen(_ day: CalendarDay) async throws(DictionaryError) {
        do {
            try await database.write { connection in
                try connection.run("DELETE FROM reminder_day WHERE day = ?", [.text(day.description)])
            }
        } catch {
            throw wrapped(error)
        }
    }

    private static func settings(_ connection: SQLiteConnection) throws -> ReminderSettings? {
        try connection.first("SELECT is_enabled, minute_of_day, skips, set_at FROM reminder") { row in
            ReminderSettings(
                isEnabled: try row.bool(0), time: ReminderTime(minuteOfDay: Int(try row.integer(1))),
                skipsDaysWithNewWord: try row.bool(2), setAt: Date(millisecondsSince1970: try row.integer(3)))
        }
    }

    /// A day that was stored; one that cannot be is a damaged store.
    private func day(_ text: String) throws(StoreError) -> CalendarDay {
        do throws(TodoError) { return try CalendarDay(text) } catch {
            throw StoreError(
                .damaged, path: database.path, message: Message("the store holds the impossible day \(text)"))
        }
    }

    private func wrapped(_ error: any Error) -> DictionaryError {
        DictionaryError(wrapping: error, path: database.path)
    }
}
