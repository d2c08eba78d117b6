import Foundation
import TestSupport
import Testing
import TodoList

@Suite("iCalendar objects", .bounded)
struct ICalendarReadingTests {
    private func read(_ text: String, limits: ICalendarLimits = ICalendarLimits()) throws(ICalendarError)
        -> ICalendarObject
    {
        try ICalendarObject(parsing: text.utf8, limits: limits)
    }

    @Test("what is not edited comes back byte for byte", arguments: ICalendarFixture.all.map(\.name))
    func lossless(name: String) throws {
        let bytes = try #require(ICalendarFixture.all.first { $0.name == name }?.bytes)
        var object = try ICalendarObject(parsing: bytes)
        #expect(object.bytes == bytes)
        object.updateTodos { _ in }
        #expect(object.bytes == bytes)
    }

    @Test("exactly the tasks of all calendars are found")
    func todos() throws {
        let uids = try ICalendarFixture.all.map { try ICalendarObject(parsing: $0.bytes).todos.map { $0.uid ?? "" } }
        #expect(uids.map(\.count) == [1, 1, 2, 1, 1, 1, 2])
        #expect(uids.last == ["a", "b"])
    }

    @Test("a folded line is unfolded, wherever and however it was folded")
    func unfolding() throws {
        let server = try ICalendarObject(parsing: ICalendarFixture.pythonServer)
        #expect(
            server.todos.first?.summary
                == "Straßenbahnfahrkarten für die ganze Familie kaufen und die Räder aufpumpen 🚲 und los")
        #expect(
            try ICalendarObject(parsing: ICalendarFixture.stream).todos.map(\.summary) == ["one and a half", "two"])
    }

    @Test("components are found within components, with their own properties")
    func components() throws {
        let todo = try #require(try ICalendarObject(parsing: ICalendarFixture.appleReminders).todos.first)
        #expect(todo.component.components.map(\.name) == ["VALARM", "VALARM"])
        #expect(todo.component.components.last?.line("x-apple-proximity")?.value == "ARRIVE")
        #expect(todo.component.lines("UID").map(\.value) == ["7C0B1B8E-8B5C-4B0B-9C63-2A4C1A6D3F10"])
    }

    @Test("invalid UTF-8 is kept in the bytes and read as replacement characters")
    func notUTF8() throws {
        let bytes = ICalendarFixture.calendar("SUMMARY:caf?").map { $0 == UInt8(ascii: "?") ? 0xE9 : $0 }
        let object = try ICalendarObject(parsing: bytes)
        #expect(object.todos.first?.summary == "caf\u{FFFD}")
        #expect(object.bytes == bytes)
    }

    @Test(
        "a file that is not a calendar is refused with its line",
        arguments: [
            ("", ICalendarError.notACalendar(line: 1)), ("\r\n\r\n", .notACalendar(line: 1)),
            ("\u{FEFF}", .notACalendar(line: 1)),
            ("<!DOCTYPE html>\n<html>", .notACalendar(line: 1)), ("\n\nBEGIN:VTODO\nEND:VTODO", .notACalendar(line: 3)),
            ("BEGIN:VCALENDAR\nEND:VCALENDAR\n\nmore", .notACalendar(line: 4)),
            ("BEGIN:VCARD\nVERSION:3.0\nEND:VCARD", .notACalendar(line: 1)),
            (" BEGIN:VCALENDAR\nEND:VCALENDAR", .notACalendar(line: 1)),
            ("BEGIN:VCALENDAR\nBEGIN:VTODO\nEND:VCALENDAR", .misplacedEnd("VCALENDAR", line: 3)),
            ("END:VCALENDAR", .misplacedEnd("VCALENDAR", line: 1)),
            ("BEGIN:VCALENDAR\nX-A:b\n c\n d\nBEGIN:VTODO\nSUMMARY:half a ta", .unclosed("VTODO", line: 5)),
            ("BEGIN:VCALENDAR\nVERSION:1.0\nBEGIN:VTODO\nEND:VTODO\nEND:VCALENDAR", .unsupportedVersion("1.0")),
        ])
    func refused(text: String, error: ICalendarError) {
        #expect(throws: error) { try read(text) }
    }

    @Test("a calendar without a version, or with END in lower case and spaces, is read")
    func tolerated() throws {
        #expect(try read("begin:vcalendar \nbegin:vtodo\nuid:7\nend:VTODO\t\nEND:vcalendar").todos.map(\.uid) == ["7"])
    }

    @Test("the limits are exact to the byte, the line and the level")
    func limits() throws {
        let text = "BEGIN:VCALENDAR\nBEGIN:VTODO\nX-A:b\n c\nEND:VTODO\nEND:VCALENDAR\n"
        let size = text.utf8.count
        #expect(try read(text, limits: ICalendarLimits(bytes: size, lines: 5, depth: 2)).bytes == Array(text.utf8))
        #expect(throws: ICalendarError.tooManyBytes(limit: size - 1)) {
            try read(text, limits: ICalendarLimits(bytes: size - 1))
        }
        #expect(throws: ICalendarError.tooManyLines(limit: 4)) { try read(text, limits: ICalendarLimits(lines: 4)) }
        #expect(throws: ICalendarError.tooDeep(limit: 1, line: 2)) { try read(text, limits: ICalendarLimits(depth: 1)) }
    }

    @Test("components nested too deep are refused")
    func deep() {
        let text = "BEGIN:VCALENDAR\n" + String(repeating: "BEGIN:A\n", count: 100_000)
        #expect(throws: ICalendarError.tooDeep(limit: 16, line: 17)) { try read(text) }
        #expect(throws: ICalendarError.tooDeep(limit: 100, line: 101)) {
            try read(text, limits: ICalendarLimits(depth: .max))
        }
    }

    @Test("an object made from new tasks can be read again")
    func made() throws {
        let stamp = Date(timeIntervalSince1970: 1_795_255_200)
        var todo = VTodo(uid: "a,b", stamp: stamp)
        todo.setSummary("Milk")
        let zone = try #require(
            try ICalendarObject(parsing: ICalendarFixture.appleReminders).calendars.first?.components.first)
        let object = ICalendarObject(
            [zone, todo.component, VTodo(uid: "c", stamp: stamp).component], product: "-//Test//EN")
        let text = String(decoding: object.bytes, as: UTF8.self)
        #expect(
            text.hasPrefix(
                "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\nBEGIN:VTIMEZONE\r\nTZID:Europe/Berlin\r\n"))
        #expect(
            text.hasSuffix(
                "END:VTIMEZONE\r\nBEGIN:VTODO\r\nUID:a\\,b\r\nDTSTAMP:20261121T100000Z\r\nSUMMARY:Milk\r\nEND:VTODO\r\n"
                    + "BEGIN:VTODO\r\nUID:c\r\nDTSTAMP:20261121T100000Z\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"))
        #expect(try read(text) == object)
    }

    @Test("an update that throws changes no task")
    func atomic() throws {
        struct Stop: Error {}
        var object = try ICalendarObject(parsing: ICalendarFixture.stream)
        #expect(throws: Stop.self) {
            try object.updateTodos { todo throws(Stop) in
                todo.setSummary("other")
                if todo.uid == "b" { throw Stop() }
            }
        }
        #expect(object.bytes == ICalendarFixture.stream)
    }
}
