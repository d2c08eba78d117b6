public import Foundation
public import TodoList

/// Keeps the daily reminder's settings and days in memory.
public actor InMemoryReminderRepository: ReminderRepository {
    private var saved: ReminderSettings?
    private var days: [CalendarDay] = []

    /// Makes a repository without settings and days.
    public init() {}

    /// The settings; `nil` where none were saved.
    public func settings() throws(DictionaryError) -> ReminderSettings? { saved }

    /// Edits the settings and saves them.
    @discardableResult
    public func change(
        at date: Date, _ edit: @escaping @Sendable (inout ReminderSettings) -> Void
    ) throws(DictionaryError) -> ReminderSettings {
        let settings = (saved ?? ReminderSettings(setAt: date)).changed(at: date, edit)
        saved = settings
        return settings
    }

    /// The days that were settled last.
    public func settledDays() throws(DictionaryError) -> Set<CalendarDay> { Set(days) }

    /// Notes that a day is settled.
    public func settle(_ day: CalendarDay) throws(DictionaryError) -> Bool {
        guard !days.contains(day) else { return false }
        days = days.suffix(59) + [day]
        return true
    }

    /// Takes back that a day is settled.
    public func reopen(_ day: CalendarDay) throws(DictionaryError) {
        days.removeAll { $0 == day }
    }
}
