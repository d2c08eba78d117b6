import CoreModule
import Observation
import PersonalDictionary

/// What the queue of look-ups is at, to be observed.
@MainActor
@Observable
final class QueueWatch {
    private(set) var status: TranslationQueueStatus

    /// Follows the queue for as long as the app lives.
    init(_ app: AppGraph) {
        status = app.translation.currentStatus
        app.scope.observe(app.translation.status.events(buffer: .newest(1)), with: self) { $0.status = $1 }
    }
}
