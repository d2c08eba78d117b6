import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

/// Edits objects in many ways. `Scripts/check-icalendar` writes them to a folder and reads them with an independent
/// program.
@Suite("iCalendar objects for other programs", .bounded)
struct ICalendarExchangeTests {
    /// The contents of a task as text, for comparison between programs.
    private struct Expected: Codable, Equatable {
        var uid, summary, notes, due, timeZone, status, completed: String?
        var priority, percentComplete: Int?

        init(_ todo: VTodo) throws {
            uid = todo.uid
            summary = todo.summary
            notes = todo.notes
            switch try todo.due {
            case .date(let day)?: due = "\(day)"
            case .local(let time)?: due = "\(time)"
            case .utc(let time)?: due = "\(time)Z"
            case .zoned(let time, let zone)?: (due, timeZone) = ("\(time)", zone)
            case nil: break
            }
            status = todo.status
            completed = todo.completed.map { "\(LocalDateTime($0))Z" }
            priority = todo.number("PRIORITY")
            percentComplete = todo.number("PERCENT-COMPLETE")
        }
    }

    private static func edit(_ todo: inout VTodo, _ generator: inout SeededGenerator) throws {
        let text = HostileText.all.randomElement(using: &generator).map { "\($0), \\;\n\"\($0)\"" }
        if Bool.random(using: &generator) { todo.setSummary(text) }
        if Bool.random(using: &generator) { todo.setNotes(text) }
        let seconds = Double(Int.random(in: 0...4_000_000_000, using: &generator))
        let time = LocalDateTime(Date(timeIntervalSince1970: seconds))
        let times: [ICalendarTime] = [
            .date(time.day), .local(time), .utc(time), .zoned(time, timeZone: "Europe/Vienna"),
        ]
        if Bool.random(using: &generator) { todo.setDue(times.randomElement(using: &generator)) }
        switch Int.random(in: 0...2, using: &generator) {
        case 0: todo.setCompleted(at: Date(timeIntervalSince1970: seconds))
        case 1: todo.setCompleted(at: nil)
        default: break
        }
        TodoPriority.allCases.randomElement(using: &generator).map { todo.setPriorityClass($0) }
        todo.setLastModified(Date(timeIntervalSince1970: seconds), isRevision: true)
    }

    @Test("written objects have the same meaning for other programs")
    func exchange() throws {
        let folder = ProcessInfo.processInfo.environment["ICALENDAR_FOLDER"].map { URL(filePath: $0) }
        // The Python package decodes UTF-8 before unfolding, and cannot read a split character.
        let fixtures = ICalendarFixture.all.filter { $0.name != "stream" && $0.name != "pythonServer" }
        for seed in 1...(folder == nil ? 10 : 200) as ClosedRange<UInt64> {
            var generator = SeededGenerator(seed: seed)
            for fixture in fixtures {
                var object = try ICalendarObject(parsing: fixture.bytes)
                try object.updateTodos { todo throws in try Self.edit(&todo, &generator) }
                let expected = try object.todos.map { try Expected($0) }
                #expect(try ICalendarObject(parsing: object.bytes).todos.map { try Expected($0) } == expected)
                guard let folder else { continue }
                let name = "\(fixture.name)-\(seed)"
                try Data(object.bytes).write(to: folder.appending(path: "\(name).ics"))
                try Data(fixture.bytes).write(to: folder.appending(path: "\(name).before"))
                try JSONEncoder().encode(expected).write(to: folder.appending(path: "\(name).json"))
            }
        }
    }
}
