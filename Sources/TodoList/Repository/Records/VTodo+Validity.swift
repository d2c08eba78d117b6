import CoreModule

extension VTodo {
    /// What cannot be sent as it is, each line as a text of its own.
    private static let unreadableProperty = "X-SUPERAPP-UNREADABLE"

    /// The properties that a task has once (RFC 5545, section 3.6.2). Of several, the first one counts.
    private static let singleProperties: Set = [
        "CLASS", "COMPLETED", "CREATED", "DESCRIPTION", "DTSTART", "DUE", "DURATION", "GEO", "LAST-MODIFIED",
        "LOCATION",
        "ORGANIZER", "PERCENT-COMPLETE", "PRIORITY", "RECURRENCE-ID", "SEQUENCE", "STATUS", "SUMMARY", "URL",
    ]

    /// Corrects what RFC 5545 does not allow, and what strict servers such as sabre/dav therefore refuse for ever (status 415), whatever
    /// the user edits: a day without `VALUE=DATE`, a stamp that is only a day, a start of another type than `DUE` or after it. What
    /// cannot be read, and what is there twice, stays as the text of another property.
    /// - Returns: the start, if a series has another form now.
    fileprivate mutating func correct(in object: ICalendarObject) -> ICalendarTime? {
        var names: Set<String> = []
        let wasCompleted = isCompleted
        component.elements = component.elements.flatMap { element -> [ICalendarComponent.Element] in
            switch element {
            case .line(let line):
                let isSecond = Self.singleProperties.contains(line.name) && !names.insert(line.name).inserted
                return (isSecond ? [Self.unreadable(line)] : Self.corrected(line)).map { .line($0) }
            case .component(let part): return [part.name == "VALARM" ? Self.corrected(alarm: part) : element]
            }
        }
        // A date that cannot be read may be all that has said it.
        if wasCompleted, !isCompleted { set("STATUS", value: "COMPLETED") }
        guard let start, let due = component.line("DUE").flatMap({ ICalendarTime($0) }), start.asStart(of: due) != start
        else { return nil }
        if !isOverride, component.line("RRULE") != nil || component.line("RDATE") != nil {
            return correctSeries(from: start, due: due, in: ICalendarTimeZones(object))
        }
        set("DTSTART", time: start.asStart(of: due))
        return nil
    }

    /// Corrects start and deadline of a recurring task. Its start keeps its day, because all times follow from it: either all of them
    /// get the time zone of the deadline, or the deadline changes.
    private mutating func correctSeries(
        from start: ICalendarTime, due: ICalendarTime, in zones: ICalendarTimeZones
    ) -> ICalendarTime? {
        if start.isDate, !due.isDate, due.day >= start.day, var series = TodoRecurrence(of: self), series.isUnderstood {
            let first = due.with(clock: start.clock)
            (series.start, series.ruleStart) = (first, series.ruleStart?.inForm(of: first))
            setRecurrence(series.inFormOfStart(zones))
            return first
        }
        let (deadline, end) = (TodoDeadline(of: self, in: zones), due.inForm(of: start))
        guard start.asStart(of: end) == start else {
            set("DUE", time: start)
            return nil
        }
        set("DUE", time: end)
        keep(deadline, beside: end, in: zones)
        return nil
    }

    private static func corrected(_ line: ContentLine) -> [ContentLine] {
        switch line.name {
        case "": return [line.isBlank ? line : unreadable(line)]
        case "DTSTART", "DUE", "RECURRENCE-ID": return [ICalendarTime(line)?.written(to: line) ?? unreadable(line)]
        case "COMPLETED", "CREATED", "DTSTAMP", "LAST-MODIFIED":
            guard let time = ICalendarTime(line) else { return [unreadable(line)] }
            guard case .date(let day) = time else { return [line] }
            return [ICalendarTime.utc(day.midnight).written(to: line)]
        case "RDATE", "EXDATE": return correctedTimes(line)
        default: return [line]
        }
    }

    private static func correctedTimes(_ line: ContentLine) -> [ContentLine] {
        guard line.parameter("VALUE") != "PERIOD" else { return [line] }
        let values = line.valueBytes.split(separator: .comma, omittingEmptySubsequences: false)
        let readable = values.filter { ICalendarTime(value: $0) != nil }
        guard readable.count == values.count else {
            guard !readable.isEmpty else { return [unreadable(line)] }
            let rest = line.with(value: readable.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ","))
            return correctedTimes(rest) + [unreadable(line)]
        }
        let areDays = line.parameter("VALUE") == nil && values.allSatisfy { ICalendarTime(value: $0)?.isDate == true }
        return [areDays ? line.with(ContentLineParameter("VALUE", "DATE"), for: "VALUE") : line]
    }

    private static func unreadable(_ line: ContentLine) -> ContentLine {
        ContentLine(name: unreadableProperty, text: line.description).with(lineBreak: line.lineBreak)
    }

    /// An alarm rings once, by some action.
    private static func corrected(alarm: ICalendarComponent) -> ICalendarComponent.Element {
        let actions = alarm.lines("ACTION").count
        guard alarm.lines("TRIGGER").count == 1, actions <= 1 else {
            return .line(ContentLine(name: unreadableProperty, text: String(decoding: alarm.bytes, as: UTF8.self)))
        }
        guard actions == 0 else { return .component(alarm) }
        var alarm = alarm
        alarm.set(ContentLine(name: "ACTION", value: "DISPLAY"))
        return .component(alarm)
    }
}

extension ICalendarObject {
    /// The object with tasks whose times are as RFC 5545 demands.
    var corrected: ICalendarObject {
        var object = self
        var start: ICalendarTime?
        object.updateTodos { start = $0.correct(in: self) ?? start }
        if let start { object.updateTodos { $0.setRecurrenceID(like: start) } }
        return object
    }
}
