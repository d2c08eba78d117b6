import CoreModule
import Foundation
import TestSupport
import Testing
import TodoList

@Suite("Deadlines in words", .bounded)
struct TodoDateTextTests {
    private static let languages = ["en_US", "ru"]

    private func date(_ text: String) throws -> Date {
        guard case .moment(let date) = try TodoDeadline(text) else { throw TodoError.invalidDate(text) }
        return date
    }

    /// The texts in English and Russian, with plain spaces, as a reader in another time zone gets them.
    private func texts(_ message: Message) throws -> [String] {
        let zone = try #require(TimeZone(identifier: "Pacific/Pago_Pago"))
        return Self.languages.map { language in
            let localizer = Localizer(
                locale: Locale(identifier: language), timeZone: zone, tables: [.todoList, .coreModule])
            return localizer(message).replacing("\u{202F}", with: " ").replacing("\u{A0}", with: " ")
        }
    }

    @Test(
        "a day near today has a name, one within a week a weekday, and any other a date; a time follows it",
        arguments: [
            // It is a Saturday.
            ("2026-11-21", "today", "сегодня"), ("2026-11-22", "tomorrow", "завтра"),
            ("2026-11-20", "yesterday", "вчера"), ("2026-11-19", "Nov 19, 2026", "19 нояб. 2026 г."),
            ("2026-11-23", "Monday", "понедельник"), ("2026-11-24", "Tuesday", "вторник"),
            ("2026-11-25", "Wednesday", "среда"), ("2026-11-26", "Thursday", "четверг"),
            ("2026-11-27", "Friday", "пятница"), ("2026-11-28", "Nov 28, 2026", "28 нояб. 2026 г."),
            ("2026-11-21T18:00", "today at 6:00 PM", "сегодня в 18:00"),
            ("2026-11-21T12:00", "today at 12:00 PM", "сегодня в 12:00"),
            ("2026-11-25T10:05", "Wednesday at 10:05 AM", "среда в 10:05"),
            ("2027-01-05T10:05", "Jan 5, 2027 at 10:05 AM", "5 янв. 2027 г. в 10:05"),
            ("2026-11-20T23:59Z", "yesterday at 11:59 PM", "вчера в 23:59"),
        ])
    func words(deadline: String, english: String, russian: String) throws {
        let message = try TodoDeadline(deadline).message(now: date("2026-11-21T10:00:00Z"), timeZone: .gmt)
        #expect(try texts(message) == [english, russian])
    }

    @Test("a Saturday and a Sunday within a week have their names")
    func weekend() throws {
        let now = try date("2026-11-17T10:00:00Z")
        let days = try ["2026-11-21", "2026-11-22"].map { try TodoDeadline($0).message(now: now, timeZone: .gmt) }
        #expect(try days.map(texts) == [["Saturday", "суббота"], ["Sunday", "воскресенье"]])
    }

    @Test(
        "the day changes at midnight of the time zone, also on the days of 23 and 25 hours",
        arguments: [
            ("2026-11-22", "2026-11-21T23:59:59Z", "GMT", "tomorrow"),
            ("2026-11-22", "2026-11-22T00:00:00Z", "GMT", "today"),
            ("2026-11-22", "2026-11-22T23:59:59Z", "GMT", "today"),
            ("2026-11-22", "2026-11-23T00:00:00Z", "GMT", "yesterday"),
            ("2026-11-22", "2026-11-21T14:59:59Z", "Asia/Tokyo", "tomorrow"),
            ("2026-11-22", "2026-11-21T15:00:00Z", "Asia/Tokyo", "today"),
            ("2026-11-22", "2026-11-22T07:59:59Z", "America/Los_Angeles", "tomorrow"),
            ("2026-11-22", "2026-11-22T08:00:00Z", "America/Los_Angeles", "today"),
            // A local time is the same everywhere; a moment is not.
            ("2026-11-22T09:00", "2026-11-21T15:00:00Z", "Asia/Tokyo", "today at 9:00 AM"),
            ("2026-11-21T23:30Z", "2026-11-21T10:00:00Z", "Europe/Berlin", "tomorrow at 12:30 AM"),
            // Summer time ends in Berlin: the day has 25 hours.
            ("2026-10-25", "2026-10-24T22:00:00Z", "Europe/Berlin", "today"),
            ("2026-10-25", "2026-10-25T22:59:59Z", "Europe/Berlin", "today"),
            ("2026-10-26", "2026-10-25T22:59:59Z", "Europe/Berlin", "tomorrow"),
            ("2026-10-25T22:59Z", "2026-10-24T22:00:00Z", "Europe/Berlin", "today at 11:59 PM"),
            ("2026-10-25T23:00Z", "2026-10-24T22:00:00Z", "Europe/Berlin", "tomorrow at 12:00 AM"),
            // It begins: the day has 23 hours.
            ("2026-03-29", "2026-03-28T23:00:00Z", "Europe/Berlin", "today"),
            ("2026-03-30", "2026-03-29T21:59:59Z", "Europe/Berlin", "tomorrow"),
            ("2026-03-29T21:59Z", "2026-03-28T23:00:00Z", "Europe/Berlin", "today at 11:59 PM"),
            ("2026-03-29T22:00Z", "2026-03-28T23:00:00Z", "Europe/Berlin", "tomorrow at 12:00 AM"),
        ])
    func midnight(deadline: String, now: String, zone: String, english: String) throws {
        let zone = try #require(TimeZone(identifier: zone))
        let message = try TodoDeadline(deadline).message(now: date(now), timeZone: zone)
        #expect(try texts(message)[0] == english)
    }

    @Test(
        "the row of a task says when it is due, and that it is overdue if it is open",
        arguments: [
            ("2026-11-21", false, "due today", "срок: сегодня"),
            ("2026-11-21T11:00", false, "due today at 11:00 AM (overdue)", "срок: сегодня в 11:00 (просрочен)"),
            ("2026-11-20", false, "due yesterday (overdue)", "срок: вчера (просрочен)"),
            ("2026-11-20", true, "due yesterday", "срок: вчера"),
        ])
    func rows(deadline: String, isCompleted: Bool, english: String, russian: String) throws {
        let now = try date("2026-11-21T12:00:00Z")
        var todo = Todo(
            id: TodoID("1"), text: try TodoText("milk"), deadline: try TodoDeadline(deadline),
            isCompleted: isCompleted, createdAt: now, updatedAt: now)
        let message = try #require(todo.deadlineMessage(now: now, timeZone: .gmt))
        #expect(try texts(message) == [english, russian])
        todo.deadline = nil
        #expect(todo.deadlineMessage(now: now, timeZone: .gmt) == nil)
    }
}
