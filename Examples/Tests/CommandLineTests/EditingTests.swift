import Foundation
import TerminalAppKit
import TerminalTesting
import Testing

/// The prompt on a terminal, where lines are edited.
@Suite("Editing lines in the prompt", .timeLimit(.minutes(2)))
struct EditingTests {
    private func withTerminal(
        _ program: Program, _ arguments: [String] = [], _ body: (PseudoTerminal) async throws -> Void
    ) async throws {
        let terminal = try PseudoTerminal(
            Program.binary, arguments + ["--translator", Program.smallDictionary],
            environment: program.environment.merging(["TERM": "xterm-256color"]) { $1 },
            size: WindowSize(columns: 80, rows: 24))
        let result: Result<Void, any Error>
        do {
            try await terminal.wait { $0.contains { $0.hasPrefix(">") } }
            result = .success(try await body(terminal))
        } catch {
            result = .failure(error)
        }
        terminal.hangUp()
        _ = try await terminal.waitForExit()
        try result.get()
    }

    private func history(_ program: Program) -> URL { program.folder.appending(path: "superapp/history") }

    @Test("a line can be edited, in any script, and one of an earlier session can be run again")
    func editing() async throws {
        try await withProgram { program in
            try await withTerminal(program) { terminal in
                // To the left over the last letter, and one more letter.
                try terminal.type("todo add Купить молк\u{1B}[Dо\r")
                try await terminal.wait(for: "[ ]   Купить молок  ")
                // Home, deletion of a word, and another one.
                try terminal.type("show zyx\u{1}\u{1B}d\u{1B}dadd zyx\r")
                try await terminal.wait(for: "zyx  en→ru")
                try terminal.type("quit\r")
                #expect(try await terminal.waitForExit() == 0)
                #expect(try terminal.attributes().c_lflag == terminal.initialAttributes.c_lflag)
            }
            try await withTerminal(program) { terminal in
                // Past “quit” and “add zyx”.
                try terminal.type("\u{1B}[A\u{1B}[A\u{1B}[A и хлеб\r")
                try await terminal.wait(for: "[ ]   Купить молок и хлеб")
            }
        }
    }

    @Test("Ctrl-C ends the line that is typed, and nothing of it is run; the session goes on")
    func interruption() async throws {
        try await withProgram { program in
            try await withTerminal(program) { terminal in
                try terminal.type("todo add never\u{3}todo add Tea\r")
                try await terminal.wait(for: "[ ]   Tea")
                // The next prompt: the terminal itself acts on a Ctrl-C that is typed while a command runs.
                try await terminal.wait { $0.last { !$0.isEmpty } == ">" }
                try terminal.type("todo add not this\u{3}\r\u{3}\u{3}todo count\r")
                try await terminal.wait(for: "0 of 1")
                // A signal from elsewhere does the same.
                try terminal.type("todo add nor this")
                try await terminal.wait(for: "nor this")
                try terminal.signal(SIGINT)
                try await terminal.wait { $0.last { !$0.isEmpty } == ">" }
                try terminal.type("todo count --all\u{15}quit\r")
                #expect(try await terminal.waitForExit() == 0)
            }
            #expect(try await program.run("todo", "--json").objects().map { $0["text"] as? String } == ["Tea"])
        }
    }

    @Test("Ctrl-D and signals end the session and restore the terminal", arguments: [nil, SIGTERM, SIGHUP])
    func end(signal: Int32?) async throws {
        try await withProgram { program in
            try await withTerminal(program) { terminal in
                try terminal.type("todo add Tea\r")
                try await terminal.wait(for: "[ ]   Tea")
                // The next prompt: the terminal loses a Ctrl-D that is typed while a command runs.
                try await terminal.wait { $0.last { !$0.isEmpty } == ">" }
                if let signal { try terminal.signal(signal) } else { try terminal.type("\u{4}") }
                #expect(try await terminal.waitForExit() == 0)
                let (now, before) = (try terminal.attributes(), terminal.initialAttributes)
                #expect(now.c_lflag == before.c_lflag && now.c_iflag == before.c_iflag && now.c_oflag == before.c_oflag)
            }
        }
    }

    @Test("the history is only its owner's; it has no line with a password, or that begins with a space")
    func privacy() async throws {
        try await withProgram { program in
            try await withTerminal(program) { terminal in
                try terminal.type("todo add Tea\r")
                try await terminal.wait(for: "[ ]   Tea")
                try terminal.type(" todo add Secret\r")
                try await terminal.wait(for: "[ ]   Secret")
                try terminal.type("todo sync --url https://anna:hush@example.com\r")
                try await terminal.wait(for: "has no password in it")
            }
            let file = history(program)
            #expect(try String(contentsOf: file, encoding: .utf8) == "todo add Tea\n")
            let mode = try FileManager.default.attributesOfItem(atPath: file.systemPath)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            // Other users could read the file before.
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.systemPath)
            try await withTerminal(program) { terminal in
                try terminal.type("langs\r")
                try await terminal.wait(for: "English")
            }
            let now = try FileManager.default.attributesOfItem(atPath: file.systemPath)[.posixPermissions] as? Int
            #expect(now == 0o600)
            #expect(try String(contentsOf: file, encoding: .utf8) == "todo add Tea\nlangs\n")
        }
    }

    @Test("with --ephemeral, or without a terminal, no history is written; with --store it is in the same folder")
    func noHistory() async throws {
        try await withProgram { program in
            try await withTerminal(program, ["--ephemeral"]) { terminal in
                try terminal.type("todo add Tea\r")
                try await terminal.wait(for: "[ ]   Tea")
            }
            _ = try await program.run([], input: "todo add Tea\n")
            #expect(!FileManager.default.fileExists(atPath: history(program).systemPath))
            let store = program.folder.appending(path: "other/store.sqlite")
            try await withTerminal(program, ["--store", store.systemPath]) { terminal in
                try terminal.type("todo add Tea\r")
                try await terminal.wait(for: "[ ]   Tea")
            }
            #expect(FileManager.default.fileExists(atPath: history(program).systemPath))
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: store.deletingLastPathComponent().systemPath)
                    .allSatisfy { $0.hasPrefix("store.sqlite") })
        }
    }

    @Test("a long history is shortened when the next session begins, to its last thousand lines")
    func limit() async throws {
        try await withProgram { program in
            let file = history(program)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data((0..<3000).map { "line \($0)\n" }.joined().utf8).write(to: file)
            try await withTerminal(program) { terminal in
                try terminal.type("quit\r")
                _ = try await terminal.waitForExit()
            }
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            #expect(lines.first == "line 2000" && lines.count == 1001 && lines.last == "quit")
        }
    }

    @Test("a terminal that cannot move its cursor has the plain prompt, in which Ctrl-C ends the line too")
    func plain() async throws {
        try await withProgram { program in
            let terminal = try PseudoTerminal(
                Program.binary, ["--ephemeral"], environment: program.environment.merging(["TERM": "dumb"]) { $1 },
                size: WindowSize(columns: 80, rows: 24))
            try await terminal.wait { $0.contains { $0.hasPrefix(">") } }
            try terminal.type("todo add never\u{3}")
            try await terminal.wait { $0.count { $0.hasPrefix(">") } == 2 }
            try terminal.type("todo add Tea\r")
            try await terminal.wait(for: "[ ]   Tea")
            try terminal.type("todo count\rquit\r")
            try await terminal.wait(for: "0 of 1")
            #expect(try await terminal.waitForExit() == 0)
        }
    }

    @Test("in a session, --help behind a command is about the command", arguments: ["en", "ru"])
    func help(language: String) async throws {
        try await withProgram { program in
            let options = ["--locale", language, "--ephemeral"]
            for command in ["add", "todo add", "import", "completions", "help"] {
                let wanted = try await program.run(options + ["help"] + command.split(separator: " ").map(String.init))
                for line in ["\(command) --help", "\(command) -h", "\(command) --help x"] {
                    let result = try await program.run(options, input: line + "\n")
                    #expect(result.status == 0 && result.output == wanted.output, "\(line): \(result)")
                }
            }
            let text = try await program.run(options + ["--json"], input: "todo add -- --help\n").object()["text"]
            #expect(text as? String == "--help")
        }
    }
}
