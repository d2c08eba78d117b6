import CoreModule
import Foundation
import TestSupport
import Testing
import TodoList

@Suite("Times of iCalendar objects", .bounded)
struct ICalendarTimeTests {
    private func todo(_ text: String) throws -> VTodo {
        try #require(try ICalendarObject(parsing: ICalendarFixture.calendar(text)).todos.first)
    }

    /// What a task's time means, as text: a day, a time of day, a moment in UTC, or the name of an unknown zone.
    private func moment(_ property: String, in fixture: [UInt8]? = nil) throws -> String {
        let object = try fixture.map { try ICalendarObject(parsing: $0) }
        let due = try #require(try todo(property).due)
        return describe(ICalendarTimeZones(object).moment(of: due))
    }

    private func describe(_ moment: ICalendarTimeZones.Moment) -> String {
        switch moment {
        case .instant(let date): "\(LocalDateTime(date))Z"
        case .day(let day): "\(day)"
        case .local(let time): "\(time)"
        case .unknownTimeZone(let time, let identifier): "\(time) \(identifier)"
        }
    }

    @Test("a time is a date, local, in UTC or in a zone; the value decides, not the parameters")
    func kinds() throws {
        let day = try CalendarDay("2026-12-01")
        let time = try #require(LocalDateTime(day, hour: 18, minute: 30, second: 5))
        #expect(try todo("DUE;VALUE=DATE:20261201").due == .date(day))
        #expect(try todo("DUE:20261201").due == .date(day))
        #expect(try todo("DUE;VALUE=DATE-TIME;TZID=Europe/Berlin:20261201").due == .date(day))
        #expect(try todo("DUE:20261201T183005").due == .local(time))
        #expect(try todo("DUE;VALUE=DATE:20261201t183005").due == .local(time))
        #expect(try todo("DUE;TZID=:20261201T183005").due == .local(time))
        #expect(try todo("DUE: 20261201T183005Z ").due == .utc(time))
        #expect(try todo("DUE;TZID=Europe/Berlin:20261201T183005Z").due == .utc(time))
        #expect(
            try todo("DUE;X-A=1;TZID=\"Europe/Berlin\":20261201T183005").due == .zoned(time, timeZone: "Europe/Berlin"))
        #expect(try todo("SUMMARY:none").due == nil)
        #expect(try todo("DUE:20261201T183005").due?.day == day)
    }

    @Test(
        "an invalid time is reported and kept",
        arguments: [
            "20260101T", "20260101T1200", "20260101T120000ZZ", "20260101T120000X", "2026-01-01", "20260230", "20261301",
            "20260001",
            "20260100",
            "00000101", "20260101T240000", "20260101T126000", "20260101T120061", "20260101X120000", "", "tomorrow",
            "20260101T120000+0100", "２０２６0101", "99999999999999999999",
        ])
    func malformed(value: String) throws {
        let bytes = ICalendarFixture.calendar("DUE:\(value)")
        var object = try ICalendarObject(parsing: bytes)
        let problem = ICalendarProblem.malformed(property: "DUE", value: value)
        #expect(throws: problem) { try object.todos[0].due }
        object.updateTodos { $0.setSummary("other") }
        #expect(String(decoding: object.bytes, as: UTF8.self).contains("\r\nDUE:\(value)\r\n"))
        object.updateTodos { $0.setDue(nil) }
        #expect(!String(decoding: object.bytes, as: UTF8.self).contains("DUE"))
    }

    @Test("a problem quotes the beginning of a long value")
    func longProblem() throws {
        let todo = try todo("DUE:" + String(repeating: "ü", count: 100_000))
        #expect(throws: ICalendarProblem.malformed(property: "DUE", value: String(repeating: "ü", count: 80))) {
            try todo.due
        }
    }

    @Test(
        "a leap second, a leap day and the ends of the calendar are times",
        arguments: ["20161231T235960Z", "20240229T000000Z", "00010101T000000Z", "99991231T235959Z"])
    func borders(value: String) throws {
        let due = try #require(try todo("DUE:\(value)").due)
        var copy = try todo("DUE:20260101T000000Z")
        copy.setDue(due)
        #expect(copy.component.line("DUE")?.value == value)
    }

    @Test("dates and local times convert both ways, at any distance, to the second")
    func clock() throws {
        for seconds in stride(from: -62_135_596_800.0, through: 253_402_300_799, by: 86_400 * 97 + 12_345) {
            let date = Date(timeIntervalSince1970: seconds)
            let time = LocalDateTime(date)
            #expect(time.date() == date)
            #expect(try CalendarDay("\(time.day)") == time.day)
            // Before 1582, Foundation uses the Julian calendar.
            #expect(CalendarDay(date, in: .gmt) == time.day || seconds < -12_219_292_800)
        }
        #expect(LocalDateTime(Date(timeIntervalSince1970: 0.999)).description == "1970-01-01T00:00:00")
        #expect(LocalDateTime(Date(timeIntervalSince1970: -0.001)).description == "1969-12-31T23:59:59")
        #expect(
            LocalDateTime(Date(timeIntervalSince1970: 0), secondsFromGMT: 3600).description == "1970-01-01T01:00:00")
    }

    @Test(
        "a date beyond the calendar becomes its first or last",
        arguments: [-Double.infinity, -1e20, 1e20, .infinity, .nan])
    func outOfCalendar(seconds: Double) {
        let time = LocalDateTime(Date(timeIntervalSince1970: seconds))
        #expect(time.description == (seconds > 0 ? "9999-12-31T23:59:59" : "0001-01-01T00:00:00"))
        #expect(LocalDateTime(Date(timeIntervalSince1970: seconds), secondsFromGMT: .max / 4).day.year >= 1)
    }

    @Test(
        "a task with a start and a duration is due at their sum",
        arguments: [
            ("20261201", "P1D", "2026-12-02"), ("20261201", "P2W", "2026-12-15"),
            ("20261201T230000Z", "PT1H30M", "2026-12-02T00:30:00Z"),
            ("20261201T230000", "P1DT1S", "2026-12-02T23:00:01"),
            ("20261201T230000Z", "-PT23H", "2026-12-01T00:00:00Z"),
            ("20261201", "+P1D", "2026-12-02"), ("20261201", "-P1D", "2026-11-30"),
            ("99991231T230000Z", "P900D", "9999-12-31T23:59:59Z"),
        ])
    func duration(start: String, duration: String, expected: String) throws {
        #expect(try moment("DTSTART:\(start)\nDURATION:\(duration)") == expected)
    }

    @Test(
        "an invalid duration is reported",
        arguments: [
            "", "P", "PT", "1D", "P1", "P1H", "PT1D", "P1DT", "PTT1H", "P99999999999D", "P-1D", "P900000000W",
            "PT999999999999999999H", "P999999999W999999999W",
        ])
    func noDuration(value: String) throws {
        let todo = try todo("DTSTART:20261201\nDURATION:\(value)")
        #expect(throws: ICalendarProblem.malformed(property: "DURATION", value: value)) { try todo.due }
    }

    // MARK: Time zones

    @Test(
        "a zone is found by its IANA name, also with a prefix, and by its Windows name",
        arguments: [
            ("Europe/Berlin", "2026-07-01T10:00:00Z"), ("America/Argentina/Buenos_Aires", "2026-07-01T15:00:00Z"),
            ("/freeassociation.sourceforge.net/Europe/Berlin", "2026-07-01T10:00:00Z"),
            ("/mozilla.org/20070129_1/America/Argentina/Buenos_Aires", "2026-07-01T15:00:00Z"),
            ("W. Europe Standard Time", "2026-07-01T10:00:00Z"), ("Eastern Standard Time", "2026-07-01T16:00:00Z"),
            ("India Standard Time", "2026-07-01T06:30:00Z"), ("UTC", "2026-07-01T12:00:00Z"),
        ])
    func known(identifier: String, expected: String) throws {
        #expect(try moment("DUE;TZID=\"\(identifier)\":20260701T120000") == expected)
    }

    @Test(
        "an unknown zone keeps the local time and is reported",
        arguments: [
            "Middle-earth/Shire", "../../etc/passwd", "/etc/localtime", "/", "a/", "Customized Time Zone",
            String(repeating: "a/", count: 1000), "Europe/Berlin\u{301}",
        ])
    func unknown(identifier: String) throws {
        #expect(try moment("DUE;TZID=\"\(identifier)\":20260701T120000") == "2026-07-01T12:00:00 \(identifier)")
    }

    @Test("without the table there are no Windows names, and the process goes on")
    func missingTable() {
        #expect(WindowsTimeZones.read(ResourceBundle("superapp_Nothing")).isEmpty)
        #expect(WindowsTimeZones.read(.todoList) == WindowsTimeZones.regions)
    }

    @Test("every Windows name maps to a zone of the system")
    func windows() throws {
        #expect(WindowsTimeZones.regions.count == 100)
        for name in WindowsTimeZones.regions.keys {
            #expect(try !moment("DUE;TZID=\"\(name)\":20260701T120000").hasSuffix(name))
        }
    }

    @Test(
        "a zone that the object defines follows its rules",
        arguments: [
            ("20260101T120000", "2026-01-01T09:30:00Z"), ("20260307T120000", "2026-03-07T09:30:00Z"),
            ("20260308T120000", "2026-03-08T08:30:00Z"), ("20261031T120000", "2026-10-31T08:30:00Z"),
            ("20261101T120000", "2026-11-01T09:30:00Z"), ("15000101T120000", "1500-01-01T09:30:00Z"),
        ])
    func ownRules(time: String, expected: String) throws {
        #expect(try moment("DUE;TZID=Customized Time Zone:\(time)", in: ICalendarFixture.groupware) == expected)
    }

    /// An object that defines a zone whose clocks are put forward and back in a way of its own.
    private func zone(_ lines: String, extra: String = "") -> [UInt8] {
        ICalendarFixture.crlf(
            "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VTIMEZONE\nTZID:Own\n\(extra)BEGIN:STANDARD\nDTSTART:20000101T000000\n"
                + "TZOFFSETFROM:+0200\nTZOFFSETTO:+0100\nEND:STANDARD\nBEGIN:DAYLIGHT\n\(lines)\nEND:DAYLIGHT\n"
                + "END:VTIMEZONE\nEND:VCALENDAR")
    }

    @Test(
        "yearly rules and dates are read",
        arguments: [
            ("RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=-1FR", "20260423T230000", "20260424T040000"),
            ("RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=2SU", "20260411T230000", "20260412T040000"),
            (
                "RRULE:FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=9,10,11,12,13,14,15;BYDAY=WE", "20260414T230000",
                "20260415T040000"
            ),
            ("RRULE:FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=7", "20260406T230000", "20260407T040000"),
            ("RRULE:FREQ=YEARLY;WKST=MO", "20260331T230000", "20260401T040000"),
            ("RRULE:FREQ=YEARLY;UNTIL=20260501T000000Z", "20260331T230000", "20260401T040000"),
            ("RDATE:20240601T020000,20260601T020000", "20260531T230000", "20260601T040000"),
            ("RDATE;VALUE=DATE-TIME:20260601T010000Z\nRDATE:20290101T000000", "20260531T230000", "20260601T040000"),
        ])
    func rules(rule: String, before: String, after: String) throws {
        // The hour before is one of winter, that after one of summer: 1 and 2 hours from UTC. The winter begins each year anew.
        let object = zone("DTSTART:20200401T020000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\n\(rule)")
            .replacing("TZOFFSETFROM:+0200\r\n".utf8, with: "RRULE:FREQ=YEARLY\r\nTZOFFSETFROM:+0200\r\n".utf8)
        #expect(try moment("DUE;TZID=Own:\(before)", in: object).hasSuffix("T22:00:00Z"))
        #expect(try moment("DUE;TZID=Own:\(after)", in: object).hasSuffix("T02:00:00Z"))
    }

    @Test("an ended rule does not apply")
    func until() throws {
        let object = zone(
            "DTSTART:20200401T020000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\nRRULE:FREQ=YEARLY;UNTIL=20220101T000000Z"
        )
        .replacing("TZOFFSETFROM:+0200\r\n".utf8, with: "RRULE:FREQ=YEARLY\r\nTZOFFSETFROM:+0200\r\n".utf8)
        #expect(try moment("DUE;TZID=Own:20210601T120000", in: object) == "2021-06-01T10:00:00Z")
        #expect(try moment("DUE;TZID=Own:20230601T120000", in: object) == "2023-06-01T11:00:00Z")
    }

    @Test(
        "a rule applies until its end, in local time or in UTC, and at the end itself",
        arguments: [
            ("20210401T010000Z", "10:00"), ("20210401T005959Z", "11:00"), ("20210401T020000", "10:00"),
            ("20210401T015959", "11:00"),
        ])
    func untilOnset(until: String, time: String) throws {
        // The summer of 2021 begins at 2 o'clock of winter, an hour from UTC.
        let object = zone(
            "DTSTART:20200401T020000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\nRRULE:FREQ=YEARLY;UNTIL=\(until)"
        )
        .replacing("TZOFFSETFROM:+0200\r\n".utf8, with: "RRULE:FREQ=YEARLY\r\nTZOFFSETFROM:+0200\r\n".utf8)
        #expect(try moment("DUE;TZID=Own:20210601T120000", in: object) == "2021-06-01T\(time):00Z")
    }

    @Test(
        "a zone with unreadable rules is unknown, unless it names its location",
        arguments: [
            "RRULE:FREQ=MONTHLY", "RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=SU", "RRULE:FREQ=YEARLY;INTERVAL=2",
            "RRULE:FREQ=YEARLY;COUNT=3", "RRULE:FREQ=YEARLY;BYMONTH=13", "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29",
            "RRULE:FREQ=YEARLY;BYSETPOS=1", "RRULE:nonsense", "RDATE:nonsense", "RRULE:FREQ=YEARLY\nRRULE:FREQ=YEARLY",
            "RRULE:FREQ=YEARLY;UNTIL=never", "RRULE:FREQ=YEARLY;BYDAY=5SU", "EXDATE:20260101T000000",
            "RRULE:FREQ=YEARLY;BYMONTHDAY=25,26,27,28,29,30,31;BYDAY=SU;BYMONTH=4", "RRULE:FREQ=YEARLY;BYDAY=1XX",
        ])
    func notUnderstood(rule: String) throws {
        let lines = "DTSTART:20200401T020000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\n\(rule)"
        #expect(try moment("DUE;TZID=Own:20260701T120000", in: zone(lines)) == "2026-07-01T12:00:00 Own")
        #expect(
            try moment("DUE;TZID=Own:20260701T120000", in: zone(lines, extra: "X-LIC-LOCATION:Asia/Tokyo\n"))
                == "2026-07-01T03:00:00Z")
    }

    @Test("a zone with more changes than any zone has is unknown")
    func changes() throws {
        let change = "DTSTART:20200401T020000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200"
        let more = { String(repeating: "\nEND:DAYLIGHT\nBEGIN:DAYLIGHT\n\(change)", count: $0) }
        #expect(try moment("DUE;TZID=Own:20260701T120000", in: zone(change + more(198))) == "2026-07-01T10:00:00Z")
        #expect(try moment("DUE;TZID=Own:20260701T120000", in: zone(change + more(199))) == "2026-07-01T12:00:00 Own")
    }

    @Test(
        "an invalid offset makes the zone unknown",
        arguments: ["0100", "+01", "+2400", "+0160", "+01:00", "", "+010060"])
    func noOffset(offset: String) throws {
        let lines = "DTSTART:20200401T020000\nTZOFFSETFROM:+0100\nTZOFFSETTO:\(offset)"
        #expect(try moment("DUE;TZID=Own:20260701T120000", in: zone(lines)) == "2026-07-01T12:00:00 Own")
    }

    @Test("a skipped local time uses the offset before the change; a repeated one is the first")
    func gaps() throws {
        for zone in ["Europe/Berlin", "W. Europe Standard Time"] {
            #expect(try moment("DUE;TZID=\(zone):20260329T023000") == "2026-03-29T01:30:00Z")
            #expect(try moment("DUE;TZID=\(zone):20261025T023000") == "2026-10-25T00:30:00Z")
        }
        let own = ICalendarFixture.groupware
        #expect(try moment("DUE;TZID=Customized Time Zone:20260308T023000", in: own) == "2026-03-08T00:00:00Z")
        #expect(try moment("DUE;TZID=Customized Time Zone:20261101T023000", in: own) == "2026-10-31T23:00:00Z")
    }

    @Test("a date is written in the zone of the previous value, or in UTC if it would not be read back")
    func like() throws {
        let zones = ICalendarTimeZones()
        let berlin = try #require(try todo("DUE;TZID=Europe/Berlin:20260101T000000").due)
        let lost = try #require(try todo("DUE;TZID=Nowhere:20260101T000000").due)
        let summer = Date(timeIntervalSince1970: 1_782_900_000)  // 2026-07-01T10:00:00Z
        let twice = Date(timeIntervalSince1970: 1_792_891_800)  // 2026-10-25T01:30:00Z, the second 2:30 of that night
        #expect(zones.time(at: summer, like: berlin) == (try todo("DUE;TZID=Europe/Berlin:20260701T120000").due))
        #expect(zones.time(at: summer, like: lost) == .utc(LocalDateTime(summer)))
        #expect(zones.time(at: summer, like: nil) == .utc(LocalDateTime(summer)))
        #expect(zones.time(at: twice, like: berlin) == .utc(LocalDateTime(twice)))
        #expect(zones.moment(of: zones.time(at: twice - 3600, like: berlin)) == .instant(twice - 3600))
    }

    @Test(
        "found by fuzzing: the first hour of the calendar is written in its zone, although it is before year 1 in UTC"
    )
    func firstHour() throws {
        let first = try #require(try todo("DUE;TZID=Europe/Berlin:00010101T000000").due)
        guard case .instant(let date) = ICalendarTimeZones().moment(of: first) else {
            throw ICalendarError.notACalendar(line: 0)
        }
        #expect(ICalendarTimeZones().time(at: date, like: first) == first)
        let last = try #require(try todo("DUE;TZID=America/New_York:99991231T235959").due)
        guard case .instant(let date) = ICalendarTimeZones().moment(of: last) else {
            throw ICalendarError.notACalendar(line: 0)
        }
        #expect(ICalendarTimeZones().time(at: date, like: last) == last)
    }
}
