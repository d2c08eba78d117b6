import Foundation
import TodoList

/// Objects in the style of real programs and servers, invented for these tests.
enum ICalendarFixture {
    /// A text with the line breaks of RFC 5545.
    static func crlf(_ text: String) -> [UInt8] { Array((text + "\n").replacing("\n", with: "\r\n").utf8) }

    static func calendar(_ todo: String) -> [UInt8] {
        crlf("BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Test//EN\nBEGIN:VTODO\nUID:1\n\(todo)\nEND:VTODO\nEND:VCALENDAR")
    }

    static let all: [(name: String, bytes: [UInt8])] = [
        ("webTasks", webTasks), ("appleReminders", appleReminders), ("desktopMail", desktopMail),
        ("androidTasks", androidTasks), ("pythonServer", pythonServer), ("groupware", groupware), ("stream", stream),
    ]

    /// A web front end: a subtask, tags, properties of its own.
    static let webTasks = crlf(
        """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:-//Nextcloud Tasks v0.16.1
        BEGIN:VTODO
        CREATED:20261120T081500
        DTSTAMP:20261121T093000
        LAST-MODIFIED:20261121T093000
        UID:5b2f7a58-6d3e-4c26-9c1e-f2a6a1f2c0de
        SUMMARY:Buy milk\\, bread\\; and tea
        PRIORITY:3
        PERCENT-COMPLETE:40
        STATUS:IN-PROCESS
        RELATED-TO:0d3c9a3e-8f0e-4a6f-a8a1-6f2b1c1d7e55
        CATEGORIES:Shopping,At the market
        X-OC-HIDESUBTASKS:0
        X-PINNED:true
        DESCRIPTION:First line\\nSecond line with a very long text that goes on and on an
         d is folded\\, as it must be\\, at seventy-five octets
        DUE;VALUE=DATE:20261201
        END:VTODO
        END:VCALENDAR
        """)

    /// A phone: a zoned time with the zone's definition, and alarms.
    static let appleReminders = crlf(
        """
        BEGIN:VCALENDAR
        CALSCALE:GREGORIAN
        PRODID:-//Apple Inc.//iOS 18.1//EN
        VERSION:2.0
        BEGIN:VTIMEZONE
        TZID:Europe/Berlin
        BEGIN:DAYLIGHT
        DTSTART:19810329T020000
        RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
        TZNAME:GMT+2
        TZOFFSETFROM:+0100
        TZOFFSETTO:+0200
        END:DAYLIGHT
        BEGIN:STANDARD
        DTSTART:19961027T030000
        RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
        TZNAME:GMT+1
        TZOFFSETFROM:+0200
        TZOFFSETTO:+0100
        END:STANDARD
        END:VTIMEZONE
        BEGIN:VTODO
        COMPLETED:20261120T171812Z
        CREATED:20261101T100000Z
        DTSTAMP:20261120T171813Z
        DTSTART;TZID=Europe/Berlin:20261201T180000
        DUE;TZID=Europe/Berlin:20261201T180000
        LAST-MODIFIED:20261120T171812Z
        PERCENT-COMPLETE:100
        PRIORITY:1
        SEQUENCE:1
        STATUS:COMPLETED
        SUMMARY:Зубной врач 🦷
        UID:7C0B1B8E-8B5C-4B0B-9C63-2A4C1A6D3F10
        X-APPLE-SORT-ORDER:752918400
        BEGIN:VALARM
        ACTION:DISPLAY
        DESCRIPTION:Reminder
        TRIGGER;VALUE=DATE-TIME:20261201T170000Z
        UID:0E5F2F36-2E8F-4B0D-9A5E-3B5D8A1A6B77
        X-WR-ALARMUID:0E5F2F36-2E8F-4B0D-9A5E-3B5D8A1A6B77
        END:VALARM
        BEGIN:VALARM
        ACTION:DISPLAY
        DESCRIPTION:Near the shop
        TRIGGER;VALUE=DATE-TIME:19760401T005545Z
        X-APPLE-PROXIMITY:ARRIVE
        X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-ADDRESS="Main St 1\\nTown";X-APPLE
         -RADIUS=100;X-TITLE="Shop: the big one":geo:52.520000,13.405000
        END:VALARM
        END:VTODO
        END:VCALENDAR
        """)

    /// A mail program: a task that recurs, one recurrence of it moved, notes in two forms.
    static let desktopMail = crlf(
        """
        BEGIN:VCALENDAR
        PRODID:-//Mozilla.org/NONSGML Mozilla Calendar V1.1//EN
        VERSION:2.0
        BEGIN:VTIMEZONE
        TZID:Europe/Vienna
        X-TZINFO:Europe/Vienna[2026a]
        BEGIN:STANDARD
        TZOFFSETTO:+010000
        TZOFFSETFROM:+020000
        TZNAME:Europe/Vienna(STD)
        DTSTART:19961027T030000
        RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
        END:STANDARD
        BEGIN:DAYLIGHT
        TZOFFSETTO:+020000
        TZOFFSETFROM:+010000
        TZNAME:Europe/Vienna(DST)
        DTSTART:19810329T020000
        RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
        END:DAYLIGHT
        END:VTIMEZONE
        BEGIN:VTODO
        CREATED:20261001T070000Z
        LAST-MODIFIED:20261110T101500Z
        DTSTAMP:20261110T101500Z
        UID:b9f5e1d4-41a5-4f0e-8a0d-5e1f0a6cb8e2
        SUMMARY;LANGUAGE=de:Müll rausbringen
        RRULE:FREQ=WEEKLY;BYDAY=MO
        EXDATE;TZID=Europe/Vienna:20261116T070000
        DTSTART;TZID=Europe/Vienna:20261005T070000
        DUE;TZID=Europe/Vienna:20261005T080000
        DESCRIPTION;ALTREP="data:text/html,%3Cb%3ERestm%C3%BCll%3C%2Fb%3E%20und%20P
         apier":Restmüll und Papier
        ATTACH;FILENAME="plan: 2026;b.pdf";FMTTYPE=application/pdf:https://example.
         com/plan.pdf
        X-MOZ-GENERATION:4
        BEGIN:VALARM
        ACTION:DISPLAY
        TRIGGER;VALUE=DURATION:-PT15M
        DESCRIPTION:Default Mozilla Description
        END:VALARM
        END:VTODO
        BEGIN:VTODO
        CREATED:20261101T070000Z
        LAST-MODIFIED:20261110T101500Z
        DTSTAMP:20261110T101500Z
        UID:b9f5e1d4-41a5-4f0e-8a0d-5e1f0a6cb8e2
        SUMMARY;LANGUAGE=de:Müll rausbringen (später)
        RECURRENCE-ID;TZID=Europe/Vienna:20261109T070000
        DTSTART;TZID=Europe/Vienna:20261109T090000
        DUE;TZID=Europe/Vienna:20261109T100000
        SEQUENCE:2
        END:VTODO
        END:VCALENDAR
        """)

    /// An app for Android: lines that end in LF, a parent, an alarm, a place.
    static let androidTasks = Array(
        """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:+//IDN tasks.org//android-140702//EN
        BEGIN:VTODO
        DTSTAMP:20261121T090000Z
        UID:4383927462839472938
        CREATED:20261119T120000Z
        LAST-MODIFIED:20261121T085959Z
        SUMMARY:Call the bank: ask; then decide, today
        PRIORITY:9
        RELATED-TO;RELTYPE=PARENT:2738462937462938472
        GEO:48.208490;16.373130
        X-APPLE-SORT-ORDER:648213600
        DUE:20261122T101500
        BEGIN:VALARM
        TRIGGER;RELATED=END:PT0S
        ACTION:DISPLAY
        DESCRIPTION:Default Tasks.org description
        END:VALARM
        END:VTODO
        END:VCALENDAR

        """.utf8)

    /// A server in Python, which folds at any octet: an umlaut and an emoji are split.
    static let pythonServer: [UInt8] = {
        let text = "SUMMARY:Straßenbahnfahrkarten für die ganze Familie kaufen und die Räder aufpumpen 🚲 und los"
        var folded: [UInt8] = []
        for (number, byte) in text.utf8.enumerated() {
            if number > 0, number.isMultiple(of: 29) { folded += [13, 10, 32] }
            folded.append(byte)
        }
        return crlf(
            "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//PYVOBJECT//NONSGML Version 1//EN\nBEGIN:VTODO\nUID:20261121T100000-1@host\nDTSTAMP:20261121T100000Z\nDUE:20261130T230000Z"
        )
            + folded + crlf("\nX-RADICALE-NAME:20261121T100000-1.ics\nSTATUS:NEEDS-ACTION\nEND:VTODO\nEND:VCALENDAR")
    }()

    /// A groupware: a zone under Windows' name and one of its own, names in small letters, an event beside the task.
    static let groupware = crlf(
        """
        begin:VCALENDAR
        method:PUBLISH
        prodid:-//Groupware//Server 16//EN
        version:2.0
        begin:VTIMEZONE
        tzid:Customized Time Zone
        begin:STANDARD
        dtstart:16010101T030000
        tzoffsetfrom:+0330
        tzoffsetto:+0230
        rrule:FREQ=YEARLY;INTERVAL=1;BYDAY=1SU;BYMONTH=11
        end:STANDARD
        begin:DAYLIGHT
        dtstart:16010101T020000
        tzoffsetfrom:+0230
        tzoffsetto:+0330
        rrule:FREQ=YEARLY;INTERVAL=1;BYDAY=2SU;BYMONTH=3
        end:DAYLIGHT
        end:VTIMEZONE
        begin:VEVENT
        uid:040000008200E00074C5B7101A82E008
        summary:Not a task
        dtstart;tzid="W. Europe Standard Time":20261201T090000
        end:VEVENT
        begin:VTODO
        uid:040000008200E00074C5B7101A82E009
        summary:Report
        dtstart;tzid=Customized Time Zone:20260701T090000
        due;tzid="W. Europe Standard Time":20260701T180000
        status:in-process
        x-alt-desc;fmttype=text/html:<html>\\n<body>Report</body></html>
        x-microsoft-cdo-importance:1
        end:VTODO
        end:VCALENDAR
        """)

    /// Two calendars in one stream, a mark of the byte order before each, line breaks mixed, blank lines, tabs that fold, no line
    /// break at the end.
    static let stream = Array(
        ("\u{FEFF}BEGIN:VCALENDAR\r\nVERSION:2.0\nBEGIN:VTODO\r\nUID:a\nSUMMARY:one\r\n\t and a half\r\n\r\nEND:VTODO\nEND:VCALENDAR\r\n"
            + "\n\r\n\u{FEFF}BEGIN:VCALENDAR\r\r\nVERSION:2.0\r\r\nBEGIN:VTODO\r\r\nUID:b\r\r\nSUMMARY:t\r\r\n wo\r\r\n"
            + "this is no property\r\r\nDUE:20260101T\r\r\nEND:VTODO\r\r\nEND:VCALENDAR").utf8)
}

extension VTodo {
    /// The number in a property. Nil if there is none.
    func number(_ name: String) -> Int? {
        component.line(name).flatMap { Int($0.value.trimmingCharacters(in: .whitespaces)) }
    }
}
