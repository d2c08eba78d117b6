import Dispatch
import Foundation
import Terminal
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite("Screens that follow what happens", .timeLimit(.minutes(5)))
struct LiveScreenTests {
    @Test("a translation that arrives from the background is shown, and what is being typed stays")
    func translation() async throws {
        let gate = DispatchSemaphore(value: 0)
        let server = try FakeDictServer.behind(gate)
        try await withTerminal(
            ["--translator", "dict"],
            environment: ["DICT_URL": "dict://127.0.0.1:\(server.port)", "DICT_TIMEOUT": "3600"]
        ) { terminal, _ in
            try terminal.type("add dog\r")
            try await terminal.wait { $0[1] == "1   dog  en→ru  …" }
            try terminal.type("favorite\u{1B}[D")
            try await terminal.wait { $0.last == "> favorite" }
            gate.signal()
            try await terminal.wait { $0[1] == "1   dog  en→ru  собачка" }
            #expect(terminal.lines.last == "> favorite")
            try terminal.type("xy")
            try await terminal.wait { $0.last == "> favoritxye" }
        }
    }

    @Test(
        "what takes its time says so, lets the user type, is stopped by Ctrl-C, and does not keep the program from ending"
    )
    func interruption() async throws {
        let gate = DispatchSemaphore(value: 0)
        let server = try FakeDictServer.behind(gate)
        try await withTerminal(
            ["--translator", "dict"],
            environment: ["DICT_URL": "dict://127.0.0.1:\(server.port)", "DICT_TIMEOUT": "3600"]
        ) { terminal, program in
            try terminal.type("add dog --wait 3600\r")
            try await terminal.wait(for: "working…")
            try terminal.type("favorites\rtodo")
            try await terminal.wait { $0[0].hasPrefix(" Main  ") && $0.last == "> todo" }
            // The first clears the line, the second stops the command and forgets the line that waits.
            try terminal.type("\u{3}\u{3}")
            try await terminal.wait { $0[0].hasPrefix(" Main  ") && $0[22].contains("pending") }
            try terminal.type("todo\radd cat --wait 3600\r")
            try await terminal.wait { $0[0].hasPrefix(" Main › To-do") && $0[22] == "working…" }
            try terminal.signal(SIGTERM)
            #expect(try await terminal.waitForExit() == 0)
            gate.signal()
            #expect(try await program.run("list", "--json").objects().count == 2)
        }
    }

    @Test("what another process adds appears")
    func otherProcess() async throws {
        try await withTerminal { terminal, program in
            try await terminal.wait(for: "No words yet")
            #expect(try await program.run("add", "dog").status == 0)
            try await terminal.wait { $0[1] == "1   dog  en→ru  собака" }
        }
    }

    @Test("a long list is read on as one goes down, and its numbers go on")
    func scrolling() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "words.tsv")
            try Data((1...120).map { "word \($0)\tслово \($0)\n" }.joined().utf8).write(to: file)
            try await withTerminal(rows: 24) { terminal, _ in
                try terminal.type("import '\(file.systemPath)'\r")
                try await terminal.wait(for: "added 120")
                try await terminal.wait { $0[21].hasPrefix("1–20 of 50 or more") }
                while !terminal.lines[21].hasPrefix("101–120 of 120") {
                    let before = terminal.lines[21]
                    try terminal.type("\u{1B}[6~")
                    try await terminal.wait { $0[21] != before && !$0[21].isEmpty }
                }
                let row = try #require(terminal.lines.first { $0.hasPrefix("118 ") })
                let text = try #require(row.split(separator: "  ").map(String.init).first { $0.contains("word") })
                try terminal.type("118\r")
                try await terminal.wait {
                    $0[1].contains(text.trimmingCharacters(in: .whitespaces)) && $0[0].contains("word")
                }
                try terminal.type("back\r")
                try await terminal.wait { $0[21].hasPrefix("101–120 of 120") }
            }
        }
    }

    @Test("words are taken in from the keyboard and written out between two looks at the window")
    func exchange() async throws {
        try await withTerminal { terminal, _ in
            try await terminal.wait(for: "No words yet")
            try terminal.type("import - --format tsv\r")
            try await terminal.eventually { terminal.isAlternate ? nil : () }
            // One for the end of the reading that has brought the line, one for the next, which brings nothing.
            try terminal.type("dog\tсобака\n\u{4}\u{4}")
            try await terminal.wait(for: "Enter goes back")
            try terminal.type("\n")
            try await terminal.wait { $0[1] == "1   dog  en→ru  собака" }
            try terminal.type("export - --format tsv\r")
            try await terminal.eventually { terminal.output.contains("dog\tсобака\ttranslated") ? () : nil }
            try await terminal.wait(for: "Enter goes back")
            try terminal.type("\n")
            try await terminal.wait { $0[1] == "1   dog  en→ru  собака" }
        }
    }
}
