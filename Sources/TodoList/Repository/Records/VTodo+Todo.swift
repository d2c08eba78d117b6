import CoreModule
import Foundation

// A task's start and its `DUE` must both be floating, or neither (RFC 5545, section 3.8.2.3), and a program that gave a
// task a time zone does not expect it to disappear. So a deadline may have to be written in another form than it was
// set in. The original form is kept beside it until another program changes that `DUE`, so the deadline is read back as
// it was set.

extension TodoDeadline {
    /// The deadline of a task; nil if it has none or an invalid one.
    init?(of todo: VTodo, in zones: ICalendarTimeZones) {
        guard let due = todo.readableDue else { return nil }
        self = Self(meantBy: todo) ?? Self(due, in: zones)
    }

    /// The deadline in the line beside `DUE`, if that line matches the current `DUE`.
    private init?(meantBy todo: VTodo) {
        guard let text = todo.component.line(VTodo.deadlineProperty)?.text,
            let due = todo.component.line("DUE").flatMap({ ICalendarTime($0) }),
            let space = text.firstIndex(of: " "), text[space...].dropFirst() == due.coded
        else { return nil }
        do { self = try TodoDeadline(String(text[..<space])) } catch { return nil }
    }

    /// The line that keeps the original form of a `DUE`; nil if the `DUE` has that form.
    fileprivate func line(beside due: ICalendarTime, in zones: ICalendarTimeZones) -> ContentLine? {
        guard self != Self(due, in: zones) else { return nil }
        return ContentLine(name: VTodo.deadlineProperty, text: "\(self) \(due.coded)")
    }

    /// The `DUE` of a deadline, or the `DTSTART` of a start: in the time zone of the time that was there, or else of the other one of
    /// both, and a time wherever one is only where the other is one, or where there is none.
    fileprivate func time(
        replacing due: ICalendarTime?, beside start: ICalendarTime?, _ zones: ICalendarTimeZones, on timeZone: TimeZone
    ) -> ICalendarTime {
        switch self {
        case .day(let day): return .date(day)
        case .local(let time):
            if case .local = start { return .local(time) }
            for case .zoned(_, let identifier) in [due, start] { return .zoned(time, timeZone: identifier) }
            guard case .utc = start else { return .local(time) }
            return .utc(LocalDateTime(ICalendarTimeZones.date(of: time, in: timeZone)))
        case .moment(let date):
            if case .local = start {
                return .local(LocalDateTime(date, in: timeZone))
            }
            return zones.time(at: date, like: due.flatMap { $0.isMoment ? $0 : nil } ?? start)
        }
    }
}

extension VTodo {
    /// The original deadline, and the `DUE` that represents it, if they differ.
    fileprivate static let deadlineProperty = "X-SUPERAPP-DEADLINE"

    /// When it is due; an invalid value is ignored.
    var readableDue: ICalendarTime? { do { return try due } catch { return nil } }

    /// Sets the deadline, with the object's time zones. A local time that must be written in UTC is one of `timeZone`.
    mutating func setDeadline(_ deadline: TodoDeadline?, in zones: ICalendarTimeZones, on timeZone: TimeZone) {
        var due = deadline?.time(replacing: readableDue, beside: start, zones, on: timeZone)
        // The deadline of a series with times may have been a day before; then its times stay.
        if let start, !start.isDate, case .day = TodoDeadline(of: self, in: zones) {
            due = due?.inForm(of: start, in: zones, on: timeZone)
        }
        setDue(due)
        keep(deadline, beside: due, in: zones)
    }

    /// Sets when the task begins, in the form of its `DUE`, or removes the start.
    mutating func setStart(_ start: TodoDeadline?, in zones: ICalendarTimeZones, on timeZone: TimeZone) {
        let due = readableDue
        // A duration is counted from the start.
        if component.line("DURATION") != nil {
            component.remove("DURATION")
            set("DUE", time: due)
        }
        let time = start?.time(replacing: self.start, beside: due, zones, on: timeZone)
        set("DTSTART", time: time.map { time in due.map { time.asStart(of: $0) } ?? time })
    }

    /// Keeps the original form of a deadline beside its `DUE`, if they differ.
    mutating func keep(_ deadline: TodoDeadline?, beside due: ICalendarTime?, in zones: ICalendarTimeZones) {
        guard let deadline, let due, let line = deadline.line(beside: due, in: zones) else {
            return component.remove(VTodo.deadlineProperty)
        }
        component.set(line)
    }
}

extension ICalendarTime {
    fileprivate var isMoment: Bool {
        switch self {
        case .utc, .zoned: true
        case .date, .local: false
        }
    }
}

extension VTodo {
    /// The priority as one of three (RFC 5545, section 3.8.1.9): 1 to 4 are high, 6 to 9 low; 5, none and an invalid
    /// value are normal.
    public var priorityClass: TodoPriority {
        switch readableNumber("PRIORITY") {
        case (1...4)?: .high
        case (6...9)?: .low
        default: .normal
        }
    }

    /// Sets the priority class. The number is kept if its class is the same.
    public mutating func setPriorityClass(_ priority: TodoPriority) {
        guard priority != priorityClass else { return }
        switch priority {
        case .high: set("PRIORITY", number: 1)
        case .normal: set("PRIORITY", number: 5)
        case .low: set("PRIORITY", number: 9)
        }
    }
}
