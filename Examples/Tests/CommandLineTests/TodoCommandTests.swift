import Foundation
import SuperappTesting
import Testing

@Suite("The demo's to-do list", .timeLimit(.minutes(15)))
struct TodoCommandTests {
    private static let file = """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:other
        BEGIN:VTODO
        UID:milk
        DTSTAMP:20261101T100000Z
        SUMMARY:Buy milk
        X-COLOR:red
        END:VTODO
        BEGIN:VTODO
        UID:milk
        SUMMARY:Other milk
        END:VTODO
        END:VCALENDAR

        """

    @Test("a task has notes and a time, and is shown with all its fields")
    func fields() async throws {
        try await withProgram { program in
            let added = try await program.run(
                "--json", "todo", "add", "Buy", "milk", "--notes", "oat\nor soy", "--deadline", "2026-12-01T18:00")
            let pattern = try Regex(
                #"""
                ^\{"id":"[^"]+","text":"Buy milk","priority":"normal","deadline":"2026-12-01T18:00:00","isCompleted":false,\#
                "createdAt":"[^"]+Z","updatedAt":"[^"]+Z","sync":"local","notes":"oat\\nor soy","completedAt":null,"repeat":null,"tags":\[\],"link":null,"parent":null,"start":null\}\n$
                """#)
            #expect(added.output.wholeMatch(of: pattern) != nil, "\(added.output)")
            let id = try #require(try added.object()["id"] as? String)
            let entry = added.output.dropLast(2) + ",\"alarms\":[]}\n"
            #expect(try await program.run("--json", "todo", "show", id).output == entry)
            let shown = try await program.run("todo", "show", String(id.prefix(20))).output
            for text in [
                "Buy milk\n", id, "normal", "Dec 1, 2026 at 6:00", "not done", "never synchronized", "  or soy",
            ] {
                #expect(shown.contains(text), "\(text) is missing in \(shown)")
            }
            #expect(try await program.run("todo", "list").output.contains("Buy milk  ✎  due"))
            let edited = try await program.run("--json", "todo", "edit", id, "--notes", "", "--deadline", "none")
                .object()
            #expect(edited["notes"] as? String == "" && edited["deadline"] is NSNull)
            #expect(try await program.run("--json", "todo", "done", id).object()["completedAt"] is String)
            #expect(try await program.run("todo", "show", id, "--locale", "ru").output.contains("приоритет"))
        }
    }

    @Test("a task that is overdue says so in the list and in its details; a removal names the task, or counts several")
    func wording() async throws {
        try await withProgram { program in
            _ = try await program.run("todo", "add", "Milk", "--deadline", "2020-01-01")
            for text in ["Bread", "Salt"] { _ = try await program.run("todo", "add", text) }
            #expect(try await program.run("todo", "list").output.contains("Milk  due Jan 1, 2020 (overdue)"))
            #expect(try await program.run("todo", "show", "Milk").output.contains("  Jan 1, 2020 (overdue)\n"))
            #expect(try await program.run("todo", "remove", "Milk").output == "removed “Milk”\n")
            #expect(try await program.run("todo", "remove", "Bread", "Salt").output == "2 tasks removed\n")
            _ = try await program.run("add", "dog", "--wait", "0")
            #expect(try await program.run("remove", "dog").output == "removed “dog”\n")
        }
    }

    @Test(
        "a recurring task moves on when it is done or skipped, back when it is not, and its recurrence is shown and removed"
    )
    func recurring() async throws {
        try await withProgram { program in
            func todo(_ arguments: String...) async throws -> String {
                let result = try await program.run(["--json", "todo"] + arguments)
                let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
                return "\(json?["deadline"] as? String ?? "none") \(json?["repeat"] as? String ?? "none")"
            }
            let rule = "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH"
            let typed = "every 2 weeks on mon,thu"
            let added = try await todo("add", "Pills", "--deadline", "2036-12-01", "--repeat", typed)
            #expect(added == "2036-12-01 \(rule)")
            let done = try await todo("done", "Pills")
            let skipped = try await todo("skip", "Pills")
            let back = try await todo("undone", "Pills")
            #expect([done, skipped, back] == ["2036-12-04 \(rule)", "2036-12-15 \(rule)", "2036-12-04 \(rule)"])
            let list = try await program.run("todo").output
            #expect(list.contains("↻ every 2 weeks on Mon, Thu"))
            let russian = try await program.run("--locale", "ru", "todo", "show", "Pills").output
            #expect(russian.contains("каждые 2 недели по пн, чт"))
            let removed = try await todo("edit", "Pills", "--repeat", "none")
            #expect(removed == "2036-12-04 none")
            #expect(try await program.run("todo", "skip", "Pills").status == 1)
            let refused = try await program.run("todo", "edit", "Pills", "--repeat", "often").errors
            #expect(refused.contains("is no recurrence"))
        }
    }

    @Test(
        "the text of a new task has the parts of todo.txt, and an option counts before them; its file gives them back")
    func quickAdd() async throws {
        try await withProgram { program in
            let typed = "(B) call mum due:2036-12-01 +family @phone rec:1w"
            func task(_ options: String...) async throws -> [String?] {
                let result = try await program.run(["--json", "todo", "add", typed] + options)
                let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
                return ["text", "priority", "deadline", "repeat"].map { json?[$0] as? String }
            }
            #expect(try await task() == ["call mum +family @phone", "normal", "2036-12-01", "FREQ=WEEKLY"])
            let own = try await task("--priority", "low", "--deadline", "2036-12-02", "--repeat", "none")
            #expect(own == ["call mum +family @phone", "low", "2036-12-02", nil])
            let out = try await program.run("todo", "export", "-", "--format", "txt").output.split(separator: "\n")
            let parts = ["call mum +family @phone due:2036-12-01 rec:1w", "call mum +family @phone due:2036-12-02"]
            #expect(out.map { String($0.dropFirst(15)) } == parts && out.map { $0.prefix(4) } == ["(B) ", "(C) "])
            let misspelt = try await program.run("todo", "add", "pay due:tomorow").output
            #expect(misspelt.hasSuffix("\nnot understood: due:tomorow\n"))
            let file = program.folder.appending(path: "in.txt")
            try Data("Water rec:1w\n".utf8).write(to: file)
            let report = try await program.run("todo", "import", file.systemPath).output
            #expect(report.contains("line 1: it has no date, and recurs from today on"))
            let none = try await task("--deadline", "none", "--start", "none", "--repeat", "none")
            #expect(none == ["call mum +family @phone", "normal", nil, nil])
            let plain = try await program.run("--json", "todo", "add", "b", "--tag", "none", "--link", "none").json()
            #expect((plain.first as? [String: Any])?["tags"] as? [String] == [])
            let dateless = try await program.run("todo", "add", "c", "--repeat", "daily", "--deadline", "none")
            #expect(dateless.status == 1 && dateless.errors.contains("needs a date"))
            let until = try await program.run(
                "--json", "todo", "add", "a", "--repeat", "weekly on mon until 1 jan 2040"
            ).json()
            #expect((until.first as? [String: Any])?["repeat"] as? String == "FREQ=WEEKLY;UNTIL=20400101;BYDAY=MO")
        }
    }

    @Test("tasks have tags and a link, and are listed by tag, by the present day, and by a search of all their texts")
    func tags() async throws {
        try await withProgram { program in
            func texts(_ arguments: String...) async throws -> [String] {
                let result = try await program.run(["--json", "todo"] + arguments)
                let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]]
                return json?.compactMap { $0["text"] as? String } ?? [result.errors]
            }
            func add(_ text: String, _ options: String...) async throws {
                #expect(try await program.run(["todo", "add", text] + options).status == 0)
            }
            try await add("Milk", "--tag", "shopping", "--tag", "at home", "--deadline", "today")
            try await add("Letter", "--deadline", "2020-01-01", "--link", "https://post.example/büro")
            try await add("Walk", "--notes", "beside the CAFÉ")
            #expect(try await texts("list", "--tag", "SHOPPING") == ["Milk"])
            #expect(try await texts("list", "--tag", "home") == [])
            #expect(try await texts("list", "--today") == ["Milk"])
            #expect(try await texts("--overdue") == ["Letter"])
            #expect(try await texts("list", "--today", "--overdue") == ["Milk", "Letter"])
            _ = try await program.run("todo", "done", "Walk")
            #expect(try await texts("search", "cafe beside") == ["Walk"])
            #expect(try await texts("search", "post.example") == ["Letter"])
            #expect(try await texts("search", "at home milk") == ["Milk"])
            #expect(try await program.run("todo", "search", "bread").output == "No such tasks\n")
            let shown = try await program.run("todo", "show", "Milk").output
            #expect(shown.contains("shopping, at home"))
            #expect(try await program.run("todo", "edit", "Milk", "--tag", "none").output.contains("#") == false)
            #expect(try await program.run("todo", "edit", "Letter", "--link", "none").status == 0)
            #expect(try await texts("search", "post.example") == [])
            let refused = try await program.run("todo", "edit", "Letter", "--link", "my page")
            #expect(refused.errors.contains("“my page” is no link"))
        }
    }

    @Test("tasks are imported and exported; a dry run and a second import change nothing")
    func exchange() async throws {
        try await withProgram { program in
            let file = program.folder.appending(path: "in.ics")
            try Data(Self.file.utf8).write(to: file)
            let rejected = "\"rejected\":[{\"line\":10,\"reason\":\"it has the same UID as line 4\"}]"
            let report = "{\"added\":1,\"updated\":0,\"unchanged\":0,\(rejected)}\n"
            #expect(
                try await program.run("--json", "todo", "import", file.systemPath, "--dry-run").output == report)
            #expect(!FileManager.default.fileExists(atPath: program.store.systemPath))
            #expect(try await program.run("--json", "todo", "import", file.systemPath).output == report)
            #expect(
                try await program.run("todo", "import", file.systemPath).output
                    == "added 0, updated 0, unchanged 1\nrejected 1:\n  line 10: it has the same UID as line 4\n")
            let out = program.folder.appending(path: "out.ics").systemPath
            #expect(try await program.run("--json", "todo", "export", out).output == "{\"exported\":1}\n")
            let text = try String(contentsOfFile: out, encoding: .utf8)
            #expect(text.contains("UID:milk") && text.contains("X-COLOR:red"))
            #expect(try await program.run("todo", "export", "-", "--format", "ics").output == text)
            #expect(try await program.run("todo", "export", "-", "--format", "txt").output == "2026-11-01 Buy milk\n")
            let lines = try await program.run(
                ["--json", "todo", "import", "-", "--format", "txt"], input: "(A) Call Anna due:2026-12-01\n")
            #expect(try lines.object()["added"] as? Int == 1)
            let other = program.folder.appending(path: "other.sqlite").systemPath
            let all = try await program.run("todo", "export", "-", "--format", "ics").output
            let copied = try await program.run(
                ["--store", other, "--json", "todo", "import", "-", "--format", "ics"], input: all)
            #expect(try copied.object()["added"] as? Int == 2)
            #expect(try await program.run("--store", other, "todo", "export", "-", "--format", "ics").output == all)
            let short = program.folder.appending(path: "out.txt").systemPath
            #expect(
                try await program.run("todo", "export", short).output == "2 tasks written to \(short)\n")
            _ = try await program.run("todo", "edit", "milk", "--notes", "oat", "--deadline", "2099-12-01T18:00")
            #expect(
                try await program.run("todo", "export", short).output
                    == "2 tasks written to \(short)\nleft out: the notes of 1 task\nleft out: the time of day of the start or deadline of 1 task\n"
            )
            let whole = "{\"exported\":2,\"withoutNotes\":1,\"withoutTime\":1}\n"
            #expect(try await program.run("--json", "todo", "export", short).output == whole)
        }
    }

    @Test("a list is synchronized; the address and the user are remembered, and the password is not")
    func sync() async throws {
        try await withProgram { program in
            let server = try FakeTodoServer()
            let secret = ["CALDAV_PASSWORD": "hush-hush"]
            server.write("bread", Self.file.replacing("UID:milk", with: "UID:bread"))
            _ = try await program.run("todo", "add", "Eggs")
            let first = try await program.run(
                ["--json", "todo", "sync", "--url", server.url, "--user", "anna"], environment: secret)
            #expect(
                first.output
                    == "{\"pushed\":1,\"pulled\":1,\"deletedHere\":0,\"deletedThere\":0,\"conflicts\":0}\n", "\(first)")
            #expect(first.status == 0 && first.errors.isEmpty)
            #expect(server.texts.count == 2)
            let basic = "Basic " + Data("anna:hush-hush".utf8).base64EncodedString()
            #expect(server.http.requests.allSatisfy { $0.headers["authorization"] == basic })
            let tasks = try await program.run("--json", "todo", "list").objects()
            #expect(tasks.map { $0["sync"] as? String } == ["synced", "synced"])
            let again = try await program.run(["todo", "sync"], environment: secret)
            #expect(again.output == "sent 0, received 0, removed here 0, removed there 0, conflicts 0\n")
            #expect(server.http.requests.last?.headers["authorization"] == basic)
            for file in try FileManager.default.contentsOfDirectory(
                at: program.store.deletingLastPathComponent(), includingPropertiesForKeys: nil)
            {
                #expect(try Data(contentsOf: file).range(of: Data("hush-hush".utf8)) == nil)
            }
            // The user is known, so a password is needed.
            #expect(try await program.run("--json", "todo", "sync").errorCode() == "usage")

            // Both sides edit.
            _ = try await program.run("todo", "edit", "bread", "--text", "Rye")
            server.write(
                "bread",
                Self.file.replacing("UID:milk", with: "UID:bread").replacing("Buy milk", with: "Toast")
                    .replacing("20261101T", with: "20991101T"))
            let third = try await program.run(["--json", "todo", "sync"], environment: secret).object()
            #expect(third["conflicts"] as? Int == 1 && third["pulled"] as? Int == 1)
            let conflicts = try await program.run("--json", "todo", "conflicts").objects()
            #expect(conflicts.count == 1 && conflicts[0]["kind"] as? String == "field")
            #expect(conflicts[0]["lost"] as? String == "Rye" && conflicts[0]["kept"] as? String == "Toast")
            #expect(conflicts[0]["todo"] as? String == "bread" && conflicts[0]["field"] as? String == "text")
            let id = try #require(conflicts[0]["id"] as? String)
            #expect(try await program.run("todo", "conflicts").output.contains("“Toast” was kept, “Rye” of "))
            #expect(try await program.run("--json", "todo", "restore", id).object()["text"] as? String == "Rye")
            #expect(try await program.run("todo", "conflicts").output == "No conflicts\n")
            #expect(try await program.run("--json", "todo", "restore", id).errorCode() == "notFound")
        }
    }

    @Test("the list that was found on a server, and resources that cannot be read, are named; requests are logged")
    func found() async throws {
        try await withProgram { program in
            let server = try FakeTodoServer()
            server.write("bad", "no calendar")
            let root = server.http.url.absoluteString
            let result = try await program.run("--log", "debug", "todo", "sync", "--url", root)
            let lines = result.output.split(separator: "\n").dropFirst()
            #expect(lines == ["found the list \(server.url)", "cannot be read: /tasks/bad.ics"])
            #expect(result.errors.contains("request done request=PROPFIND 127.0.0.1 status=207"))
            // The list is remembered, so nothing was searched.
            server.write("worse", "no calendar")
            let again = try await program.run("--json", "todo", "sync").object()
            #expect(again["unreadable"] as? [String] == ["/tasks/worse.ics"] && again["list"] == nil)
            let full = try await program.run("--json", "todo", "sync", "--full").object()
            #expect(full["unreadable"] as? [String] == ["/tasks/bad.ics", "/tasks/worse.ics"])
            try await withProgram { other in
                let report = try await other.run("--json", "todo", "sync", "--url", root).object()
                #expect((report["list"] as? [String: Any])?["url"] as? String == server.url)
            }
            // The user named this one.
            #expect(try await program.run("--json", "todo", "sync", "--url", server.url).object()["list"] == nil)
        }
    }

    @Test("another server receives neither the remembered user nor the password")
    func otherServer() async throws {
        try await withProgram { program in
            let (server, other) = (try FakeTodoServer(), try FakeTodoServer())
            func sync(_ arguments: String...) async throws -> Program.Result {
                try await program.run(["--json", "todo", "sync"] + arguments, environment: ["CALDAV_PASSWORD": "hush"])
            }
            #expect(try await sync("--url", server.url, "--user", "anna").status == 0)
            let refused = try await sync("--url", other.url)
            #expect(refused.status == 1, "there is no user: \(refused)")
            #expect(other.http.requests.allSatisfy { $0.headers["authorization"] == nil })
            // For the remembered address, the user is remembered too.
            #expect(try await sync("--url", server.url).status == 0)
        }
    }

    @Test("a synchronization that fails says why, exits 1, and loses nothing")
    func failures() async throws {
        try await withProgram { program in
            let server = try FakeTodoServer()
            _ = try await program.run("todo", "add", "Eggs")
            let before = try await program.run("--json", "todo", "list").output
            for (status, code) in [(401, "unauthorized"), (429, "rateLimited"), (503, "network"), (500, "sync")] {
                server.fail(status)
                let result = try await program.run("--json", "todo", "sync", "--url", server.url)
                #expect(try result.status == 1 && result.errorCode() == code && result.output.isEmpty, "\(status)")
            }
            server.http.stop()
            let gone = try await program.run("--json", "todo", "sync", "--url", server.url)
            #expect(try gone.status == 1 && gone.errorCode() == "network")
            #expect(try await program.run("--json", "todo", "list").output == before)
            // What has never answered is not remembered.
            #expect(try await program.run("--json", "todo", "sync").errorCode() == "usage")
            let plain = try await program.run(
                ["--json", "todo", "sync", "--url", "http://example.invalid/", "--user", "a"],
                environment: ["CALDAV_PASSWORD": "hush-hush"])
            #expect(try plain.status == 1 && plain.errorCode() == "sync" && !plain.errors.contains("hush"))
        }
    }

    @Test("sync --full sees changes that the server's token does not show")
    func fullComparison() async throws {
        try await withProgram { program in
            let server = try FakeTodoServer()
            server.freezeToken()
            _ = try await program.run("todo", "add", "Eggs")
            _ = try await program.run("todo", "sync", "--url", server.url)
            server.write(
                "milk",
                "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:milk\nDTSTAMP:20261121T100000Z\nSUMMARY:Milk\nEND:VTODO\n"
                    + "END:VCALENDAR\n")
            #expect(try await program.run("--json", "todo", "sync").object()["pulled"] as? Int == 0)
            #expect(try await program.run("--json", "todo", "sync", "--full").object()["pulled"] as? Int == 1)
            #expect(try await program.run("--json", "todo", "list").objects().count == 2)
        }
    }

    @Test("the disappearance of everything from the server is applied only if it is accepted")
    func disappearance() async throws {
        try await withProgram { program in
            let server = try FakeTodoServer()
            for text in ["Eggs", "Milk"] { _ = try await program.run("todo", "add", text) }
            _ = try await program.run("todo", "sync", "--url", server.url)
            server.removeAll()
            let refused = try await program.run("--json", "todo", "sync")
            #expect(try refused.status == 1 && refused.errorCode() == "sync")
            #expect(refused.errors.contains("accept the deletions (--accept-deletions)"))
            #expect(try await program.run("--json", "todo", "list").objects().count == 2)
            let accepted = try await program.run("--json", "todo", "sync", "--accept-deletions").object()
            #expect(accepted["deletedHere"] as? Int == 2)
            #expect(try await program.run("--json", "todo", "list").objects().isEmpty)
            // A server that lists everything each time does not say that a single task was removed: that can be taken back.
            for text in ["Bread", "Tea"] { _ = try await program.run("todo", "add", text) }
            _ = try await program.run("todo", "sync")
            server.remove { $0.contains("SUMMARY:Tea") }
            #expect(try await program.run("--json", "todo", "sync").object()["deletedHere"] as? Int == 1)
            let conflicts = try await program.run("--json", "todo", "conflicts").objects()
            #expect(conflicts.map { $0["kind"] as? String } == ["removal", "removal", "removal"])
            let id = try #require(conflicts.last?["id"] as? String)
            #expect(try await program.run("--json", "todo", "restore", id).object()["text"] as? String == "Tea")
        }
    }

    @Test(
        "invalid input is reported and changes nothing",
        arguments: [
            (["show", "zzz"], "notFound", 1), (["restore", "7"], "notFound", 1),
            (["add", "x", "--deadline", "2026-12-01T25:00"], "invalidDate", 1),
            (["add", "x", "--notes", String(repeating: "x", count: 20_001)], "textTooLong", 1),
            (["import", "/no/such.ics"], "fileUnreadable", 1), (["export", "/no/such.txt"], "fileUnwritable", 1),
            (["import", "-", "--format", "ics"], "fileUnreadable", 1),
            (["show"], "usage", 2), (["restore"], "usage", 2), (["conflicts", "x"], "usage", 2),
            (["edit", "x"], "usage", 2), (["import"], "usage", 2), (["import", "tasks"], "usage", 2),
            (["import", "a.ics", "--format", "csv"], "usage", 2), (["export", "tasks.csv"], "usage", 2),
            (["sync"], "usage", 2), (["sync", "x"], "usage", 2), (["sync", "--url", "ftp://example.com"], "usage", 2),
            (["sync", "--url", "https://anna:hush@example.com/"], "usage", 2),
            (["sync", "--url", "https://example.com/", "--user", "anna"], "usage", 2),
            (["sync", "--url", "https://example.com/", "--user", ""], "usage", 2),
            (["sync", "--password", "x"], "usage", 2),
        ])
    func errors(arguments: [String], code: String, status: Int32) async throws {
        try await withProgram { program in
            let result = try await program.run(["--json", "todo"] + arguments)
            #expect(try result.errorCode() == code, "\(result.errors)")
            #expect(result.status == status && result.output.isEmpty && !result.errors.contains("hush"))
            let russian = try await program.run(["--locale", "ru", "todo"] + arguments)
            #expect(russian.status == status && russian.errors.contains(/[а-я]/), "\(russian.errors)")
            #expect(try await program.run("--json", "todo", "list", "--all").output == "[]\n")
        }
    }

    @Test("a session on standard input does not synchronize automatically")
    func scripts() async throws {
        try await withProgram { program in
            let server = try FakeTodoServer()
            #expect(try await program.run("todo", "sync", "--url", server.url).status == 0)
            let count = server.http.requests.count
            let result = try await program.run(["--json"], input: "todo add Eggs\ntodo list\ntodo sync\n")
            #expect(result.status == 0 && server.http.requests.count > count)
            #expect(try (result.json().last as? [String: Any])?["pushed"] as? Int == 1)
            let quiet = server.http.requests.count
            _ = try await program.run(["--json"], input: "todo add Milk\ntodo list\n")
            #expect(server.http.requests.count == quiet)
        }
    }
}
