import CoreModule
public import Foundation

extension VTodo {
    private static let knownStatuses: Set = ["NEEDS-ACTION", "IN-PROCESS", "COMPLETED", "CANCELLED"]

    /// The status of the task in capital letters, if it has one. Unknown names are kept.
    package var status: String? {
        component.line("STATUS").map { String(decoding: $0.valueBytes.trimmed, as: UTF8.self).uppercased() }
    }

    private mutating func setStatus(_ status: String) {
        if self.status != status { set("STATUS", value: status) }
    }

    /// Whether the task is completed: by its status, or without one if it is complete to 100 percent or has a
    /// completion date.
    public var isCompleted: Bool {
        if let status, Self.knownStatuses.contains(status) { return status == "COMPLETED" }
        return component.line("COMPLETED") != nil || readableNumber("PERCENT-COMPLETE") == 100
    }

    /// Whether nothing remains to be done: it is completed or cancelled.
    public var isClosed: Bool { isCompleted || status == "CANCELLED" }

    /// The completion date. A completed task may have none.
    public var completed: Date? { stamp("COMPLETED") }

    /// Completes the task at a date, or reopens it with nil: sets status, date and percentage consistently. An open
    /// task keeps a consistent status and percentage.
    public mutating func setCompleted(at date: Date?) {
        if let date {
            setStatus("COMPLETED")
            set("COMPLETED", stamp: date)
            set("PERCENT-COMPLETE", number: 100)
        } else {
            if isClosed { setStatus("NEEDS-ACTION") }
            component.remove("COMPLETED")
            if readableNumber("PERCENT-COMPLETE") == 100 { component.remove("PERCENT-COMPLETE") }
        }
    }
}
