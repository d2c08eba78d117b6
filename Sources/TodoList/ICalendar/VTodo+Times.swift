import CoreModule
public import Foundation

extension VTodo {
    /// When the task is due: `DUE`, or the start plus `DURATION`.
    public var due: ICalendarTime? {
        get throws(ICalendarProblem) {
            if let due = try time("DUE") { return due }
            guard let line = component.line("DURATION"), try time("DTSTART") != nil else { return nil }
            guard let due = dueByDuration else { throw .malformed(line) }
            return due
        }
    }

    private var dueByDuration: ICalendarTime? {
        guard let start,
            let duration = component.line("DURATION").flatMap({ ICalendarDuration($0.valueBytes.trimmed) })
        else { return nil }
        return duration.added(to: start)
    }

    /// When the task begins.
    public var start: ICalendarTime? { component.line("DTSTART").flatMap { ICalendarTime($0) } }

    /// Sets when the task is due, or removes it. Removes a `DURATION`, which means the same.
    ///
    /// The start is kept if it is valid: it must not be later, and both must be dates or both have a time (RFC 5545,
    /// section 3.8.2.3); servers refuse other tasks. The caller must ensure that both are floating or neither is.
    ///
    /// A time with a time zone needs a `VTIMEZONE` in the object, unless the task or another one had a time there before.
    public mutating func setDue(_ time: ICalendarTime?) {
        let current = component.line("DUE").map { ICalendarTime($0) } ?? dueByDuration
        if let time, time == current { return }
        component.remove("DURATION")
        set("DUE", time: time)
        guard let time, let start else { return }
        set("DTSTART", time: start.asStart(of: time))
    }

    // MARK: Stamps

    /// When the task was made.
    public var created: Date? { stamp("CREATED") }

    /// When the task was edited last.
    public var lastModified: Date? { stamp("LAST-MODIFIED") }

    /// When this component was written. A program without ``lastModified`` detects an edit by it.
    public var stamp: Date? { stamp("DTSTAMP") }

    /// Sets when the task was made, to the second.
    package mutating func setCreated(_ date: Date) { set("CREATED", stamp: date) }

    /// Sets when the task was edited last and when it was written, to the second. Increments `SEQUENCE` if the edit
    /// matters to others: due time, start, recurrence rule or status.
    public mutating func setLastModified(_ date: Date, isRevision: Bool = false) {
        set("LAST-MODIFIED", stamp: date)
        set("DTSTAMP", stamp: date)
        // An invalid number starts again.
        if isRevision { set("SEQUENCE", number: min((readableNumber("SEQUENCE") ?? 0) + 1, Int(Int32.max))) }
    }

    // MARK: Any time

    private func time(_ name: String) throws(ICalendarProblem) -> ICalendarTime? {
        guard let line = component.line(name) else { return nil }
        guard let time = ICalendarTime(line) else { throw .malformed(line) }
        return time
    }

    mutating func set(_ name: String, time: ICalendarTime?) {
        guard let time else { return component.remove(name) }
        let line = component.line(name) ?? ContentLine(name: name, value: "")
        if ICalendarTime(line) != time { component.set(time.written(to: line)) }
    }

    /// A stamp is in UTC. One without `Z`, as some programs write it, counts as UTC unless it names a time zone.
    func stamp(_ name: String) -> Date? {
        guard let time = component.line(name).flatMap({ ICalendarTime($0) }) else { return nil }
        switch ICalendarTimeZones().moment(of: time) {
        case .instant(let date): return date
        case .day, .local: return time.clock.date()
        case .unknownTimeZone: return nil
        }
    }

    /// To the second: a stamp of the same second is kept.
    mutating func set(_ name: String, stamp date: Date) { set(name, time: .utc(LocalDateTime(date))) }
}
