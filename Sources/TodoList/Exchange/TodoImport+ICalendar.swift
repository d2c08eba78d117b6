import CoreModule
import Foundation

extension TodoImport {
    /// All components of a task's identifier.
    fileprivate struct Group {
        let uid: String
        /// The line of the main component, or of the first one.
        var line: Int
        var components: [ICalendarComponent] = []
        /// The calendar of each component, without tasks and events.
        var calendars: [ICalendarComponent] = []
        /// The place of the component that is no override.
        var main: Int?

        /// Adds a component at a line. Of two main ones the one with the greater sequence number stays, else an open one, else the
        /// first.
        /// - Returns: the lines of the main component that is left out and of the one that stays.
        mutating func add(_ todo: VTodo, at line: Int, of calendar: ICalendarComponent) -> (left: Int, kept: Int)? {
            guard !todo.isOverride, let main, let other = VTodo(components[main]) else {
                if !todo.isOverride { (main, self.line) = (components.count, line) }
                components.append(todo.component)
                calendars.append(calendar)
                return nil
            }
            let (one, two) = (other.withSingleProperties, todo.withSingleProperties)
            let (old, new) = (one.readableNumber("SEQUENCE") ?? 0, two.readableNumber("SEQUENCE") ?? 0)
            guard new > old || new == old && one.isClosed && !two.isClosed else { return (line, self.line) }
            defer { self.line = line }
            (components[main], calendars[main]) = (todo.component, calendar)
            return (self.line, line)
        }

        /// The components in a calendar like that of the main one. Each has the time zones of the calendar that it came from.
        var object: ICalendarObject {
            var zones: [String: ICalendarComponent] = [:]
            let order = components.indices.sorted { ($0 == main ? 0 : 1, $0) < ($1 == main ? 0 : 1, $1) }
            var (calendar, added) = (calendars[order[0]], [ICalendarComponent]())
            for place in order {
                let names = components[place].timeZoneNames
                for zone in calendars[place].components {
                    guard let name = zone.timeZoneName, names.contains(name), zones[name] == nil else { continue }
                    zones[name] = zone
                    added.append(zone)
                }
            }
            calendar.elements.removeAll { $0.component != nil }
            calendar.elements += (added + components).map { .component($0) }
            return ICalendarObject(calendar)
        }
    }

    /// The tasks of an iCalendar file, each in its own object with all components of its identifier and their time
    /// zones.
    init(_ object: ICalendarObject) {
        self.init()
        var groups: [Group] = []
        var places: [String: Int] = [:]
        var line = 1
        for element in object.elements {
            guard case .component(let calendar) = element else {
                line += element.lineCount
                continue
            }
            line += 1
            let frame = calendar.frame
            for element in calendar.elements {
                defer { line += element.lineCount }
                guard let read = element.component.flatMap({ VTodo($0) }) else { continue }
                let todo = read.withUID
                let uid = todo.uid ?? ""
                // Two equal tasks without an identifier are one.
                if todo != read, places[uid] != nil { continue }
                let place = places[uid] ?? groups.count
                if place == groups.count {
                    places[uid] = place
                    groups.append(Group(uid: uid, line: line))
                }
                if let (left, kept) = groups[place].add(todo, at: line, of: frame) {
                    report.reject(line: left, Message("it has the same UID as line \(kept)"))
                }
            }
            line += 1
        }
        hasOnlyEvents =
            groups.isEmpty && object.calendars.contains { $0.components.contains { $0.name == "VEVENT" } }
        for group in groups {
            // RFC 5545 allows only UTF-8; guessing another encoding would silently change texts.
            guard group.components.allSatisfy(\.isUTF8) else {
                report.reject(line: group.line, Message("it is no UTF-8"))
                continue
            }
            do {
                objects.append(try ImportedTodoObject(group))
            } catch {
                report.reject(line: group.line, error.importExplanation)
            }
        }
    }
}

extension ImportedTodoObject {
    fileprivate init(_ group: TodoImport.Group) throws {
        bytes = group.object.bytes
        let whole = group.components.compactMap { VTodo($0) }.main
        let main = whole?.withSingleProperties
        // An invalid deadline is reported and does not count as none.
        let due = try main?.due
        guard let document = try TodoDocument(bytes) else { throw TodoError.emptyText }
        var fields = TodoDocument.written(document.fields)
        // Other programs have tasks without a text, too.
        if !fields.text.allSatisfy(\.isWhitespace) { fields.text = try TodoText(fields.text).value }
        fields.notes = try TodoNotes(fields.notes).value
        self.fields = fields
        id = TodoID(group.uid)
        stamp = document.stamp
        created = document.created
        line = group.line
        var remarks: [Message] = []
        if let start = main?.start, let due, start.isAfter(due) {
            remarks.append(
                fields.schedule.recurrence == nil
                    ? Message("its start is after its deadline and was left out")
                    : Message("its deadline is before its start, from which it recurs, and became that day"))
        }
        self.remarks = remarks + (whole?.severalValues ?? []) + (main?.strangeTimes(in: document.zones) ?? [])
    }
}

extension VTodo {
    /// The properties that are there with several values, of which one counts.
    fileprivate var severalValues: [Message] {
        ["SUMMARY", "STATUS", "DTSTART", "DUE"].compactMap { name in
            guard Set(component.lines(name).map(\.text)).count > 1,
                let kept = withSingleProperties.component.line(name)?.text
            else { return nil }
            return Message("it has several values of \(name), and “\(kept)” was taken")
        }
    }

    /// Times in unknown time zones, and a recurrence that ends before it begins.
    fileprivate func strangeTimes(in zones: ICalendarTimeZones) -> [Message] {
        var remarks: [Message] = []
        for case .unknownTimeZone(_, let name)? in [start, readableDue].map({ $0.map(zones.moment) })
        where remarks.isEmpty {
            remarks.append(Message("its time zone “\(name)” is not known: its times count in any time zone"))
        }
        if let recurrence = TodoRecurrence(of: self), let first = recurrence.start, let until = recurrence.parts?.until,
            until.isBefore(first, in: zones)
        {
            remarks.append(Message("its recurrence ends before it begins: it has one time"))
        }
        return remarks
    }
}

extension ICalendarTime {
    /// Whether it, as the end of a series, is before its first time.
    fileprivate func isBefore(_ start: ICalendarTime, in zones: ICalendarTimeZones) -> Bool {
        if isDate || start.isDate { return day < start.day }
        guard case .instant(let end) = zones.moment(of: self), case .instant(let begin) = zones.moment(of: start) else {
            return clock < start.clock
        }
        return end < begin
    }
}

extension VTodo {
    /// The task, with an identifier made from its content if it has none: the same at each import. Dates that a program writes
    /// at each export do not count.
    fileprivate var withUID: VTodo {
        guard (uid ?? "").isEmpty else { return self }
        var content = component
        for name in ["UID", "DTSTAMP", "LAST-MODIFIED"] { content.remove(name) }
        let text = String(decoding: content.bytes.filter { $0 != .carriageReturn }, as: UTF8.self)
        var todo = self
        todo.component.set(ContentLine(name: "UID", text: MessageDigest.sha256.hex(of: text)))
        return todo
    }
}

extension ICalendarComponent.Element {
    /// The number of its lines in the file.
    fileprivate var lineCount: Int { [self].bytes.count { $0 == .lineFeed } }
}

extension ICalendarObject {
    fileprivate init(_ calendar: ICalendarComponent) { elements = [.component(calendar)] }
}

extension ICalendarComponent {
    /// A calendar's time zones and the properties that are about its tasks, without tasks and events.
    fileprivate var frame: ICalendarComponent {
        var frame = self
        frame.elements = elements.filter { element in
            switch element {
            case .line(let line): ["VERSION", "PRODID", "CALSCALE"].contains(line.name)
            case .component(let component): component.timeZoneName != nil
            }
        }
        return frame
    }

    /// Whether all lines are UTF-8, once they are unfolded: some programs fold in the middle of a character.
    fileprivate var isUTF8: Bool {
        elements.allSatisfy { element in
            switch element {
            case .line(let line): String(validUTF8: LineFolding.unfolded(line.raw)) != nil
            case .component(let component): component.isUTF8
            }
        }
    }

    /// The time zones that its properties and those of the components within name.
    fileprivate var timeZoneNames: Set<String> {
        elements.reduce(into: []) { names, element in
            switch element {
            case .line(let line):
                for parameter in line.parameters where parameter.name == "TZID" { names.formUnion(parameter.values) }
            case .component(let component): names.formUnion(component.timeZoneNames)
            }
        }
    }
}
