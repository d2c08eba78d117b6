import CoreModule
import Foundation

/// The tasks of an iCalendar file, each in its own object with all components of its identifier and their time zones.
struct ICalendarTasks {
    private(set) var imported: [ImportedTodoObject] = []
    private(set) var rejected: [ImportReport.Rejection] = []

    private struct Group {
        let line: Int
        let calendar: ICalendarComponent
        var components: [ICalendarComponent]
        var hasMain: Bool
    }

    init(_ object: ICalendarObject) {
        var groups: [String: Group] = [:]
        var order: [String] = []
        var line = 1
        for element in object.elements {
            guard case .component(let calendar) = element else {
                line += element.lineCount
                continue
            }
            line += 1
            for element in calendar.elements {
                defer { line += element.lineCount }
                guard case .component(let component) = element, let todo = VTodo(component) else { continue }
                guard let uid = todo.uid, !uid.isEmpty else {
                    reject(line, Message("it has no UID"))
                    continue
                }
                guard var group = groups[uid] else {
                    order.append(uid)
                    groups[uid] = Group(
                        line: line, calendar: calendar, components: [component], hasMain: !todo.isOverride)
                    continue
                }
                guard todo.isOverride || !group.hasMain else {
                    reject(line, Message("it has the same UID as line \(group.line)"))
                    continue
                }
                group.components.append(component)
                group.hasMain = group.hasMain || !todo.isOverride
                groups[uid] = group
            }
            line += 1
        }
        for uid in order {
            guard let group = groups[uid] else { continue }
            do {
                imported.append(try Self.imported(uid, group))
            } catch let error as any ExplainedError {
                reject(group.line, error.explanation)
            } catch {
                reject(group.line, Message("it cannot be read"))
            }
        }
        rejected.sort { $0.line < $1.line }
    }

    private mutating func reject(_ line: Int, _ reason: Message) {
        rejected.append(ImportReport.Rejection(line: line, reason: reason))
    }

    private static func imported(_ uid: String, _ group: Group) throws -> ImportedTodoObject {
        // RFC 5545 allows only UTF-8; guessing another encoding would silently change texts.
        guard group.components.allSatisfy(\.isUTF8) else { throw ICalendarTaskProblem.notUTF8 }
        let bytes = ICalendarObject(group.components, of: group.calendar).bytes
        let main = group.components.compactMap { VTodo($0) }
        // An invalid deadline is reported and does not count as none.
        _ = try (main.first { !$0.isOverride } ?? main.first)?.due
        guard let document = try TodoDocument(bytes) else { throw TodoError.emptyText }
        var fields = TodoDocument.written(document.fields)
        fields.text = try TodoText(fields.text).value
        fields.notes = try TodoNotes(fields.notes).value
        return ImportedTodoObject(
            id: TodoID(uid), fields: fields, stamp: document.stamp, created: document.created, bytes: bytes)
    }
}

/// Why a task cannot be imported although its object can be read.
private enum ICalendarTaskProblem: ExplainedError {
    case notUTF8

    var explanation: Message { Message("it is no UTF-8") }
}

extension ICalendarComponent {
    /// Whether all lines are UTF-8, once they are unfolded: some programs fold in the middle of a character.
    fileprivate var isUTF8: Bool {
        elements.allSatisfy { element in
            switch element {
            case .line(let line): String(validating: LineFolding.unfolded(line.raw), as: UTF8.self) != nil
            case .component(let component): component.isUTF8
            }
        }
    }
}

extension ICalendarComponent.Element {
    /// The number of its lines in the file.
    fileprivate var lineCount: Int {
        switch self {
        case .line(let line): line.raw.count { $0 == .lineFeed }
        case .component(let component): component.bytes.count { $0 == .lineFeed }
        }
    }
}

extension ICalendarObject {
    /// The parts of a calendar that are about its tasks.
    private static let kept: Set<String> = ["VERSION", "PRODID", "CALSCALE"]

    /// An object of some of a calendar's tasks.
    fileprivate init(_ components: [ICalendarComponent], of calendar: ICalendarComponent) {
        var single = calendar
        let names = components.reduce(into: Set<String>()) { $0.formUnion($1.timeZoneNames) }
        single.elements = calendar.elements.filter { element in
            switch element {
            case .line(let line): Self.kept.contains(line.name)
            case .component(let zone): zone.isTimeZone(of: names)
            }
        }
        single.elements += components.map { .component($0) }
        elements = [.component(single)]
    }
}

extension ICalendarComponent {
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

    fileprivate func isTimeZone(of names: Set<String>) -> Bool {
        guard name == "VTIMEZONE", let identifier = line("TZID")?.value else { return false }
        return names.contains(identifier)
    }
}
