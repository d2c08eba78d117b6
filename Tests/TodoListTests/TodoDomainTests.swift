import CoreModule
import Foundation
import TestSupport
import Testing
import TodoList

@Suite("Tasks")
struct TodoDomainTests {
    @Test(
        "a day is read and written as YYYY-MM-DD",
        arguments: ["2026-11-21", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"])
    func days(text: String) throws {
        #expect(try CalendarDay(text).description == text)
    }

    @Test(
        "what is no day is refused",
        arguments: [
            "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "2026-1-1", "21.11.2026", "",
            "2026-11-21 ",
            "tomorrow", "0000-01-01", "２０２６-11-21", "2026--1-21",
        ])
    func noDays(text: String) {
        #expect(throws: TodoError.invalidDate(text)) { try CalendarDay(text) }
    }

    @Test("the day depends on where one is")
    func dayOfMoment() throws {
        let moment = Date(timeIntervalSince1970: 1_795_300_200)  // 2026-11-21T22:30:00Z
        #expect(CalendarDay(moment, in: try #require(TimeZone(secondsFromGMT: 0))).description == "2026-11-21")
        #expect(CalendarDay(moment, in: try #require(TimeZone(secondsFromGMT: 10_800))).description == "2026-11-22")
        #expect(try CalendarDay("2026-11-21") < CalendarDay("2026-12-01"))
    }

    @Test("a task's text is trimmed, and has from 1 to 500 characters")
    func text() throws {
        #expect(try TodoText("  milk\n").value == "milk")
        #expect(throws: TodoError.emptyText) { try TodoText(" \t") }
        #expect(throws: TodoError.textTooLong(length: 501)) { try TodoText(String(repeating: "я", count: 501)) }
    }

    @Test("an edit changes what it names; what was synchronized is dirty then, and an edit of nothing changes nothing")
    func edits() throws {
        let time = ManualTime()
        let day = try CalendarDay("2026-12-01")
        let todo = Todo(
            id: TodoID("1"), text: try TodoText("milk"), deadline: day, createdAt: time.now, updatedAt: time.now,
            sync: .synced)
        time.advance(by: 5)
        #expect(TodoEdit().applied(to: todo, at: time.now) == todo)
        #expect(TodoEdit(priority: .normal, deadline: .day(day)).applied(to: todo, at: time.now) == todo)
        let edited = TodoEdit(
            text: try TodoText("bread"), priority: .high, deadline: .cleared, isCompleted: true
        )
        .applied(to: todo, at: time.now)
        #expect(
            edited.text.value == "bread" && edited.priority == .high && edited.deadline == nil && edited.isCompleted)
        #expect(edited.sync == .dirty && edited.updatedAt == time.now && edited.createdAt == todo.createdAt)
    }

    @Test("a task is overdue the day after its deadline, unless it is done")
    func overdue() throws {
        var todo = Todo(
            id: TodoID("1"), text: try TodoText("milk"), deadline: try CalendarDay("2026-12-01"),
            createdAt: .distantPast,
            updatedAt: .distantPast)
        #expect(!todo.isOverdue(on: try CalendarDay("2026-12-01")))
        #expect(todo.isOverdue(on: try CalendarDay("2026-12-02")))
        todo.isCompleted = true
        #expect(!todo.isOverdue(on: try CalendarDay("2026-12-02")))
    }
}
