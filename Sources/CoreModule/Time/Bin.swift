public import Foundation

/// How long what was removed is kept.
package enum Bin {
    private static let time: TimeInterval = 30 * 86_400

    /// When what was removed at a date goes for good.
    package static func end(of removedAt: Date) -> Date { removedAt.addingTimeInterval(time) }

    /// What was removed before this date is kept no longer.
    package static func start(_ now: Date) -> Date { now.addingTimeInterval(-time) }
}

/// Something in a bin.
public protocol RemovedItem: Identifiable, Hashable, Sendable where ID: Sendable {
    /// What was removed.
    associatedtype Content: Identifiable & Sendable where Content.ID == ID

    /// What was removed, as it was.
    var content: Content { get }
    /// When it was removed.
    var removedAt: Date { get }
}

extension RemovedItem {
    /// When it goes for good: 30 days after its removal.
    public var end: Date { Bin.end(of: removedAt) }
}
