import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

@Suite(
    "Recurring tasks of two devices and other programs on a real server",
    .enabled(if: CalDAVTestServer() != nil, "CALDAV_URL names no server"), .bounded)
struct RecurringServerTests {
    /// What happens to a series that begins on 21 November, and where it is in the end: on both devices, and on the server.
    struct Story: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let steps: [Step]
        /// The day, what is left of the count, and whether the series is done.
        let end: String
        /// Whether an edit has lost, and can be restored.
        let hasConflict: Bool

        init(_ name: String, _ steps: [Step], _ end: String, hasConflict: Bool = false) {
            (testDescription, self.steps, self.end, self.hasConflict) = (name, steps, end, hasConflict)
        }
    }

    enum Step: Sendable {
        /// A device completes the present time, without a synchronization.
        case phone, laptop
        /// A device skips or reopens it, or gives it another day.
        case skips, reopens, moves(String)
        /// Another program completes the present time on the server.
        case thunderbird, tasksOrg, nextcloud
        /// It changes the rule, or the days of start and deadline.
        case rule(String), day(String)
        case sync
    }

    private static let stories = [
        Story("devices take turns", [.phone, .sync, .laptop, .sync, .phone], "20261124 2 open"),
        Story("two devices complete a time at once", [.phone, .laptop], "20261122 4 open"),
        Story("tasks.org and devices take turns", [.tasksOrg, .sync, .phone, .sync, .tasksOrg], "20261124 2 open"),
        Story("tasks.org and two devices complete a time at once", [.tasksOrg, .phone, .laptop], "20261122 4 open"),
        Story("tasks.org is further", [.tasksOrg, .tasksOrg, .phone], "20261123 3 open"),
        Story("Thunderbird and devices take turns", [.thunderbird, .sync, .phone, .sync, .thunderbird], "20261124"),
        Story("Thunderbird and two devices complete a time at once", [.thunderbird, .phone, .laptop], "20261122"),
        Story("Thunderbird is further", [.thunderbird, .thunderbird, .phone], "20261123"),
        Story("a device completes the last time", [.tasksOrg, .tasksOrg, .tasksOrg, .tasksOrg, .sync, .phone], "done"),
        Story(
            "Thunderbird completes all but the last time, a device that one",
            [.thunderbird, .thunderbird, .thunderbird, .thunderbird, .sync, .laptop], "done"),
        Story("Nextcloud completes the series", [.nextcloud, .sync, .sync], "20261121 5 done"),
        Story("a device reopens what Nextcloud has completed", [.nextcloud, .sync, .reopens], "20261121 5 open"),
        Story("Nextcloud completes the series, a device the time", [.nextcloud, .phone], "20261122 4 done"),
        Story("the rule changes, then a device completes", [.rule("WEEKLY"), .sync, .phone], "20261128 4 open"),
        Story("a deadline is moved, then a device completes", [.day("20261125"), .sync, .laptop], "20261126 4 open"),
        Story(
            "Thunderbird completes a time, Nextcloud the rest", [.thunderbird, .nextcloud, .sync, .sync],
            "20261122 4 done"),
        Story("a device skips a time, tasks.org completes the next", [.skips, .sync, .tasksOrg], "20261123 3 open"),
        Story(
            "a device postpones a time, tasks.org completes it later", [.moves("2026-11-25"), .tasksOrg],
            "20261122 4 open", hasConflict: true),
        Story(
            "the rule changes, devices complete later", [.rule("WEEKLY"), .phone, .laptop], "20261122 4 open",
            hasConflict: true),
        Story(
            "devices complete, the rule changes later", [.phone, .laptop, .rule("WEEKLY")], "20261121 5 open",
            hasConflict: true),
        Story(
            "a deadline is moved, devices complete later", [.day("20261130"), .phone, .laptop], "20261122 4 open",
            hasConflict: true),
    ]

    @Test("each time is done once, nothing is there twice, and in the end all are equal", arguments: stories)
    func story(_ story: Story) async throws {
        for form in ForeignSeries.Form.allCases {
            try await withRadicaleCollection { collection, url, _ in
                let phone = try RadicaleDevice("phone", collection, address: "\(url)")
                let laptop = try RadicaleDevice("laptop", collection, address: "\(url)")
                let program = ForeignSeries(collection, form)
                try await program.add()
                for step in [.sync] + story.steps + [.sync] {
                    for device in [phone, laptop] { device.time.advance(by: 60) }
                    try await perform(step, phone, laptop, program)
                }
                for device in [phone, laptop] { #expect(try await device.sync() == TodoSyncReport(), "\(form)") }
                let server = try await program.state()
                let states = [try await Self.state(of: phone), try await Self.state(of: laptop)]
                #expect(states == [server, server], "\(form)")
                #expect(server.hasPrefix(story.end) || server.hasSuffix(story.end), "\(form)")
                let conflicts = try await phone.todos.conflicts() + laptop.todos.conflicts()
                #expect(conflicts.isEmpty != story.hasConflict, "\(form): \(conflicts)")
                #expect(try await program.isWhole(), "\(form)")
            }
        }
    }

    private func perform(
        _ step: Step, _ phone: RadicaleDevice, _ laptop: RadicaleDevice, _ program: ForeignSeries
    ) async throws {
        let (id, now) = (ForeignSeries.id, phone.time.now)
        switch step {
        case .phone: try await phone.todos.edit(id, TodoEdit(isCompleted: true), at: now, in: .gmt)
        case .laptop: try await laptop.todos.edit(id, TodoEdit(isCompleted: true), at: now, in: .gmt)
        case .skips: try await phone.todos.skip(id, at: now, in: .gmt)
        case .reopens: try await laptop.todos.edit(id, TodoEdit(isCompleted: false), at: now, in: .gmt)
        case .moves(let day):
            let edit = TodoEdit(deadline: .set(.day(try CalendarDay(day))))
            try await phone.todos.edit(id, edit, at: now, in: .gmt)
        case .sync: for device in [phone, laptop, phone] { try await device.sync() }
        case .thunderbird, .tasksOrg, .nextcloud, .rule, .day: try await program.perform(step, at: now)
        }
    }

    /// The day, what is left of the count, and whether it is done; all tasks, in case there are several.
    private static func state(of device: RadicaleDevice) async throws -> String {
        try await device.todos.todos().map { todo in
            let day = todo.deadline.map { "\($0)".prefix(10).replacing("-", with: "") } ?? "none"
            let count = todo.recurrence?.rule.split(separator: "COUNT=").last ?? "none"
            return "\(day) \(count) \(todo.isCompleted ? "done" : "open")"
        }.joined(separator: ", ")
    }
}

/// A daily series of five times on a server, as other programs write and change it. It knows nothing of the library.
struct ForeignSeries {
    enum Form: CaseIterable { case days, zoned, dueOnly }

    static let id = TodoID("pills")

    private let collection: WatchedCollection
    private let form: Form

    init(_ collection: WatchedCollection, _ form: Form) { (self.collection, self.form) = (collection, form) }

    private static let zone = """
        BEGIN:VTIMEZONE
        TZID:Europe/Berlin
        BEGIN:STANDARD
        DTSTART:19961027T030000
        TZOFFSETFROM:+0200
        TZOFFSETTO:+0100
        RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
        END:STANDARD
        BEGIN:DAYLIGHT
        DTSTART:19810329T020000
        TZOFFSETFROM:+0100
        TZOFFSETTO:+0200
        RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
        END:DAYLIGHT
        END:VTIMEZONE

        """

    func add() async throws {
        let times =
            switch form {
            case .days: "DTSTART;VALUE=DATE:20261121\nDUE;VALUE=DATE:20261121"
            case .zoned: "DTSTART;TZID=Europe/Berlin:20261121T180000\nDUE;TZID=Europe/Berlin:20261121T190000"
            case .dueOnly: "DUE:20261121T180000Z"
            }
        let text = """
            BEGIN:VCALENDAR
            VERSION:2.0
            PRODID:-//foreign//EN
            \(form == .zoned ? Self.zone : "")BEGIN:VTODO
            UID:pills
            DTSTAMP:20261121T080000Z
            LAST-MODIFIED:20261121T080000Z
            SUMMARY:Take pills
            \(times)
            RRULE:FREQ=DAILY;COUNT=5
            X-FOREIGN;P=1:stays
            END:VTODO
            END:VCALENDAR

            """
        _ = try await collection.put(
            Array(text.replacing("\n", with: "\r\n").utf8), at: collection.path(named: "foreign"), condition: .isNew)
    }

    private func object() async throws -> CalDAVObject {
        let entries = try await collection.changes(since: nil).changed
        return try #require(try await collection.objects(at: entries.map(\.path)).first)
    }

    func perform(_ step: RecurringServerTests.Step, at now: Date) async throws {
        let object = try await object()
        var lines = Self.lines(object)
        let stamp = now.formatted(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
        switch step {
        case .thunderbird:
            // Of the present time there is a component of its own, which is done.
            let start = try #require(Self.time("DTSTART", lines) ?? Self.time("DUE", lines))
            let closed = lines.count { $0.hasPrefix("RECURRENCE-ID") && Self.day($0) >= Self.day(start) }
            let time = Self.moved(start, by: closed)
            let end = try #require(lines.lastIndex(of: "END:VCALENDAR"))
            lines.insert(
                contentsOf: [
                    "BEGIN:VTODO", "UID:pills", "DTSTAMP:\(stamp)", "LAST-MODIFIED:\(stamp)", "SUMMARY:Take pills",
                    "RECURRENCE-ID\(time)", "STATUS:COMPLETED", "PERCENT-COMPLETE:100", "COMPLETED:\(stamp)",
                    "END:VTODO",
                ], at: end)
        case .tasksOrg:
            Self.change(["DTSTART", "DUE"], &lines) { Self.moved($0, by: 1) }
            Self.change(["RRULE"], &lines) { rule in
                let count = rule.split(separator: "COUNT=").last.flatMap { Int($0) } ?? 0
                return rule.replacing("COUNT=\(count)", with: "COUNT=\(count - 1)")
            }
        case .nextcloud:
            let end = try #require(lines.firstIndex(of: "END:VTODO"))
            lines.insert(contentsOf: ["STATUS:COMPLETED", "PERCENT-COMPLETE:100", "COMPLETED:\(stamp)"], at: end)
        case .rule(let frequency): Self.change(["RRULE"], &lines) { $0.replacing("DAILY", with: frequency) }
        case .day(let day):
            let days = (Int(day) ?? 0) - Self.day(Self.time("DUE", lines) ?? "")
            Self.change(["DTSTART", "DUE"], &lines) { Self.moved($0, by: days) }
        default: break
        }
        Self.change(["LAST-MODIFIED", "DTSTAMP"], &lines) { _ in ":\(stamp)" }
        _ = try await collection.put(
            Array(lines.joined(separator: "\r\n").utf8), at: object.path, condition: .matches(object.etag))
    }

    /// The day, what is left of the count, and whether the series is done.
    func state() async throws -> String {
        #expect(try await collection.changes(since: nil).changed.count == 1)
        let object = try await object()
        guard let fields = TodoRecord.document(object.data)?.fields else { return "unreadable" }
        let day = fields.schedule.deadline.map { "\($0)".prefix(10).replacing("-", with: "") } ?? "none"
        let count = fields.schedule.recurrence?.rule.split(separator: "COUNT=").last ?? "none"
        return "\(day) \(count) \(fields.isCompleted ? "done" : "open")"
    }

    /// Whether the series has all that the other program has put there, and nothing is refused.
    func isWhole() async throws -> Bool {
        let object = try await object()
        return Self.lines(object).contains("X-FOREIGN;P=1:stays") && StrictCalendar.objection(to: object.data) == nil
    }

    // MARK: Lines

    private static func lines(_ object: CalDAVObject) -> [String] {
        String(decoding: object.data, as: UTF8.self).replacing("\r\n", with: "\n").replacing("\n ", with: "")
            .split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    }

    /// Changes what follows a name in the series itself, which comes first.
    private static func change(_ names: [String], _ lines: inout [String], _ change: (String) -> String) {
        guard let start = lines.firstIndex(of: "BEGIN:VTODO") else { return }
        for name in names {
            guard let place = lines[start...].firstIndex(where: { $0.hasPrefix(name) }) else { continue }
            lines[place] = name + change(String(lines[place].dropFirst(name.count)))
        }
    }

    private static func time(_ name: String, _ lines: [String]) -> String? {
        guard let start = lines.firstIndex(of: "BEGIN:VTODO") else { return nil }
        return lines[start...].first { $0.hasPrefix(name) }.map { String($0.dropFirst(name.count)) }
    }

    /// The day of a line or of what follows its name, as a number.
    private static func day(_ time: String) -> Int {
        time.lastIndex(of: ":").flatMap { Int(time[$0...].dropFirst().prefix(8)) } ?? 0
    }

    /// A later day in this month, with the parameters of the time.
    private static func moved(_ time: String, by days: Int) -> String {
        time.replacing(":\(day(time))", with: ":\(day(time) + days)")
    }
}
