package import Foundation

/// A reminder that the system shows by itself, even if the program does not run.
package struct PlannedReminder: Hashable, Sendable {
    /// Names the request. The same numbers are used again and again, so that new plans replace old ones.
    package let identifier: String
    /// Its local time: without a zone, so that it follows the system's.
    package let components: DateComponents

    /// How many the system keeps: https://developer.apple.com/documentation/usernotifications
    package static let maximumCount = 64

    /// The names of all that there may be.
    package static var identifiers: [String] { (0..<maximumCount).map(identifier) }

    /// Plans reminders at dates, which a zone's clocks show. Those over the maximum are left out.
    package static func plan(_ dates: [Date], in timeZone: TimeZone) -> [PlannedReminder] {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        return dates.prefix(maximumCount).enumerated().map { number, date in
            var components = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
            // The user's own calendar may count other years.
            components.calendar = Calendar(identifier: .gregorian)
            return PlannedReminder(identifier: identifier(number), components: components)
        }
    }

    /// Puts a plan in place of an earlier one. If the system refuses a reminder, what is not replaced yet of the earlier plan stays.
    package static func replace(
        with plan: [PlannedReminder], add: @Sendable (PlannedReminder) async throws(ReminderDeliveryError) -> Void,
        remove: @Sendable ([String]) -> Void
    ) async throws(ReminderDeliveryError) {
        for planned in plan { try await add(planned) }
        remove(Array(identifiers.dropFirst(plan.count)))
    }

    private static func identifier(_ number: Int) -> String { "superapp.reminder.\(number)" }
}
