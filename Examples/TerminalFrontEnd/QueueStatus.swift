import CoreModule
import Foundation
import Observation
import PersonalDictionary

/// The queue of look-ups, for the header.
@MainActor
@Observable
final class QueueStatus {
    private var status: TranslationQueueStatus

    /// Follows the queue as long as the app lives.
    init(_ app: any AppInWindow) {
        status = app.translation.currentStatus
        app.scope.observe(app.translation.status.events(buffer: .newest(1)), with: self) { $0.status = $1 }
    }

    /// How many words wait, and until when, the longest text first; empty if none waits.
    func texts(_ localizer: Localizer) -> [String] {
        guard let message = status.message, let count = status.waitingMessage else { return [] }
        guard let date = status.notBefore else { return [localizer(count)] }
        let isToday = localizer.day(date) == localizer.day(Date())
        var style = Date.FormatStyle(date: .omitted, time: .shortened, locale: localizer.locale)
        style.timeZone = localizer.timeZone
        let short = isToday ? date.formatted(style) : localizer.day(date)
        return [
            localizer(message), localizer(Message("\(count: status.waiting) words wait until \(short)")),
            localizer(count),
        ]
    }
}
