import CoreModule

extension VTodo {
    /// Corrects times that RFC 5545 does not allow, and that strict servers such as sabre/dav therefore refuse for ever (status 415),
    /// whatever the user edits: a day without `VALUE=DATE`, a stamp that is only a day, a start of another type than `DUE` or after
    /// it. A time that cannot be read stays.
    /// - Returns: the start, if a series has another form now.
    fileprivate mutating func correct(in object: ICalendarObject) -> ICalendarTime? {
        for (place, element) in component.elements.enumerated() {
            guard let line = element.line, let corrected = Self.corrected(line), corrected != line else { continue }
            component.elements[place] = .line(corrected)
        }
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

    /// Nil if nothing is to be corrected.
    private static func corrected(_ line: ContentLine) -> ContentLine? {
        switch line.name {
        case "DTSTART", "DUE", "RECURRENCE-ID": return ICalendarTime(line)?.written(to: line)
        case "COMPLETED", "CREATED", "DTSTAMP", "LAST-MODIFIED":
            guard case .date(let day) = ICalendarTime(line) else { return nil }
            return ICalendarTime.utc(day.midnight).written(to: line)
        case "RDATE", "EXDATE":
            let values = line.valueBytes.split(separator: .comma).map { ICalendarTime(value: $0) }
            guard line.parameter("VALUE") == nil, values.allSatisfy({ $0?.isDate == true }) else { return nil }
            return line.with(ContentLineParameter("VALUE", "DATE"), for: "VALUE")
        default: return nil
        }
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
