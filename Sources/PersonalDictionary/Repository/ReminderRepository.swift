public import Foundation
public import TodoList

/// Keeps what the user has decided about the daily reminder, and the days that are settled: on which it was given, or stayed away for
/// good. It may be shared by several processes.
public protocol ReminderRepository: Sendable {
    /// The settings; `nil` where none were saved.
    func settings() async throws(DictionaryError) -> ReminderSettings?
    /// Edits the settings, or those that hold where none were saved, and saves them: in one step, which nobody else's edit comes
    /// between. ``ReminderSettings/setAt`` becomes the date where the time is changed or the reminder switched on.
    @discardableResult
    func change(
        at date: Date, _ edit: @escaping @Sendable (inout ReminderSettings) -> Void
    ) async throws(DictionaryError) -> ReminderSettings
    /// The days that were settled last, at least the last 60.
    func settledDays() async throws(DictionaryError) -> Set<CalendarDay>
    /// Notes that a day is settled.
    /// - Returns: whether this call has settled it; of several at once, one has.
    func settle(_ day: CalendarDay) async throws(DictionaryError) -> Bool
    /// Takes back that a day is settled.
    func reopen(_ day: CalendarDay) async throws(DictionaryError)
}
