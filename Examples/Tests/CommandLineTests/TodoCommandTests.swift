import Foundation
import SuperappTesting
import Testing

@Suite("The demo's to-do list", .timeLimit(.minutes(15)))
struct TodoCommandTests {
    static let file = """
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
            #expect(
                try await program.run("todo", "remove", "Milk").output == "removed “Milk”; in the bin for 30 days\n")
            #expect(
                try await program.run("todo", "remove", "Bread", "Salt").output
                    == "2 tasks removed; in the bin for 30 days\n")
            _ = try await program.run("add", "dog", "--wait", "0")
            #expect(try await program.run("remove", "dog").output == "removed “dog”; in the bin for 30 days\n")
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
