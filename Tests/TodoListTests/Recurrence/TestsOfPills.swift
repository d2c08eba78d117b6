import CoreModule
import Foundation
import Testing
import TodoList

/// Tests of one task of another program, “Take pills”, as a record of a store has it.
protocol TestsOfPills {}

extension TestsOfPills {
    /// A task of another program, as lines between those that every task has.
    func object(_ lines: String..., overrides: [String] = []) -> [UInt8] {
        let head = ["UID:pills", "DTSTAMP:20260101T100000Z", "SUMMARY:Take pills"]
        var tasks = [head + lines]
        for override in overrides {
            tasks.append(Array(head.prefix(2)) + override.split(separator: " ").map(String.init))
        }
        var text = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:other"]
        for task in tasks { text += ["BEGIN:VTODO"] + task + ["END:VTODO"] }
        return Array((text + ["END:VCALENDAR", ""]).joined(separator: "\r\n").utf8)
    }

    func record(_ bytes: [UInt8]) throws -> TodoRecord {
        var record = TodoRecord(id: TodoID("pills"))
        let document = try #require(try TodoDocument(bytes))
        _ = record.pull(
            document, at: try #require(WebDAVPath(rawValue: "/pills.ics")), etag: ETag("\"1\""), bytes: bytes,
            now: try date("2026-01-01T10:00"), device: "here")
        return record
    }

    var utc: TimeZone { .gmt }

    func date(_ text: String) throws -> Date { try Date("\(text):00Z", strategy: .iso8601) }

    /// The lines of the task that a record sends, of some properties.
    func lines(_ record: TodoRecord, _ names: String...) throws -> [String] {
        let text = String(decoding: try #require(record.bytes(device: "here")), as: UTF8.self)
        return text.split(separator: "\r\n").map(String.init).filter { line in
            (names.isEmpty
                ? [
                    "DTSTART", "DUE", "DURATION", "RRULE", "RDATE", "EXDATE", "STATUS", "COMPLETED", "PERCENT",
                    "RECURRENCE-ID", "X-SUPERAPP-SERIES",
                ] : names)
                .contains { line.hasPrefix($0) }
        }
    }

    func complete(_ record: inout TodoRecord, at text: String) throws {
        try record.edit(TodoEdit(isCompleted: true), at: try date(text), in: utc)
    }

    func rule(_ rule: String) -> TodoEdit { TodoEdit(recurrence: .set(TodoRecurrence(rule: rule))) }

    func edit(_ record: inout TodoRecord, _ edit: TodoEdit, at text: String = "2026-11-01T12:00") throws {
        try record.edit(edit, at: try date(text), in: utc)
    }

    /// Sends the task, and the server returns it: it must be equal there.
    func send(_ record: inout TodoRecord) throws {
        let bytes = try #require(record.bytes(device: "here"))
        record.delivered(bytes, at: try #require(WebDAVPath(rawValue: "/pills.ics")), etag: ETag("\"2\""))
        #expect(record.todo?.sync == .synced)
    }
}
