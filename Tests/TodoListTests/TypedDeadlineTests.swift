import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

@Suite("Deadlines as people type them", .bounded)
struct TypedDeadlineTests {
    private func deadline(
        _ text: String, _ today: String, at hour: Int = 12, _ language: String? = "en_US"
    ) throws -> String {
        let now = try #require(LocalDateTime(CalendarDay(today), hour: hour, minute: 0))
        return "\(try TodoDeadline(typed: text, now: now, locale: language.map(Locale.init(identifier:))))"
    }

    @Test(
        "words name a day, counted from today",
        arguments: [
            // It is a Saturday.
            ("today", "2026-11-28"), (" Tomorrow ", "2026-11-29"), ("сегодня", "2026-11-28"), ("Завтра", "2026-11-29"),
            ("послезавтра", "2026-11-30"), ("fri", "2026-12-04"), ("on Friday", "2026-12-04"), ("mon", "2026-11-30"),
            ("sat", "2026-12-05"), ("next monday", "2026-11-30"), ("next sunday", "2026-12-06"), ("пт", "2026-12-04"),
            ("в пятницу", "2026-12-04"), ("во вторник", "2026-12-01"), ("в следующую субботу", "2026-12-05"),
            ("in 3 days", "2026-12-01"), ("in 1 week", "2026-12-05"), ("+1w", "2026-12-05"), ("+10d", "2026-12-08"),
            ("+3m", "2027-02-28"), ("+1y", "2027-11-28"), ("через 3 дня", "2026-12-01"), ("через неделю", "2026-12-05"),
            ("через 2 месяца", "2027-01-28"), ("+2н", "2026-12-12"), ("2026-12-01", "2026-12-01"),
            ("2026-12-01 18:00", "2026-12-01T18:00:00"), ("next week", "2026-11-30"), ("next month", "2026-12-01"),
            ("next year", "2027-01-01"), ("на следующей неделе", "2026-11-30"), ("в следующем месяце", "2026-12-01"),
            ("in a week", "2026-12-05"), ("1 dec", "2026-12-01"), ("Dec 1", "2026-12-01"), ("May 5", "2027-05-05"),
            ("December 1, 2027", "2027-12-01"), ("1 декабря", "2026-12-01"), ("dec 1 2pm", "2026-12-01T14:00:00"),
            ("Dec 2, 3:30", "2026-12-02T03:30:00"), ("on 1.12.", "2026-12-01"),
            ("day after tomorrow", "2026-11-30"), ("the day after tomorrow", "2026-11-30"),
            ("this sunday", "2026-11-29"), ("в это воскресенье", "2026-11-29"),
        ])
    func words(_ text: String, _ expected: String) throws {
        #expect(try deadline(text, "2026-11-28") == expected)
    }

    @Test(
        "a time may follow the day, or stand before it; alone it is the next such time",
        arguments: [
            ("tomorrow 18:00", "2026-11-29T18:00:00"), ("fri at 9:30", "2026-12-04T09:30:00"),
            ("завтра в 07:05", "2026-11-29T07:05:00"), ("1.12. 23:59", "2026-12-01T23:59:00"),
            ("tomorrow 6pm", "2026-11-29T18:00:00"), ("tomorrow at 6:30 PM", "2026-11-29T18:30:00"),
            ("fri, 12am", "2026-12-04T00:00:00"), ("6pm tomorrow", "2026-11-29T18:00:00"),
            ("at 18:00 on friday", "2026-12-04T18:00:00"), ("в пятницу в 18:00", "2026-12-04T18:00:00"),
            ("6pm", "2026-11-28T18:00:00"), ("18:00", "2026-11-28T18:00:00"), ("at 12pm", "2026-11-28T12:00:00"),
            ("9am", "2026-11-29T09:00:00"), ("в 9:00", "2026-11-29T09:00:00"),
        ])
    func times(_ text: String, _ expected: String) throws {
        #expect(try deadline(text, "2026-11-28") == expected)
    }

    @Test(
        "a day in numbers is the first one from today on; a slash follows the order of the locale",
        arguments: [
            ("1.12.", "ru", "2026-12-01"), ("1.12", "en_US", "2026-12-01"), ("28.11.", "ru", "2026-11-28"),
            ("27.11.", "ru", "2027-11-27"), ("1.2.2028", "en_US", "2028-02-01"), ("29.2.", "ru", "2028-02-29"),
            ("12/1", "en_US", "2026-12-01"), ("12/1", "en", "2026-12-01"), ("12/1", "en_GB", "2027-01-12"),
            ("12/1", "ru", "2027-01-12"), ("12/1/2027", "en_US", "2027-12-01"), ("12/25", nil, "2026-12-25"),
            ("25/12", nil, "2026-12-25"),
        ] as [(String, String?, String)])
    func numbers(_ text: String, _ language: String?, _ expected: String) throws {
        #expect(try deadline(text, "2026-11-28", at: 12, language) == expected)
    }

    @Test("a month without that day ends it")
    func monthEnds() throws {
        #expect(try deadline("+1m", "2027-01-31") == "2027-02-28")
        #expect(try deadline("in 1 year", "2028-02-29") == "2029-02-28")
    }

    @Test(
        "what names no day is refused as it was typed",
        arguments: [
            "", "soon", "x", "at", "at 6", "13pm", "0am", "6:5pm", "fri 6", "tomorrow 25:00", "tomorrow at", "next",
            "in days",
            "in -1 days",
            "+d", "+99999d", "+9999y", "30.2.", "1.13.", "1.", "1.1.26", "13/13", "0/1", "fri mon", "today tomorrow",
            "2026-02-30",
            "+5", "5", "в", "через", "this friday", "this saturday", "9 o'clock", "day after", "в эту пятницу",
        ])
    func refused(_ text: String) throws {
        #expect(throws: TodoError.invalidDate(text)) { try deadline(text, "2026-11-28") }
    }

    @Test("a slash without a locale is refused if either number can be the month")
    func ambiguous() throws {
        #expect(throws: TodoError.invalidDate("12/1")) { try deadline("12/1", "2026-11-28", at: 12, nil) }
    }

    @Test("a refusal names the forms that are read, not only the one of computers")
    func forms() {
        let explanation = "\(TodoError.invalidDate("soon").explanation)"
        for form in ["2026-12-01 18:00", "tomorrow", "fri 6pm", "in 3 days", "+1w", "1.12."] {
            #expect(explanation.contains(form), "\(form)")
        }
    }

    @MainActor
    @Test("the editor reads a day with a slash in the order of its own locale, and says which day it is")
    func editor() throws {
        for (language, day) in [("en_US", "2026-12-01"), ("en_GB", "2027-01-12"), ("ru", "2027-01-12")] {
            let graph = TodoListGraph.preview(
                TodoListDependencies(
                    todos: .inMemory(), clock: ManualTime().clock, identifiers: .sequence(prefix: "t"), timeZone: .gmt,
                    locale: Locale(identifier: language)))
            let editor = graph.mainScreen.toEditor.router.open(nil).viewModel
            editor.deadlineText = "12/1"
            #expect(editor.deadline?.description == day && editor.understoodMessage.map { "\($0)" } != nil)
            editor.deadlineText = "at 6"
            #expect(editor.problems[.deadline] == .invalidDate("at 6") && editor.understoodMessage == nil)
        }
    }
}
