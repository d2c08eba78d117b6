import CoreModule
import Foundation
import TerminalAppKit
import TerminalTesting
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite("The window and its terminal", .timeLimit(.minutes(15)))
@MainActor
struct TerminalModeTests {
    @Test("a field is edited with arrows and Backspace over Cyrillic and wide characters")
    func editing() async throws {
        try await withTerminal { terminal, _ in
            try await terminal.wait(for: "No words yet")
            try terminal.type("n犬кот語\u{1B}[D\u{7F}")
            try await terminal.wait { $0[1] == "en→ru: 犬ко語" }
            try await terminal.eventually { terminal.cursor == (1, 11) ? () : nil }
            try terminal.type("\u{1B}OD\u{1B}OD\u{7F}собака и ")
            try await terminal.wait { $0[1] == "en→ru: собака и ко語" }
            try terminal.type("\u{5}\u{7F}\u{1B}[Dё\u{1}")
            try await terminal.eventually { terminal.cursor == (1, 7) ? () : nil }
            #expect(terminal.lines[1] == "en→ru: собака и кёо")
            try terminal.type("\r")
            try await terminal.wait { $0[2].hasPrefix("    собака и кёо") }
        }
    }

    @Test("pasted text goes into the field on one line, and its letters are not keys")
    func paste() async throws {
        try await withTerminal { terminal, app in
            try await terminal.wait(for: "No words yet")
            try terminal.type("\u{1B}[200~quit\rq\u{1B}[201~")
            try terminal.type("n\u{1B}[200~ice\r\ncream\u{1B}[2J\u{1B}[201~")
            try await terminal.wait { $0[1] == "en→ru: ice  cream[2J" }
            try terminal.type("\u{15}ice cream\r")
            try await terminal.wait { $0[2].contains("ice cream  en→ru  мороженое") }
            try terminal.signal(SIGTERM)
            #expect(try await terminal.waitForExit() == 0)
            #expect(try await app.words() == ["ice cream"])
        }
    }

    @Test("every way to quit saves everything and restores the terminal", arguments: ["q", "\u{3}", "\u{4}"])
    func quit(keys: String) async throws {
        try await withTerminal { terminal, app in
            try await terminal.wait(for: "No words yet")
            #expect(try terminal.attributes().c_lflag != terminal.initialAttributes.c_lflag)
            try terminal.type("ndog\r")
            try await terminal.wait { $0[2].contains("dog  en→ru  собака") }
            try terminal.type("\u{1B}")
            try await terminal.wait { $0[1] == "▸   dog  en→ru  собака" }
            try terminal.type(keys)
            #expect(try await terminal.waitForExit() == 0)
            try expectRestored(terminal)
            #expect(try await app.words() == ["dog"])
        }
    }

    @Test(
        "a signal that asks for the end saves everything and restores the terminal",
        arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT])
    func signals(signal: Int32) async throws {
        try await withTerminal { terminal, app in
            try terminal.type("ndog\rhalf")
            try await terminal.wait { $0[1] == "en→ru: half" }
            try terminal.signal(signal)
            #expect(try await terminal.waitForExit() == 0)
            try expectRestored(terminal)
            #expect(try await app.words() == ["dog"])
        }
    }

    @Test("a crash restores the terminal too", arguments: [SIGABRT, SIGSEGV, SIGILL])
    func crash(signal: Int32) async throws {
        try await withTerminal { terminal, app in
            try terminal.type("ndog\r")
            // Not a suggestion, which is there before the word is saved.
            try await terminal.wait { $0[2].contains("dog  en→ru  собака") }
            try terminal.signal(signal)
            #expect(try await terminal.waitForExit() == 128 + signal)
            try expectRestored(terminal)
            #expect(try await app.words() == ["dog"])
        }
    }

    private func expectRestored(_ terminal: PseudoTerminal) throws {
        let before = terminal.initialAttributes
        let after = try terminal.attributes()
        #expect(after.c_lflag == before.c_lflag && after.c_iflag == before.c_iflag && after.c_oflag == before.c_oflag)
        #expect(!terminal.isAlternate)
    }

    @Test(
        "Ctrl-Z without a shell that could continue it does not stop the app, and a stopped app takes its terminal again"
    )
    func stopping() async throws {
        try await withTerminal { terminal, _ in
            try terminal.type("\u{1A}ndog\r")
            try await terminal.wait(for: "собака")
            let raw = try terminal.attributes()
            var cooked = raw
            cooked.c_lflag |= tcflag_t(ICANON | ECHO | ISIG)
            try terminal.signal(SIGSTOP)
            try terminal.set(cooked)
            try terminal.signal(SIGCONT)
            try await terminal.eventually { (try? terminal.attributes().c_lflag) == raw.c_lflag ? () : nil }
            try terminal.type("cat\r")
            try await terminal.wait(for: "кошка")
        }
    }

    @Test("there is emphasis, but none under NO_COLOR; the selected row is marked in both")
    func color() async throws {
        let emphasis = try Regex("\u{1B}\\[[0-9;]*m")
        for (environment, isColored) in [([:], true), (["NO_COLOR": "1"], false)] {
            try await withTerminal(environment: environment) { terminal, app in
                try await app.add("dog")
                try await terminal.wait { $0[1].hasPrefix("▸   dog") }
                try terminal.type("s\r")
                try await terminal.wait { $0[0].hasPrefix(" All words › dog") }
                try terminal.type("q")
                #expect(try await terminal.waitForExit() == 0)
                // The last sequence makes sure that no emphasis is left behind.
                let output = terminal.output.replacing("\u{1B}[0m\u{1B}[?7h", with: "")
                #expect(output.contains(emphasis) == isColored)
            }
        }
    }

    @Test("in a narrow window no line is wider than the window")
    func narrow() async throws {
        try await withTerminal(columns: 40, rows: 10) { terminal, app in
            let long = "日本語の長い単語と Достопримечательность"
            try await app.add(long)
            try await app.add("dog")
            try await terminal.wait { $0[1].contains("dog") && $0[2].contains("日本語") }
            try terminal.type("\u{1B}[H")
            try await terminal.wait { $0[1].hasPrefix("▸   dog") }
            try terminal.type("\re\u{15}\(long)\r")
            try await terminal.wait { $0.contains { $0.contains("日本語") } && $0[0].contains("dog") }
            try terminal.type("\u{1B}")
            try await terminal.wait { $0[1].contains("dog") && $0[1].hasSuffix("…") }
            try terminal.type("?")
            try await terminal.wait { $0[0].contains("Help") }
            try terminal.type("\u{1B}")
            try await terminal.wait { $0[1].contains("dog") }
            try terminal.type("ta\(long) \(long)")
            try await terminal.wait { $0[1].contains("…") && $0[1].hasSuffix("Достопримечательность") }
            try terminal.type("\r")
            try await terminal.wait { $0[1].hasPrefix("▸ [ ]   日本") && $0[1].hasSuffix("…") }
            #expect(terminal.lines.allSatisfy { $0.displayWidth <= 40 })
            #expect(!terminal.hasOverflowed)
        }
        for (columns, rows) in [(1, 1), (5, 2), (12, 4)] {
            try await withTerminal(columns: columns, rows: rows) { terminal, _ in
                // The first frame is painted when the signals are received.
                try await terminal.eventually { terminal.output.contains("\u{1B}[?25h") ? () : nil }
                try terminal.type("ndog\r犬犬")
                try await terminal.wait { lines in columns < 12 || lines.contains { $0.contains("犬") } }
                try terminal.signal(SIGTERM)
                #expect(try await terminal.waitForExit() == 0)
                #expect(!terminal.hasOverflowed)
            }
        }
    }

    @Test("a window of a new size is drawn again")
    func resizing() async throws {
        try await withTerminal(columns: 40, rows: 10) { terminal, app in
            try await app.add("dog")
            try await terminal.wait { $0[1] == "▸   dog  en→ru  собака" }
            try terminal.type("/dog")
            try await terminal.wait { $0[1].hasSuffix(": dog") && $0[2].hasPrefix("▸   dog") }
            for (columns, rows) in [(120, 20), (30, 4), (30, 5), (80, 24)] {
                try terminal.resize(WindowSize(columns: columns, rows: rows))
                try await terminal.wait {
                    $0.count == rows && $0[0].contains("Search “dog”") && $0[1].contains("dog")
                        && $0[2].hasPrefix("▸   dog")
                }
            }
            #expect(!terminal.hasOverflowed)
        }
    }

    @Test("a terminal that only prints is refused with a reason")
    func dumb() async throws {
        try await withTerminal(environment: ["TERM": "dumb"]) { terminal, _ in
            let status = try await terminal.waitForExit()
            #expect(status != 0)
            #expect(terminal.output.contains("this needs a terminal with a window"))
            #expect(!terminal.output.contains("\u{1B}"))
        }
    }
}
