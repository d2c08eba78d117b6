import CoreModule
public import Foundation

/// The status of a task (`STATUS`). Unknown names are kept.
public struct VTodoStatus: RawRepresentable, Hashable, Sendable {
    /// The status as it is written, in capital letters.
    public let rawValue: String

    /// Names a status.
    public init(rawValue: String) {
        self.rawValue = rawValue.uppercased()
    }

    /// Not started.
    public static let needsAction = VTodoStatus(rawValue: "NEEDS-ACTION")
    /// In progress.
    public static let inProcess = VTodoStatus(rawValue: "IN-PROCESS")
    /// It is done.
    public static let completed = VTodoStatus(rawValue: "COMPLETED")
    /// It will not be done.
    public static let cancelled = VTodoStatus(rawValue: "CANCELLED")

    static let known: Set<VTodoStatus> = [.needsAction, .inProcess, .completed, .cancelled]
}

extension VTodo {
    /// The status of the task, if it has one.
    public var status: VTodoStatus? {
        guard let line = component.line("STATUS") else { return nil }
        return VTodoStatus(rawValue: String(decoding: line.valueBytes.trimmed, as: UTF8.self))
    }

    /// Sets only the status; see ``setCompleted(at:)``.
    public mutating func setStatus(_ status: VTodoStatus?) {
        if self.status != status { set("STATUS", value: status?.rawValue) }
    }

    /// Whether the task is completed: by its status, or without one if it is complete to 100 percent or has a
    /// completion date.
    public var isCompleted: Bool {
        if let status, VTodoStatus.known.contains(status) { return status == .completed }
        return component.line("COMPLETED") != nil || readableNumber("PERCENT-COMPLETE") == 100
    }

    /// Whether nothing remains to be done: it is completed or cancelled.
    public var isClosed: Bool { isCompleted || status == .cancelled }

    /// The completion date. A completed task may have none.
    public var completed: Date? {
        get throws(ICalendarProblem) { try stamp("COMPLETED") }
    }

    /// Completes the task at a date, or reopens it with nil: sets status, date and percentage consistently. An open
    /// task keeps a consistent status and percentage.
    public mutating func setCompleted(at date: Date?) {
        if let date {
            setStatus(.completed)
            set("COMPLETED", stamp: date)
            setPercentComplete(100)
        } else {
            if isClosed { setStatus(.needsAction) }
            component.remove("COMPLETED")
            if readableNumber("PERCENT-COMPLETE") == 100 { setPercentComplete(nil) }
        }
    }
}
