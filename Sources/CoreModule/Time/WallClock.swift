public import Foundation

/// The current date. It is passed in wherever one is needed, so that a test decides what it is.
public struct WallClock: Sendable {
    private let read: @Sendable () -> Date

    /// Makes a clock of a closure, which may be called from any thread.
    public init(_ read: @escaping @Sendable () -> Date) {
        self.read = read
    }

    /// The current date in whole milliseconds. Every store and format here keeps milliseconds, so that a value that was
    /// written and read again equals the one in memory.
    public func now() -> Date {
        Date(millisecondsSince1970: read().millisecondsSince1970)
    }

    /// The system's clock.
    public static let system = WallClock { Date() }
}

extension Date {
    /// Whole milliseconds since 1970-01-01T00:00:00Z, rounded down; a date out of range becomes the nearest one.
    public var millisecondsSince1970: Int64 {
        // Plus a microsecond, because a Date made from whole milliseconds may be slightly less.
        Int64(exactly: (timeIntervalSince1970 * 1000 + 0.001).rounded(.down))
            ?? (timeIntervalSince1970 < 0 ? .min : .max)
    }

    /// The date so many milliseconds after 1970-01-01T00:00:00Z.
    public init(millisecondsSince1970 milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}
