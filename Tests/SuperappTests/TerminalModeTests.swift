import CoreModule
import Foundation
import Terminal
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite("The interactive mode and its terminal", .timeLimit(.minutes(5)))
struct TerminalModeTests {
    @Test(
        "a line is edited with arrows and Backspace over Cyrillic and wide characters, and comes back from the history")
    func editing() async throws {
        try await withTerminal { terminal, _ in
            try await terminal.wait(for: "No words yet")
            try terminal.type("add 犬кот語\u{1B}[D\u{7F}")
            try await terminal.wait { $0.last == "> add 犬ко語" }
            try await terminal.eventually { terminal.cursor == (23, 10) ? () : nil }
            try terminal.type("\u{1B}OD\u{1B}OD\u{7F}собака и ")
            try await terminal.wait { $0.last == "> add собака и ко語" }
            try terminal.type("\u{5}\u{7F}\u{1B}[Dё\u{1}")
            try await terminal.eventually { terminal.cursor == (23, 2) ? () : nil }
            #expect(terminal.lines.last == "> add собака и кёо")
            try terminal.type("\r")
            try await terminal.wait { $0[1].hasPrefix("1   собака и кёо") }
            try terminal.type("langs swap\r\u{1B}[A\u{1B}[A")
            try await terminal.wait { $0[0].hasSuffix("ru→en") && $0.last == "> add собака и кёо" }
        }
    }

    @Test("Ctrl-C clears the line, and on an empty line leaves: everything is saved, and the terminal as it was")
    func interrupt() async throws {
        try await withTerminal { terminal, program in
            try await terminal.wait(for: "No words yet")
            #expect(try terminal.attributes().c_lflag != terminal.initialAttributes.c_lflag)
            try terminal.type("add dog\radd ca\u{3}")
            try await terminal.wait { $0[1] == "1   dog  en→ru  собака" && $0.last == ">" }
            try terminal.type("\u{3}")
            #expect(try await terminal.waitForExit() == 0)
            try expectRestored(terminal)
            #expect(try await program.run("list", "--json").objects().map { $0["text"] as? String } == ["dog"])
        }
    }

    @Test("a signal that asks for the end leaves as Ctrl-C does", arguments: [SIGTERM, SIGINT, SIGHUP])
    func signals(signal: Int32) async throws {
        try await withTerminal { terminal, program in
            try terminal.type("add dog\radd half")
            try await terminal.wait { $0[1] == "1   dog  en→ru  собака" && $0.last == "> add half" }
            try terminal.signal(signal)
            #expect(try await terminal.waitForExit() == 0)
            try expectRestored(terminal)
            #expect(try await program.run("list", "--json").objects().map { $0["text"] as? String } == ["dog"])
            #expect(try SQLiteProbe(program.store.systemPath).text("PRAGMA integrity_check") == "ok")
        }
    }

    private func expectRestored(_ terminal: PseudoTerminal) throws {
        let before = terminal.initialAttributes
        let after = try terminal.attributes()
        #expect(after.c_lflag == before.c_lflag && after.c_iflag == before.c_iflag && after.c_oflag == before.c_oflag)
        #expect(!terminal.isAlternate)
    }

    @Test("Ctrl-Z where no shell could continue the program does not stop it, and one that was stopped goes on")
    func stopping() async throws {
        try await withTerminal { terminal, _ in
            try terminal.type("\u{1A}add dog\r")
            try await terminal.wait { $0[1] == "1   dog  en→ru  собака" }
            let raw = try terminal.attributes()
            var cooked = raw
            cooked.c_lflag |= tcflag_t(ICANON | ECHO | ISIG)
            try terminal.signal(SIGSTOP)
            try terminal.set(cooked)
            try terminal.signal(SIGCONT)
            try await terminal.eventually { (try? terminal.attributes().c_lflag) == raw.c_lflag ? () : nil }
            try terminal.type("add cat\r")
            try await terminal.wait { $0[1] == "1   cat  en→ru  кошка" }
        }
    }

    @Test("there is emphasis, but none under NO_COLOR")
    func color() async throws {
        let emphasis = try Regex("\u{1B}\\[[0-9;]*m")
        for (environment, isColored) in [([:], true), (["NO_COLOR": "1"], false)] {
            try await withTerminal(environment: environment) { terminal, _ in
                try terminal.type("add dog\rstar 1\r1\r")
                try await terminal.wait { $0[0].hasPrefix(" Main › dog") }
                try terminal.type("quit\r")
                #expect(try await terminal.waitForExit() == 0)
                // The last sequence makes sure that no emphasis is left behind.
                let output = terminal.output.replacing("\u{1B}[0m\u{1B}[?7h", with: "")
                #expect(output.contains(emphasis) == isColored)
            }
        }
    }

    @Test("in a narrow window no line is wider than the window")
    func size() async throws {
        try await withTerminal(columns: 40, rows: 10) { terminal, _ in
            let long = "日本語の長い単語と Достопримечательность"
            try terminal.type("add \(long) --from it\radd dog --from en --to ru\rtranslate 1 \(long)\r")
            try await terminal.wait { $0[1].contains("dog") && $0[1].contains("…") && $0[2].contains("日本語") }
            try terminal.type("help\r")
            try await terminal.wait { $0[2].hasPrefix("opens") }
            try terminal.type("\u{1B}")
            try await terminal.wait { $0[1].contains("dog") }
            try terminal.type("2\r")
            try await terminal.wait { $0[0].hasPrefix(" Main › 日本") || $0[0].hasPrefix(" 日本") }
            try terminal.type("todo\rtodo add \(long) \(long)\r")
            try await terminal.wait { $0[1].hasPrefix("1 [ ]   日本") && $0[1].hasSuffix("…") }
            try terminal.type("\(long) \(long)")
            try await terminal.wait { $0[9].hasPrefix("> …") && $0[9].hasSuffix("Достопримечательность") }
            #expect(terminal.lines.allSatisfy { $0.displayWidth <= 40 })
            #expect(!terminal.hasOverflowed)
        }
        for (columns, rows) in [(1, 1), (5, 2), (12, 4)] {
            try await withTerminal(columns: columns, rows: rows) { terminal, _ in
                try terminal.type("add dog\r犬犬")
                try await terminal.wait { $0[rows - 1].contains("犬") || columns == 1 }
                try terminal.type("\u{15}quit\r")
                #expect(try await terminal.waitForExit() == 0)
                #expect(!terminal.hasOverflowed)
            }
        }
    }

    @Test("a window of a new size is drawn anew")
    func resizing() async throws {
        try await withTerminal(columns: 40, rows: 10) { terminal, _ in
            try terminal.type("add dog\r0123456789 0123456789")
            try await terminal.wait { $0[1] == "1   dog  en→ru  собака" && $0[9] == "> 0123456789 0123456789" }
            for (columns, rows) in [(120, 20), (20, 4), (20, 5), (80, 24)] {
                try terminal.resize(WindowSize(columns: columns, rows: rows))
                try await terminal.wait {
                    $0[0].hasPrefix(" Main ") && $0[0].hasSuffix("en→ru") && $0[0].displayWidth == columns - 1
                        && $0[1].hasPrefix("1   dog") && $0[rows - 1].hasSuffix("0123456789")
                }
            }
        }
    }

    @Test("a terminal that only prints is asked line by line, and shows the same screens")
    func dumb() async throws {
        try await withTerminal(environment: ["TERM": "dumb"]) { terminal, program in
            try await terminal.eventually { terminal.output.contains("> ") ? () : nil }
            try terminal.type("add dog\rstar 1\rfavorites\r1\r")
            try await terminal.eventually { terminal.output.contains("1. noun: собака, пёс") ? () : nil }
            #expect(terminal.output.contains("── Main › Favorites › dog · en→ru"))
            #expect(!terminal.output.contains("\u{1B}"))
            try terminal.type("\u{3}")
            #expect(try await terminal.waitForExit() == 0)
            #expect(try await program.run("favorites", "--json").objects().count == 1)
        }
    }
}
