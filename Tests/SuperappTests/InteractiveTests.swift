import Foundation
import Terminal
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite("The interactive mode", .timeLimit(.minutes(5)))
struct InteractiveTests {
    @Test("a word is added, shown with its translation, starred by its number and found among the favourites")
    func words() async throws {
        try await withTerminal { terminal, program in
            try await terminal.wait(for: "No words yet")
            #expect(terminal.lines[0].hasPrefix(" Main") && terminal.lines[0].hasSuffix("en→ru"))
            try terminal.type("add dog\radd cat\r")
            try await terminal.wait { $0.contains("1   cat  en→ru  кошка") && $0.contains("2   dog  en→ru  собака") }
            try terminal.type("star 2\r")
            try await terminal.wait { $0.contains("2 ★ dog  en→ru  собака") }
            try terminal.type("favorites\r")
            try await terminal.wait { $0[0].hasPrefix(" Main › Favorites") && $0[1] == "1 ★ dog  en→ru  собака" }
            try terminal.type("1\r")
            try await terminal.wait {
                $0[0].hasPrefix(" Main › Favorites › dog") && $0.contains("  1. noun: собака, пёс")
            }
            try terminal.type("\u{1B}")
            try await terminal.wait { $0[0].hasPrefix(" Main › Favorites  ") }
            try terminal.type("unstar 1\r")
            try await terminal.wait(for: "No favourite words")
            try terminal.type("back\rshow 1\r")
            try await terminal.wait { $0[0].hasPrefix(" Main › cat") }
            try terminal.type("remove\r")
            try await terminal.wait { $0[0].hasPrefix(" Main  ") && $0[1] == "1   dog  en→ru  собака" && $0[2].isEmpty }
            try terminal.type("remove 7\r")
            try await terminal.wait(for: "there is no word “7”")
            try terminal.type("show dog\r")
            try await terminal.wait { $0[0].hasPrefix(" Main › dog") }
            try terminal.type("quit\r")
            #expect(try await terminal.waitForExit() == 0)
            #expect(try await program.run("list", "--json").objects().map { $0["text"] as? String } == ["dog"])
        }
    }

    @Test("a search stays open, follows another text, and Escape goes back to where one was")
    func search() async throws {
        try await withTerminal { terminal, _ in
            try terminal.type("add dog\radd cat\rsearch СОБ\r")
            try await terminal.wait { $0[0].hasPrefix(" Main › Search “СОБ”") && $0[1] == "1   dog  en→ru  собака" }
            try terminal.type("ca\r")
            try await terminal.wait { $0[0].hasPrefix(" Main › Search “ca”") && $0[1] == "1   cat  en→ru  кошка" }
            try terminal.type("search xyz --by word\r")
            try await terminal.wait(for: "Nothing found")
            try terminal.type("favorites\rlist\r")
            try await terminal.wait { $0[0].hasPrefix(" Main  ") && $0[1].contains("cat") }
            try terminal.type("\u{1B}")
            try await terminal.wait(for: "this is the first screen")
        }
    }

    @Test("tasks are ticked off by their numbers, and the header counts them")
    func tasks() async throws {
        try await withTerminal { terminal, _ in
            try terminal.type("todo\r")
            try await terminal.wait(for: "Nothing to do")
            try terminal.type("todo add Buy milk\rtodo add Read --priority high --deadline 2020-02-02\r")
            try await terminal.wait {
                $0[0].hasPrefix(" Main › To-do (0 of 2 done)") && $0[1] == "1 [ ]   Buy milk"
                    && $0[2] == "2 [ ] ! Read  due Feb 2, 2020 (overdue)"
            }
            try terminal.type("todo done 2\r")
            try await terminal.wait { $0[0].contains("(1 of 2 done)") && $0[2].isEmpty }
            try terminal.type("todo list --all\r")
            try await terminal.wait { $0[2] == "2 [x] ! Read  due Feb 2, 2020" }
            try terminal.type("2\redit 1 --text 2\r")
            try await terminal.wait { $0[1] == "1 [ ]   2" && $0[2].hasPrefix("2 [ ] ! Read") }
            try terminal.type("remove 1\r")
            try await terminal.wait { $0[1].hasPrefix("1 [ ] ! Read") && $0[2].isEmpty }
            try terminal.type("conflicts\r")
            try await terminal.wait { $0[0].contains(" › Conflicts") && $0[1].contains("No conflicts") }
            try terminal.type("back\r")
            try await terminal.wait { $0[1].hasPrefix("1 [ ] ! Read") }
        }
    }

    @Test("on the screen for new words a word is offered while it is typed, taken by its number, and saved")
    func newWord() async throws {
        try await withTerminal { terminal, program in
            try terminal.type("new\r")
            try await terminal.wait { $0[0].hasPrefix(" Main › New word") }
            try terminal.type("elephan")
            try await terminal.wait { $0[1].hasPrefix("1 elephant") }
            try terminal.type("\u{15}1\r")
            try await terminal.wait { $0.last == "> elephant" }
            try terminal.type("\rstar\rlangs swap\r")
            try await terminal.wait { $0[0].hasSuffix("ru→en") }
            try terminal.type("back\r")
            try await terminal.wait { $0[1].hasPrefix("1   star") && $0[2].hasPrefix("2   elephant") }
            try terminal.type("quit\r")
            #expect(try await terminal.waitForExit() == 0)
            let words = try await program.run("list", "--json").objects()
            #expect(words.map { $0["text"] as? String } == ["star", "elephant"])
        }
    }

    @Test("words that a DICT server lists are offered with its name, and what fails is said below what was found")
    func listedWords() async throws {
        let server = try FakeDictServer(
            FakeDictServer.standard { command in
                if command.contains("hors") { return .text("420 not now\n") }
                return command.hasPrefix("MATCH")
                    ? .text("152 1 match\nfd-eng-rus \"elephantine\"\n.\n250 ok\n") : .text("552 no match\n")
            })
        try await withTerminal(
            ["--translator", "glossary,dict"],
            environment: ["DICT_URL": "dict://127.0.0.1:\(server.port)", "DICT_TIMEOUT": "3600"]
        ) { terminal, _ in
            try terminal.type("new\r")
            try await terminal.wait { $0[0].hasPrefix(" Main › New word") }
            try terminal.type("elephan")
            try await terminal.wait { $0[1].hasPrefix("1 elephant ") && $0[2] == "2 elephantine  (DICT)" }
            try terminal.type("\u{15}2\r")
            try await terminal.wait { $0.last == "> elephantine" }
            try terminal.type("\u{15}hors")
            try await terminal.wait { $0[1].hasPrefix("1 horse ") && $0[3].contains("(420)") }
        }
    }

    @Test("Escape throws away what is typed on the screen for new words, and then leaves it")
    func escape() async throws {
        try await withTerminal { terminal, _ in
            try terminal.type("new\r")
            try await terminal.wait { $0[0].hasPrefix(" Main › New word") }
            try terminal.type("elephan")
            try await terminal.wait { $0.last == "> elephan" }
            try terminal.type("\u{1B}")
            try await terminal.wait { $0.last == ">" && $0[0].hasPrefix(" Main › New word") }
            try terminal.type("\u{1B}")
            try await terminal.wait { $0[0].hasPrefix(" Main  ") }
        }
    }

    @Test("it speaks the user's language")
    func russian() async throws {
        try await withTerminal(["--locale", "ru"]) { terminal, _ in
            try await terminal.wait { $0[0].hasPrefix(" Главный экран  ") && $0[1].contains("добавьте слово: add dog") }
            try terminal.type("todo\rtodo add Купить молоко\r")
            try await terminal.wait { $0[0].hasPrefix(" Главный экран › Дела (сделано 0 из 1)") }
            try terminal.type("search зм\r9\r")
            try await terminal.wait { $0[0].contains("› Поиск «зм»") && $0[22] == "номера 9 здесь нет" }
        }
    }

    @Test("every command is there, and a long answer is a page of its own")
    func commands() async throws {
        try await withTerminal(rows: 12) { terminal, _ in
            try terminal.type("help\r")
            try await terminal.wait { $0[1].hasPrefix("3    ") && $0[9].hasPrefix("1–8 of") }
            try terminal.type("\u{1B}[6~")
            try await terminal.wait { $0[9].hasPrefix("8–15 of") || $0[9].hasPrefix("9–16 of") }
            try terminal.type("\u{1B}")
            try await terminal.wait(for: "No words yet")
            try terminal.type("langs set de it\r")
            try await terminal.wait { $0[0].hasSuffix("de→it") }
            try terminal.type("favorites\rtree\r")
            try await terminal.wait { $0[0].hasPrefix(" Main › Favorites") && $0[1].contains("App") }
            try terminal.type("nonsense\r")
            try await terminal.wait { $0[10].contains("unknown command “nonsense”") && $0[1].contains("No favourite") }
            try terminal.type("st\t")
            try await terminal.wait { $0.last == "> star" }
            try terminal.type("\u{15}t\t")
            try await terminal.wait(for: "todo  tour  translate  tree")
        }
    }
}

/// Runs the program in a terminal for the time of a test.
func withTerminal(
    _ arguments: [String] = [], columns: Int = 80, rows: Int = 24, environment: [String: String] = [:],
    _ body: (PseudoTerminal, Program) async throws -> Void
) async throws {
    try await withTemporaryFolder { folder in
        let program = Program(folder: folder)
        let terminal = try PseudoTerminal(
            Program.binary, arguments,
            environment: program.environment.merging(["TERM": "xterm-256color"]) { $1 }.merging(environment) { $1 },
            size: WindowSize(columns: columns, rows: rows))
        let result: Result<Void, any Error>
        do { result = .success(try await body(terminal, program)) } catch { result = .failure(error) }
        // What the test has not ended is ended as when the window is closed.
        terminal.hangUp()
        _ = try await terminal.waitForExit()
        try result.get()
    }
}
