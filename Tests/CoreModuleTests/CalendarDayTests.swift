import CoreModule
import Foundation
import TestSupport
import Testing

@Suite("Calendar days", .bounded)
struct CalendarDayTests {
    @Test(
        "a day is read and written as YYYY-MM-DD",
        arguments: ["2026-11-21", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"])
    func days(text: String) throws {
        #expect(try CalendarDay(text).description == text)
    }

    @Test(
        "a text that is no day is refused",
        arguments: [
            "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "2026-1-1", "21.11.2026", "",
            "2026-11-21 ",
            "tomorrow", "0000-01-01", "２０２６-11-21", "2026--1-21",
        ])
    func noDays(text: String) {
        #expect(throws: InvalidCalendarDay(text: text)) { try CalendarDay(text) }
    }

    @Test("the day of a date depends on the time zone")
    func dayOfMoment() throws {
        let moment = Date(timeIntervalSince1970: 1_795_300_200)  // 2026-11-21T22:30:00Z
        #expect(CalendarDay(moment, in: try #require(TimeZone(secondsFromGMT: 0))).description == "2026-11-21")
        #expect(CalendarDay(moment, in: try #require(TimeZone(secondsFromGMT: 10_800))).description == "2026-11-22")
        #expect(try CalendarDay("2026-11-21") < CalendarDay("2026-12-01"))
    }

    @Test("a date that the calendar does not have is refused")
    func impossibleDates() throws {
        #expect(throws: InvalidCalendarDay(text: "2026-02-30")) { try CalendarDay(year: 2026, month: 2, day: 30) }
        #expect(throws: InvalidCalendarDay(text: "10000-01-01")) { try CalendarDay(year: 10_000, month: 1, day: 1) }
        #expect(try CalendarDay(year: 2024, month: 2, day: 29).description == "2024-02-29")
    }

    @Test("days are numbered from 1970-01-01, and a number gives back its day")
    func numbers() throws {
        #expect(try CalendarDay("1970-01-01").daysSince1970 == 0)
        #expect(try CalendarDay("0001-01-01").daysSince1970 == -719_162)
        #expect(try CalendarDay("9999-12-31").daysSince1970 == 2_932_896)
        for number in stride(from: -719_162, through: 2_932_896, by: 97) {
            let day = CalendarDay(daysSince1970: number)
            #expect(day.daysSince1970 == number && CalendarDay(compact: Array(day.compact.utf8)[...]) == day)
        }
    }
}
