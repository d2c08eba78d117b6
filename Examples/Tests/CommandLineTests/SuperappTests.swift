import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite("The demo", .timeLimit(.minutes(15)))
struct SuperappTests {
    @Test("the tour shows every screen, writes nothing, and is quick")
    func tour() async throws {
        try await withProgram { program in
            let result = try await program.run("tour")
            #expect(result.status == 0 && result.errors.isEmpty)
            for text in [
                "собака", "snake", "книга", "inverno", "★", "Search", "Favourites", "noun",
                "Task: Learn ten words → Learn twelve words", "[ ] ! Learn twelve words", "19:30 → New word",
                "Time for a new word", "dog → собака  (review, due ",
            ] {
                #expect(result.output.contains(text), "\(text) is missing")
            }
            #expect(result.output.split(separator: "\n").count <= 51)
            #expect(!FileManager.default.fileExists(atPath: program.store.systemPath))
            // Identifiers and dates have the time in them.
            let (text, json) = (result.output, try await program.run("--json", "tour").output)
            let times = /[0-9a-f]{8}-[0-9a-f-]+|\d+:\d\d/
            #expect(json.replacing(times, with: "ID") == text.replacing(times, with: "ID"))
        }
    }

    @Test("arguments and lines that are not UTF-8 are wrong usage, and are not saved with other characters")
    func notUTF8() async throws {
        try await withProgram { program in
            var shell = program
            shell.program = URL(filePath: "/bin/sh")
            let argument = try await shell.run(
                "-c", #""$0" --json todo add "$(printf 'caf\351')""#, Program.binary.systemPath)
            #expect(argument.status == 2 && argument.output.isEmpty)
            #expect(try argument.errorCode() == "usage", "\(argument.errors)")
            let lines = #"todo add tea\ntodo add caf\351\ntodo add "\357\277\275"\n"#
            let session = try await shell.run("-c", "printf '\(lines)' | \"$0\" --json", Program.binary.systemPath)
            #expect(session.status == 1)
            #expect(try session.errorCode() == "usage", "\(session.errors)")
            #expect(session.errors.contains("line 2: the text is not UTF-8"))
            let tasks = try await program.run("--json", "todo", "list").objects()
            #expect(tasks.map { $0["text"] as? String } == ["tea", "\u{FFFD}"])
        }
    }

    @Test("a word as JSON has exactly the documented form")
    func wordJSON() async throws {
        try await withProgram { program in
            let result = try await program.run("--json", "add", "dog", "--from", "en", "--to", "ru")
            let pattern = try Regex(
                #"""
                ^\{"id":"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}","text":"dog",\#
                "translation":"собака","status":"translated","provider":"glossary","sourceLang":"en","targetLang":"ru",\#
                "isFavorite":false,"createdAt":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ","updatedAt":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"\}\n$
                """#)
            #expect(result.output.wholeMatch(of: pattern) != nil, "\(result.output)")
            let unknown = try await program.run("add", "xyzzy", "--json").object()
            #expect(unknown["status"] as? String == "notFound")
            #expect(unknown["translation"] is NSNull && unknown["provider"] is NSNull)
            // What the device knows is there without waiting.
            let known = try await program.run("add", "cat", "--wait", "0", "--json").object()
            #expect(known["status"] as? String == "translated" && known["translation"] as? String == "кошка")
            try await program.addWaiting("fox")
            let retried = try await program.run("retry", "--json").objects()
            #expect(retried.map { $0["translation"] as? String } == ["лиса"])
        }
    }

    @Test("words, favourites and languages survive a restart")
    func persistence() async throws {
        try await withProgram { program in
            #expect(try await program.run("list").output == "No words yet; add one with: add dog\n")
            #expect(try await program.run("favorites").output == "No favourite words\n")
            for word in ["dog", "cat", "good", "morning"] { _ = try await program.run("add", word) }
            _ = try await program.run("add", "good", "morning", "--to=de")
            let words = try await program.run("list", "--json").objects()
            #expect(words.map { $0["text"] as? String } == ["good morning", "morning", "good", "cat", "dog"])
            let page = try await program.run("list", "--json", "--limit", "2", "--offset", "1").objects()
            #expect(page.map { $0["text"] as? String } == ["morning", "good"])
            let id = try #require(words[4]["id"] as? String)
            #expect(try await program.run("star", id, "--json").object()["isFavorite"] as? Bool == true)
            #expect(try await program.run("favorites", "--json").objects().map { $0["text"] as? String } == ["dog"])
            let own = try await program.run("translate", id, "мой", "пёс", "--json").object()
            #expect(own["translation"] as? String == "мой пёс" && own["provider"] as? String == "user")
            #expect(try await program.run("retry", id, "--json").objects()[0]["provider"] as? String == "user")
            let found = try await program.run("search", "ПЕС", "--by", "translation", "--json").objects()
            #expect(found.map { $0["id"] as? String } == [id])
            #expect(
                try await program.run("unstar", String(id.prefix(13)), "--json").object()["isFavorite"] as? Bool
                    == false)
            #expect(try await program.run("langs", "set", "de", "it").status == 0)
            #expect(try await program.run("langs", "swap", "--json").object()["sourceLang"] as? String == "it")
            #expect(try await program.run("add", "cane", "--json").object()["translation"] as? String == "Hund")
            #expect(try await program.run("remove", id, "--json").output == "{\"removed\":[\"\(id)\"]}\n")
            #expect(try await program.run("show", id, "--json").errorCode() == "notFound")
        }
    }

    @Test("the entry of a word has senses, parts of speech and sources")
    func show() async throws {
        try await withProgram { program in
            let id = try #require(
                try await program.run("add", "spring", "--to", "de", "--json").object()["id"] as? String)
            let entry = try #require(try await program.run("show", id, "--json").object()["entry"] as? [String: Any])
            let senses = try #require(entry["senses"] as? [[String: Any]])
            #expect(senses.map { $0["partOfSpeech"] as? String }.prefix(2) == ["noun", "noun"])
            #expect(entry["provider"] as? String == "glossary")
            #expect(try await program.run("show", id).output.contains("1. noun: Frühling"))
        }
    }

    @Test("lines of standard input are one session; one that fails does not end it")
    func session() async throws {
        try await withProgram { program in
            let result = try await program.run(
                ["--ephemeral", "--json"], input: "add dog --from en --to ru --wait 240\nadd \nlist\n")
            #expect(result.status == 1)
            #expect(try result.errorCode() == "emptyText")
            let values = try result.json()
            #expect(values.count == 2)
            #expect((values[0] as? [String: Any])?["translation"] as? String == "собака")
            #expect((values[1] as? [[String: Any]])?.count == 1)
            #expect(!FileManager.default.fileExists(atPath: program.store.systemPath))
            let quiet = try await program.run(["--ephemeral"], input: "# a comment\n\n  \nlangs\nquit\nnonsense\n")
            #expect(quiet.status == 0 && quiet.errors.isEmpty)
            let quoted = try await program.run(
                ["--ephemeral", "--json"],
                input: "add \"  ice cream \" --wait 0\nadd don't --wait 0\nadd 'say \"hi\"' --wait 0")
            #expect(
                try quoted.json().map { ($0 as? [String: Any])?["text"] as? String } == [
                    "ice cream", "don't", "say \"hi\"",
                ])
        }
    }

    @Test(
        "an error has its code and its exit status, and changes nothing",
        arguments: [
            (["add", ""], "emptyText", 1), (["add", "  "], "emptyText", 1),
            (["add", String(repeating: "x", count: 501)], "textTooLong", 1), (["add", " dog "], "duplicate", 1),
            (["add", "cat", "--from", "xx"], "unknownLanguage", 1), (["add", "cat", "--to", "en"], "sameLanguage", 1),
            (["langs", "set", "en", "en"], "sameLanguage", 1), (["langs", "set", "en", "xx"], "unknownLanguage", 1),
            (["show", "zzz"], "notFound", 1), (["star", "zzz"], "notFound", 1),
            (["remove", "0", "zzz"], "ambiguousID", 1),
            (["translate", "zzz", "x"], "notFound", 1), (["retry", "zzz"], "notFound", 1),
            (["show", "0"], "ambiguousID", 1),
            (["todo", "add", " "], "emptyText", 1),
            (["todo", "add", "x", "--deadline", "2026-02-30"], "invalidDate", 1),
            (["todo", "done", "zzz"], "notFound", 1), (["todo", "edit", "zzz", "--deadline", "x"], "invalidDate", 1),
            (["nonsense"], "usage", 2), (["add"], "usage", 2), (["list", "--limit", "-1"], "usage", 2),
            (["show"], "usage", 2),
            (["list", "--limit", "1", "--limit", "2"], "usage", 2), (["tree", "--details=no"], "usage", 2),
            (["list", "--limit"], "usage", 2), (["list", "x"], "usage", 2), (["search"], "usage", 2),
            (["search", "x", "--by", "y"], "usage", 2), (["todo", "x"], "usage", 2),
            (["todo", "add", "x", "--priority", "y"], "usage", 2),
            (["tree", "--format", "pdf"], "usage", 2), (["add", "x", "--frm", "de"], "usage", 2),
            (["--locale", "xx", "list"], "usage", 2),
            (["--log", "loud", "list"], "usage", 2), (["--store", "a", "--ephemeral", "list"], "usage", 2),
            (["--store"], "usage", 2),
            (["help", "nonsense"], "usage", 2), (["langs", "turn"], "usage", 2),
            (["--translator", "oracle", "list"], "usage", 2),
        ])
    func errors(arguments: [String], code: String, status: Int32) async throws {
        try await withProgram { program in
            _ = try await program.run("add", "dog")
            _ = try await program.run("add", "fox")
            let before = try await program.run("list", "--json").output
            let result = try await program.run(["--json"] + arguments)
            #expect(try result.errorCode() == code)
            #expect(result.status == status)
            #expect(result.output.isEmpty)
            #expect(result.errors.split(separator: "\n").count == 1)
            let plain = try await program.run(arguments)
            #expect(plain.errors.hasPrefix("superapp: ") && plain.errors.split(separator: "\n").count == 1)
            #expect(plain.status == status)
            #expect(try await program.run("list", "--json").output == before)
        }
    }

    @Test("the message about a duplicate names the existing word")
    func duplicate() async throws {
        try await withProgram { program in
            let id = try #require(try await program.run("add", "dog", "--json").object()["id"] as? String)
            #expect(try await program.run("add", " dog ").errors.contains(id))
        }
    }

    @Test("a word can be named by its text if it is unique")
    func naming() async throws {
        try await withProgram { program in
            _ = try await program.run("add", "dog")
            #expect(try await program.run("star", "DOG", "--json").object()["isFavorite"] as? Bool == true)
            _ = try await program.run("add", "dog", "--to", "de")
            #expect(try await program.run("show", "dog", "--json").errorCode() == "ambiguousID")
        }
    }

    @Test("unreasonable input is an error and does not end the session")
    func unreasonable() async throws {
        try await withProgram { program in
            let marks = "a" + String(repeating: "\u{301}\u{323}", count: 50_000)
            let quotes = String(repeating: "\"a ", count: 40_000)
            let input = "add \(marks)\nadd \(quotes)\nsearch \(marks)\nadd ok --wait 9223372036854775807\nlist\n"
            let result = try await program.run(["--json", "--ephemeral"], input: input)
            #expect(result.status == 1)
            #expect(result.errors.split(separator: "\n").count == 2)
            #expect(result.errors.contains("textTooLong"))
            #expect(try result.json().count == 3)
            let full = try await program.run(["list", "--", "x\n\u{1B}[31m"])
            #expect(full.errors == "superapp: unexpected argument “x␣␣[31m”\n")
            #expect(try await program.run("--", "list").status == 0)
        }
    }

    @Test("words are exported and imported again; a dry run changes nothing")
    func exchange() async throws {
        try await withProgram { program in
            let file = program.folder.appending(path: "слова.csv")
            try Data("\u{FEFF}text,translation,isFavorite\r\ndog,собака,true\r\n,x,\r\nowl,,\r\n".utf8).write(to: file)
            let expected =
                "{\"added\":2,\"updated\":0,\"unchanged\":0,\"rejected\":[{\"line\":3,\"reason\":\"there is no text\"}]}\n"
            let trial = try await program.run("import", file.systemPath, "--dry-run", "--json")
            #expect(trial.output.hasPrefix(expected.dropLast(2) + ",\"understood\":{"))
            #expect(try await program.run("list", "--json").output == "[]\n")
            #expect(
                try await program.run("import", file.systemPath, "--json").output.hasPrefix(
                    expected.dropLast(2) + ",\"understood\":{"))
            #expect(try await program.run("import", file.systemPath, "--json").object()["unchanged"] as? Int == 2)
            for format in ["csv", "tsv", "jsonl"] {
                let copy = program.folder.appending(path: "copy.\(format)").systemPath
                #expect(try await program.run("export", copy, "--json").output == "{\"exported\":2}\n")
                let text = try await program.run("export", "-", "--format", format).output
                #expect(try String(contentsOfFile: copy, encoding: .utf8) == text)
                let other = program.folder.appending(path: "\(format).sqlite").systemPath
                #expect(
                    try await program.run(["--store", other, "import", "-", "--format", format], input: text).status
                        == 0)
                #expect(
                    try await program.run("--store", other, "list", "--json").output
                        == program.run("list", "--json").output)
            }
            #expect(try await program.run("--json", "import", "/no/such.csv").errorCode() == "fileUnreadable")
            #expect(try await program.run("--json", "export", "/no/such.csv").errorCode() == "fileUnwritable")
            #expect(try await program.run("--json", "import", "words").errorCode() == "usage")
        }
    }

    @Test("ten processes that add to one file at the same time lose nothing")
    func processes() async throws {
        try await withProgram(translator: Program.smallDictionary) { program in
            try await withThrowingTaskGroup(of: Program.Result.self) { group in
                for process in 0..<10 {
                    let lines = (0..<100).map { "add word \(process)-\($0) --wait 0\n" }.joined()
                    group.addTask { try await program.run(["--json"], input: lines) }
                }
                for try await result in group {
                    #expect(result.status == 0)
                    #expect(result.errors.isEmpty)
                    #expect(try result.json().count == 100)
                }
            }
            let words = try await program.run("list", "--json").objects()
            #expect(Set(words.map { $0["text"] as? String }).count == 1000)
            #expect(try SQLiteProbe(program.store.systemPath).text("PRAGMA integrity_check") == "ok")
        }
    }

    @Test("tasks are kept in the order of creation")
    func tasks() async throws {
        try await withProgram { program in
            #expect(try await program.run("todo", "list").output == "Nothing to do\n")
            let milk = try await program.run("todo", "add", "Buy", "milk", "--deadline", "2026-12-01", "--json")
            let pattern = try Regex(
                #"""
                ^\{"id":"[^"]+","text":"Buy milk","priority":"normal","deadline":"2026-12-01","isCompleted":false,\#
                "createdAt":"[^"]+Z","updatedAt":"[^"]+Z","sync":"local","notes":"","completedAt":null,"repeat":null,"tags":\[\],"link":null,"parent":null,"start":null\}\n$
                """#)
            #expect(milk.output.wholeMatch(of: pattern) != nil, "\(milk.output)")
            let id = try #require(try milk.object()["id"] as? String)
            _ = try await program.run("todo", "add", "Call", "Anna", "--priority", "high")
            _ = try await program.run("todo", "done", id)
            #expect(try await program.run("todo", "count", "--json").output == "{\"done\":1,\"total\":2}\n")
            #expect(
                try await program.run("todo", "list", "--json").objects().map { $0["text"] as? String } == ["Call Anna"]
            )
            #expect(
                try await program.run("todo", "list", "--all", "--json").objects().map { $0["text"] as? String }
                    == ["Buy milk", "Call Anna"])
            let edited = try await program.run("todo", "edit", id, "--text", "Oat milk", "--deadline", "none", "--json")
                .object()
            #expect(edited["text"] as? String == "Oat milk" && edited["deadline"] is NSNull)
            #expect(try await program.run("todo", "undone", id, "--json").object()["isCompleted"] as? Bool == false)
            _ = try await program.run("todo", "remove", id)
            #expect(try await program.run("todo", "list", "--all", "--json").objects().count == 1)
        }
    }

    @Test("help, version and tree work; help covers every command")
    func help() async throws {
        try await withProgram { program in
            let changelog = try String(
                contentsOf: project.appending(path: "CHANGELOG.md"),
                encoding: .utf8)
            let version = try #require(changelog.firstMatch(of: /## \[(\d.*?)\]/)).1
            #expect(try await program.run("--version").output == "superapp \(version)\n")
            let help = try await program.run("--help")
            #expect(help.status == 0 && help.output.contains("New here?"))
            for command in [
                "add", "list", "search", "show", "star", "unstar", "favorites", "translate", "retry", "remove", "langs",
                "todo", "remind",
                "tree", "tour", "help",
            ] {
                #expect(try await program.run("help", command).output.hasPrefix("usage: superapp \(command)"))
                #expect(help.output.contains(command))
            }
            #expect(try await program.run("add", "--help").output.hasPrefix("usage: superapp add"))
            let tree = try await program.run("tree", "--format", "text", "--ephemeral").output
            #expect(tree.hasPrefix("App (B G)\n├── PushNotification (B G R D)\n└── [MainScreen] (B G)\n"))
            #expect(tree.contains("[DictionaryEntry]"))
        }
    }

    @Test("a list ends with the number of waiting words and the date, if there are any; JSON output is unaffected")
    func waitingWords() async throws {
        try await withProgram { program in
            for text in ["dog", "cat"] { try await program.addWaiting(text) }
            #expect(try await program.run("list").output.hasSuffix("\n2 words wait\n"))
            #expect(
                try await program.run("list", "--limit", "1", "--locale", "ru").output.hasSuffix(
                    "\n2 слова ждут перевода\n"))
            #expect(try await program.run("list", "--json").objects().count == 2)
            // Nobody listens at that port: the look-up fails and is put off.
            let environment = ["DICT_URL": "dict://127.0.0.1:1"]
            _ = try await program.run(["--translator", "dict"], input: "add fox --wait 5", environment: environment)
            _ = try await program.run("retry")
            #expect(try await program.run("list").output.contains("wait") == false)
        }
    }

    @Test("the log goes to standard error; at info level it contains no words")
    func logging() async throws {
        try await withProgram { program in
            let debug = try await program.run("--log", "debug", "add", "dog", "--json")
            #expect(debug.errors.contains("feature installed path=App / MainScreen"))
            #expect(try debug.json().count == 1)
            for text in ["debug store: add word started", "debug stream: sent", "dog", "собака"] {
                #expect(debug.errors.contains(text), "\(text) is missing")
            }
            let info = try await program.run("--log", "info", "add", "fox").errors
            for text in ["info action: save word", "info screen: screen shown", "status=translated"] {
                #expect(info.contains(text), "\(text) is missing")
            }
            #expect(!info.contains("fox") && !info.contains("debug"))
        }
    }
}
