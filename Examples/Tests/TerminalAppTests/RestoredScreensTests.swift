import Foundation
import PersonalDictionary
import TerminalAppKit
import TerminalTesting
import Testing

@Suite("Screens that open again, and the header", .timeLimit(.minutes(15)))
@MainActor
struct RestoredScreensTests {
    @Test("the screens that were open are open again at the next start, if what they show is still there")
    func restored() async throws {
        try await withApp { app in
            try await app.add("dog")
            try await app.add("cat")
            try await app.run { terminal in
                try await terminal.wait { $0[2].contains("dog") }
                try terminal.type("\u{1B}[Fs/СОБ")
                try await terminal.wait { $0[2] == "▸ ★ dog  en→ru  собака" && $0[0].contains("Search “СОБ”") }
                try terminal.type("\r")
                try await terminal.wait { $0[0].hasPrefix(" All words › Search “СОБ” › dog") }
                try terminal.type("q")
                #expect(try await terminal.waitForExit() == 0)
            }
            try await app.run { terminal in
                try await terminal.wait {
                    $0[0].hasPrefix(" All words › Search “СОБ” › dog") && $0.contains("  1. noun: собака, пёс")
                }
                try terminal.type("\u{1B}")
                try await terminal.wait { $0[0] == " All words › Search “СОБ”" && $0[2] == "▸ ★ dog  en→ru  собака" }
                try terminal.type("\r")
                try await terminal.wait { $0[0].hasPrefix(" All words › Search “СОБ” › dog") }
                // The window is closed.
            }
            try await app.inOtherProcess { app in
                let list = app.mainScreen.mainWordList.wordList.viewModel
                let word = try #require(await list.word(named: "dog"))
                #expect(await list.remove([word.id]))
            }
            try await app.run { terminal in
                try await terminal.wait { $0[0] == " All words › Search “СОБ”" && $0[2].contains("Nothing found") }
                try terminal.type("\u{1B}")
                try await terminal.wait { $0[1] == "▸   cat  en→ru  кошка" }
                try terminal.type("q")
                #expect(try await terminal.waitForExit() == 0)
            }
            try await app.run { terminal in
                try await terminal.wait { $0[0] == " All words" && $0[1] == "▸   cat  en→ru  кошка" }
            }
        }
    }

    @Test("data in memory is gone at the next start, and so are its screens")
    func ephemeral() async throws {
        try await withApp { app in
            try await app.run(["--ephemeral"]) { terminal in
                try terminal.type("f")
                try await terminal.wait { $0[0] == " All words › Favourite words" }
                try terminal.type("q")
                #expect(try await terminal.waitForExit() == 0)
            }
            #expect(!FileManager.default.fileExists(atPath: app.store.path(percentEncoded: false)))
            try await app.run(["--ephemeral"]) { terminal in
                try await terminal.wait { $0[0] == " All words" && $0[1].contains("No words yet") }
            }
        }
    }

    @Test(
        "the header says how many words wait and until when, and no more when none waits",
        arguments: [("en", "1 word waits", "until"), ("ru", "1 слово ждёт перевода", "до")])
    func queue(language: String, text: String, until: String) async throws {
        for columns in [80, 160] {
            try await withTerminal(
                ["--locale", language], columns: columns, environment: ["DICT_URL": "dict://127.0.0.1:1"]
            ) { terminal, _ in
                try terminal.type("nxyzzy\r")
                // A look-up that fails is tried again later; until then the queue asks nothing.
                try await terminal.wait { $0[0].contains("\(text) \(until) ") }
                try terminal.type("\u{1B}")
                try await terminal.wait { $0[1].hasPrefix("▸   xyzzy") }
                try terminal.type("\re\u{15}mine\r")
                try await terminal.wait { $0[0].hasSuffix(" › xyzzy") }
            }
        }
    }

    @Test("a window with no room for both shows a word, not the position in the list")
    func threeRows() async throws {
        try await withApp { app in
            try await app.add("dog")
            try await app.add("cat")
            try await app.run(rows: 3) { terminal in
                try await terminal.wait { $0[1] == "▸   cat  en→ru  кошка" }
            }
        }
    }

    @Test("a hint that is too long keeps its end")
    func hint() async throws {
        try await withTerminal { terminal, _ in
            try await terminal.wait { $0[23].hasPrefix("Enter open") && $0[23].hasSuffix(" · ? help") }
        }
    }
}
