import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

@Suite("Recurring tasks on several devices", .bounded)
struct RecurringSyncTests {
    private static let start = Date(timeIntervalSince1970: 1_796_083_200)  // 2026-12-01T00:00:00Z, a Tuesday.
    private static let id = TodoID("pills")

    private func devices(_ count: Int, rule: String) async throws -> (SmallTodoCollection, [TodoDevice]) {
        let server = SmallTodoCollection()
        var devices: [TodoDevice] = []
        for number in 0..<count {
            devices.append(
                try await TodoDevice(.inMemory, server, name: "device \(number)", time: ManualTime(Self.start)))
        }
        try await devices[0].todos.add(
            Todo(
                id: Self.id, text: try TodoText("Take pills"), deadline: .day(CalendarDay(Self.start, in: .gmt)),
                recurrence: TodoRecurrence(rule: rule), createdAt: Self.start, updatedAt: Self.start), in: .gmt)
        for device in devices { try await device.sync() }
        return (server, devices)
    }

    private func complete(_ device: TodoDevice, days: Double = 0) async throws -> Todo {
        device.time.advance(by: days * 86_400 + 60)
        return try await device.todos.edit(Self.id, TodoEdit(isCompleted: true), at: device.time.now, in: .gmt)
    }

    private func states(_ devices: [TodoDevice]) async throws -> [String] {
        var states: [String] = []
        for device in devices {
            let todos = try await device.todos.todos().map {
                "\($0.deadline.map { "\($0)" } ?? "none") \($0.recurrence?.rule ?? "none") \($0.isCompleted ? "done" : "open") \($0.sync)"
            }
            states.append(todos.joined(separator: ", "))
        }
        return states
    }

    @Test("devices that complete the same time make one step, and no duplicate and no conflict", arguments: [2, 3, 5])
    func oneStep(count: Int) async throws {
        let (server, devices) = try await devices(count, rule: "FREQ=DAILY;COUNT=10")
        for device in devices { _ = try await complete(device) }
        for device in devices + devices { try await device.sync() }
        #expect(
            try await states(devices) == Array(repeating: "2026-12-02 FREQ=DAILY;COUNT=9 open synced", count: count))
        #expect(server.texts.count == 1)
        for device in devices { #expect(try await device.todos.conflicts().isEmpty) }
    }

    @Test("of devices that complete a time on different days the further one stays", arguments: [[0.0, 4], [4, 0]])
    func furtherStep(days: [Double]) async throws {
        let (_, devices) = try await devices(2, rule: "FREQ=DAILY;COUNT=10")
        for (device, days) in zip(devices, days) { _ = try await complete(device, days: days) }
        for device in devices + devices { try await device.sync() }
        #expect(try await states(devices) == Array(repeating: "2026-12-05 FREQ=DAILY;COUNT=6 open synced", count: 2))
        for device in devices { #expect(try await device.todos.conflicts().isEmpty) }
    }

    @Test("a new deadline and a step at once: the newer one stays, the other is a conflict, and start and deadline fit")
    func otherEdit() async throws {
        let (server, devices) = try await devices(2, rule: "FREQ=WEEKLY")
        _ = try await complete(devices[0])
        devices[1].time.advance(by: 600)
        try await devices[1].todos.edit(
            Self.id, TodoEdit(deadline: .day(try CalendarDay("2027-01-15"))), at: devices[1].time.now, in: .gmt)
        for device in devices + devices { try await device.sync() }
        #expect(try await states(devices) == Array(repeating: "2027-01-15 FREQ=WEEKLY open synced", count: 2))
        let conflicts = try await devices[0].todos.conflicts() + devices[1].todos.conflicts()
        #expect(
            conflicts.contains {
                if case .field(_, .schedule(let lost), _, _) = $0.kind {
                    lost.deadline?.description == "2026-12-08"
                } else {
                    false
                }
            })
        #expect(server.texts[0].contains("DTSTART;VALUE=DATE:20270115"))
    }

    @Test("the last time of a series whose others another program has closed is done on all devices")
    func lastTime() async throws {
        let (server, devices) = try await devices(2, rule: "FREQ=DAILY;COUNT=3")
        let closed = ["20261201", "20261202"].map { day in
            "BEGIN:VTODO\nUID:pills\nDTSTAMP:20261201T080000Z\nRECURRENCE-ID;VALUE=DATE:\(day)\nSTATUS:COMPLETED\nEND:VTODO\n"
        }
        let text = server.texts[0].replacing("\r\n", with: "\n")
        server.write(text.replacing("END:VCALENDAR", with: closed.joined() + "END:VCALENDAR"), at: "pills")
        for device in devices { try await device.sync() }
        _ = try await complete(devices[0])
        for device in devices { try await device.sync() }
        #expect(
            try await states(devices) == Array(repeating: "2026-12-03 FREQ=DAILY;COUNT=1 done synced", count: 2))
    }

    // MARK: A simulation

    @Test(
        "devices that complete and synchronize in any order, with failures, end alike, at the furthest time, without a duplicate"
    )
    func simulation() async throws {
        for seed in 0..<20 as Range<UInt64> { try await simulate(seed) }
    }

    @Test(
        "devices that also skip, reopen, postpone and change the rule, as another program does, end alike, with what one of them had"
    )
    func edits() async throws {
        for seed in 0..<20 as Range<UInt64> { try await simulateEdits(seed) }
    }

    func simulateEdits(_ seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let rules = ["FREQ=DAILY;COUNT=12", "FREQ=DAILY", "FREQ=WEEKLY", "FREQ=MONTHLY;BYMONTHDAY=1,-1"]
        let (server, devices) = try await devices(Int.random(in: 2...4, using: &random), rule: rules[0])
        func value(_ schedule: TodoSchedule) -> String {
            "\(schedule.deadline.map { "\($0)" } ?? "none") \(schedule.recurrence?.rule ?? "none")"
        }
        // No step of one device is added to that of another.
        var values: Set<String> = []
        for todo in try await devices[0].todos.todos() { values.insert(value(todo.schedule)) }
        for _ in 0..<Int.random(in: 4...20, using: &random) {
            let device = devices.randomElement(using: &random) ?? devices[0]
            device.time.advance(by: Double(Int.random(in: 1...90_000, using: &random)))
            let day = CalendarDay(
                daysSince1970: CalendarDay(Self.start, in: .gmt).daysSince1970 + Int.random(in: 0..<40, using: &random))
            var edit = TodoEdit()
            switch Int.random(in: 0..<14, using: &random) {
            case 0..<3: edit.isCompleted = true
            case 3: edit.isCompleted = false
            case 4: edit.deadline = .set(.day(day))
            case 5: edit.recurrence = .set(TodoRecurrence(rule: rules.randomElement(using: &random) ?? rules[0]))
            case 6:
                do {
                    values.insert(value(try await device.todos.skip(Self.id, at: device.time.now, in: .gmt).schedule))
                } catch {}
            case 7: server.fail(.network(""), after: Int.random(in: 0...4, using: &random))
            case 8: server.fail(nil)
            case 9, 10:
                let rule = rules.randomElement(using: &random) ?? rules[0]
                let change = Int.random(in: 0..<3, using: &random)
                let schedule = try foreignEdit(server, at: device.time.now) { todo in
                    switch change {
                    case 0: todo.setDue(.date(day))
                    case 1: todo.component.set(ContentLine(name: "RRULE", value: rule))
                    default: todo.setCompleted(at: device.time.now)
                    }
                }
                values.insert(value(schedule))
            default: do { try await device.sync() } catch {}
            }
            guard edit != TodoEdit() else { continue }
            if let schedule = try await self.edit(device, edit) { values.insert(value(schedule)) }
        }
        server.fail(nil)
        for device in devices + devices + devices { try await device.sync() }
        let states = try await states(devices)
        #expect(Set(states).count == 1 && states[0].hasSuffix(" synced"), "seed \(seed): \(states)")
        let end = try await devices[0].todos.todos().map { value($0.schedule) }
        #expect(end.count == 1 && values.isSuperset(of: end), "seed \(seed): \(end), \(values)")
        #expect(server.texts.count == 1, "seed \(seed)")
    }

    /// Edits the task.
    /// - Returns: its times afterwards. Nil if the edit was refused: after another program has set only the deadline, the series has a
    ///   start, and a day before that is no deadline, and a
    ///   rule that has not the day of the start is none.
    private func edit(_ device: TodoDevice, _ edit: TodoEdit) async throws -> TodoSchedule? {
        do {
            return try await device.todos.edit(Self.id, edit, at: device.time.now, in: .gmt).schedule
        } catch {
            let isStart = [TodoError.startAfterDeadline, .startMovesSeries].contains(error)
            guard isStart, edit.deadline != nil || edit.recurrence != nil else { throw error }
            return nil
        }
    }

    /// Changes the task on the server as another program does.
    /// - Returns: its times afterwards.
    private func foreignEdit(
        _ server: SmallTodoCollection, at date: Date, _ change: (inout VTodo) -> Void
    ) throws -> TodoSchedule {
        var object = try ICalendarObject(parsing: Array(try #require(server.texts.first).utf8))
        object.updateTodos { todo in
            change(&todo)
            todo.setLastModified(date)
        }
        server.write(String(decoding: object.bytes, as: UTF8.self).replacing("\r\n", with: "\n"), at: "pills")
        return try #require(TodoRecord.document(object.bytes)).fields.schedule
    }

    func simulate(_ seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let rules = [
            "FREQ=DAILY;COUNT=12", "FREQ=DAILY", "FREQ=WEEKLY;BYDAY=TU,TH", "FREQ=DAILY;UNTIL=20261208",
            "FREQ=MONTHLY;BYMONTHDAY=1,-1",
            "FREQ=DAILY;INTERVAL=3;COUNT=5",
        ]
        let rule = rules.randomElement(using: &random) ?? "FREQ=DAILY"
        let (server, devices) = try await devices(Int.random(in: 2...4, using: &random), rule: rule)
        var furthest = CalendarDay(Self.start, in: .gmt)
        var isDone = false
        for _ in 0..<Int.random(in: 4...16, using: &random) {
            let device = devices.randomElement(using: &random) ?? devices[0]
            switch Int.random(in: 0..<8, using: &random) {
            case 0..<3:
                let todo = try await complete(device, days: Double(Int.random(in: 0...3, using: &random)))
                if case .day(let day)? = todo.deadline { furthest = max(furthest, day) }
                isDone = isDone || todo.isCompleted
            case 3: server.fail(.network(""), after: Int.random(in: 0...4, using: &random))
            case 4: server.fail(nil)
            default: do { try await device.sync() } catch {}
            }
        }
        server.fail(nil)
        for device in devices + devices + devices { try await device.sync(comparingAll: true) }
        let states = try await states(devices)
        let conflicts = try await devices[0].todos.conflicts()
        #expect(Set(states).count == 1, "seed \(seed): \(states)")
        #expect(
            states[0].hasPrefix("\(furthest) ") && states[0].contains(isDone ? " done synced" : " open synced"),
            "seed \(seed), \(furthest): \(states)")
        #expect(server.texts.count == 1 && conflicts.isEmpty, "seed \(seed): \(conflicts)")
    }
}
