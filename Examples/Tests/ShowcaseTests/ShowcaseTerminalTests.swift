import Foundation
import TerminalAppKit
import TerminalTesting
import Testing

@Suite("All systems in a terminal", .timeLimit(.minutes(15)))
@MainActor
struct ShowcaseTerminalTests {
    private static let escape = "\u{1B}"
    private static let down = "\u{1B}[B"
    private static let end = "\u{1B}[F"

    /// Runs the program on its own servers for the time of a test.
    private func withShowcase(
        _ arguments: [String] = [], _ body: (PseudoTerminal) async throws -> Void
    ) async throws {
        let terminal = try PseudoTerminal(
            PseudoTerminal.program("showcase"), ["--offline"] + arguments,
            environment: ["LANG": "C", "TERM": "xterm-256color"], size: WindowSize(columns: 80, rows: 24))
        let result: Result<Void, any Error>
        do { result = .success(try await body(terminal)) } catch { result = .failure(error) }
        // If the test has not ended the program, close its window.
        terminal.hangUp()
        _ = try await terminal.waitForExit()
        try result.get()
    }

    /// Goes back to the first screen, step by step.
    private func goHome(_ terminal: PseudoTerminal, steps: Int) async throws {
        for _ in 0..<steps {
            let place = terminal.lines[0]
            try terminal.type(Self.escape)
            try await terminal.wait { $0[0] != place }
        }
        try await terminal.wait { $0[0] == " Showcase" && $0[1].hasSuffix("Dictionary") }
    }

    @Test("the program walks through all systems without a network")
    func walk() async throws {
        try await withShowcase { terminal in
            try await terminal.wait {
                $0[0] == " Showcase"
                    && $0[1...5] == ["▸ Dictionary", "  To-do list", "  Anime and manga", "  Users", "  News"]
            }
            try await dictionary(terminal)
            try await todoList(terminal)
            try await anime(terminal)
            try await users(terminal)
            try await news(terminal)
            try terminal.type("T")
            try await terminal.wait { $0.contains { $0.contains("[Home]") } }
            try terminal.type("qq")
            #expect(try await terminal.waitForExit() == 0)
            #expect(!terminal.hasOverflowed)
        }
    }

    private func dictionary(_ terminal: PseudoTerminal) async throws {
        try terminal.type("\r")
        try await terminal.wait { $0[0] == " Showcase › All words" && $0[1].hasPrefix("No words yet") }
        try terminal.type("ndog\r")
        try await terminal.wait { $0[0].hasPrefix(" Showcase › All words › New word") && $0[2].contains("собака") }
        try terminal.type(Self.escape)
        try await terminal.wait { $0[1] == "▸   dog  en→ru  собака" }
        try terminal.type("/соб")
        try await terminal.wait { $0[1] == "Words and translations: соб" && $0[2] == "▸   dog  en→ru  собака" }
        try await goHome(terminal, steps: 2)
    }

    private func todoList(_ terminal: PseudoTerminal) async throws {
        try terminal.type(Self.down + "\r")
        try await terminal.wait(for: "a adds a task")
        try terminal.type("amilk\r")
        try await terminal.wait { $0[1] == "▸ [ ]   milk" }
        try terminal.type(" ")
        try await terminal.wait { $0[1] != "▸ [ ]   milk" }
        try await goHome(terminal, steps: 1)
    }

    private func anime(_ terminal: PseudoTerminal) async throws {
        try terminal.type(Self.down + "\r")
        try await terminal.wait {
            $0[0] == " Showcase › Anime catalogue" && $0[1...3] == ["▸ Anime", "  Manga", "  My favourites"]
        }
        try terminal.type("\r")
        try await terminal.wait { $0[1] == "▸ All" && $0[2] == "  Airing" }
        try terminal.type("\r")
        try await terminal.wait { $0[1].hasPrefix("▸   1.   Lantern Bakery 1") }
        try terminal.type("s")
        try await terminal.wait { $0[1].hasPrefix("▸ ♥ 1.   Lantern Bakery 1") }
        // Each page begins with the last item of the page before, which is shown once.
        try terminal.type(Self.end)
        try await terminal.wait { $0.contains { $0.hasSuffix(" of 49") } }
        try await goBack(terminal, to: { $0[1] == "▸ All" })
        try await goBack(terminal, to: { $0[1] == "▸ Anime" })
        try terminal.type(Self.down + Self.down + "\r")
        try await terminal.wait { $0[0].hasSuffix("My favourites") && $0[1].hasPrefix("▸ Lantern Bakery 1") }
        try terminal.type("d")
        try await terminal.wait { !$0[1].contains("Lantern") }
        try await goHome(terminal, steps: 2)
    }

    private func users(_ terminal: PseudoTerminal) async throws {
        try terminal.type(Self.down + "\r")
        try await terminal.wait { $0[1].hasPrefix("▸ ● Vera Lindqvist") && $0[3].hasPrefix("    Mei Tanaka") }
        try terminal.type("a")
        try await terminal.wait { $0[1] == "▸ First name:" }
        try terminal.type("Ann\rLee\rann@b")
        try await terminal.wait { $0[3] == "▸ E-mail: ann@b" }
        try terminal.type("\u{13}")
        try await terminal.wait { $0[3].hasSuffix(": ann@b") && !$0[3].contains("E-mail: ann@b") }
        try terminal.type(".example\u{13}")
        try await terminal.wait {
            $0[0] == " Showcase › Users" && $0.contains { $0.contains("Ann Lee  ann@b.example") }
        }
        try await goHome(terminal, steps: 1)
    }

    private func news(_ terminal: PseudoTerminal) async throws {
        let headline = "A bridge for hedgehogs opens"
        try terminal.type(Self.down + "\r")
        try await terminal.wait { $0[0] == " Showcase › News" && $0[1].hasPrefix("▸ \(headline)") }
        try terminal.type("\rs")
        try await terminal.wait { $0[0] == " Showcase › News › Article" && $0.contains { $0.contains("is saved") } }
        try await goBack(terminal, to: { $0[0] == " Showcase › News" })
        try terminal.type(Self.end)
        try await terminal.wait { $0.contains { $0.contains(" of ") } }
        try terminal.type("\t")
        try await terminal.wait { $0[0] == " Showcase › Search" }
        try terminal.type("swift")
        try await terminal.wait { $0.contains { $0.contains("The swift has come back") } }
        try terminal.type("\t")
        try await terminal.wait { $0[0] == " Showcase › Saved" && $0[1].hasPrefix("▸ \(headline)") }
        try terminal.type("\r")
        try await terminal.wait { $0[0] == " Showcase › Saved › Saved article" && $0[1] == headline }
        try await goHome(terminal, steps: 2)
    }

    private func goBack(
        _ terminal: PseudoTerminal, to isThere: @escaping @Sendable ([String]) -> Bool
    ) async throws {
        try terminal.type(Self.escape)
        try await terminal.wait(until: isThere)
    }

    @Test("every system speaks Russian")
    func russian() async throws {
        try await withShowcase(["--locale", "ru"]) { terminal in
            try await terminal.wait { $0[0] == " Витрина" && $0[1] == "▸ Словарь" }
            for row in 1...5 {
                try terminal.type("\r")
                try await terminal.wait { $0[0].hasPrefix(" Витрина › ") }
                let place = terminal.lines[0].dropFirst(" Витрина › ".count)
                #expect(place.contains { ("а"..."я").contains($0.lowercased()) }, "\(place)")
                try await goBack(terminal, to: { $0[0] == " Витрина" })
                try terminal.type(Self.down)
                try await terminal.wait { $0[min(row + 1, 5)].hasPrefix("▸ ") }
            }
        }
    }

    @Test("--help names the options and what is read from the environment")
    func help() async throws {
        let terminal = try PseudoTerminal(
            PseudoTerminal.program("showcase"), ["--help"], environment: ["COLUMNS": "200"],
            size: WindowSize(columns: 200, rows: 60))
        #expect(try await terminal.waitForExit() == 0)
        for word in ["--offline", "--locale", "USERS_URL", "NEWSAPI_KEY", "XDG_DATA_HOME"] {
            #expect(terminal.output.contains(word), "\(word)")
        }
    }
}
