import CoreModule
import Foundation
import TodoList

/// Another program that writes to the server, with its own properties.
enum ForeignProgram {
    /// A new task, as bytes. Some have a start that a strict server would refuse.
    static func object(_ id: String, _ fields: TodoFields, at date: Date) -> [UInt8] {
        let stamp = ICalendarTime.utc(LocalDateTime(date))
        let value: String = if case .utc(let time) = stamp { compact(time) } else { "" }
        let lines = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Other//EN", "BEGIN:VTODO", "DTSTAMP:\(value)", "UID:\(id)",
            "LAST-MODIFIED:\(value)", "SUMMARY:\(fields.text)", "X-OTHER:\(Self.mark(0))", "DTSTART:20270815",
            "RELATED-TO;RELTYPE=SIBLING:sibling-of-\(id)", "BEGIN:VALARM", "ACTION:DISPLAY",
            "TRIGGER;RELATED=END:-PT15M", "END:VALARM", "END:VTODO", "END:VCALENDAR", "",
        ].filter { $0 != "DTSTART:20270815" || id.hasSuffix("2") }
        return Array(lines.joined(separator: "\r\n").utf8)
    }

    /// What is marked by a number.
    static func mark(_ number: Int) -> String { "mark-\(number)" }

    /// The line of a mark.
    static func marked(_ mark: String) -> String { "X-OTHER:\(mark)\r\n" }

    /// The mark, and what follows to the end of its line.
    static func marks(_ bytes: [UInt8]) -> ArraySlice<UInt8>? {
        guard let start = bytes.firstRange(of: Array("\nX-OTHER:".utf8))?.upperBound else { return nil }
        return bytes[start...].prefix { $0 != 0x0D }
    }

    /// Whether a task that this program created or edited has all its properties.
    static func isWhole(_ text: String) -> Bool {
        text.contains("\r\nRELATED-TO;RELTYPE=SIBLING:sibling-of-")
            && text.contains(
                "\r\nBEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER;RELATED=END:-PT15M\r\nEND:VALARM\r\n")
    }

    private static func compact(_ time: LocalDateTime) -> String {
        "\(time)".filter { $0 != "-" && $0 != ":" } + "Z"
    }

    /// A task after an edit by this program.
    /// - Parameter date: the stamp; nil if it sets none.
    static func edited(_ bytes: [UInt8], _ value: SimulatedValue, at date: Date?) -> [UInt8]? {
        change(bytes) { todo in
            switch value {
            case .text(let number): todo.setSummary(SimulatedValue.writtenText(number))
            case .notes(let number): todo.setNotes(SimulatedValue.writtenNotes(number))
            case .priority(let priority): todo.setPriorityClass(priority)
            case .done(let isDone): todo.setCompleted(at: isDone ? date ?? Date(timeIntervalSince1970: 0) : nil)
            case .rule(let number):
                let rule = SimulatedValue.writtenRule(number)
                todo.component.remove("RRULE")
                if let rule { todo.component.set(ContentLine(name: "RRULE", value: rule)) }
            case .deadline(let number):
                switch SimulatedValue.writtenDeadline(number) {
                case .day(let day)?: todo.setDue(.date(day))
                case .local(let time)?: todo.setDue(.local(time))
                case .moment(let date)?: todo.setDue(.utc(LocalDateTime(date)))
                case nil: todo.setDue(nil)
                }
            }
            if let date { todo.setLastModified(date) }
        }
    }

    /// A task with another mark, and with all else that this program puts there.
    static func touched(_ bytes: [UInt8], _ id: String, _ number: Int) -> [UInt8]? {
        change(bytes) { todo in
            todo.component.set(ContentLine(name: "X-OTHER", value: mark(number)))
            guard todo.component.line("RELATED-TO") == nil else { return }
            todo.component.set(
                ContentLine(
                    name: "RELATED-TO", parameters: [ContentLineParameter("RELTYPE", "SIBLING")],
                    value: "sibling-of-\(id)"))
            let trigger = ContentLine(
                name: "TRIGGER", parameters: [ContentLineParameter("RELATED", "END")], value: "-PT15M")
            todo.component.elements.append(
                .component(
                    ICalendarComponent(
                        name: "VALARM",
                        elements: [.line(ContentLine(name: "ACTION", value: "DISPLAY")), .line(trigger)])))
        }
    }

    private static func change(_ bytes: [UInt8], _ body: (inout VTodo) -> Void) -> [UInt8]? {
        do {
            var object = try ICalendarObject(parsing: bytes)
            object.updateTodos { body(&$0) }
            return object.bytes
        } catch {
            return nil
        }
    }
}

extension SimulatedValue {
    static func writtenText(_ number: Int) -> String { "text \(number)" }

    static func writtenNotes(_ number: Int) -> String {
        number == 0 ? "" : "notes \(number)\nfurther, on two lines; with \\ and \""
    }

    /// Deadlines of all kinds, each number another one; 0 is none.
    static func writtenDeadline(_ number: Int) -> TodoDeadline? {
        guard number != 0 else { return nil }
        let day = String(format: "20%02d-%02d-%02d", 27 + number / 336, number / 28 % 12 + 1, number % 28 + 1)
        let text = [day, "\(day)T08:30", "\(day)T17:00:05Z"][number % 3]
        do { return try TodoDeadline(text) } catch { preconditionFailure("there is such a day: \(text)") }
    }

    /// Rules of recurrence; 0 is none.
    static func writtenRule(_ number: Int) -> String? {
        [nil, "FREQ=DAILY", "FREQ=WEEKLY", "FREQ=DAILY;COUNT=3", "FREQ=MONTHLY;BYMONTHDAY=1,-1"][number % 5]
    }

    /// The fields of a new task.
    var newFields: TodoFields {
        var fields = TodoFields(
            text: "task", notes: "", priority: .normal, isCompleted: false, completedAt: nil)
        if case .text(let number) = self { fields.text = Self.writtenText(number) }
        return fields
    }
}

extension TodoEdit {
    /// The edit that gives fields values.
    init(_ values: [SimulatedValue]) throws(TodoError) {
        self.init()
        for value in values {
            switch value {
            case .text(let number): text = try TodoText(SimulatedValue.writtenText(number))
            case .notes(let number): notes = try TodoNotes(SimulatedValue.writtenNotes(number))
            case .deadline(let number): deadline = SimulatedValue.writtenDeadline(number).map { .set($0) } ?? .cleared
            case .rule(let number):
                recurrence = SimulatedValue.writtenRule(number).map { .set(TodoRecurrence(rule: $0)) } ?? .cleared
            case .priority(let value): priority = value
            case .done(let isDone): isCompleted = isDone
            }
        }
    }
}
