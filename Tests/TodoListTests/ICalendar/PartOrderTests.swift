import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

/// Other programs write the parts of an object in any order: the task, a recurrence of its own, its time zone, an event.
@Suite("The order of the parts of an iCalendar object", .bounded)
struct PartOrderTests {
    private static let task = """
        BEGIN:VTODO
        UID:1
        DTSTAMP:20261101T100000Z
        SUMMARY:water the plants
        DUE;TZID=Own:20261201T180000
        RRULE:FREQ=WEEKLY
        END:VTODO
        """
    private static let recurrence = """
        BEGIN:VTODO
        UID:1
        DTSTAMP:20261101T100000Z
        SUMMARY:water the plants (later)
        RECURRENCE-ID;TZID=Own:20261208T180000
        DUE;TZID=Own:20261209T180000
        END:VTODO
        """
    private static let zone = """
        BEGIN:VTIMEZONE
        TZID:Own
        BEGIN:STANDARD
        DTSTART:19700101T000000
        TZOFFSETFROM:+0200
        TZOFFSETTO:+0200
        END:STANDARD
        END:VTIMEZONE
        """
    private static let event = """
        BEGIN:VEVENT
        UID:1
        DTSTAMP:20261101T100000Z
        SUMMARY:an event
        END:VEVENT
        """

    /// All orders of the four parts.
    private static let orders: [[Int]] = {
        var orders: [[Int]] = [[]]
        for part in 0..<4 {
            orders = orders.flatMap { order in
                (0...order.count).map { place in Array(order[..<place]) + [part] + Array(order[place...]) }
            }
        }
        return orders
    }()

    private static func object(_ order: [Int]) -> [UInt8] {
        let parts = order.map { [task, recurrence, zone, event][$0] }
        return ICalendarFixture.crlf(
            "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n\(parts.joined(separator: "\n"))\nEND:VCALENDAR")
    }

    private static func text(_ part: String) -> String { part.replacing("\n", with: "\r\n") }

    @Test("the task is read, and an edit changes it alone, wherever it stands", arguments: orders)
    func edit(order: [Int]) throws {
        let document = try #require(try TodoDocument(Self.object(order)))
        #expect(document.fields.text == "water the plants")
        #expect(document.fields.schedule.deadline?.description == "2026-12-01T16:00:00Z")
        var fields = document.fields
        (fields.text, fields.notes) = ("water the flowers", "two cans")
        let bytes = document.bytes(with: fields, at: ManualTime.start, device: "here")
        let written = String(decoding: bytes, as: UTF8.self)
        for part in [Self.recurrence, Self.zone, Self.event] { #expect(written.contains(Self.text(part))) }
        #expect(!written.contains(Self.text(Self.task)))
        #expect(try TodoDocument(bytes)?.fields == fields)
        // The parts keep their order.
        let names = written.components(separatedBy: "\r\n").filter {
            $0.hasPrefix("BEGIN:V") || $0.hasPrefix("RECURRENCE")
        }
        let before = String(decoding: Self.object(order), as: UTF8.self).components(separatedBy: "\r\n")
        #expect(names == before.filter { $0.hasPrefix("BEGIN:V") || $0.hasPrefix("RECURRENCE") })
    }

    @Test(
        "a file is imported as one task, wherever its parts stand, and each edit goes into the task", arguments: orders)
    func file(order: [Int]) async throws {
        let list = TaskList.inMemory()
        let exchange = TodoExchange(
            todos: list, clock: ManualTime().clock, identifiers: .sequence(prefix: "t"), timeZone: .gmt)
        let report = try await exchange.importTodos(Self.object(order), named: "file", format: .ics)
        #expect(report.added == 1 && report.rejected.isEmpty)
        try await list.edit(TodoID("1"), TodoEdit(text: try TodoText("water the flowers")), at: ManualTime.start)
        let written = String(decoding: try await exchange.exportTodos(.ics), as: UTF8.self)
        #expect(written.contains("SUMMARY:water the flowers\r\n"))
        for part in [Self.recurrence, Self.zone] { #expect(written.contains(Self.text(part))) }
    }
}
