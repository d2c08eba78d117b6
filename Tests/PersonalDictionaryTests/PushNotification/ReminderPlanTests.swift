import CoreModule
import Foundation
import PersonalDictionary
import TestSupport
import Testing
import TodoList

@Suite("The plan of the reminder", .bounded)
struct ReminderPlanTests {
    /// A moment, the handled days, the date when the time was set, and the next step; in Berlin, where 19:30 is 18:30Z in winter.
    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        let now: String
        var handled: [String] = []
        var setAt = "2026-01-01T00:00:00Z"
        var isEnabled = true
        var zone = "Europe/Berlin"
        /// A day to remind on, or a moment to wait for; empty if there is no reminder.
        let step: String

        var testDescription: String { name }
    }

    @Test(
        arguments: [
            Case(name: "before its time it is waited for", now: "2026-11-21T10:00:00Z", step: "2026-11-21T18:30:00Z"),
            Case(name: "at its time it is due", now: "2026-11-21T18:30:00Z", step: "2026-11-21"),
            Case(name: "it is late until its day ends", now: "2026-11-21T22:59:59Z", step: "2026-11-21"),
            Case(
                name: "it is not made up for on the next day", now: "2026-11-21T23:00:00Z", step: "2026-11-22T18:30:00Z"
            ),
            Case(
                name: "after days without, one is due", now: "2026-11-25T20:00:00Z", handled: ["2026-11-20"],
                step: "2026-11-25"),
            Case(
                name: "a handled day has no other", now: "2026-11-21T20:00:00Z", handled: ["2026-11-21"],
                step: "2026-11-22T18:30:00Z"),
            Case(
                name: "a clock that is set back to before its time brings no second", now: "2026-11-21T10:00:00Z",
                handled: ["2026-11-21"], step: "2026-11-22T18:30:00Z"),
            Case(
                name: "nor does one that is set back by days", now: "2026-11-19T10:00:00Z",
                handled: ["2026-11-19", "2026-11-20", "2026-11-21"], step: "2026-11-22T18:30:00Z"),
            Case(
                name: "a handled day in a far future, from a wrong clock, stops nothing", now: "2026-11-21T19:00:00Z",
                handled: ["2030-01-01"], step: "2026-11-21"),
            Case(
                name: "a time that had passed when it was set counts from the next day", now: "2026-11-21T20:30:00Z",
                setAt: "2026-11-21T20:00:00Z", step: "2026-11-22T18:30:00Z"),
            Case(
                name: "a time that was still to come when it was set counts", now: "2026-11-21T20:30:00Z",
                setAt: "2026-11-21T18:30:00Z", step: "2026-11-21"),
            Case(
                name: "a time that was set in the future was set by a clock that was wrong",
                now: "2026-11-21T20:30:00Z",
                setAt: "2030-01-01T00:00:00Z", step: "2026-11-21"),
            Case(
                name: "in another zone it comes by the time there", now: "2026-11-21T18:30:00Z",
                zone: "America/New_York", step: "2026-11-22T00:30:00Z"),
            Case(
                name: "a day that was handled elsewhere is handled", now: "2026-11-21T23:30:00Z",
                handled: ["2026-11-21"], zone: "Pacific/Honolulu", step: "2026-11-23T05:30:00Z"),
            Case(
                name: "in a zone where its time has passed it is late", now: "2026-11-21T12:00:00Z", zone: "Asia/Tokyo",
                step: "2026-11-21"),
            Case(name: "switched off there is none", now: "2026-11-21T18:30:00Z", isEnabled: false, step: ""),
        ])
    func step(_ example: Case) throws {
        func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }
        let plan = ReminderPlan(
            settings: ReminderSettings(isEnabled: example.isEnabled, setAt: try date(example.setAt)),
            handled: Set(try example.handled.map { try CalendarDay($0) }))
        let expected: ReminderPlan.Step =
            switch example.step.count {
            case 0: .switchedOff
            case 10: .remind(try CalendarDay(example.step))
            default: .wait(until: try date(example.step))
            }
        let zone = try #require(TimeZone(identifier: example.zone))
        #expect(plan.step(at: try date(example.now), in: zone) == expected)
    }
}
