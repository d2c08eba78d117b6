import CoreModule
import Foundation

extension TodoImport {
    /// All components of a task's identifier.
    fileprivate struct Group {
        let uid: String
        let line: Int
        /// The calendar without tasks and events.
        let calendar: ICalendarComponent
        var components: [ICalendarComponent]
        var hasMain: Bool
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
                guard let component = element.component, let todo = VTodo(component) else { continue }
                guard let uid = todo.uid, !uid.isEmpty else {
                    report.reject(line: line, Message("it has no UID"))
                    continue
                }
                guard let place = places[uid] else {
                    places[uid] = groups.count
                    groups.append(
                        Group(
                            uid: uid, line: line, calendar: frame, components: [component],
                            hasMain: !todo.isOverride))
                    continue
                }
                guard todo.isOverride || !groups[place].hasMain else {
                    report.reject(line: line, Message("it has the same UID as line \(groups[place].line)"))
                    continue
                }
                groups[place].components.append(component)
                groups[place].hasMain = groups[place].hasMain || !todo.isOverride
            }
            line += 1
        }
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
        bytes = ICalendarObject(group.components, of: group.calendar).bytes
        let todos = group.components.compactMap { VTodo($0) }
        // An invalid deadline is reported and does not count as none.
        _ = try (todos.first { !$0.isOverride } ?? todos.first)?.due
        guard let document = try TodoDocument(bytes) else { throw TodoError.emptyText }
        var fields = TodoDocument.written(document.fields)
        fields.text = try TodoText(fields.text).value
        fields.notes = try TodoNotes(fields.notes).value
        self.fields = fields
        id = TodoID(group.uid)
        stamp = document.stamp
        created = document.created
    }
}

extension ICalendarComponent.Element {
    /// The number of its lines in the file.
    fileprivate var lineCount: Int { [self].bytes.count { $0 == .lineFeed } }
}

extension ICalendarObject {
    /// An object of some of a calendar's tasks.
    /// - Parameter calendar: its ``ICalendarComponent/frame``.
    fileprivate init(_ components: [ICalendarComponent], of calendar: ICalendarComponent) {
        var single = calendar
        let names = components.reduce(into: Set<String>()) { $0.formUnion($1.timeZoneNames) }
        single.elements = calendar.elements.filter { element in
            switch element {
            case .line: true
            case .component(let zone): zone.timeZoneName.map(names.contains) ?? false
            }
        }
        single.elements += components.map { .component($0) }
        elements = [.component(single)]
    }
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
