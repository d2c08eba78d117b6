import CoreModule
import Foundation

extension TodoRecurrence {
    /// How a task recurs; nil if it does not.
    init?(of todo: VTodo) {
        let rules = todo.component.lines("RRULE")
        guard !todo.isOverride, !rules.isEmpty || todo.component.line("RDATE") != nil else { return nil }
        self.init(rule: rules.first.map { String(decoding: $0.valueBytes.trimmed, as: UTF8.self) } ?? "")
        let (added, excluded) = (todo.times("RDATE"), todo.times("EXDATE"))
        self.added = added.compactMap(\.self)
        self.excluded = excluded.compactMap(\.self)
        hasUnknownParts =
            rules.count > 1 || todo.component.line("EXRULE") != nil || (added + excluded).contains { $0 == nil }
        hasStart = todo.start != nil
        start = todo.start ?? todo.component.line("DUE").flatMap { ICalendarTime($0) }
        if let start, let text = todo.component.line(VTodo.seriesProperty)?.text, let space = text.firstIndex(of: " "),
            text[space...].dropFirst() == start.coded
        {
            ruleStart = ICalendarTime(coded: String(text[..<space])).map { start.with(clock: $0.clock) }
        }
    }
}

extension VTodo {
    /// The next time of the rule, and the `DTSTART` that is an added time before it. Other programs would begin the rule there.
    fileprivate static let seriesProperty = "X-SUPERAPP-SERIES"

    /// The times of all lines of a name; nil for each that cannot be read. Of a period its start.
    fileprivate func times(_ name: String) -> [ICalendarTime?] {
        component.lines(name).flatMap { line in
            line.valueBytes.split(separator: .comma).map { Self.time($0, of: line) }
        }
    }

    private static func time(_ value: ArraySlice<UInt8>, of line: ContentLine) -> ICalendarTime? {
        ICalendarTime(value: value.prefix { $0 != UInt8(ascii: "/") }, timeZone: line.parameter("TZID"))
    }

    /// Sets how the task recurs, and the time that it stands for, or that it does not recur. Lines that stay right keep every byte.
    mutating func setRecurrence(_ recurrence: TodoRecurrence?) {
        guard let recurrence else {
            for name in ["RRULE", "RDATE", "EXDATE", "EXRULE", Self.seriesProperty] { component.remove(name) }
            return
        }
        if TodoRecurrence(of: self)?.rule != recurrence.rule || component.lines("RRULE").count > 1 {
            set("RRULE", value: recurrence.rule.isEmpty ? nil : recurrence.rule)
        }
        if !recurrence.hasUnknownParts { component.remove("EXRULE") }
        if let start = recurrence.start { set(recurrence.hasStart ? "DTSTART" : "DUE", time: start) }
        set("RDATE", times: recurrence.added)
        set("EXDATE", times: recurrence.excluded)
        let mark = recurrence.ruleStart.flatMap { next in recurrence.start.map { "\(next.value) \($0.coded)" } }
        if let mark {
            component.set(ContentLine(name: Self.seriesProperty, text: mark))
        } else {
            component.remove(Self.seriesProperty)
        }
    }

    private mutating func set(_ name: String, times: [ICalendarTime]) {
        let missing = times.filter { !self.times(name).contains($0) }
        let old = component.elements.firstIndex { $0.line?.name == name }
        component.elements = component.elements.compactMap { element -> ICalendarComponent.Element? in
            guard let line = element.line, line.name == name else { return element }
            let values = line.valueBytes.split(separator: .comma)
            let kept = values.filter { value in Self.time(value, of: line).map { times.contains($0) } ?? true }
            guard kept.count < values.count else { return element }
            guard !kept.isEmpty else { return nil }
            return .line(line.with(value: String(decoding: Array(kept.joined(separator: [.comma])), as: UTF8.self)))
        }
        let place = old ?? component.elements.firstIndex { $0.component != nil } ?? component.elements.endIndex
        for time in missing.reversed() {
            component.elements.insert(.line(time.written(to: ContentLine(name: name, value: ""))), at: place)
        }
    }

    /// Gives an override the form of the start that it belongs to (RFC 5545, section 3.8.4.4), and its hour, if it had that of the start
    /// before.
    mutating func setRecurrenceID(
        like start: ICalendarTime, before old: ICalendarTime? = nil,
        in zones: ICalendarTimeZones = ICalendarTimeZones(), on timeZone: TimeZone? = nil
    ) {
        guard let time = component.line("RECURRENCE-ID").flatMap({ ICalendarTime($0) }) else { return }
        let moved = old.flatMap { old in
            timeZone.map { time.following(from: old, to: start, in: zones, on: $0) }
        }
        set("RECURRENCE-ID", time: (moved ?? time).inForm(of: start, in: zones, on: timeZone))
    }
}

extension ICalendarObject {
    /// The times of a recurring task that another program has closed, each by a component of its own.
    var closedTimes: [ICalendarTime] {
        todos.compactMap { todo in
            todo.isOverride && todo.isClosed ? todo.component.line("RECURRENCE-ID").flatMap { ICalendarTime($0) } : nil
        }
    }

    /// When another program has closed the last of the times that it has closed, if known.
    var lastClosing: Date? {
        todos.filter { $0.isOverride && $0.isClosed }.compactMap(\.completed).max()
    }

    /// Opens the latest of the times that another program has closed, by removing its component.
    mutating func reopenLastTime() {
        guard let last = closedTimes.max(by: { $0.clock < $1.clock }) else { return }
        removeOverrides { $0.isClosed && $0.component.line("RECURRENCE-ID").flatMap { ICalendarTime($0) } == last }
    }

    /// Removes the components for single times of a task.
    mutating func removeOverrides(where isUnwanted: (VTodo) -> Bool = { _ in true }) {
        for (number, element) in elements.enumerated() {
            guard var calendar = element.component else { continue }
            calendar.elements.removeAll { element in
                element.component.flatMap { VTodo($0) }.map { $0.isOverride && isUnwanted($0) } ?? false
            }
            elements[number] = .component(calendar)
        }
    }
}
