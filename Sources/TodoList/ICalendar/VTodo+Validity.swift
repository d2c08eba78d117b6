import CoreModule

extension VTodo {
    /// Corrects times that RFC 5545 does not allow, and that strict servers such as sabre/dav therefore refuse for ever (status 415),
    /// whatever the user edits: a day without `VALUE=DATE`, a stamp that is only a day, a start of another type than `DUE` or after
    /// it. A time that cannot be read stays.
    mutating func correct() {
        for (place, element) in component.elements.enumerated() {
            guard let line = element.line, let corrected = Self.corrected(line), corrected != line else { continue }
            component.elements[place] = .line(corrected)
        }
        guard let start, let due = component.line("DUE").flatMap({ ICalendarTime($0) }) else { return }
        set("DTSTART", time: start.asStart(of: due))
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
    /// The object with tasks that a strict server accepts; see ``VTodo/correct()``.
    var corrected: ICalendarObject {
        var object = self
        object.updateTodos { $0.correct() }
        return object
    }
}
