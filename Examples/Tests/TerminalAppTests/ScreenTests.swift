import Foundation
import PersonalDictionary
import TerminalAppKit
import TerminalTesting
import Testing

@Suite("The screens of the window", .timeLimit(.minutes(15)))
@MainActor
struct ScreenTests {
    @Test("a word that differs from another one only in case is added, and the other one is shown below it")
    func similarWords() async throws {
        try await withTerminal { terminal, _ in
            try await terminal.wait(for: "No words yet; n adds one")
            try terminal.type("nDog\r")
            try await terminal.wait { $0[2].contains("Dog  en→ru  собака") }
            try terminal.type("dog\r")
            try await terminal.wait {
                $0[2].contains("dog  en→ru  собака") && $0[3] == "similar to:" && $0[4].contains("Dog  en→ru  собака")
            }
            try terminal.type("cat\r")
            try await terminal.wait { $0[2].contains("cat  en→ru  кошка") && !$0.contains("similar to:") }
        }
    }

    @Test("a word is added, shown with its translation, starred and found among the favourites")
    func words() async throws {
        try await withTerminal { terminal, app in
            try await terminal.wait(for: "No words yet; n adds one")
            #expect(terminal.lines[0].hasPrefix(" All words"))
            try terminal.type("ndog\rcat\r")
            try await terminal.wait { $0[0].hasPrefix(" All words › New word") && $0[2].contains("cat  en→ru  кошка") }
            try terminal.type("\u{1B}")
            try await terminal.wait { $0[1] == "▸   dog  en→ru  собака" || $0[1] == "▸   cat  en→ru  кошка" }
            try terminal.type("\u{1B}[F")
            try await terminal.wait { $0[1] == "    cat  en→ru  кошка" && $0[2] == "▸   dog  en→ru  собака" }
            try terminal.type("s")
            try await terminal.wait { $0[2] == "▸ ★ dog  en→ru  собака" }
            try terminal.type("f")
            try await terminal.wait {
                $0[0].hasPrefix(" All words › Favourite words") && $0[1] == "▸ ★ dog  en→ru  собака"
            }
            try terminal.type("\r")
            try await terminal.wait {
                $0[0].hasPrefix(" All words › Favourite words › dog") && $0.contains("  1. noun: собака, пёс")
            }
            try terminal.type("\u{1B}")
            try await terminal.wait { !$0[0].contains("dog") }
            try terminal.type("s")
            try await terminal.wait(for: "No favourite words")
            try terminal.type("\u{1B}")
            try await terminal.wait { $0[2] == "▸   dog  en→ru  собака" }
            try terminal.type("\u{1B}[H\r")
            try await terminal.wait { $0[0].hasPrefix(" All words › cat") }
            // The screen of a word that is gone closes.
            try terminal.type("d")
            try await terminal.wait { $0[0] == " All words" && $0[1] == "▸   dog  en→ru  собака" && $0[2].isEmpty }
            try terminal.type("q")
            #expect(try await terminal.waitForExit() == 0)
            #expect(try await app.words() == ["dog"])
        }
    }

    @Test("the user's own translation is typed on the screen of a word, before the dictionary's, and cleared")
    func translation() async throws {
        try await withTerminal { terminal, _ in
            try terminal.type("ndog\r")
            try await terminal.wait(for: "собака")
            try terminal.type("\u{1B}")
            try await terminal.wait { $0[1] == "▸   dog  en→ru  собака" }
            try terminal.type("\re")
            try await terminal.wait { $0[1].hasPrefix("Own translation: собака") }
            try terminal.type("\u{15}мой пёс\r")
            try await terminal.wait {
                $0.contains("  1. мой пёс") && $0.contains { $0.hasPrefix("  2. ") && $0.contains("собака") }
            }
            try terminal.type("c")
            try await terminal.wait { $0.contains { $0.hasPrefix("  1. ") && $0.contains("собака") } }
        }
    }

    @Test("the search finds while it is typed, opens what it finds, and Escape goes back")
    func search() async throws {
        try await withTerminal { terminal, app in
            try await app.add("dog")
            try await app.add("cat")
            try await terminal.wait { $0[2].contains("dog") }
            try terminal.type("/")
            try await terminal.wait(for: "Type a part of a word or of its translation")
            try terminal.type("СОБ")
            try await terminal.wait {
                $0[0].hasPrefix(" All words › Search “СОБ”") && $0[2] == "▸   dog  en→ru  собака"
            }
            try terminal.type("\u{15}ca")
            try await terminal.wait {
                $0[1] == "Words and translations: ca" && $0[2] == "▸   cat  en→ru  кошка" && $0[3].isEmpty
            }
            try terminal.type("\t\t")
            try await terminal.wait { $0[1] == "Translations: ca" && $0[2].contains("Nothing found") }
            try terminal.type("\t")
            try await terminal.wait { $0[2] == "▸   cat  en→ru  кошка" }
            try terminal.type("\r")
            try await terminal.wait { $0[0].hasPrefix(" All words › Search “ca” › cat") }
            try terminal.type("\u{1B}")
            try await terminal.wait { $0[0] == " All words › Search “ca”" }
            try terminal.type("\u{1B}")
            try await terminal.wait { $0[0] == " All words" }
            try terminal.type("\u{1B}")
            try await terminal.wait(for: "this is the first screen")
        }
    }

    @Test("a misspelt search shows what may be meant, and Enter searches for it")
    func misspeltSearch() async throws {
        try await withTerminal { terminal, app in
            try await app.add("dog")
            try await terminal.wait { $0[1].contains("dog") || $0[2].contains("dog") }
            try terminal.type("/dgo")
            try await terminal.wait {
                $0[2] == "Nothing found" && $0[3] == "did you mean: dog; Enter takes the first"
            }
            try terminal.type("\r")
            try await terminal.wait { $0[1] == "Words and translations: dog" && $0[2] == "▸   dog  en→ru  собака" }
        }
    }

    @Test("a new word is offered while it is typed, taken and saved; the languages change by a key")
    func newWord() async throws {
        try await withTerminal { terminal, app in
            try terminal.type("nelephan")
            try await terminal.wait { $0[1] == "en→ru: elephan" && $0[2].hasPrefix("  elephant") }
            try terminal.type("\t")
            try await terminal.wait { $0[1] == "en→ru: elephant" }
            try terminal.type("\r")
            try await terminal.wait { $0[1] == "en→ru:" && $0[2].contains("elephant  en→ru  слон") }
            try terminal.type("\u{14}")
            try await terminal.wait { $0[1] == "ru→en:" }
            try terminal.type("\u{7}")
            try await terminal.wait { $0[1].hasPrefix("ru→") && !$0[1].hasPrefix("ru→en") }
            // Escape leaves the screen, and nothing is saved of what is half typed.
            try terminal.type("half")
            try await terminal.wait { $0[1].hasSuffix(": half") }
            try terminal.type("\u{1B}")
            try await terminal.wait { $0[0] == " All words" }
            try terminal.type("q")
            #expect(try await terminal.waitForExit() == 0)
            #expect(try await app.words() == ["elephant"])
        }
    }

    @Test("words that a DICT server lists are offered with its name; an error is below what was found")
    func listedWords() async throws {
        let server = try SmallDictServer { command in
            if command.contains("hors") { return "420 not now\n" }
            return command.hasPrefix("MATCH")
                ? "152 1 match\nfd-eng-rus \"elephantine\"\n.\n250 ok\n" : "552 no match\n"
        }
        try await withTerminal(environment: ["DICT_URL": server.url]) { terminal, _ in
            try terminal.type("nelephan")
            try await terminal.wait { $0[2].hasPrefix("  elephant ") && $0[3] == "  elephantine  (DICT)" }
            try terminal.type("\u{1B}[B\u{1B}[B")
            try await terminal.wait { $0[3] == "▸ elephantine  (DICT)" }
            try terminal.type("\t")
            try await terminal.wait { $0[1] == "en→ru: elephantine" }
            try terminal.type("\u{15}hors")
            try await terminal.wait { $0[2].hasPrefix("  horse ") && $0.contains { $0.contains("(420)") } }
        }
    }

    @Test("the devices are shown with the state of the synchronization, which a key starts")
    func devices() async throws {
        try await withApp { app in
            let shared = app.folder.appending(path: "shared").path(percentEncoded: false)
            try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: false)
            try await app.run(columns: 120) { terminal in
                try await terminal.wait(for: "No words yet; n adds one")
                try terminal.type("y")
                try await terminal.wait {
                    $0[0].contains(" › Devices") && $0[1] == "Words are on this device only"
                        && $0[2] == "“superapp sync” chooses the folder."
                }
                // Another program chooses it.
                try await app.inOtherProcess { other in
                    _ = try await other.sync?.begin(with: SyncFolder(path: shared, device: "laptop"))
                }
                try await terminal.wait { $0[1].hasPrefix("Synchronized") && $0[3] == "▸ laptop  this device" }
                try FileManager.default.removeItem(atPath: shared)
                try terminal.type("y")
                try await terminal.wait { $0[1].hasPrefix("Not synchronized: the shared folder is not there") }
            }
        }
    }

    @Test("removed words are brought back one by one, or deleted for good after a question")
    func bin() async throws {
        try await withTerminal { terminal, app in
            try await terminal.wait(for: "No words yet; n adds one")
            try terminal.type("ndog\rcat\rfox\r")
            try await terminal.wait { $0[2].contains("fox") }
            try terminal.type("\u{1B}")
            try await terminal.wait { $0[3].contains("en→ru") }
            try terminal.type("dddb")
            try await terminal.wait { $0[0].contains(" › Bin") && $0[6].contains("removed on") }
            try terminal.type("\u{1B}[F\rx")
            try await terminal.wait { lines in lines.contains { $0.contains("Delete everything in the bin for good?") }
            }
            try terminal.type("y")
            try await terminal.wait {
                $0[1] == "The bin is empty." && $0.contains { $0.contains("deleted for good: 2") }
            }
            try terminal.type("\u{1B}")
            try await terminal.wait { $0[0].hasPrefix(" All words") && !$0[0].contains("Bin") }
            try terminal.type("u")
            try await terminal.wait(for: "there is nothing to undo")
            try terminal.type("q")
            #expect(try await terminal.waitForExit() == 0)
            #expect(try await app.words().count == 1)
        }
    }

    @Test("the keys of a page move by the rows of the window, and load what is not there yet")
    func pages() async throws {
        try await withApp { app in
            try await app.add((0..<70).map { "word \($0)" })
            try await app.run { terminal in
                try await terminal.wait { $0[1].hasPrefix("▸   word 69 ") && $0[22].hasPrefix("1–21 of") }
                for number in [49, 29, 9, 0] {
                    try terminal.type("\u{1B}[6~")
                    try await terminal.wait {
                        $0.contains { $0.hasPrefix("▸   word \(number) ") }
                            && (number > 29 || $0[22].hasSuffix("of 70"))
                    }
                }
                try terminal.type("\u{1B}[5~")
                try await terminal.wait { $0.contains { $0.hasPrefix("▸   word 20 ") } }
            }
        }
    }

    @Test("a start that fails says why, without the usage")
    func failedStart() async throws {
        try await withApp { app in
            let file = app.folder.appending(path: "damaged")
            try Data("no store".utf8).write(to: file)
            try await app.run(["--store", file.path(percentEncoded: false)]) { terminal in
                let status = try await terminal.waitForExit()
                #expect(status == 1)
                #expect(terminal.lines[0].hasPrefix("Error: the file is not a store, or it is damaged"))
                #expect(!terminal.lines.contains { $0.contains("Usage") })
            }
        }
    }

    @Test("a removed word comes back where it was")
    func undo() async throws {
        try await withTerminal { terminal, app in
            for text in ["ant", "dog", "cat"] { try await app.add(text) }
            try await terminal.wait { $0[3].contains("ant") }
            try terminal.type("\u{1B}[H\u{1B}[Bd")
            try await terminal.wait { $0[2].contains("ant") && $0[3].isEmpty && $0[23].contains("u brings it back") }
            try terminal.type("u")
            try await terminal.wait { $0[2].contains("dog  en→ru  собака") && $0[3].contains("ant") }
            try terminal.type("u")
            try await terminal.wait(for: "there is nothing to undo")
        }
    }

    @Test("the tree has the screens that are open, and no others")
    func tree() async throws {
        try await withTerminal(rows: 80) { terminal, _ in
            try terminal.type("fT")
            try await terminal.wait { $0[1].hasPrefix("App") && $0.contains { $0.contains("[Favorites]") } }
            for screen in [" NewWord]", "[NewWord]", "[Search]", " TodoList (", "[DictionaryEntry]"] {
                #expect(!terminal.lines.contains { $0.contains(screen) }, "\(screen)")
            }
            try terminal.type("\u{1B}")
            try await terminal.wait(for: "No favourite words")
        }
    }

    @Test("help is a page to scroll in")
    func help() async throws {
        try await withTerminal(rows: 10) { terminal, _ in
            try terminal.type("?")
            try await terminal.wait { $0[0].hasPrefix(" All words › Help") && $0[8].hasPrefix("1–7 of") }
            try terminal.type("\u{1B}[6~")
            try await terminal.wait { !$0[8].hasPrefix("1–") && $0[8].contains(" of ") }
            try terminal.type("\u{1B}")
            try await terminal.wait(for: "No words yet")
        }
    }

    @Test("it uses the user's language")
    func russian() async throws {
        try await withTerminal(["--locale", "ru"]) { terminal, _ in
            try await terminal.wait { $0[0] == " Все слова" && $0[1].hasSuffix("; n — добавить") }
            try terminal.type("t")
            try await terminal.wait { $0[1].hasSuffix("; a — добавить задачу") }
            try terminal.type("aКупить молоко\r")
            try await terminal.wait { $0[0].hasPrefix(" Все слова › Задачи (сделано 0 из 1") }
            try terminal.type("\u{1B}")
            try await terminal.wait { $0[0] == " Все слова" }
            try terminal.type("f")
            try await terminal.wait { $0[1].hasSuffix("; s отмечает слово на главном экране") }
        }
    }
}
