import Foundation
import Terminal
import TestSupport
import Testing

@Suite("What the interactive mode opens again, and says of the queue", .timeLimit(.minutes(5)))
struct RestoredScreensTests {
    /// Leaves the app, and starts it again in another terminal of the same size.
    private func again(
        _ program: Program, _ arguments: [String] = [], _ body: (PseudoTerminal) async throws -> Void
    ) async throws {
        let terminal = try PseudoTerminal(
            Program.binary, arguments, environment: program.environment.merging(["TERM": "xterm-256color"]) { $1 },
            size: WindowSize(columns: 80, rows: 24))
        let result: Result<Void, any Error>
        do { result = .success(try await body(terminal)) } catch { result = .failure(error) }
        terminal.hangUp()
        _ = try await terminal.waitForExit()
        try result.get()
    }

    @Test("the screens that were open are open again at the next start, as far as what they show is still there")
    func restored() async throws {
        try await withTerminal { terminal, program in
            try terminal.type("add dog\radd cat\rstar dog\rsearch СОБ --by translation\r")
            try await terminal.wait { $0[1] == "1 ★ dog  en→ru  собака" }
            try terminal.type("1\r")
            try await terminal.wait { $0[0].hasPrefix(" Main › Search “СОБ” › dog") }
            try terminal.type("quit\r")
            #expect(try await terminal.waitForExit() == 0)

            // A script has its own way, and leaves what is open alone.
            #expect(try await program.run([], input: "favorites\n").status == 0)
            try await again(program) { terminal in
                try await terminal.wait {
                    $0[0].hasPrefix(" Main › Search “СОБ” › dog") && $0.contains("  1. noun: собака, пёс")
                }
                try terminal.type("back\r")
                try await terminal.wait {
                    $0[0].hasPrefix(" Main › Search “СОБ”  ") && $0[1] == "1 ★ dog  en→ru  собака"
                }
                try terminal.type("todo\rtodo add Buy milk\rfavorites\r1\r")
                try await terminal.wait { $0[0].contains("To-do (0 of 1 done) › Favorites › dog") }
                // As when the window is closed.
            }
            #expect(try await program.run("remove", "dog").status == 0)
            try await again(program) { terminal in
                try await terminal.wait {
                    $0[0].hasPrefix(" Main › Search “СОБ” › To-do (0 of 1 done) › Favorites  ")
                        && $0[1].contains("No favourite words")
                }
                try terminal.type("list\rquit\r")
                #expect(try await terminal.waitForExit() == 0)
            }
            try await again(program) { terminal in
                try await terminal.wait { $0[0].hasPrefix(" Main  ") && $0[1] == "1   cat  en→ru  кошка" }
            }
        }
    }

    @Test("what is kept in memory only is not there at the next start, nor are its screens")
    func ephemeral() async throws {
        try await withTerminal(["--ephemeral"]) { terminal, program in
            try terminal.type("favorites\r")
            try await terminal.wait { $0[0].hasPrefix(" Main › Favorites") }
            try terminal.type("quit\r")
            #expect(try await terminal.waitForExit() == 0)
            #expect(!FileManager.default.fileExists(atPath: program.store.systemPath))
            try await again(program, ["--ephemeral"]) { terminal in
                try await terminal.wait { $0[0].hasPrefix(" Main  ") && $0[1].contains("No words yet") }
            }
        }
    }

    @Test("the header says how many words wait and until when, and no more once none does")
    func queue() async throws {
        try await withTerminal(
            ["--translator", "dict"], columns: 100, environment: ["DICT_URL": "dict://127.0.0.1:1"]
        ) { terminal, program in
            try await terminal.wait(for: "No words yet")
            #expect(terminal.lines[0].hasSuffix("  en→ru"))
            try terminal.type("add dog\r")
            try await terminal.wait { $0[0].contains("  1 word waits until ") && $0[0].hasSuffix(" · en→ru") }
            try terminal.type("translate dog собака\r")
            try await terminal.wait { $0[0].hasPrefix(" Main  ") && $0[0].hasSuffix("  en→ru") }
        }
    }
}
