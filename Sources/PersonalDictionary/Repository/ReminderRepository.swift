public import CoreModule
public import Foundation

/// Stores the settings of the daily reminder, and the days that are settled: the reminder was shown, or skipped for good.
///
/// Several processes may share one store.
public struct ReminderRepository: Sendable {
    private static let dayCount = 60
    private let settings: Settings

    /// Creates a repository that stores in settings.
    public init(_ settings: Settings) {
        self.settings = settings
    }

    /// Returns the settings, or nil if none were saved.
    public func reminder() async throws(DictionaryError) -> ReminderSettings? {
        do { return try await settings.value(.reminder) } catch { throw .store(error) }
    }

    /// Edits the settings, or the default ones if none were saved, and saves them in one transaction.
    ///
    /// ``ReminderSettings/setAt`` becomes the date if the time changes or the reminder is switched on.
    @discardableResult
    public func change(
        at date: Date, _ edit: @escaping @Sendable (inout ReminderSettings) -> Void
    ) async throws(DictionaryError) -> ReminderSettings {
        do throws(StoreError) {
            return try await settings.change(.reminder) { saved in
                let changed = (saved ?? ReminderSettings(setAt: date)).changed(at: date, edit)
                saved = changed
                return changed
            }
        } catch {
            throw .store(error)
        }
    }

    /// Returns the days that were settled last, at least the last 60.
    public func settledDays() async throws(DictionaryError) -> Set<CalendarDay> {
        do { return Set(try await settings.value(.settledDays) ?? []) } catch { throw .store(error) }
    }

    /// Settles a day.
    /// - Returns: whether this call settled it. Of several calls at the same time, one does.
    public func settle(_ day: CalendarDay) async throws(DictionaryError) -> Bool {
        try await changeDays { days in
            guard !days.contains(day) else { return false }
            days = days.suffix(Self.dayCount - 1) + [day]
            return true
        }
    }

    /// Makes a day unsettled again.
    public func reopen(_ day: CalendarDay) async throws(DictionaryError) {
        try await changeDays { $0.removeAll { $0 == day } }
    }

    @discardableResult
    private func changeDays<Result: Sendable>(
        _ edit: @escaping @Sendable (inout [CalendarDay]) -> Result
    ) async throws(DictionaryError) -> Result {
        do throws(StoreError) {
            return try await settings.change(.settledDays) { saved in
                var days = saved ?? []
                defer { saved = days }
                return edit(&days)
            }
        } catch {
            throw .store(error)
        }
    }
}
