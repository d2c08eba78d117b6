import CoreModule

extension VTodo {
    /// What cannot be sent as it is, each line as a text of its own.
    fileprivate static let unreadableProperty = "X-SUPERAPP-UNREADABLE"

    /// The properties that a task has once (RFC 5545, section 3.6.2). Of several, the first readable one counts, else the first.
    private static let singleProperties: Set = [
        "CLASS", "COMPLETED", "CREATED", "DESCRIPTION", "DTSTAMP", "DTSTART", "DUE", "DURATION", "GEO",
        "LAST-MODIFIED", "LOCATION", "ORGANIZER", "PERCENT-COMPLETE", "PRIORITY", "RECURRENCE-ID", "SEQUENCE",
        "STATUS", "SUMMARY", "UID", "URL",
    ]

    /// The task in which each property that it has once is there once; the others stay as the text of another property.
    var withSingleProperties: VTodo {
        var todo = self
        todo.component.keepOne(of: Self.singleProperties)
        let rules = component.lines("RRULE")
        // Two rules that can be read are not understood.
        if rules.count > 1, rules.contains(where: \.isReadable) {
            var known: Set<RecurrenceRule?> = [nil]
            todo.component.elements = todo.component.elements.map { element in
                guard let line = element.line, line.name == "RRULE" else { return element }
                let isNew = known.insert(line.rule).inserted
                return isNew ? element : .line(.unreadable(line))
            }
        }
        return todo
    }

    /// Corrects what RFC 5545 does not allow, and what strict servers such as sabre/dav therefore refuse for ever (status 415), whatever
    /// the user edits: a day without `VALUE=DATE`, a stamp that is only a day, a start of another type than `DUE` or after it. What
    /// cannot be read, and what is there twice, stays as the text of another property.
    /// - Returns: the start, if a series has another form now.
    fileprivate mutating func correct(in object: ICalendarObject) -> ICalendarTime? {
        self = withSingleProperties
        let wasCompleted = isCompleted
        component.elements = component.elements.flatMap { element -> [ICalendarComponent.Element] in
            switch element {
            case .line(let line): return Self.corrected(line).map { .line($0) }
            case .component(let part): return [part.name == "VALARM" ? Self.corrected(alarm: part) : element]
            }
        }
        // A date that cannot be read may be all that has said it.
        if wasCompleted, !isCompleted { set("STATUS", value: "COMPLETED") }
        // A duration is counted from a start, and says when the task is due if nothing else does.
        if component.line("DTSTART") == nil || component.line("DUE") != nil {
            component.elements = component.elements.map { element in
                guard let line = element.line, line.name == "DURATION" else { return element }
                return .line(.unreadable(line))
            }
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

    private static func corrected(_ line: ContentLine) -> [ContentLine] {
        switch line.name {
        case "": return [line.isBlank ? line : .unreadable(line)]
        case "DTSTART", "DUE", "RECURRENCE-ID": return [ICalendarTime(line)?.written(to: line) ?? .unreadable(line)]
        case "DURATION", "PERCENT-COMPLETE", "PRIORITY", "SEQUENCE": return [line.isReadable ? line : .unreadable(line)]
        case "COMPLETED", "CREATED", "DTSTAMP", "LAST-MODIFIED":
            guard let time = ICalendarTime(line) else { return [.unreadable(line)] }
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
            guard !readable.isEmpty else { return [.unreadable(line)] }
            let rest = line.with(value: readable.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ","))
            return correctedTimes(rest) + [.unreadable(line)]
        }
        let areDays = line.parameter("VALUE") == nil && values.allSatisfy { ICalendarTime(value: $0)?.isDate == true }
        return [areDays ? line.with(ContentLineParameter("VALUE", "DATE"), for: "VALUE") : line]
    }

    /// An alarm rings once, by some action.
    private static func corrected(alarm: ICalendarComponent) -> ICalendarComponent.Element {
        var alarm = alarm
        alarm.keepOne(of: ["ACTION", "TRIGGER"])
        guard alarm.line("TRIGGER") != nil else {
            return .line(ContentLine(name: unreadableProperty, text: String(decoding: alarm.bytes, as: UTF8.self)))
        }
        if alarm.line("ACTION") == nil { alarm.set(ContentLine(name: "ACTION", value: "DISPLAY")) }
        return .component(alarm)
    }
}

extension ICalendarComponent {
    /// Keeps of each property of these names the first line that can be read, or else the first one, and the others as texts.
    fileprivate mutating func keepOne(of names: Set<String>) {
        var kept: [String: Int] = [:]
        var others: [Int] = []
        for (place, element) in elements.enumerated() {
            guard let line = element.line, names.contains(line.name) else { continue }
            guard let other = kept[line.name] else {
                kept[line.name] = place
                continue
            }
            let isBetter = line.isReadable && elements[other].line?.isReadable == false
            if isBetter { kept[line.name] = place }
            others.append(isBetter ? other : place)
        }
        for place in others {
            if let line = elements[place].line { elements[place] = .line(.unreadable(line)) }
        }
    }
}

extension ContentLine {
    fileprivate static func unreadable(_ line: ContentLine) -> ContentLine {
        ContentLine(name: VTodo.unreadableProperty, text: line.description).with(lineBreak: line.lineBreak)
    }

    fileprivate var rule: RecurrenceRule? { RecurrenceRule(String(decoding: valueBytes.trimmed, as: UTF8.self)) }

    /// Whether the value is one of those that the property may have. Any text is.
    fileprivate var isReadable: Bool {
        switch name {
        case "COMPLETED", "CREATED", "DTSTAMP", "DTSTART", "DUE", "LAST-MODIFIED", "RECURRENCE-ID":
            ICalendarTime(self) != nil
        case "DURATION": ICalendarDuration(valueBytes.trimmed) != nil && valueBytes.trimmed.first != UInt8(ascii: "-")
        case "TRIGGER": ICalendarTime(self) != nil || ICalendarDuration(valueBytes.trimmed) != nil
        case "PERCENT-COMPLETE", "PRIORITY", "SEQUENCE": decimal(valueBytes.trimmed) != nil
        case "STATUS": VTodo.isKnown(status: value)
        case "RRULE": rule != nil
        default: !valueBytes.trimmed.isEmpty
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
