import CoreModule
public import Foundation

extension VTodo {
    private static let knownStatuses: Set = ["NEEDS-ACTION", "IN-PROCESS", "COMPLETED", "CANCELLED"]

    /// Whether a status is one that a task may have.
    static func isKnown(status: String) -> Bool {
        knownStatuses.contains(String(decoding: Array(status.utf8)[...].trimmed, as: UTF8.self).uppercased())
    }

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
    /// task keeps a consistent status and percentage, and a reopened one gets those back that it had.
    public mutating func setCompleted(at date: Date?) {
        if let date {
            let progress = isClosed ? keptProgress : Progress(of: self)
            setStatus("COMPLETED")
            set("COMPLETED", stamp: date)
            set("PERCENT-COMPLETE", number: 100)
            let line = progress?.line(beside: component.line("COMPLETED"))
            if let line { component.set(line) } else { component.remove(Self.progressProperty) }
        } else {
            let progress = keptProgress
            if isClosed { setStatus(progress?.status ?? "NEEDS-ACTION") }
            component.remove("COMPLETED")
            component.remove(Self.progressProperty)
            if let percent = progress?.percent {
                set("PERCENT-COMPLETE", number: percent)
            } else if readableNumber("PERCENT-COMPLETE") == 100 {
                component.remove("PERCENT-COMPLETE")
            }
        }
    }

    // MARK: Progress

    /// How far a task was before it was completed. It counts until another program changes status or completion date.
    fileprivate static let progressProperty = "X-SUPERAPP-PROGRESS"

    private var keptProgress: Progress? {
        guard status == "COMPLETED", let text = component.line(Self.progressProperty)?.text else { return nil }
        return Progress(text, beside: component.line("COMPLETED"))
    }
}

/// How far an open task is, if it has begun.
private struct Progress {
    /// `IN-PROCESS`; nil if the status says nothing.
    var status: String?
    var percent: Int?

    init?(of todo: VTodo) {
        if todo.status == "IN-PROCESS" { status = "IN-PROCESS" }
        percent = todo.readableNumber("PERCENT-COMPLETE").flatMap { (1..<100).contains($0) ? $0 : nil }
        if status == nil, percent == nil { return nil }
    }

    /// Reads a ``line(beside:)``; nil if the task was completed at another time since.
    init?(_ text: String, beside completed: ContentLine?) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 3, let completed, parts[2] == completed.value else { return nil }
        if parts[0] == "IN-PROCESS" { status = "IN-PROCESS" }
        percent = Int(parts[1]).flatMap { (1..<100).contains($0) ? $0 : nil }
    }

    /// The status, the percentage, each empty if there is none, and the completion date.
    func line(beside completed: ContentLine?) -> ContentLine? {
        guard let completed else { return nil }
        let text = "\(status ?? "") \(percent.map { "\($0)" } ?? "") \(completed.value)"
        return ContentLine(name: VTodo.progressProperty, text: text)
    }
}
