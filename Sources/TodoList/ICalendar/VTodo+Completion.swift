import CoreModule
public import Foundation

/// How far a task has come, `STATUS`. Names that nobody knows are kept.
public struct VTodoStatus: RawRepresentable, Hashable, Sendable {
    /// The status as it is written, in capital letters.
    public let rawValue: String

    /// Names a status.
    public init(rawValue: String) {
        self.rawValue = rawValue.uppercased()
    }

    /// Nobody has begun.
    public static let needsAction = VTodoStatus(rawValue: "NEEDS-ACTION")
    /// Somebody is at it.
    public static let inProcess = VTodoStatus(rawValue: "IN-PROCESS")
    /// It is done.
    public static let completed = VTodoStatus(rawValue: "COMPLETED")
    /// It will not be done.
    public static let cancelled = VTodoStatus(rawValue: "CANCELLED")

    static let known: Set<VTodoStatus> = [.needsAction, .inProcess, .completed, .cancelled]
}

extension VTodo {
    /// How far the task has come, where it says so.
    public var status: VTodoStatus? {
        guard let line = component.line("STATUS") else { return nil }
        return VTodoStatus(rawValue: String(decoding: line.valueBytes.trimmed, as: UTF8.self))
    }

    /// Sets how far the task has come, and nothing else; see ``setCompleted(at:)``.
    public mutating func setStatus(_ status: VTodoStatus?) {
        guard let status else { return component.remove("STATUS") }
        guard let line = component.line("STATUS") else {
            return component.set(ContentLine(name: "STATUS", value: status.rawValue))
        }
        if self.status != status { component.set(line.with(value: status.rawValue)) }
    }

    /// Whether the task is done: its status says so, or it has none, and is complete to 100 percent or has a date of completion.
    public var isCompleted: Bool {
        if let status, VTodoStatus.known.contains(status) { return status == .completed }
        return component.line("COMPLETED") != nil || readableNumber("PERCENT-COMPLETE") == 100
    }

    /// When the task was done. It may be done without saying when.
    public var completed: Date? {
        get throws(ICalendarProblem) { try stamp("COMPLETED") }
    }

    /// Says that the task is done since a moment, or with `nil` that it is not: status, date and percentage agree then. A
    /// task that is not done keeps a status and a percentage that say the same.
    public mutating func setCompleted(at date: Date?) {
        if let date {
            setStatus(.completed)
            set("COMPLETED", stamp: date)
            setPercentComplete(100)
        } else {
            if isCompleted { setStatus(.needsAction) }
            component.remove("COMPLETED")
            if readableNumber("PERCENT-COMPLETE") == 100 { setPercentComplete(nil) }
        }
    }
}
