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
        try await value(.reminder)
    }

    /// Edits the settings, or the default ones if none were saved, and saves them in one transaction.
    ///
    /// ``ReminderSettings/setAt`` becomes the date if the time changes or the reminder is switched on.
    @discardableResult
    package func change(
        at date: Date, _ edit: @escaping @Sendable (inout ReminderSettings) -> Void
    ) async throws(DictionaryError) -> ReminderSettings {
        try await change(.reminder) { saved in
            let changed = (saved ?? ReminderSettings(setAt: date)).changed(at: date, edit)
            saved = changed
            return changed
        }
    }

    /// Returns the days that were handled last, at least the last 60.
    package func handledDays() async throws(DictionaryError) -> Set<CalendarDay> {
        Set(try await value(.handledDays) ?? [])
    }

    /// Marks a day as handled.
    /// - Returns: whether it was not handled before. Of several calls at the same time, one returns true.
    package func markHandled(_ day: CalendarDay) async throws(DictionaryError) -> Bool {
        try await change(.handledDays) { days in
            let handled = days ?? []
            guard !handled.contains(day) else { return false }
            days = handled.suffix(Self.dayCount - 1) + [day]
            return true
        }
    }

    /// Marks a day as not handled.
    package func reopen(_ day: CalendarDay) async throws(DictionaryError) {
        try await change(.handledDays) { days in days?.removeAll { $0 == day } }
    }

    private func value<Value: Sendable>(_ key: SettingKey<Value>) async throws(DictionaryError) -> Value? {
        do { return try await settings.value(key) } catch { throw .store(error) }
    }

    @discardableResult
    private func change<Value: Sendable, Result: Sendable>(
        _ key: SettingKey<Value>, _ edit: @escaping @Sendable (inout Value?) -> Result
    ) async throws(DictionaryError) -> Result {
        do { return try await settings.change(key, edit) } catch { throw .store(error) }
    }
}
