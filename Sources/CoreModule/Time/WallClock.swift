public import Foundation

/// Tells the time of day; handed in wherever a date is stamped, so that a test decides what it is.
public struct WallClock: Sendable {
    private let read: @Sendable () -> Date

    /// Makes a clock of a closure that may be called from any thread.
    public init(_ read: @escaping @Sendable () -> Date) {
        self.read = read
    }

    /// The time now, cut to whole milliseconds: what every store and format here keeps, so that a value that was written
    /// and read again equals the one in memory.
    public func now() -> Date {
        Date(millisecondsSince1970: read().millisecondsSince1970)
    }

    /// The system's clock.
    public static let system = WallClock { Date() }
}

extension Date {
    /// Whole milliseconds since 1970-01-01T00:00:00Z, rounded down; dates out of range are cut to it.
    public var millisecondsSince1970: Int64 {
        // A microsecond is added because a Date made from whole milliseconds may lie just below them.
        Int64(exactly: (timeIntervalSince1970 * 1000 + 0.001).rounded(.down))
            ?? (timeIntervalSince1970 < 0 ? .min : .max)
    }

    /// The date that lies this many milliseconds after 1970-01-01T00:00:00Z.
    public init(millisecondsSince1970 milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}
