import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

@Suite("Tasks in iCalendar files", .bounded)
struct ICalendarImportTests {
    @Test("what cannot be imported as it is there is reported with its line and what is different")
    func corrections() async throws {
        let todos = [
            "DTSTART;VALUE=DATE:20270120\nDUE;VALUE=DATE:20270110",
            "DTSTART:20270110T120000Z\nDUE:20270110T100000Z",
            "DTSTART;VALUE=DATE:20270120\nDUE;VALUE=DATE:20270110\nRRULE:FREQ=DAILY",
            "DTSTART:20270110T120000\nDUE;VALUE=DATE:20270110",
            "DTSTART;VALUE=DATE:20270110\nDUE;VALUE=DATE:20270110",
            "DUE;VALUE=DATE:20270110\nRRULE:FREQ=DAILY;UNTIL=20270109",
            "DUE:20270110T100000Z\nRRULE:FREQ=DAILY;UNTIL=20270110T095900Z",
            "DUE:20270110T100000Z\nRRULE:FREQ=DAILY;UNTIL=20270110T100000Z",
            "STATUS:NEEDS-ACTION\nSTATUS:COMPLETED\nSUMMARY:Other", "STATUS:COMPLETED\nSTATUS:COMPLETED\nSUMMARY:Task",
            "DUE;TZID=Nowhere/Land:20270110T100000",
        ]
        let file = todos.enumerated().map { "BEGIN:VTODO\nUID:\($0.offset)\nSUMMARY:Task\n\($0.element)\nEND:VTODO\n" }
        let list = try await TaskListKind.inMemory.makeList()
        let exchange = TodoExchange(
            todos: list, clock: ManualTime().clock, identifiers: .sequence(prefix: "t"), timeZone: .gmt)
        let report = try await exchange.importTodos(
            Array("BEGIN:VCALENDAR\n\(file.joined())END:VCALENDAR\n".utf8), named: "file", format: .ics)
        let english = Localizer(locale: Locale(identifier: "en"), tables: [.todoList, .coreModule])
        #expect(
            report.remarks.map { english($0.message) } == [
                "line 2: its start is after its deadline and was left out",
                "line 8: its start is after its deadline and was left out",
                "line 14: its deadline is before its start, from which it recurs, and became that day",
                "line 33: its recurrence ends before it begins: it has one time",
                "line 39: its recurrence ends before it begins: it has one time",
                "line 51: it has several values of SUMMARY, and “Task” was taken",
                "line 51: it has several values of STATUS, and “NEEDS-ACTION” was taken",
                "line 65: its time zone “Nowhere/Land” is not known: its times count in any time zone",
            ])
        #expect(report.added == 11 && report.remarkCount == 8)
        let starts = try await list.todos().map { $0.start?.description }
        #expect(starts.allSatisfy { $0 == nil }, "\(starts)")
    }
}
