package import CoreModule
package import Foundation

/// Stores the settings of the daily reminder, and the days that are handled: the reminder was shown, or skipped for good.
///
/// Several processes may share one store.
package struct ReminderRepository: Sendable {
    private static let dayCount = 60
    private let settings: AppSettings

    package init(_ settings: AppSettings) {
        self.settings = settings
    }

    /// Returns the settings, or nil if none were saved.
    package func reminder() async throws(DictionaryError) -> ReminderSettings? {
        try await converting { () throws(StoreError) in try await settings.value(.reminder) }
    }

    /// Edits the settings, or the default ones if none were saved, and saves them in one transaction.
    ///
    /// ``ReminderSettings/setAt`` becomes the date if the time changes or the reminder is switched on.
    @discardableResult
    package func change(
        at date: Date, _ edit: @escaping @Sendable (inout ReminderSettings) -> Void
    ) async throws(DictionaryError) -> ReminderSettings {
        try await converting { () throws(StoreError) in
            try await settings.change(.reminder) { saved in
                let changed = (saved ?? ReminderSettings(setAt: date)).changed(at: date, edit)
                saved = changed
                return changed
            }
        }
    }

    /// Returns the days that were handled last, at least the last 60.
    package func handledDays() async throws(DictionaryError) -> Set<CalendarDay> {
        try await converting { () throws(StoreError) in Set(try await settings.value(.handledDays) ?? []) }
    }

    /// Marks a day as handled.
    /// - Returns: whether it was not handled before. Of several calls at the same time, one returns true.
    package func markHandled(_ day: CalendarDay) async throws(DictionaryError) -> Bool {
        try await changeDays { days in
            guard !days.contains(day) else { return false }
            days = days.suffix(Self.dayCount - 1) + [day]
            return true
        }
    }

    /// Marks a day as not handled.
    package func reopen(_ day: CalendarDay) async throws(DictionaryError) {
        try await changeDays { $0.removeAll { $0 == day } }
    }

    @discardableResult
    private func changeDays<Result: Sendable>(
        _ edit: @escaping @Sendable (inout [CalendarDay]) -> Result
    ) async throws(DictionaryError) -> Result {
        try await converting { () throws(StoreError) in
            try await settings.change(.handledDays) { saved in
                var days = saved ?? []
                defer { saved = days }
                return edit(&days)
            }
        }
    }

    private func converting<Value>(
        _ body: () async throws(StoreError) -> Value
    ) async throws(DictionaryError) -> Value {
        do { return try await body() } catch { throw .store(error) }
    }
}
