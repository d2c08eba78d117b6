import Foundation
import Testing

@Suite("How the demo's tasks and words are named", .timeLimit(.minutes(15)))
struct NamingTests {
    private func text(_ result: Program.Result) throws -> String? { try result.object()["text"] as? String }

    @Test("a task is found by its number in the last list, by the beginning of its identifier, and by its text")
    func tasks() async throws {
        try await withProgram { program in
            for text in ["Milk", "Rye bread", "Tea"] { _ = try await program.run("todo", "add", text) }
            let list = try await program.run("todo", "list").output
            let rows = list.split(separator: "\n")
            #expect(rows.count == 3 && rows[0].hasPrefix("1  [ ]   Milk  "))
            #expect(rows[1].hasPrefix("2  [ ]   Rye bread  "))
            let done = try await program.run("--json", "todo", "done", "2")
            #expect(try text(done) == "Rye bread")
            // As long as no other list is shown, the numbers stay.
            #expect(try text(await program.run("--json", "todo", "show", "2")) == "Rye bread")
            #expect(try await program.run("todo", "list").output.contains("2  [ ]   Tea"))
            // A list without numbers is for scripts.
            _ = try await program.run("--json", "todo", "list", "--all")
            #expect(try text(await program.run("--json", "todo", "show", "2")) == "Tea")
            let id = try #require(try done.object()["id"] as? String)
            #expect(try text(await program.run("--json", "todo", "undone", id)) == "Rye bread")
            for name in ["rye  BREAD", id] {
                #expect(try text(await program.run("--json", "todo", "show", name)) == "Rye bread")
            }
            #expect(try await program.run("--json", "todo", "show", "3").errorCode() == "notFound")
            #expect(try await program.run("--json", "todo", "show", "bread").errorCode() == "notFound")
            // A number never stands for another task than the one that the list showed.
            _ = try await program.run("todo", "remove", "1")
            let removed = try await program.run("--json", "todo", "done", "1")
            #expect(try removed.errorCode() == "notFound")
            #expect(removed.errors.contains("\"number 1 of the last list has been removed\""), "\(removed.errors)")
            let script = try await program.run([], input: "todo\ntodo done 1\ntodo --all\n")
            #expect(script.output.contains("[x]   Rye bread"), "\(script)")
        }
    }

    @Test("numbers need no list that was stored: a list in memory has none, and a session remembers its own")
    func memory() async throws {
        try await withProgram { program in
            let script = try await program.run(
                ["--ephemeral"], input: "todo add Milk\ntodo add Tea\ntodo\ntodo done 2\n")
            #expect(script.status == 0 && script.output.contains("2  [ ]   Tea") && script.output.contains("[x]   Tea"))
            let many = try await program.run(
                ["--ephemeral"], input: (1...10).map { "todo add t\($0)\n" }.joined() + "todo\n")
            #expect(many.output.contains("\n1   [ ]   t1  ") && many.output.contains("\n10  [ ]   t10  "))
        }
    }

    @Test("0 is the number of no task, even if it is the beginning of an identifier, unless it is the text of a task")
    func zero() async throws {
        try await withProgram { program in
            for text in ["Milk", "Tea"] {
                _ = try await program.run("todo", "add", text)
                let result = try await program.run("todo", "done", "0")
                #expect(result.status == 1 && result.errors == "superapp: there is no task 0: numbers begin at 1\n")
            }
            #expect(try await program.run("--json", "todo", "count").output == "{\"done\":0,\"total\":2}\n")
            _ = try await program.run("todo", "add", "0")
            #expect(try text(await program.run("--json", "todo", "done", "0")) == "0")
        }
    }

    @Test("an ambiguous name is answered with what tells the candidates apart")
    func ambiguous() async throws {
        try await withProgram { program in
            _ = try await program.run("todo", "add", "Call Anna", "--deadline", "2099-12-01")
            _ = try await program.run("todo", "add", "Call Anna", "--priority", "high")
            let ids = try await program.run("--json", "todo", "list").objects().compactMap { $0["id"] as? String }
            for name in ["call anna", "01"] {
                let tasks = try await program.run("todo", "done", name)
                #expect(tasks.status == 1)
                for wanted in ["] Call Anna due Dec 1, 2099", "] ! Call Anna"] + ids.map({ String($0.prefix(18)) }) {
                    #expect(tasks.errors.contains(wanted), "\(wanted) is missing in \(tasks.errors)")
                }
            }
            for target in ["ru", "de"] { _ = try await program.run("add", "dog", "--to", target) }
            for name in ["dog", "0"] {
                let words = try await program.run("show", name)
                #expect(words.errors.contains("dog en→ru") && words.errors.contains("dog en→de"), "\(words.errors)")
                let russian = try await program.run("show", name, "--locale", "ru").errors
                #expect(russian.contains("dog en→ru") && russian.contains(/[а-я]{3}/))
            }
        }
    }

    @Test("a command of two words may be given as one argument")
    func oneArgument() async throws {
        try await withProgram { program in
            #expect(try text(await program.run("--json", "todo add", "Milk")) == "Milk")
            let help = try await program.run("help", "todo", "add").output
            #expect(try await program.run("help", "todo add").output == help)
            #expect(try await program.run("--json", "todo list").objects().count == 1)
        }
    }

    @Test("“todo” alone lists the tasks")
    func alone() async throws {
        try await withProgram { program in
            #expect(try await program.run("todo").output == "Nothing to do\n")
            _ = try await program.run("todo", "add", "Milk")
            _ = try await program.run("todo", "done", "Milk")
            #expect(try await program.run("--json", "todo").output == "[]\n")
            let all = try await program.run("--json", "todo", "--all").output
            #expect(try await program.run("--json", "todo", "list", "--all").output == all && all.contains("Milk"))
        }
    }

    @Test(
        "a mistyped command or option is answered with the nearest one, if there is any",
        arguments: [
            (["lst"], "did you mean “list”?"), (["favourites"], "did you mean “favorites”?"),
            (["tood", "list"], "did you mean “todo”?"), (["todo", "ad", "x"], "did you mean “todo add”?"),
            (["langs", "swp"], "did you mean “langs swap”?"), (["help", "serch"], "did you mean “search”?"),
            (["help", "todo", "lst"], "did you mean “todo list”?"),
            (["todo", "1"], "unknown command “todo 1”; try “help todo”"),
            (["qwerty"], "unknown command “qwerty”; try “help”"), (["x"], "unknown command “x”; try “help”"),
            (["ad"], "did you mean “add”?"),
            (["--jsn", "list"], "unknown option --jsn"), (["-x"], "unknown option -x"),
            (["list", "-n"], "unknown option -n"), (["todo", "--every"], "unknown option --every"),
            (["todo", "list", "x"], "unexpected argument “x”"),
        ])
    func mistyped(arguments: [String], message: String) async throws {
        try await withProgram { program in
            let result = try await program.run(arguments)
            #expect(result.status == 2 && result.errors.contains(message), "\(result.errors)")
            let russian = try await program.run(["--locale", "ru"] + arguments).errors
            #expect(russian.contains(/[а-я]{3}/), "\(russian)")
        }
    }

    @Test("an error in a script names its line, also as JSON")
    func lines() async throws {
        try await withProgram { program in
            let input = "langs\n\n# a comment\nnonsense\nshow zzz\n"
            let result = try await program.run([], input: input)
            #expect(result.status == 1)
            let lines = result.errors.split(separator: "\n")
            #expect(lines.count == 2 && lines[0].hasPrefix("superapp: line 4: unknown command"), "\(lines)")
            #expect(lines.last?.hasPrefix("superapp: line 5: there is no word “zzz”") == true)
            let json = try await program.run(["--json"], input: "show zzz\n")
            #expect(try json.errorCode() == "notFound" && json.errors.contains("\"line 1: there is no word"))
            #expect(try await program.run("show", "zzz").errors.hasPrefix("superapp: there is no word"))
        }
    }

    @Test("help fits 80 columns, and is about the command that is asked for", arguments: ["en", "ru"])
    func help(language: String) async throws {
        try await withProgram { program in
            let topics = [
                "", "add", "list", "search", "show", "star", "unstar", "favorites", "translate", "retry", "remove",
                "undo", "langs", "langs set", "langs swap", "langs add", "langs drop", "import", "export", "remind",
                "todo", "todo add",
                "todo list", "todo show", "todo edit", "todo done", "todo undone", "todo skip", "todo remove",
                "todo count",
                "todo sync", "todo conflicts", "todo restore", "todo import", "todo export", "tree", "tour", "help",
            ]
            let input = topics.map { "help \($0)\n" }.joined()
            let result = try await program.run(["--locale", language], input: input)
            #expect(result.status == 0, "\(result.errors)")
            for line in result.output.split(separator: "\n") {
                // An option and its value are on one line.
                #expect(line.count <= 80 && line.count { $0 == "[" } == line.count { $0 == "]" }, "\(line)")
            }
            for topic in topics.dropFirst() {
                let page = try await program.run(
                    ["--locale", language, "help"] + topic.split(separator: " ").map(String.init))
                #expect(page.output.contains(": superapp \(topic)"), "\(page.output)")
                guard topic.hasPrefix("todo ") else { continue }
                #expect(page.output.split(separator: "\n").count { $0.contains("superapp todo") } == 1)
                #expect(page.output.split(separator: "\n").count >= 2)
            }
            let add = try await program.run("--locale", language, "todo", "add", "--help").output
            #expect(try await program.run("--locale", language, "help", "todo", "add").output == add)
        }
    }
}
