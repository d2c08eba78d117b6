import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing
import TodoList

@Suite("When a day's reminder comes", .timeLimit(.minutes(15)), .longComputation)
struct ReminderScheduleTests {
    static let times = ["00:00", "00:30", "01:45", "02:15", "02:30", "19:30", "23:30", "23:59"]

    private func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    private func schedule(_ time: String, _ zone: String) throws -> ReminderSchedule {
        ReminderSchedule(
            time: try #require(ReminderTime(time)), timeZone: try #require(TimeZone(identifier: zone)))
    }

    @Test(
        "known changes of time zones",
        arguments: [
            ("Europe/Berlin", "2026-11-21", "19:30", "2026-11-21T18:30:00Z"),
            // Clocks go forward over the time: the first moment after the gap.
            ("Europe/Berlin", "2026-03-29", "02:30", "2026-03-29T01:00:00Z"),
            ("America/New_York", "2026-03-08", "02:15", "2026-03-08T07:00:00Z"),
            // Clocks go back over it: the first time.
            ("Europe/Berlin", "2026-10-25", "02:30", "2026-10-25T00:30:00Z"),
            ("America/New_York", "2026-11-01", "01:45", "2026-11-01T05:45:00Z"),
            // The day begins at one o'clock.
            ("America/Sao_Paulo", "2018-11-04", "00:00", "2018-11-04T03:00:00Z"),
            ("America/Sao_Paulo", "2018-11-04", "00:30", "2018-11-04T03:00:00Z"),
            ("Africa/Cairo", "2023-04-28", "00:30", "2023-04-27T22:00:00Z"),
            ("Asia/Beirut", "2022-03-27", "00:00", "2022-03-26T22:00:00Z"),
            // Its last hour comes twice.
            ("America/Sao_Paulo", "2019-02-16", "23:30", "2019-02-17T01:30:00Z"),
            ("Africa/Cairo", "2023-10-26", "23:59", "2023-10-26T20:59:00Z"),
            // After one minute of the next day.
            ("America/St_Johns", "2010-11-06", "23:30", "2010-11-07T02:00:00Z"),
            ("America/St_Johns", "2010-11-07", "00:00", "2010-11-07T02:30:00Z"),
            // The clocks change by half an hour.
            ("Australia/Lord_Howe", "2026-10-04", "02:15", "2026-10-03T15:30:00Z"),
            ("Australia/Lord_Howe", "2026-04-05", "01:45", "2026-04-04T14:45:00Z"),
            // The day ends at eleven.
            ("America/Nuuk", "2024-03-30", "23:30", "2024-03-31T00:59:00Z"),
            ("America/Nuuk", "2024-03-31", "00:00", "2024-03-31T01:00:00Z"),
            // There is no such day.
            ("Pacific/Apia", "2011-12-29", "19:30", "2011-12-30T05:30:00Z"),
            ("Pacific/Apia", "2011-12-30", "19:30", nil),
            ("Pacific/Apia", "2011-12-31", "19:30", "2011-12-31T05:30:00Z"),
            // Long ago, when offsets had seconds.
            ("Europe/Berlin", "1850-01-01", "12:00", "1850-01-01T11:06:32Z"),
        ] as [(String, String, String, String?)])
    func known(zone: String, day: String, time: String, moment: String?) throws {
        let schedule = try schedule(time, zone)
        #expect(schedule.moment(on: try CalendarDay(day)) == (try moment.map(date)))
    }

    @Test(
        "over ten years, each day has one reminder, at its time or as soon as possible after it",
        arguments: [
            ("Europe/Berlin", 2020), ("Pacific/Apia", 2006), ("America/Sao_Paulo", 2010), ("Australia/Lord_Howe", 2020),
            ("America/New_York", 2000), ("Africa/Cairo", 2017), ("Asia/Beirut", 2015), ("America/Nuuk", 2018),
            ("America/St_Johns", 2004), ("Africa/Casablanca", 2012),
        ].prefix(TestScale.count(4, full: 10)))
    func tenYears(zone: String, year: Int) throws {
        let timeZone = try #require(TimeZone(identifier: zone))
        let start = Int(try date("\(year)-01-01T12:00:00Z").timeIntervalSince1970)
        let end = Int(try date("\(year + 10)-01-02T12:00:00Z").timeIntervalSince1970)
        let times = try Self.times.map { try #require(ReminderTime($0)) }
        let expected = Self.moments(
            of: times.map { $0.hour * 60 + $0.minute }, in: timeZone, from: start, to: end)
        var generator = SeededGenerator(seed: UInt64(year))
        for (index, time) in times.enumerated() {
            let schedule = ReminderSchedule(time: time, timeZone: timeZone)
            let moments = expected[index]
            #expect(moments.count > 3640)
            for (moment, next) in zip(moments, moments.dropFirst()) {
                guard schedule.next(after: moment) == next else {
                    Issue.record("\(time) after \(moment): \(schedule.next(after: moment)), not \(next)")
                    return
                }
            }
            for _ in 0..<200 {
                let date = Date(
                    timeIntervalSince1970: .random(in: Double(start)..<Double(end - 172_800), using: &generator))
                guard date >= moments[0] else { continue }
                #expect(schedule.next(after: date) == moments.first { $0 > date }, "\(time) after \(date)")
            }
            for moment in moments.prefix(400) {
                #expect(schedule.moment(on: schedule.day(at: moment)) == moment)
            }
        }
    }

    /// The reminders of all days that begin after the start, for each of some minutes of the day in ascending order: found by
    /// looking at the zone's clock each minute of each day on which it changes.
    private static func moments(
        of minutes: [Int], in timeZone: TimeZone, from start: Int, to end: Int
    ) -> [[Date]] {
        func date(_ seconds: Int) -> Date { Date(timeIntervalSince1970: Double(seconds)) }
        var moments = minutes.map { _ in [Date]() }
        var day = Int.max
        var found = minutes.count
        var time = start
        while time < end {
            let offset = timeZone.secondsFromGMT(for: date(time))
            let local = time + offset
            if local % 86_400 == 0, found == minutes.count, day == local / 86_400 - 1,
                (1...26).allSatisfy({ timeZone.secondsFromGMT(for: date(time + $0 * 3600)) == offset })
            {
                for index in minutes.indices { moments[index].append(date(time + minutes[index] * 60)) }
                day += 1
                time += 86_400
                continue
            }
            if day == .max { day = local / 86_400 }
            if local / 86_400 > day {
                // A time that the clock skipped to the end of the day counts as the last minute of the day.
                for index in found..<minutes.count { moments[index].append(date(time - 60)) }
                day = local / 86_400
                found = 0
            }
            // A minute that comes again after its day has ended is not the first.
            while local / 86_400 == day, found < minutes.count, local % 86_400 / 60 >= minutes[found] {
                moments[found].append(date(time))
                found += 1
            }
            time += 60
        }
        return moments
    }

    @Test("dates beyond the calendar have an answer")
    func extremes() throws {
        let schedule = try schedule("19:30", "Asia/Tokyo")
        for date in [
            Date.distantPast, .distantFuture, Date(timeIntervalSince1970: 1e300), Date(timeIntervalSince1970: -1e300),
        ] {
            #expect(schedule.next(after: date).timeIntervalSince1970.isFinite)
        }
    }

    @Test("a time is read from HH:MM and nothing else, and written so")
    func time() {
        for text in ["00:00", "09:05", "19:30", "23:59"] { #expect(ReminderTime(text)?.description == text) }
        for text in [
            "", "24:00", "23:60", "7:30", "07:3", "07:30 ", " 7:30", "0730", "07.30", "07:30:00", "+7:30", "-1:30",
            "٠٧:٣٠",
            "０７:３０", "aa:bb", "07:30\u{301}", "07:3\n", "07:\u{0}0",
        ] {
            #expect(ReminderTime(text) == nil, "\(text)")
        }
        #expect(ReminderTime(hour: 24, minute: 0) == nil && ReminderTime(hour: 0, minute: -1) == nil)
        #expect(ReminderTime.standard.description == "19:30" && ReminderTime.standard.hour == 19)
    }
}
