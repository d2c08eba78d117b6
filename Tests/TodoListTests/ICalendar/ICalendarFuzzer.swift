import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

/// Damages objects as files and networks do, and in other ways, from a seed.
struct ICalendarFuzzer {
    var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    private static let corpus = ICalendarFixture.all.map(\.bytes)
    /// Tokens with a meaning in the format.
    private static let pieces: [[UInt8]] =
        [
            "\r\n", "\n", "\r", "\r\r\n", "\n ", "\r\n\t", " ", "\t", ":", ";", ",", "=", "\"", "^", "^n", "^'", "\\",
            "\\n", "\\N",
            "\u{FEFF}", "BEGIN:VTODO\n", "END:VTODO\n", "BEGIN:VALARM\n", "END:VALARM\n", "BEGIN:VCALENDAR\n",
            "END:VCALENDAR\n",
            "BEGIN:VTIMEZONE\nTZID:Europe/Vienna\n", "END:VTIMEZONE\n", "BEGIN:DAYLIGHT\n", "END:DAYLIGHT\n",
            "VERSION:1.0\n",
            "DUE:20260101T\n", "DUE;TZID=", "DUE;VALUE=DATE:20260101\n", "DTSTART:99991231T235959Z\n", "DURATION:P1W\n",
            "DURATION:-P3652500D\n", "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10\n", "RDATE:20260101,19700101T000000Z\n",
            "TZOFFSETFROM:-2359\n", "TZOFFSETTO:+235959\n", "TZID:Customized Time Zone\n", "SUMMARY:", "\nSUMMARY;X=",
            "STATUS:",
            "PRIORITY:999999999999999999\n", "SEQUENCE:2147483647\n", "PERCENT-COMPLETE:100\n",
            "RECURRENCE-ID:20260101\n",
            "UID:\n", "\0", "ü", "🚲", "e\u{301}", "20260229", "T235960Z", "0", "9", "-", "+",
        ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0x80], [0xF0, 0x9F], [0xED, 0xA0, 0x80], [0xEF, 0xBB]]

    /// A broken object.
    mutating func object() -> [UInt8] {
        var bytes = pick(Self.corpus)
        for _ in 0..<Int.random(in: 1...8, using: &generator) { mutate(&bytes) }
        return bytes
    }

    /// A random text.
    mutating func text() -> String {
        let pieces = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
            Bool.random(using: &generator)
                ? String(decoding: pick(Self.pieces), as: UTF8.self)
                : String(repeating: "x", count: Int.random(in: 0...40, using: &generator))
        }
        return pieces.joined()
    }

    mutating func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: values.indices, using: &generator)] }

    private mutating func range(in bytes: [UInt8], upTo length: Int) -> Range<Int> {
        let start = Int.random(in: 0...bytes.count, using: &generator)
        return start..<min(bytes.count, start + Int.random(in: 0...length, using: &generator))
    }

    /// The bytes of some lines, as a text editor sees them.
    private mutating func lines(in bytes: [UInt8]) -> Range<Int> {
        let range = range(in: bytes, upTo: 300)
        let start = bytes[..<range.lowerBound].lastIndex(of: 10).map { $0 + 1 } ?? 0
        return start..<max(start, bytes[range.upperBound...].firstIndex(of: 10).map { $0 + 1 } ?? bytes.count)
    }

    private mutating func mutate(_ bytes: inout [UInt8]) {
        switch Int.random(in: 0..<10, using: &generator) {
        case 0:
            bytes.replaceSubrange(range(in: bytes, upTo: 1), with: [UInt8.random(in: .min ... .max, using: &generator)])
        case 1: bytes.removeSubrange(range(in: bytes, upTo: 20))
        case 2, 3: bytes.insert(contentsOf: pick(Self.pieces), at: Int.random(in: 0...bytes.count, using: &generator))
        case 4: bytes.removeSubrange(lines(in: bytes))
        case 5:
            let copied = Array(bytes[lines(in: bytes)])
            bytes.insert(contentsOf: copied, at: lines(in: bytes).lowerBound)
        case 6:
            let other = pick(Self.corpus)
            bytes.replaceSubrange(range(in: bytes, upTo: 100), with: other[range(in: other, upTo: 400)])
        case 7: bytes.insert(contentsOf: pick(Self.pieces), at: lines(in: bytes).lowerBound)
        case 8:
            let repeated = Array(
                repeatElement(pick(Self.pieces), count: Int.random(in: 1...60, using: &generator)).joined())
            bytes.insert(contentsOf: repeated, at: Int.random(in: 0...bytes.count, using: &generator))
        default:
            let range = range(in: bytes, upTo: 200)
            bytes.replaceSubrange(range, with: bytes[range].map { $0 == 13 ? 10 : $0 })
        }
    }
}

/// The invariants for any bytes.
enum ICalendarLaws {
    struct Broken: Error {
        let law: String
    }

    private static func law(_ law: String, _ holds: Bool) throws {
        if !holds { throw Broken(law: law) }
    }

    /// Checks them all; `fuzzer` says what to edit. Returns whether the bytes were taken for an object.
    static func check(_ bytes: [UInt8], _ fuzzer: inout ICalendarFuzzer) throws -> Bool {
        guard let object = parsed(bytes) else { return false }
        try law("unedited bytes come back", object.bytes == bytes)
        try read(object)
        try edit(object, &fuzzer)
        return true
    }

    private static func parsed(_ bytes: [UInt8]) -> ICalendarObject? {
        do throws(ICalendarError) {
            return try ICalendarObject(parsing: bytes)
        } catch {
            return nil
        }
    }

    /// Asks for everything.
    private static func read(_ object: ICalendarObject) throws {
        let zones = ICalendarTimeZones(object)
        for todo in object.todos {
            _ = (todo.uid, todo.summary, todo.notes, todo.status, todo.isCompleted, todo.priorityClass, todo.isOverride)
            for time in [try readable { try todo.due }, todo.start] {
                guard let time else { continue }
                if case .instant(let date) = zones.moment(of: time) {
                    let again = zones.moment(of: zones.time(at: date, like: time))
                    try law("a moment is written as what it is read from", again == .instant(date))
                }
            }
            _ = (todo.created, todo.completed, todo.lastModified, todo.stamp)
            lines(of: todo.component).forEach { _ = ($0.parameters, $0.text, $0.description) }
        }
    }

    /// A property's value; `nil` where it is none or a problem, and nothing else.
    private static func readable<Value>(_ value: () throws -> Value?) throws -> Value? {
        do {
            return try value()
        } catch is ICalendarProblem {
            return nil
        }
    }

    private static func lines(of component: ICalendarComponent) -> [ContentLine] {
        component.elements.compactMap { if case .line(let line) = $0 { line } else { nil } }
    }

    /// Each edit has its effect and leaves all other lines unchanged, also after the object was read again.
    private static func edit(_ object: ICalendarObject, _ fuzzer: inout ICalendarFuzzer) throws {
        let text = fuzzer.text()
        let day = CalendarDay(
            Date(timeIntervalSince1970: Double(Int.random(in: 0...4_000_000_000, using: &fuzzer.generator))), in: .gmt)
        let wall = try #require(LocalDateTime(day, hour: 12, minute: 34, second: 56))
        let zone = fuzzer.pick(["Europe/Vienna", "a:b;c,d\"e", "Customized Time Zone", "^n"])
        let time = fuzzer.pick([ICalendarTime.date(day), .local(wall), .utc(wall), .zoned(wall, timeZone: zone)])
        let priority = fuzzer.pick(TodoPriority.allCases)
        typealias Edit = (touched: Set<String>, edit: (inout VTodo) -> Void, holds: (VTodo) throws -> Bool)
        let written = ContentLine(name: "X-A", text: text).text
        let edits: [Edit] = [
            (["SUMMARY"], { $0.setSummary(text) }, { $0.summary == written }),
            (["DESCRIPTION"], { $0.setNotes(text) }, { $0.notes == written }),
            (["DUE", "DURATION", "DTSTART"], { $0.setDue(time) }, { try $0.due == time }),
            (["DUE", "DURATION"], { $0.setDue(nil) }, { try $0.due == nil }),
            (
                ["STATUS", "COMPLETED", "PERCENT-COMPLETE", "X-SUPERAPP-PROGRESS"],
                { $0.setCompleted(at: wall.date()) },
                { $0.isCompleted && $0.completed == wall.date() && $0.number("PERCENT-COMPLETE") == 100 }
            ),
            (
                ["STATUS", "COMPLETED", "PERCENT-COMPLETE", "X-SUPERAPP-PROGRESS"],
                { $0.setCompleted(at: nil) },
                { !$0.isCompleted && $0.completed == nil }
            ),
            (["PRIORITY"], { $0.setPriorityClass(priority) }, { $0.priorityClass == priority }),
            (
                ["LAST-MODIFIED", "DTSTAMP", "SEQUENCE"], { $0.setLastModified(wall.date(), isRevision: true) },
                { $0.lastModified == wall.date() && ($0.number("SEQUENCE") ?? 0) >= 1 }
            ),
        ]
        let edit = fuzzer.pick(edits)
        var edited = object
        edited.updateTodos { edit.edit(&$0) }
        let again = try ICalendarObject(parsing: edited.bytes)
        try law("what is written is read", again == edited)
        for (before, after) in zip(object.todos, again.todos) {
            try law("the edit of \(edit.touched) holds", try edit.holds(after))
            let untouched = { (todo: VTodo) in lines(of: todo.component).filter { !edit.touched.contains($0.name) } }
            try law("the edit of \(edit.touched) touches nothing else", untouched(before) == untouched(after))
            try law("components within stay", before.component.components == after.component.components)
            let old = Set(lines(of: before.component))
            for line in lines(of: after.component) where !old.contains(line) {
                try law("lines are folded", line.bytes.split(separator: 10).allSatisfy { $0.count <= 76 })
            }
        }
        // To count a revision again is another one.
        guard !edit.touched.contains("SEQUENCE") else { return }
        var twice = again
        twice.updateTodos { edit.edit(&$0) }
        try law("the same edit of \(edit.touched) again changes nothing", twice == again)
    }
}
