import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

@Suite(
    "Synchronization with a real server", .enabled(if: CalDAVTestServer() != nil, "CALDAV_URL names no server"),
    .bounded)
struct RadicaleTests {
    @Test(
        "edits of different fields on two devices are all kept; of the same field the newer wins and the other becomes a conflict"
    )
    func twoDevices() async throws {
        try await withRadicaleCollection { collection, url, _ in
            let store = TaskList(try await SQLiteDatabase.open(.memory, schemas: [TodoSchema.todos]))
            let phone = try RadicaleDevice("phone", collection, address: "\(url)", todos: store)
            let laptop = try RadicaleDevice("laptop", collection, address: "\(url)")
            let milk = try await phone.add("milk")
            try await phone.add("хлеб; \\ , \n end")
            #expect(try await phone.sync().pushed == 2)
            #expect(try await laptop.sync().pulled == 2)
            #expect(try await laptop.lines() == phone.lines())
            #expect(try await laptop.lines().allSatisfy { $0.hasSuffix("|synced") })

            phone.time.advance(by: 60)
            laptop.time.advance(by: 120)
            try await phone.edit(milk.id, TodoEdit(text: try TodoText("oat milk"), priority: .high))
            try await laptop.edit(
                milk.id,
                TodoEdit(
                    text: try TodoText("soy milk"), deadline: .set(try TodoDeadline("2026-12-01T18:00")),
                    notes: try TodoNotes("two\nlitres"), isCompleted: true))
            #expect(try await phone.sync().pushed == 1)
            let merged = try await laptop.sync()
            #expect(merged.pulled == 1 && merged.pushed == 1 && merged.conflicts == 1)
            #expect(try await phone.sync().pulled == 1)
            #expect(try await phone.lines() == laptop.lines())
            #expect(try await phone.lines()[0] == "soy milk|two\nlitres|high|2026-12-01T18:00:00|done|synced")

            let conflict = try #require(try await laptop.todos.conflicts().first)
            guard case .field(.text("soy milk"), .text("oat milk"), "phone"?, let date?) = conflict.kind else {
                Issue.record("\(conflict)")
                return
            }
            #expect(date == Date(timeIntervalSince1970: phone.time.now.timeIntervalSince1970.rounded(.down)))
            try await laptop.todos.restore(conflict.id, at: laptop.time.now)
            #expect(try await laptop.todos.conflicts().isEmpty)
            #expect(try await laptop.sync().pushed == 1)
            #expect(try await phone.sync().pulled == 1)
            #expect(try await phone.lines()[0].hasPrefix("oat milk|"))
        }
    }

    @Test("a synchronization that finds nothing new is a single request")
    func idle() async throws {
        try await withRadicaleCollection { collection, url, _ in
            let device = try RadicaleDevice("phone", collection, address: "\(url)")
            try await device.add("milk")
            try await device.sync()
            // The first one after a write sees that write listed.
            try await device.sync()
            collection.requests.withLock { $0 = 0 }
            #expect(try await device.sync() == TodoSyncReport())
            #expect(collection.requests.withLock { $0 } == 1)
        }
    }

    @Test("two devices with the same name are distinct, also if an edit never arrived")
    func sameName() async throws {
        try await withRadicaleCollection { collection, url, _ in
            let first = try RadicaleDevice("vm", collection, address: "\(url)")
            let second = try RadicaleDevice("vm", collection, address: "\(url)")
            let milk = try await first.add("milk")
            try await first.sync()
            try await second.sync()
            first.time.advance(by: 10)
            try await first.edit(milk.id, TodoEdit(text: try TodoText("oat milk")))
            collection.lostRequests.withLock { $0 = 1 }
            await #expect(throws: TodoError.sync(.server(.timedOut))) { try await first.sync() }
            second.time.advance(by: 60)
            try await second.edit(milk.id, TodoEdit(text: try TodoText("soy milk")))
            try await second.sync()
            #expect(try await first.sync().conflicts == 1)
            let conflict = try #require(try await first.todos.conflicts().first)
            guard case .field(.text("soy milk"), .text("oat milk"), _, _) = conflict.kind else {
                Issue.record("\(conflict)")
                return
            }
        }
    }

    @Test(
        "a removal reaches the server and the other device; an edit elsewhere wins over a removal, which becomes a conflict"
    )
    func removals() async throws {
        try await withRadicaleCollection { collection, url, _ in
            let phone = try RadicaleDevice("phone", collection, address: "\(url)")
            let laptop = try RadicaleDevice("laptop", collection, address: "\(url)")
            let milk = try await phone.add("milk")
            let bread = try await phone.add("bread")
            // Without tokens, the removal of the only task looks like an emptied server.
            let other = try await phone.add("other")
            try await phone.sync()
            try await laptop.sync()
            try await phone.remove(milk.id)
            #expect(try await phone.sync().deletedThere == 1)
            #expect(try await laptop.sync().deletedHere == 1)
            #expect(try await Set(laptop.todos.todos().map(\.id)) == [bread.id, other.id])

            laptop.time.advance(by: 10)
            try await laptop.edit(bread.id, TodoEdit(priority: .high))
            try await laptop.sync()
            try await phone.remove(bread.id)
            let report = try await phone.sync()
            #expect(report.deletedThere == 0 && report.conflicts == 1)
            #expect(try await phone.lines() == laptop.lines())
            let conflict = try #require(try await phone.todos.conflicts().first)
            guard case .deletion = conflict.kind else {
                Issue.record("\(conflict)")
                return
            }
            // To restore the removal removes the task, everywhere.
            try await phone.todos.restore(conflict.id, at: phone.time.now)
            try await phone.sync()
            #expect(try await laptop.sync().deletedHere == 1)
            #expect(try await laptop.todos.todos().map(\.id) == [other.id])
        }
    }

    @Test(
        "a synchronized removal can be undone, with the properties of other programs")
    func undo() async throws {
        try await withRadicaleCollection { collection, url, _ in
            let phone = try RadicaleDevice("phone", collection, address: "\(url)")
            let foreign = Self.foreignTask
            _ = try await collection.put(Array(foreign.utf8), at: collection.path(named: "f"), condition: .isNew)
            #expect(try await phone.sync().pulled == 1)
            let todo = try #require(try await phone.todos.todos().first)
            let removedAt = phone.time.now
            try await phone.remove(todo.id)
            #expect(try await phone.sync().deletedThere == 1)
            phone.time.advance(by: 5)
            #expect(try await phone.todos.undoRemoval(of: [todo], at: removedAt).count == 1)
            #expect(try await phone.sync().pushed == 1)
            #expect(try await phone.sync() == TodoSyncReport())
            let text = try await Self.text(of: collection, try #require(try await phone.todos.todos().first))
            for line in ["RELATED-TO;RELTYPE=PARENT:other", "BEGIN:VALARM", "X-FOREIGN;P=1:stays"] {
                #expect(text.contains(line), "\(line) is missing in \(text)")
            }
        }
    }

    @Test("properties of another program survive an edit")
    func foreign() async throws {
        try await withRadicaleCollection { collection, url, _ in
            let phone = try RadicaleDevice("phone", collection, address: "\(url)")
            let path = collection.path(named: "f")
            _ = try await collection.put(Array(Self.foreignTask.utf8), at: path, condition: .isNew)
            try await phone.sync()
            let todo = try #require(try await phone.todos.todos().first)
            #expect(todo.text.value == "call mother" && todo.deadline?.description == "2026-12-01T17:00:00Z")
            phone.time.advance(by: 60)
            try await phone.edit(todo.id, TodoEdit(text: try TodoText("call father"), isCompleted: true))
            #expect(try await phone.sync().pushed == 1)
            let object = try #require(try await collection.objects(at: [path]).first)
            let text = String(decoding: object.data, as: UTF8.self)
            for line in [
                "SUMMARY;LANGUAGE=en:call father", "RELATED-TO;RELTYPE=PARENT:other", "BEGIN:VALARM", "TRIGGER:-PT15M",
                "X-FOREIGN;P=1:stays", "STATUS:COMPLETED", "CATEGORIES:a,b", "DUE;TZID=Europe/Berlin:20261201T180000",
                "BEGIN:VTIMEZONE",
            ] {
                #expect(text.contains(line), "\(line) is missing in \(text)")
            }
        }
    }

    @Test("a write whose response was lost is detected at the next synchronization, without a duplicate or a conflict")
    func lostAnswer() async throws {
        try await withRadicaleCollection { collection, url, _ in
            let phone = try RadicaleDevice("phone", collection, address: "\(url)")
            try await phone.add("other")
            try await phone.sync()
            let milk = try await phone.add("milk")
            collection.lostAnswers.withLock { $0 = 1 }
            await #expect(throws: TodoError.sync(.server(.timedOut))) { try await phone.sync() }
            // It is edited again before the first edit is confirmed.
            phone.time.advance(by: 5)
            try await phone.edit(milk.id, TodoEdit(text: try TodoText("oat milk")))
            let report = try await phone.sync()
            #expect(report.conflicts == 0 && report.pushed == 1)
            #expect(try await collection.changes(since: nil).changed.count == 2)
            #expect(try await phone.lines().first == "oat milk||normal||open|synced")
            // The same for a removal.
            try await phone.remove(milk.id)
            collection.lostAnswers.withLock { $0 = 1 }
            await #expect(throws: TodoError.sync(.server(.timedOut))) { try await phone.sync() }
            _ = try await phone.sync()
            #expect(try await collection.changes(since: nil).changed.count == 1)
        }
    }

    @Test("if everything has disappeared from the server, nothing is removed here until the user accepts it")
    func wiped() async throws {
        try await withRadicaleCollection { collection, url, server in
            let phone = try RadicaleDevice("phone", collection, address: "\(url)")
            for text in ["a", "b", "c"] { try await phone.add(text) }
            // Its token for an empty collection is the one with which it began.
            try await phone.sync()
            for entry in try await collection.changes(since: nil).changed {
                try await collection.delete(entry.path, matching: entry.etag)
            }
            for _ in 0..<2 {
                await #expect(throws: TodoError.sync(.everythingDisappeared(count: 3))) { try await phone.sync() }
                #expect(try await phone.todos.todos().count == 3)
            }
            #expect(try await phone.sync(acceptingDeletions: true).deletedHere == 3)
            #expect(try await phone.todos.todos().isEmpty)
        }
    }

    @Test("replacing the collection by an empty one loses no task")
    func replaced() async throws {
        try await withRadicaleCollection { collection, url, server in
            let phone = try RadicaleDevice("phone", collection, address: "\(url)")
            for text in ["a", "b", "c"] { try await phone.add(text) }
            try await phone.sync()
            try await server.remove(url)
            await #expect(throws: TodoError.sync(.server(.notFound))) { try await phone.sync() }
            #expect(try await phone.todos.todos().count == 3)
            // Under the address of another collection, the tasks are new.
            let other = try await server.makeCollection("other")
            let moved = try RadicaleDevice(
                "phone", try CalDAVCollection(url: other, credentials: server.credentials), address: "\(other)",
                todos: phone.todos)
            #expect(try await moved.sync().pushed == 3)
            try await server.remove(other)
            try await server.makeCollection(at: url)
        }
    }

    @Test("imported tasks that RFC 5545 does not allow are accepted")
    func invalid() async throws {
        try await withRadicaleCollection { collection, url, _ in
            let phone = try RadicaleDevice("phone", collection, address: "\(url)")
            let exchange = TodoExchange(
                todos: phone.todos, clock: phone.time.clock, identifiers: .sequence(prefix: "t"), timeZone: .gmt)
            let report = try await exchange.importTodos(Array(StrictServerTests.file.utf8), named: "f", format: .ics)
            #expect(try await phone.sync().pushed == report.added && report.added > 0)
            #expect(try await phone.sync() == TodoSyncReport())
        }
    }

    private static let environment = ProcessInfo.processInfo.environment

    @Test(
        "an independent program reads the server's files in the same way",
        .enabled(
            if: environment["CALDAV_FILES"] != nil && environment["CALDAV_PYTHON"] != nil,
            "CALDAV_FILES and CALDAV_PYTHON name no folder and no Python that has icalendar"))
    func independentReader() async throws {
        try await withRadicaleCollection { collection, url, server in
            let phone = try RadicaleDevice("phone", collection, address: "\(url)")
            for (number, text) in HostileText.all.enumerated() {
                phone.time.advance(by: 61)
                let todo = try await phone.add(text, id: "task-\(String(format: "%03d", number))")
                try await phone.edit(
                    todo.id,
                    TodoEdit(
                        priority: TodoPriority.allCases[number % 3],
                        deadline: [
                            .set(try TodoDeadline("2026-12-01")), .set(try TodoDeadline("2026-12-01T18:00")),
                            .set(try TodoDeadline("2026-12-01T17:00Z")), .cleared,
                        ][number % 4],
                        notes: try TodoNotes(text + "\n;,\\ " + text), isCompleted: number % 2 == 1))
            }
            try await phone.sync()
            let folder = try #require(Self.environment["CALDAV_FILES"])
            let place = URL(filePath: folder).appending(path: server.user).appending(path: url.lastPathComponent)
            let process = Process()
            process.executableURL = URL(filePath: try #require(Self.environment["CALDAV_PYTHON"]))
            process.arguments = ["-c", Self.reader, place.path(percentEncoded: false)]
            let output = Pipe()
            process.standardOutput = output
            try process.start()
            let data = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            let read = try JSONDecoder().decode([[String]].self, from: data)
            let expected = try await phone.todos.todos().map { todo in
                let fields = TodoDocument.written(TodoFields(todo))
                return [
                    todo.id.rawValue, fields.text, fields.notes, todo.deadline?.description ?? "",
                    todo.isCompleted ? "COMPLETED" : "",
                    ["high": "1", "normal": "", "low": "9"][todo.priority.rawValue] ?? "",
                ]
            }
            #expect(read == expected)
        }
    }

    /// Prints the tasks of a folder's files, in the order of their identifiers.
    private static let reader = """
        import datetime, icalendar, json, pathlib, sys
        def due(todo):
            if "DUE" not in todo: return ""
            value = todo["DUE"].dt
            if not isinstance(value, datetime.datetime): return value.isoformat()
            return value.replace(tzinfo=None).isoformat() + ("Z" if value.tzinfo else "")
        tasks = []
        for path in pathlib.Path(sys.argv[1]).glob("*.ics"):
            for todo in icalendar.Calendar.from_ical(path.read_bytes()).walk("VTODO"):
                assert not todo.errors, (path, todo.errors)
                tasks.append([str(todo["UID"]), str(todo.get("SUMMARY", "")), str(todo.get("DESCRIPTION", "")), due(todo),
                    str(todo.get("STATUS", "")), str(todo.get("PRIORITY", ""))])
        print(json.dumps(sorted(tasks)))
        """

    @Test(
        "a wrong password and a missing server are different errors",
        .enabled(if: CalDAVTestServer()?.hasPasswords == true, "the server asks for no password"))
    func refused() async throws {
        let server = try #require(CalDAVTestServer())
        let wrong = WebDAVCredentials(user: server.user, password: Secret("wrong"))
        // A server may answer 404 for what is not there before it asks who wants it.
        let url = try await server.makeCollection("x")
        let collection = try CalDAVCollection(url: url, credentials: wrong)
        let phone = try RadicaleDevice("phone", collection, address: "x")
        try await phone.add("milk")
        let error = await #expect(throws: TodoError.self) { try await phone.sync() }
        #expect(error?.code == "unauthorized")
        let nowhere = try #require(URL(string: "http://127.0.0.1:1/"))
        let dead = try RadicaleDevice(
            "phone", try CalDAVCollection(url: nowhere, credentials: server.credentials), address: "y",
            todos: phone.todos)
        #expect(await #expect(throws: TodoError.self) { try await dead.sync() }?.code == "network")
        #expect(try await phone.todos.todos().count == 1)
    }

    private static func text(of collection: WatchedCollection, _ todo: Todo) async throws -> String {
        let entries = try await collection.changes(since: nil).changed
        let objects = try await collection.objects(at: entries.map(\.path))
        return objects.map { String(decoding: $0.data, as: UTF8.self) }.joined()
    }

    private static let foreignTask = """
        BEGIN:VCALENDAR\r
        VERSION:2.0\r
        PRODID:-//foreign//EN\r
        BEGIN:VTIMEZONE\r
        TZID:Europe/Berlin\r
        BEGIN:STANDARD\r
        DTSTART:19961027T030000\r
        TZOFFSETFROM:+0200\r
        TZOFFSETTO:+0100\r
        RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\r
        END:STANDARD\r
        BEGIN:DAYLIGHT\r
        DTSTART:19810329T020000\r
        TZOFFSETFROM:+0100\r
        TZOFFSETTO:+0200\r
        RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\r
        END:DAYLIGHT\r
        END:VTIMEZONE\r
        BEGIN:VTODO\r
        UID:foreign-1\r
        DTSTAMP:20200101T100000Z\r
        SUMMARY;LANGUAGE=en:call mother\r
        DUE;TZID=Europe/Berlin:20261201T180000\r
        RELATED-TO;RELTYPE=PARENT:other\r
        CATEGORIES:a,b\r
        X-FOREIGN;P=1:stays\r
        BEGIN:VALARM\r
        ACTION:DISPLAY\r
        DESCRIPTION:soon\r
        TRIGGER:-PT15M\r
        END:VALARM\r
        END:VTODO\r
        END:VCALENDAR\r

        """
}
