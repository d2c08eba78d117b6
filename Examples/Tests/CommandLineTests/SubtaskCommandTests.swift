import Foundation
import SuperappTesting
import TerminalAppKit
import TerminalTesting
import Testing

@Suite("Subtasks and alarms in the program", .timeLimit(.minutes(15)))
struct SubtaskCommandTests {
    private static let file = """
        BEGIN:VCALENDAR
        BEGIN:VTODO
        UID:milk
        SUMMARY:Buy milk
        DUE:20261201T180000Z
        BEGIN:VALARM
        TRIGGER:-PT15M
        ACTION:DISPLAY
        END:VALARM
        END:VTODO
        END:VCALENDAR

        """

    @Test(
        "a part stands below its task with a number of its own, in JSON in the order of creation; the parent is set and cleared"
    )
    func list() async throws {
        try await withProgram { program in
            func json(_ arguments: String...) async throws -> [[String: Any]] {
                let output = try await program.run(["--json", "todo"] + arguments).output
                return try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]])
            }
            for text in ["Party", "Call"] { _ = try await program.run("todo", "add", text) }
            let party = try #require(try await json("list").first?["id"] as? String)
            _ = try await program.run("todo", "list")
            let cake = try await program.run("--json", "todo", "add", "Cake", "--parent", "1").object()
            #expect(cake["parent"] as? String == party)
            #expect(try await json("list").map { $0["text"] as? String } == ["Party", "Call", "Cake"])
            let lines = try await program.run("todo").output.split(separator: "\n").map { $0.prefix(16) }
            #expect(lines == ["1  [ ]   Party  ", "2    [ ]   Cake ", "3  [ ]   Call  0"].map { $0.prefix(16) })
            #expect(try await program.run("todo", "show", "2").output.contains(/part of +Party\n/))
            for (arguments, status, text) in [
                (["edit", "1", "--parent", "2"], 1, "would be a part of itself"),
                (["edit", "2", "--parent", "x"], 1, "no task “x”"),
                (["add", "x", "--parent", "x"], 1, "no task “x”"), (["edit", "2", "--parent", "none"], 0, ""),
            ] {
                let result = try await program.run(["todo"] + arguments)
                let isSaid = text.isEmpty || result.errors.contains(text)
                #expect(result.status == Int32(status) && isSaid, "\(result.errors)")
            }
            #expect(try await json("list").allSatisfy { $0["parent"] is NSNull })
        }
    }

    @Test("a task with open parts is done with a flag that says what becomes of them; one undo takes all back")
    func done() async throws {
        try await withProgram { program in
            _ = try await program.run("todo", "add", "Party")
            for text in ["Cake", "Music"] { _ = try await program.run("todo", "add", text, "--parent", "Party") }
            let refused = try await program.run("--json", "todo", "done", "Party")
            #expect(refused.status == 1 && refused.errors.contains(#""code":"openSubtasks""#), "\(refused.errors)")
            #expect(refused.errors.contains("“Party” has 2 open subtasks; --with-subtasks"))
            #expect(refused.output.isEmpty && !refused.errors.contains("Complete them"), "nobody is asked")
            let russian = try await program.run("--locale", "ru", "todo", "done", "Party").errors
            #expect(russian.contains("у «Party» не сделаны 2 части; --with-subtasks отметит и их"))
            #expect(try await program.run("todo", "done", "Party", "--only", "--with-subtasks").status == 2)
            let session =
                "todo done Party --with-subtasks\ntodo count\nundo\ntodo count\ntodo done Party --only\ntodo count\n"
            let output = try await program.run([], input: session).output.split(separator: "\n")
            #expect(
                output.filter { $0.hasSuffix(" done") } == [
                    "3 tasks done", "3 of 3 done", "0 of 3 done", "1 of 3 done",
                ],
                "\(output)")
        }
    }

    @Test("a terminal asks", arguments: [("y", "3 of 3 done"), ("n", "1 of 3 done"), ("", "0 of 3 done")])
    func question(answer: String, count: String) async throws {
        try await withProgram { program in
            _ = try await program.run("todo", "add", "Party")
            for text in ["Cake", "Music"] { _ = try await program.run("todo", "add", text, "--parent", "Party") }
            let store = program.folder.appending(path: "superapp/superapp.sqlite").path(percentEncoded: false)
            let terminal = try PseudoTerminal(
                Program.binary, ["--store", store, "todo", "done", "Party"],
                environment: program.environment.merging(["TERM": "dumb"]) { $1 },
                size: WindowSize(columns: 100, rows: 24))
            try await terminal.wait(for: "“Party” has 2 open subtasks. Complete them, too? “Cake”, “Music”")
            try terminal.type(answer + "\n")
            #expect(try await terminal.waitForExit() == (answer.isEmpty ? 1 : 0))
            #expect(try await program.run("todo", "count").output == count + "\n")
        }
    }

    @Test("alarms of another program are shown in the entry, and nowhere else")
    func alarms() async throws {
        try await withProgram { program in
            _ = try await program.run(["todo", "import", "-", "--format", "ics"], input: Self.file)
            let shown = try await program.run("--json", "todo", "show", "milk").object()
            #expect(shown["alarms"] as? [String] == ["2026-12-01T17:45:00Z"])
            #expect(try await program.run("todo", "show", "milk").output.contains(/alarm +Dec 1, 2026/))
            #expect(try await program.run("--locale", "ru", "todo", "show", "milk").output.contains("напоминание"))
            #expect(try await program.run("--json", "todo", "edit", "milk", "--notes", "oat").object()["alarms"] == nil)
        }
    }
}
