import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

@Suite("The server's copy of a task", .bounded)
struct TodoDocumentTests {
    private let date = Date(timeIntervalSince1970: 1_795_255_200)

    private func document(_ bytes: [UInt8]) throws -> TodoDocument { try #require(try TodoDocument(bytes)) }

    private func document(_ lines: String) throws -> TodoDocument { try document(ICalendarFixture.calendar(lines)) }

    private func fields(_ change: (inout TodoFields) throws -> Void = { _ in }) rethrows -> TodoFields {
        var fields = TodoFields(
            text: "milk", notes: "", priority: .normal, isCompleted: false, completedAt: nil)
        try change(&fields)
        return fields
    }

    private func todo(_ fields: TodoFields) throws -> Todo {
        let todo = Todo(id: TodoID("1"), text: try TodoText("x"), createdAt: date, updatedAt: date)
        return fields.applied(to: todo)
    }

    private func bytes(of todo: Todo, at date: Date, device: String) -> [UInt8] {
        TodoDocument(new: todo, at: date).bytes(with: TodoFields(todo), at: date, device: device)
    }

    /// What no server has to accept is in a property of its own, and counts as it was.
    private func lines(_ bytes: [UInt8]) -> [String] {
        String(decoding: bytes, as: UTF8.self).replacing("X-SUPERAPP-UNREADABLE:", with: "")
            .split(whereSeparator: \.isNewline).map(String.init)
    }

    @Test(
        "an edit changes its own line and the stamps, and no other byte", arguments: ICalendarFixture.all.map(\.name))
    func unknownProperties(name: String) throws {
        let bytes = try #require(ICalendarFixture.all.first { $0.name == name }?.bytes)
        let document = try document(bytes)
        var edited = document.fields
        edited.priority = edited.priority == .high ? .low : .high
        let after = document.bytes(with: edited, at: date, device: "here")
        let isStamp: (String) -> Bool = { line in
            ["PRIORITY", "LAST-MODIFIED", "DTSTAMP", "X-SUPERAPP-"].contains { line.hasPrefix($0) }
        }
        var (expected, found) = (lines(bytes).filter { !isStamp($0) }, lines(after).filter { !isStamp($0) })
        // A recurrence of its own has stamps, too, which stay; the property behind a folded line goes on with the next one.
        expected.removeAll { $0.hasPrefix(" 2") || $0.hasPrefix(" 1") }
        found.removeAll { $0.hasPrefix(" 2") || $0.hasPrefix(" 1") }
        #expect(found == expected)
        #expect(try self.document(after).fields == edited)
    }

    @Test(
        "any text is written, read back, and unchanged when written again", arguments: HostileText.all)
    func fixedPoint(text: String) throws {
        for text in [text, text + "\u{1}\u{7F}\r\nx\ry\u{FFFE}", "\\" + text + ";,:\"\t"] {
            let target = fields {
                ($0.text, $0.notes) = (text, text + "\n\n" + text)
                ($0.priority, $0.isCompleted, $0.completedAt) = (.low, true, date.addingTimeInterval(0.5))
                $0.schedule.deadline = .moment(date.addingTimeInterval(0.7))
            }
            let first = try document(bytes(of: todo(target), at: date, device: text))
            #expect(first.fields == TodoDocument.written(target))
            #expect(TodoDocument.written(first.fields) == first.fields)
            let second = try document(first.bytes(with: target, at: date, device: text))
            #expect(second.fields == first.fields)
        }
    }

    @Test("a version names the device that wrote it, until another program edits it")
    func device() throws {
        let bytes = bytes(of: try todo(fields()), at: date, device: "a b; c")
        #expect(try document(bytes).device == "a b; c")
        var object = try ICalendarObject(parsing: bytes)
        object.updateTodos { $0.setLastModified(date.addingTimeInterval(9)) }
        #expect(try document(object.bytes).device == nil)
        #expect(try document("SUMMARY:x").device == nil)
    }

    @Test("the stamp is the time of the edit to the millisecond; the order of versions does not depend on it")
    func stamps() throws {
        var document = try document("LAST-MODIFIED:20270101T000000Z")
        for number in [3, 2, 2, 1] as [Double] {
            let last = document
            let edited = date.addingTimeInterval(number * 0.25)
            document = try self.document(
                document.bytes(with: fields { $0.text += "\(number)" }, at: edited, device: "a"))
            #expect(document.stamp == edited && document.device == "a")
            #expect(document.version.includes(last.version) && !last.version.includes(document.version))
        }
        let later = try self.document(document.bytes(with: document.fields, at: date + 60, device: "b"))
        #expect(later.content == document.content, "the stamps are no contents")
        // Another program that edits it keeps our line, which no longer counts.
        var object = try ICalendarObject(parsing: document.bytes(with: fields(), at: date + 0.5, device: "a"))
        object.updateTodos { $0.setLastModified(date + 9) }
        #expect(try self.document(object.bytes).stamp == date + 9)
        for line in ["x", "99999999999999999999", "-9223372036854775808"] {
            let text = "LAST-MODIFIED:20270101T000000Z\nX-SUPERAPP-EDITED:\(line)"
            #expect(try self.document(text).stamp == Date(timeIntervalSince1970: 1_798_761_600))
        }
    }

    @Test(
        "a deadline of each kind is read and written",
        arguments: [
            ("DUE;VALUE=DATE:20261201", "2026-12-01"), ("DUE:20261201T180000", "2026-12-01T18:00"),
            ("DUE:20261201T170000Z", "2026-12-01T17:00Z"),
            ("DUE;TZID=Europe/Berlin:20261201T180000", "2026-12-01T17:00Z"),
            ("DUE;TZID=Nowhere/At All:20261201T180000", "2026-12-01T18:00"),
        ])
    func deadlines(line: String, text: String) throws {
        let deadline = try TodoDeadline(text)
        let document = try document(line)
        #expect(document.fields.schedule.deadline == deadline)
        #expect(
            String(decoding: document.bytes(with: document.fields, at: date, device: "a"), as: UTF8.self).contains(line)
        )
        for other in ["2027-01-02", "2027-01-02T08:00", "2027-01-02T08:00Z"] {
            let target = fields { $0.schedule.deadline = try? TodoDeadline(other) }
            let after = try self.document(document.bytes(with: target, at: date, device: "a"))
            #expect(after.fields.schedule.deadline == target.schedule.deadline, "\(line) to \(other)")
        }
        let cleared = try self.document(document.bytes(with: fields(), at: date, device: "a"))
        #expect(cleared.fields.schedule.deadline == nil)
    }

    @Test(
        "a deadline is written in a form that fits the start and the previous value, and read back unchanged",
        arguments: [
            (
                "DTSTART;TZID=Europe/Berlin:20261201T090000\nDUE;TZID=Europe/Berlin:20261201T180000",
                "DUE;TZID=Europe/Berlin:20270102T080000", "DUE;TZID=Europe/Berlin:20270102T090000"
            ),
            ("DUE;TZID=Europe/Berlin:20261201T180000", "DUE;TZID=Europe/Berlin:20270102T080000", nil),
            ("DUE;TZID=Nowhere:20261201T180000", "DUE;TZID=Nowhere:20270102T080000", "DUE:20270102T080000Z"),
            ("DTSTART;TZID=Europe/Berlin:20261201T090000", "DUE;TZID=Europe/Berlin:20270102T080000", nil),
            (
                "DTSTART;TZID=Europe/Berlin:20261201T090000\nDURATION:PT1H", "DUE;TZID=Europe/Berlin:20270102T080000",
                nil
            ),
            (
                "DTSTART;TZID=Europe/Berlin:20261201T090000\nDUE:20261201T180000Z",
                "DUE;TZID=Europe/Berlin:20270102T080000", "DUE:20270102T080000Z"
            ),
            (
                "DTSTART:20261201T090000Z\nDUE:20261201T180000Z", "DUE:20270101T230000Z", "DUE:20270102T080000Z"
            ),
            ("DTSTART:20261201T090000Z", "DUE:20270101T230000Z", nil),
            ("DTSTART:20261201T090000\nDUE:20261201T180000", "DUE:20270102T080000", "DUE:20270102T170000"),
            ("DTSTART;VALUE=DATE:20261201\nDUE;VALUE=DATE:20261203", "DUE:20270102T080000", "DUE:20270102T080000Z"),
            ("DTSTART:nonsense", "DUE:20270102T080000", nil), ("DUE:20261201T180000Z", "DUE:20270102T080000", nil),
        ])
    func deadlineForms(lines: String, local: String, moment: String?) throws {
        let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
        let document = try document("SUMMARY:milk\n" + lines)
        func written(_ text: String?, in document: TodoDocument) throws -> [UInt8] {
            var target = document.fields
            target.schedule.deadline = try text.map { try TodoDeadline($0) }
            let bytes = document.bytes(with: target, at: date, device: "a", timeZone: tokyo)
            // The start gets the form of the deadline.
            var read = try self.document(bytes).fields
            read.schedule.start = target.schedule.start
            #expect(read == target, "\(lines) to \(text ?? "none")")
            return bytes
        }
        let first = try written("2027-01-02T08:00", in: document)
        #expect(self.lines(first).contains(local))
        let second = try written("2027-01-02T08:00Z", in: self.document(first))
        if let moment { #expect(try self.lines(written("2027-01-02T08:00Z", in: document)).contains(moment)) }
        _ = try written("2027-01-03T09:30", in: self.document(second))
        let day = try written("2027-01-02", in: document)
        #expect(self.lines(day).contains("DUE;VALUE=DATE:20270102"))
        #expect(!self.lines(day).contains { $0.hasPrefix("DTSTART") && $0.contains("T0") })
        let cleared = try self.lines(written(nil, in: self.document(first)))
        #expect(!cleared.contains { $0.hasPrefix("X-SUPERAPP-DEADLINE") })
        // An edit by another program counts, whatever it does to the rest.
        var object = try ICalendarObject(parsing: first)
        object.updateTodos { $0.setDue(.utc(LocalDateTime(date))) }
        #expect(try self.document(object.bytes).fields.schedule.deadline == .moment(date))
    }

    @Test("a malformed value is ignored, kept, and can be set")
    func malformed() throws {
        let text = "SUMMARY:milk\nDUE:soon\nCOMPLETED:never\nPRIORITY:most\nLAST-MODIFIED:x\nSTATUS:?"
        let document = try document(text)
        #expect(document.fields == fields { $0.isCompleted = true })
        let after = document.bytes(with: document.fields, at: date, device: "a")
        for line in ["DUE:soon", "COMPLETED:never", "PRIORITY:most"] { #expect(lines(after).contains(line)) }
        let target = fields { ($0.schedule.deadline, $0.priority) = (.moment(date), .high) }
        #expect(try self.document(document.bytes(with: target, at: date, device: "a")).fields == target)
    }

    @Test(
        "of several lines of one property the first that can be read counts, whatever the order; the others stay as texts"
    )
    func severalLines() throws {
        let due = TodoDeadline.day(try #require(CalendarDay(compact: Array("20270110".utf8)[...])))
        func schedule(_ rule: String?) -> (inout TodoFields) -> Void {
            return {
                $0.schedule.deadline = due
                guard let rule else { return }
                var recurrence = TodoRecurrence(rule: rule)
                (recurrence.start, recurrence.hasStart) = (.date(due.day(in: .gmt)), false)
                $0.schedule.recurrence = recurrence
            }
        }
        let tables: [(lines: [String], change: (inout TodoFields) -> Void)] = [
            (["SUMMARY:", "SUMMARY:milk"], { _ in }),
            (["UID:", "UID:a"], { _ in }),
            (["DTSTAMP:never", "DTSTAMP:20261020T100000Z"], { _ in }),
            (["DUE:soon", "DUE;VALUE=DATE:20270110", "DURATION:P1D"], schedule(nil)),
            (
                ["DTSTART:x", "DTSTART;VALUE=DATE:20270108", "DURATION:x", "DURATION:P2D"],
                {
                    $0.schedule.start = .day(CalendarDay(daysSince1970: due.day(in: .gmt).daysSince1970 - 2))
                    $0.schedule.deadline = due
                }
            ),
            (["PRIORITY:most", "PRIORITY:1", "PRIORITY:2"], { $0.priority = .high }),
            (["SEQUENCE:x", "SEQUENCE:3", "PERCENT-COMPLETE:half", "PERCENT-COMPLETE:50"], { _ in }),
            (
                ["STATUS:?", "STATUS:COMPLETED", "COMPLETED:never", "COMPLETED:20261020T100000Z"],
                {
                    ($0.isCompleted, $0.completedAt) = (true, Date(timeIntervalSince1970: 1_792_490_400))
                }
            ),
            (["URL:", "URL:https://example.org"], { $0.link = URL(string: "https://example.org") }),
            (["RRULE:daily", "DUE;VALUE=DATE:20270110", "RRULE:FREQ=DAILY"], schedule("FREQ=DAILY")),
            (["DUE;VALUE=DATE:20270110", "RRULE:FREQ=DAILY", "RRULE:FREQ=DAILY"], schedule("FREQ=DAILY")),
        ]
        for (lines, change) in tables {
            for lines in [lines, lines.filter { !$0.hasSuffix(":") }.reversed()] {
                let document = try document(
                    (["SUMMARY:milk", "UID:1"].filter { new in !lines.contains { $0.hasPrefix(new.prefix(4)) } } + lines)
                        .joined(separator: "\n"))
                let isAsSaid = document.fields == fields(change)
                let bytes = document.bytes(with: document.fields, at: date, device: "a")
                let objection = StrictCalendar.objection(to: bytes)
                #expect(isAsSaid && objection == nil, "\(lines) \(document.fields) \(objection ?? "")")
            }
        }
    }

    @Test("an object without a task has none, and an invalid calendar is an error")
    func noTask() throws {
        #expect(try TodoDocument(ICalendarFixture.crlf("BEGIN:VCALENDAR\nEND:VCALENDAR")) == nil)
        #expect(throws: ICalendarError.self) { try TodoDocument(Array("<html>".utf8)) }
    }

    // MARK: Version vector

    @Test("a version includes its ancestors, but not concurrent versions")
    func versionVector() throws {
        let first = try document(bytes(of: todo(fields()), at: date, device: "a"))
        func edited(_ document: TodoDocument, _ text: String, by device: String) throws -> TodoDocument {
            try self.document(document.bytes(with: fields { $0.text = text }, at: date, device: device))
        }
        let mine = try edited(first, "bread", by: "a")
        let theirs = try edited(edited(first, "tea", by: "b"), "rice", by: "b")
        #expect(mine.version.includes(first.version) && theirs.version.includes(first.version))
        #expect(!first.version.includes(mine.version))
        #expect(!theirs.version.includes(mine.version) && !mine.version.includes(theirs.version))
        let both = try edited(mine, "all", by: "b")
        #expect(both.version.includes(mine.version))
        #expect(mine.version.includes(mine.version))
    }

    @Test("an edit of a program without version vectors counts as an edit by an unknown device")
    func foreignVersionVector() throws {
        let first = try document("LAST-MODIFIED:20261121T100000Z")
        let second = try document("LAST-MODIFIED:20261121T100001Z")
        #expect(second.version.includes(first.version) && !first.version.includes(second.version))
        let ours = try document(first.bytes(with: fields { $0.text = "tea" }, at: date, device: "a"))
        #expect(ours.version.includes(first.version))
        let beside = try document(first.bytes(with: fields(), at: date.addingTimeInterval(60), device: "a"))
        #expect(!second.version.includes(beside.version))
    }

    @Test("an invalid version vector is read as far as possible and has a maximum size")
    func hostileVersionVector() {
        let text = "x\n\n5\n7 a\n99999999999999999999 b\n-3 c d\n"
        #expect(VersionVector(text, foreignStamp: nil).description == "7 a\n-3 c d")
        var version = VersionVector("9223372036854775807 a", foreignStamp: nil)
        #expect(version.latest != nil)
        for number in 0..<100 {
            version = version.continued(by: "device\n\(number)", at: Date(timeIntervalSince1970: Double(number)))
        }
        #expect(version.description.split(separator: "\n").count == 32)
        _ = VersionVector("", foreignStamp: .distantFuture).continued(by: "", at: .distantPast)
    }
}
