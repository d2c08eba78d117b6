import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

/// Alarms that other programs have set.
@MainActor
@Suite("The alarms of a task", .bounded)
struct TodoAlarmTests {
    private let tree = FeatureTree()
    private let berlin = TimeZone(identifier: "Europe/Berlin")

    private func object(_ times: String, _ alarms: [String]) -> [UInt8] {
        let alarms = alarms.map { "BEGIN:VALARM\n\($0)\nACTION:DISPLAY\nX-OTHER:1\nEND:VALARM" }.joined(separator: "\n")
        return ICalendarFixture.calendar("SUMMARY:milk\n\(times)\n\(alarms)")
    }

    private func list(_ bytes: [UInt8]) async throws -> TaskList {
        let list = TaskList.inMemory()
        try await list.write("pull") { records in
            var record = TodoRecord(id: TodoID("1"))
            let document = try #require(try TodoDocument(bytes))
            _ = record.pull(
                document, at: .simulated("1"), etag: ETag("\"1\""), bytes: bytes, now: ManualTime.start, device: "here")
            try records.save(record)
        }
        return list
    }

    @Test(
        "they ring at a time, or before or after start or deadline; days of the calendar are added first",
        arguments: [
            ("DUE:20261201T180000Z", "TRIGGER:-PT15M", "2026-12-01T17:45:00Z"),
            ("DTSTART:20261201T100000Z\nDUE:20261201T180000Z", "TRIGGER:PT0S", "2026-12-01T10:00:00Z"),
            ("DTSTART:20261201T100000Z\nDUE:20261201T180000Z", "TRIGGER;RELATED=END:-P1D", "2026-11-30T18:00:00Z"),
            ("DTSTART:20261201T100000Z\nDURATION:PT2H", "TRIGGER;RELATED=END:PT5M", "2026-12-01T12:05:00Z"),
            ("DUE;VALUE=DATE:20261201", "TRIGGER:PT9H", "2026-12-01T08:00:00Z"),
            ("DUE:20261201T180000", "TRIGGER:-PT1H", "2026-12-01T16:00:00Z"),
            ("DUE;TZID=America/New_York:20261102T090000", "TRIGGER:-P2DT1H", "2026-10-31T12:00:00Z"),
            ("DUE;TZID=Nowhere:20261201T180000", "TRIGGER:PT0S", "2026-12-01T17:00:00Z"),
            ("PRIORITY:1", "TRIGGER;VALUE=DATE-TIME:20261130T080000Z", "2026-11-30T08:00:00Z"),
            ("PRIORITY:1", "TRIGGER:-PT15M", ""), ("DUE:soon", "TRIGGER:-PT15M", ""),
            ("DUE:20261201T180000Z", "TRIGGER:x", ""),
            ("DUE:20261201T180000Z", "TRIGGER:PT0S\nACTION:NONE", ""),
        ])
    func times(times: String, trigger: String, expected: String) async throws {
        let list = try await list(object(times, [trigger]))
        let alarms = try await list.alarms(of: TodoID("1"), in: try #require(berlin))
        #expect(alarms.map { $0.formatted(.iso8601) }.joined() == expected)
    }

    @Test("several are in their order, each once; they move with a deadline that was edited, and keep every byte")
    func edited() async throws {
        let alarms = ["TRIGGER:-PT15M", "TRIGGER;VALUE=DATE-TIME:20261130T080000Z", "TRIGGER;RELATED=END:-PT15M"]
        let bytes = object("DUE:20261201T180000Z", alarms)
        let list = try await list(bytes)
        let time = ManualTime()
        let dependencies = TodoListDependencies(
            todos: list, clock: time.clock, identifiers: .sequence(prefix: "t"), timeZone: .gmt)
        let graph = TodoListBuilder(dependencies: dependencies, parent: tree.root).build()
        let editor = graph.mainScreen.toEditor.router.open(try await list.todo(TodoID("1"))).viewModel
        await editor.load()
        func shown() -> String { editor.alarms.map { $0.formatted(.iso8601) }.joined(separator: " ") }
        #expect(shown() == "2026-11-30T08:00:00Z 2026-12-01T17:45:00Z" && editor.details.count == 5)
        editor.deadlineText = "2026-12-02T18:00Z"
        #expect(await editor.save(closes: false) != nil)
        #expect(await waitUntil { shown() == "2026-11-30T08:00:00Z 2026-12-02T17:45:00Z" })
        let sent = try await list.read("read") { try $0.record(TodoID("1"))?.bytes(device: "here") }
        let parts = String(decoding: bytes, as: UTF8.self).components(separatedBy: "BEGIN:VALARM").dropFirst()
        let kept = String(decoding: try #require(sent), as: UTF8.self).components(separatedBy: "BEGIN:VALARM")
            .dropFirst()
        #expect(Array(parts) == Array(kept))
    }
}
