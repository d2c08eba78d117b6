package import CoreModule
package import Foundation
import Synchronization

/// A time of day that stands still until a test moves it.
package final class ManualTime: Sendable {
    private let date: Mutex<Date>

    /// Begins at 2026-11-21T10:00:00Z unless told otherwise.
    package init(_ start: Date = Date(timeIntervalSince1970: 1_795_255_200)) {
        date = Mutex(start)
    }

    package var now: Date { date.withLock { $0 } }

    /// The clock to hand to what is tested.
    package var clock: WallClock { WallClock { self.now } }

    package func advance(by duration: TimeInterval) {
        date.withLock { $0 += duration }
    }
}
