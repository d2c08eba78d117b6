import CoreModule
import Dispatch
import Foundation
import PersonalDictionary
import TerminalAppKit
import TerminalTesting
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite("Screens that follow changes", .timeLimit(.minutes(15)))
@MainActor
struct LiveScreenTests {
    /// A server that waits with every answer until the gate is open.
    private func dictServer(behind gate: DispatchSemaphore) throws -> SmallDictServer {
        try SmallDictServer { command in
            gate.wait()
            gate.signal()
            return command.hasPrefix("MATCH") ? "552 no match\n" : SmallDictServer.definition("xyzzy /x/\nсобачка")
        }
    }

    @Test("a translation that arrives in the background is shown, and the text that is typed stays")
    func translation() async throws {
        let gate = DispatchSemaphore(value: 0)
        let server = try dictServer(behind: gate)
        try await withTerminal(environment: ["DICT_URL": server.url]) { terminal, _ in
            try terminal.type("nxyzzy\r")
            try await terminal.wait { $0[2] == "    xyzzy  en→ru  …" }
            try terminal.type("\u{1B}")
            try await terminal.wait { $0[1] == "▸   xyzzy  en→ru  …" }
            try terminal.type("/xyzz\u{1B}[D")
            try await terminal.wait { $0[1] == "Words and translations: xyzz" && $0[2] == "▸   xyzzy  en→ru  …" }
            gate.signal()
            try await terminal.wait { $0[2] == "▸   xyzzy  en→ru  собачка" }
            #expect(terminal.lines[1] == "Words and translations: xyzz")
            try terminal.type("!")
            try await terminal.wait { $0[1] == "Words and translations: xyz!z" }
        }
    }

    @Test(
        "an action that takes long says so, lets the user go on, is stopped by Ctrl-C and does not keep the app alive")
    func interruption() async throws {
        let gate = DispatchSemaphore(value: 0)
        let server = try dictServer(behind: gate)
        try await withTerminal(environment: ["DICT_URL": server.url]) { terminal, app in
            try terminal.type("nxyzzy\r")
            try await terminal.wait { $0[2] == "    xyzzy  en→ru  …" }
            try terminal.type("\u{1B}")
            try await terminal.wait { $0[1] == "▸   xyzzy  en→ru  …" }
            try terminal.type("r")
            try await terminal.wait(for: "working…")
            try terminal.type("f")
            try await terminal.wait {
                $0[0] == " All words › Favourite words" || $0[0].hasPrefix(" All words › Favourite words  ")
            }
            try terminal.type("\u{3}")
            try await terminal.wait { !$0[23].contains("working…") }
            try terminal.type("\u{1B}")
            try await terminal.wait { $0[1] == "▸   xyzzy  en→ru  …" }
            try terminal.type("r")
            try await terminal.wait(for: "working…")
            try terminal.signal(SIGTERM)
            #expect(try await terminal.waitForExit() == 0)
            gate.signal()
            #expect(try await app.words() == ["xyzzy"])
        }
    }

    @Test("a word that another process adds appears, and the selected word stays selected")
    func otherProcess() async throws {
        try await withTerminal { terminal, app in
            try await terminal.wait(for: "No words yet")
            try await app.add("dog")
            try await terminal.wait { $0[1] == "▸   dog  en→ru  собака" }
            try await app.add("cat")
            try await terminal.wait { $0[1] == "    cat  en→ru  кошка" && $0[2] == "▸   dog  en→ru  собака" }
        }
    }

    @Test("a long list is loaded further as the selection goes down, and comes back where it was")
    func scrolling() async throws {
        try await withApp { app in
            let file = app.folder.appending(path: "words.tsv")
            try Data((1...120).map { "word \($0)\tслово \($0)\n" }.joined().utf8).write(to: file)
            try await app.inOtherProcess { app in
                let handle = try FileHandle(forReadingFrom: file)
                let report = try await app.exchange.importWords(from: handle, named: "words.tsv", format: .tsv)
                #expect(report.report.added == 120)
            }
            try await app.run { terminal in
                try await terminal.wait { $0[22].hasPrefix("1–21 of 50 or more") }
                while !terminal.lines[22].hasPrefix("100–120 of 120") {
                    let before = terminal.lines
                    try terminal.type("\u{1B}[6~")
                    try await terminal.wait { $0 != before && $0.contains { $0.hasPrefix("▸") } }
                }
                try terminal.type("\u{1B}[A")
                try await terminal.wait { $0[20].hasPrefix("▸") }
                let row = terminal.lines[20]
                let text = try #require(row.split(separator: "  ").map(String.init).first { $0.contains("word") })
                try terminal.type("\r")
                try await terminal.wait { $0[0].contains("› \(text.trimmingCharacters(in: .whitespaces))") }
                try terminal.type("\u{1B}")
                try await terminal.wait { $0[22].hasPrefix("100–120 of 120") && $0[20] == row }
            }
        }
    }
}
