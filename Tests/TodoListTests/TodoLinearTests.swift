import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

@Suite("What grows linearly with the number of tasks", .timeLimit(.minutes(15)))
struct TodoLinearTests {
    private let time = ManualTime()

    /// Whether four times as many take less than nine times as long. Quadratic time would be 16 times as long. Several attempts allow
    /// for a busy machine.
    private func isLinear(_ count: Int, _ cost: (Int) throws -> Duration) throws -> Bool {
        try (0..<5).contains { _ in
            let small = try cost(count)
            return try cost(4 * count) < small * 9 + .milliseconds(20)
        }
    }

    @Test("the tasks of equal lines are found in linear time", arguments: [true, false])
    func equalLines(isDated: Bool) throws {
        let day = CalendarDay(time.now, in: .gmt)
        let isLinear = try isLinear(800) { count in
            let todos = try (0..<count).map { number in
                Todo(
                    id: TodoID("\(number)"), text: try TodoText("milk"), isCompleted: number % 2 == 0,
                    createdAt: time.now, updatedAt: time.now)
            }
            let lines = todos.map {
                ImportedTodoLine(todo: $0, creationDay: isDated ? day : nil, key: "milk")
            }
            let start = threadTime()
            let found = TodoLineMatches.find(lines, among: todos, timeZone: .gmt)
            let cost = threadTime() - start
            #expect(found == todos.map(\.id))
            return cost
        }
        #expect(isLinear)
    }

    @Test("names of resources that cannot be read are reported in linear time, each once")
    func unreadableNames() throws {
        let isLinear = try isLinear(2000) { count in
            let paths = (0..<count).map { WebDAVPath.simulated("\($0)") }
            var pass = TodoSyncPass()
            _ = pass.next(after: .began(TodoSyncStart(token: nil, known: [:])))
            let start = threadTime()
            let changes = CalDAVChanges(changed: [], isFullListing: true, token: nil, unreadable: paths + paths)
            var action = pass.next(after: .listed(changes))
            while case .pull = action { action = pass.next(after: .pulled(TodoPullResult())) }
            let end = pass.next(after: .prepared([]))
            let cost = threadTime() - start
            guard case .finish(.success(let report)) = end else {
                Issue.record("\(end)")
                return cost
            }
            #expect(report.unreadable == paths.map(\.rawValue))
            return cost
        }
        #expect(isLinear)
    }

    @Test("the log of changes remembers the states of a limited number of items")
    func changeLog() {
        let handler = EventLogger.InMemoryHandler(capacity: 1_000_000)
        let log = ChangeLog<Int>(EventLogger(label: "change", handler: handler))
        func note(_ id: Int, _ state: String) {
            log.note("task changed", id, [state], content: "") { ["task": "\(id)", "state": $0[0]] }
        }
        for id in 0..<10 * ChangeLog<Int>.capacity {
            note(id, "open")
            note(id, "done")
            #expect(log.count <= ChangeLog<Int>.capacity)
        }
        #expect(handler.events.count { $0.line.contains("open→done") } == 10 * ChangeLog<Int>.capacity)
        note(0, "open")
        #expect(handler.events.last?.line.hasSuffix("task=0 state=open") == true)
    }

    @Test(
        "one's own transactions behind another's are remembered up to a limit; beyond it, everything may be another's")
    func externalChanges() {
        let tracker = ExternalChangeTracker()
        func changes(_ latest: Int64) -> String? {
            tracker.changes(upTo: latest, all: "all") { seen, own in "after \(seen) but \(own.count)" }
        }
        #expect(changes(1) == nil)
        // Nobody polls, and nobody else writes.
        for number in 2...Int64(10 * ExternalChangeTracker.capacity) { tracker.noteOwn(number) }
        #expect(tracker.count == 0)
        var latest = Int64(10 * ExternalChangeTracker.capacity)
        #expect(changes(latest) == nil)
        // Another process writes once, then only this one does.
        for number in 1...5 { tracker.noteOwn(latest + 1 + Int64(number)) }
        latest += 6
        #expect(changes(latest) == "after \(latest - 6) but 5")
        for number in 1...Int64(10 * ExternalChangeTracker.capacity) {
            tracker.noteOwn(latest + 1 + number)
            #expect(tracker.count <= ExternalChangeTracker.capacity)
        }
        latest += Int64(10 * ExternalChangeTracker.capacity) + 1
        #expect(changes(latest) == "all")
        #expect(changes(latest) == nil)
        tracker.noteOwn(latest + 1)
        #expect(changes(latest + 1) == nil)
    }
}
