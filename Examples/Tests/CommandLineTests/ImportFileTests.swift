import Foundation
import Testing

@Suite("Files that people have", .timeLimit(.minutes(15)))
struct ImportFileTests {
    /// A file, what of it is imported (text, translation, direction), and what was understood.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let name: String
        let bytes: Data
        let words: [[String]]
        let delimiter: String?
        let ignored: [String]
        let options: [String]

        init(
            name: String = "words.csv", _ description: String, _ text: String, _ words: [[String]],
            delimiter: String? = ",", ignored: [String] = [], options: [String] = [],
            encoding: String.Encoding = .utf8, mark: [UInt8] = []
        ) {
            testDescription = description
            self.name = name
            bytes = Data(mark) + (text.data(using: encoding) ?? Data())
            self.words = words
            self.delimiter = delimiter
            self.ignored = ignored
            self.options = options
        }
    }

    private static let dog = ["dog", "собака", "en→ru"]
    private static let both = [dog, ["cat", "кошка, кот", "en→ru"]]

    static let cases: [Case] = [
        Case(
            "semicolons, as Excel writes in German, Russian and Italian",
            "text;translation\r\ndog;собака\r\ncat;кошка, кот\r\n",
            both, delimiter: ";"),
        Case("semicolons without a header", "dog;собака\ncat;кошка, кот\n", both, delimiter: ";"),
        Case(
            "commas in every translation", "dog;собака, пёс\ncat;кошка, кот\n",
            [["dog", "собака, пёс", "en→ru"], ["cat", "кошка, кот", "en→ru"]], delimiter: ";"),
        Case("semicolons in every translation", "dog,собака; пёс\n", [["dog", "собака; пёс", "en→ru"]]),
        Case("sep=", "sep=|\r\ntext|translation\r\ndog|собака\r\n", [dog], delimiter: "|"),
        Case("sep= without a header", "sep=;\r\ndog;собака\r\n", [dog], delimiter: ";"),
        Case("tabs in a .csv", "dog\tсобака\ncat\tкошка, кот\n", both, delimiter: "\t"),
        Case(name: "words.txt", "commas in a .txt", "dog,собака\nfox,лиса\n", [dog, ["fox", "лиса", "en→ru"]]),
        Case(
            name: "words.txt", "UTF-16 with a byte-order mark, as Excel writes Unicode text",
            "text\ttranslation\r\ndog\tсобака\r\n", [dog],
            delimiter: "\t", encoding: .utf16LittleEndian, mark: [0xFF, 0xFE]),
        Case(
            "big-endian UTF-16 with a byte-order mark", "dog;собака\n", [dog], delimiter: ";",
            encoding: .utf16BigEndian, mark: [0xFE, 0xFF]),
        Case(
            "Cyrillic of Windows, when it is named", "dog;собака\n", [dog], delimiter: ";",
            options: ["--encoding", "Windows-1251"], encoding: .windowsCP1251),
        Case("word and meaning", "word,meaning,example\ndog,собака,a dog\n", [dog], ignored: ["example"]),
        Case("vertical bars", "dog|собака\ncat|кошка, кот\n", both, delimiter: "|"),
        Case("vertical bars in every translation", "dog,собака|пёс\n", [["dog", "собака|пёс", "en→ru"]]),
        Case("languages with regions", "English (US),Russian\ndog,собака\n", [dog]),
        Case(
            name: "words.tsv", "Vocab and Definition", "Vocab\tDefinition\tExample\ndog\tсобака\ta dog\n", [dog],
            delimiter: "\t", ignored: ["Example"]),
        Case("Front and Back", "Back,Front,Deck\nсобака,dog,x\n", [dog], ignored: ["Deck"]),
        Case("languages in English", "Russian,English\ndog,собака\n", [["dog", "собака", "ru→en"]]),
        Case(
            "languages in German", "Deutsch;Notiz;Italienisch\nHund;x;cane\n", [["Hund", "cane", "de→it"]],
            delimiter: ";",
            ignored: ["Notiz"]),
        Case(
            "one language twice is no header", "English,English\ndog,собака\n", [["English", "English", "en→ru"], dog]),
        Case("languages in Russian", "английский,русский\ndog,собака\n", [dog]),
        Case(
            "a word that is the name of a column", "front,перёд\nword,слово\nEnglish,английский\n",
            [["front", "перёд", "en→ru"], ["word", "слово", "en→ru"], ["English", "английский", "en→ru"]]),
        Case(
            name: "words.txt", "a third column of Anki that is no language",
            "#separator:tab\n#html:false\ndog\tсобака\tan example\ncat\tкошка, кот\t\n",
            both, delimiter: "\t", ignored: ["3"]),
        Case(
            "a third column that is a language", "dog,собака,en\nHund,cane,de,it\n", [dog, ["Hund", "cane", "de→it"]]),
        Case(
            "columns that are named", "x,собака,dog\n", [dog], ignored: ["-"],
            options: ["--columns", "-,translation,text"]),
        Case(
            "columns that are named in place of a header", "meaning,word\ncat,кошка\n", [["cat", "кошка", "en→ru"]],
            options: ["--columns", "text,translation"]),
        Case(
            "a first row that is a word", "front,back\nтекст,text\n",
            [["front", "back", "en→ru"], ["текст", "text", "en→ru"]],
            options: ["--no-header", "--columns", "text,translation"]),
        Case("questions and answers", "question,answer\ndog,собака\n", [dog]),
        Case("a delimiter that is named", "dog~собака\n", [dog], delimiter: "~", options: ["--delimiter", "~"]),
        Case(
            "languages that are named", "Hund,dog\n", [["Hund", "dog", "de→en"]],
            options: ["--from", "de", "--to", "en"]),
        Case(
            "one language that is named turns the direction round", "собака,dog\n", [["собака", "dog", "ru→en"]],
            options: ["--from", "ru"]),
        Case(
            "the other language that is named turns it round too", "собака,dog\n", [["собака", "dog", "ru→en"]],
            options: ["--to", "en"]),
        Case(
            name: "words.txt", "a delimiter that is named in place of the file's",
            "#separator:tab\ndog;собака\n", [dog], delimiter: ";", options: ["--delimiter", ";"]),
        Case(
            name: "words.json", "a JSON array on many lines",
            "[\n  {\"text\": \"dog\",\n \"translation\": \"собака\"},\n {\"text\":\"cat\", \"translation\":\"кошка, кот\"}\n]\n",
            both, delimiter: nil),
    ]

    @Test("the form of a file is recognized and said, and a dry run shows the first words", arguments: cases)
    func forms(example: Case) async throws {
        try await withProgram { program in
            let file = program.folder.appending(path: example.name)
            try example.bytes.write(to: file)
            let command = ["--translator", "dict", "import", file.systemPath] + example.options
            let environment = ["DICT_URL": "dict://127.0.0.1:1"]
            let dry = try await program.run(["--json"] + command + ["--dry-run"], environment: environment)
            #expect(dry.status == 0, "\(dry.errors)\(dry.output)")
            let object = try dry.object()
            let understood = object["understood"] as? [String: Any]
            #expect(object["first"] as? [[String]] == example.words)
            #expect(understood?["delimiter"] as? String == example.delimiter)
            #expect(understood?["ignored"] as? [String] == example.ignored)
            #expect(understood?["directions"] as? [String] == Set(example.words.map { $0[2] }).sorted())
            let other = program.folder.appending(path: "other.sqlite").systemPath
            let json = try await program.run(["--json", "--store", other] + command, environment: environment)
            #expect(try json.object()["understood"] as? NSDictionary == object["understood"] as? NSDictionary)
            #expect(try json.object()["first"] == nil)
            let text = try await program.run(command, environment: environment)
            #expect(text.status == 0, "\(text.errors)")
            let words = try await program.run("list", "--json").objects().map { word in
                ["text", "translation", "sourceLang", "targetLang"].map { word[$0] as? String ?? "" }
            }
            #expect(words.map { [$0[0], $0[1], "\($0[2])→\($0[3])"] } == example.words.reversed())
            for name in example.ignored { #expect(text.output.contains(name)) }
        }
    }

    @Test("what was understood is said in both languages")
    func understood() async throws {
        try await withProgram { program in
            let file = program.folder.appending(path: "words.csv")
            try Data("word;meaning;Notes\ndog;собака;x\n".utf8).write(to: file)
            let english = try await program.run("import", file.systemPath, "--dry-run").output
            #expect(
                english == """
                    would be added 1, updated 0, unchanged 0
                      encoding: utf-8; delimiter: “;”; columns: text, translation, –; columns ignored: Notes; languages: en→ru
                      dog  собака  en→ru

                    """)
            let russian = try await program.run("--locale", "ru", "import", file.systemPath).output
            #expect(russian.contains("столбцы пропущены: Notes"))
            try Data("cat,кошка\n".utf8).write(to: file)
            let short = try await program.run("import", file.systemPath, "--dry-run").output
            #expect(short.contains("delimiter: “,”; columns: text, translation; languages: en→ru"), "\(short)")
        }
    }

    @Test(
        "an import of which every line is rejected exits with 1, and says so after the report",
        arguments: [false, true])
    func rejected(isTrial: Bool) async throws {
        try await withProgram { program in
            for (command, text) in [
                (["import", "-", "--format", "jsonl"], "nonsense\n\n[]x\n"),
                (["todo", "import", "-", "--format", "txt"], String(repeating: "x", count: 501) + "\n"),
            ] {
                let result = try await program.run(
                    ["--json"] + command + (isTrial ? ["--dry-run"] : []), input: text)
                #expect(result.status == 1 && !result.output.isEmpty, "\(result.output)")
                #expect(try result.errorCode() == "fileUnreadable")
            }
            let some = try await program.run(["import", "-", "--format", "jsonl"], input: "x\n{\"text\":\"dog\"}\n")
            #expect(some.status == 0)
            #expect(try await program.run(["import", "-", "--format", "csv"], input: "text\n").status == 0)
        }
    }

    @Test(
        "a file that is not in its encoding is rejected as a whole",
        arguments: [[0xFF, 0xFE, 0x61, 0, 0, 0xD8, 0x62, 0], [0xFF, 0xFE, 0x61, 0, 0x62]] as [[UInt8]])
    func encoding(bytes: [UInt8]) async throws {
        try await withProgram { program in
            let file = program.folder.appending(path: "words.csv")
            try Data(bytes).write(to: file)
            let result = try await program.run("import", file.systemPath)
            #expect(result.status == 1 && result.output.contains("line 1: the file is not utf-16"), "\(result.output)")
            #expect(try await program.run("list", "--json").output == "[]\n")
        }
    }

    @Test(
        "a file that is not UTF-8 gets one hint at --encoding",
        arguments: [
            (.windowsCP1251, "dog;собака\ncat;кошка\n", "windows-1251"),
            (.windowsCP1252, "Tür;door\nÖl;oil\n", "windows-1252"),
            (.utf16LittleEndian, "dog;собака\ncat;кошка\n", "utf-16"),
            (.utf16BigEndian, "dog;Пёс\ncat;Кот\n", "utf-16"),
        ] as [(String.Encoding, String, String)])
    func hint(encoding: String.Encoding, text: String, name: String) async throws {
        try await withProgram { program in
            let file = program.folder.appending(path: "words.csv")
            let bytes = try #require(text.data(using: encoding))
            try bytes.write(to: file)
            let refused = try await program.run("import", file.systemPath)
            let hints = refused.output.split(separator: "\n").filter { $0.contains("--encoding") }
            #expect(
                hints == [
                    name == "utf-16"
                        ? "the file has NUL bytes; if it is UTF-16, use --encoding utf-16"
                        : "the file is not UTF-8; try --encoding \(name), or another encoding"
                ])
            let result = try await program.run("--json", "import", file.systemPath, "--encoding", name)
            #expect(try result.object()["added"] as? Int == 2, "\(result)")
        }
    }

    @Test("in a session, an import from standard input reads what follows its line")
    func standardInput() async throws {
        try await withProgram { program in
            let input = "list\nimport - --format csv\ndog,собака\ncat,кошка\n"
            let result = try await program.run([], input: input)
            #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
            #expect(try await program.run("--json", "list").objects().count == 2)
        }
    }

    @Test("a file in UTF-8 with a NUL byte is not said to be in another encoding; its other lines are imported")
    func nulByte() async throws {
        try await withProgram { program in
            let file = program.folder.appending(path: "words.csv")
            try Data("dog,собака\nca\0t,кошка\nox,бык\n".utf8).write(to: file)
            let result = try await program.run("import", file.systemPath)
            #expect(result.status == 0 && result.output.contains("line 2: the line contains a control character"))
            #expect(result.output.contains("has NUL bytes") && !result.output.contains("not UTF-8"), "\(result.output)")
            #expect(try await program.run("--json", "list").objects().count == 2)
        }
    }

    @Test(
        "a translation that contradicts the one that stays is listed, and counted as before", arguments: [false, true])
    func contradiction(isTrial: Bool) async throws {
        try await withProgram { program in
            let file = program.folder.appending(path: "words.csv")
            try Data("Front,Back\nape,обезьяна\nape,примат\nape,обезьяна\nape,\n".utf8).write(to: file)
            let command = ["import", file.systemPath] + (isTrial ? ["--dry-run"] : [])
            #expect(
                try await program.run(["--ephemeral"] + command).output
                    .contains("  line 3: another translation of “ape”; kept: обезьяна\n"))
            let report = try await program.run(["--json"] + command).object()
            #expect(report["added"] as? Int == 1)
            #expect(report["unchanged"] as? Int == 3)
            #expect((report["kept"] as? [[String: Any]])?.map { $0["line"] as? Int } == [3])
        }
    }

    @Test("a problem in a JSON array says which of its words it is about; an array that is cut is rejected as a whole")
    func array() async throws {
        try await withProgram { program in
            let array = #"[{"text":"xyz"},5,{"text":""},{"text":"cat"}]"#
            let result = try await program.run(["import", "-", "--format", "jsonl"], input: "\u{FEFF}" + array)
            #expect(result.status == 0)
            #expect(result.output.contains("line 1: word 2 of the array: not a JSON object"), "\(result.output)")
            #expect(result.output.contains("line 1: word 3 of the array: there is no text"), "\(result.output)")
            let cut = try await program.run(["import", "-", "--format", "jsonl"], input: #"[{"text":"owl"},{"te"#)
            #expect(cut.status == 1 && cut.output.contains("line 1: not JSON"), "\(cut.output)")
            #expect(try await program.run("list", "--json").objects().count == 2)
        }
    }

    @Test("an id, a provider or a control character that this program would not make is refused with its line")
    func foreign() async throws {
        try await withProgram { program in
            let lines = [
                #"{"text":"dog","id":"../x"}"#, #"{"text":"dog","id":"7"}"#,
                #"{"text":"dog","id":"019A0000-0000-7000-8000-000000000000"}"#,
                #"{"text":"dog","translation":"x","provider":"nobody"}"#,
                #"{"text":"dog","translation":"x","provider":"pivot:en(nobody)"}"#,
                #"{"text":"dog","translation":"x","provider":"pivot:xx(dict)"}"#,
                #"{"text":"dog\u001b[31m"}"#, #"{"text":"dog","translation":"\u0000"}"#, #"{"text":"dog\u009b"}"#,
            ]
            let input = (lines + [#"{"text":"owl"}"#]).joined(separator: "\n")
            let result = try await program.run(["--json", "import", "-", "--format", "jsonl"], input: input)
            #expect(result.status == 0)
            let rejected = try result.object()["rejected"] as? [[String: Any]] ?? []
            #expect(rejected.compactMap { $0["line"] as? Int } == Array(1...lines.count))
            let known = [
                #"{"text":"a","id":"019a0000-0000-7000-8000-000000000000"}"#,
                #"{"text":"b","translation":"x","provider":"pons"}"#,
                #"{"text":"c","translation":"x","provider":"pivot:en(dict)"}"#,
                #"{"text":"d\te","translation":"x\ny"}"#,
            ].joined(separator: "\n")
            let accepted = try await program.run(["--json", "import", "-", "--format", "jsonl"], input: known)
            #expect(try accepted.object()["added"] as? Int == 4, "\(accepted.output)")
        }
    }

    @Test("control characters of a file never reach the terminal, in reports, errors and lists, and break no line")
    func controls() async throws {
        try await withProgram { program in
            let words = "text,translation,sourceLang\na,b,\u{1B}[31m\u{9B}X\nc,d,\"x\ny\"\ndog,d,\n"
            let tasks = "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:1\r\nSUMMARY:x\r\nDUE:\u{1B}[31m2026\r\nEND:VTODO\r\n"
            for (arguments, file, shown) in [
                (["import", "-", "--format", "csv"], words, ["␣[31m␣X", "x␣y"]),
                (["todo", "import", "-", "--format", "ics"], tasks + "END:VCALENDAR\r\n", ["␣[31m2026"]),
            ] {
                for options in [[], ["--json"]] {
                    let result = try await program.run(options + arguments, input: file)
                    let output = (result.output + result.errors).unicodeScalars
                    #expect(!output.contains { $0.properties.generalCategory == .control && $0 != "\n" }, "\(result)")
                    for text in shown where options.isEmpty { #expect(result.output.contains(text), "\(result)") }
                }
            }
        }
    }

    @Test("the output of --json list can be imported, and changes nothing in the store that it comes from")
    func listed() async throws {
        try await withProgram { program in
            for word in ["ddd", "кот", "a \"quoted\" [word], {really}", "zzz"] {
                #expect(try await program.run("add", word, "--wait", "0").status == 0)
            }
            _ = try await program.run("translate", "zzz", "mine")
            _ = try await program.run("star", "ddd")
            let list = try await program.run("--json", "list").output
            let file = program.folder.appending(path: "list.json")
            try Data(list.utf8).write(to: file)
            let again = try await program.run("--json", "import", file.systemPath)
            #expect(try again.object()["unchanged"] as? Int == 4, "\(again.output) \(again.errors)")
            let other = program.folder.appending(path: "other.sqlite").systemPath
            _ = try await program.run(["--store", other, "import", "-", "--format", "jsonl"], input: list)
            #expect(try await program.run("--store", other, "list", "--json").output == list)
            #expect(try await program.run(["import", "-", "--format", "jsonl"], input: "[]\n").status == 0)
        }
    }

    @Test("what the glossary knows of imported words is known when the import is done")
    func glossary() async throws {
        try await withProgram { program in
            let result = try await program.run(
                ["import", "-", "--format", "csv"], input: "text\ndog\nxyzzy\ncat\n")
            #expect(result.status == 0)
            let words = try await program.run("list", "--json").objects()
            #expect(words.map { $0["status"] as? String } == ["translated", "pending", "translated"])
            #expect(words.map { $0["provider"] as? String } == ["glossary", nil, "glossary"])
            let senses = try await program.run("show", "dog", "--json").object()["entry"]
            #expect(senses is [String: Any])
        }
    }

    @Test("own translations stay, and --undo takes the last import back, also in another run")
    func undo() async throws {
        try await withProgram { program in
            for word in ["dog", "zzz"] { _ = try await program.run("add", word, "--wait", "0") }
            _ = try await program.run("translate", "dog", "mine")
            let before = try await program.run("list", "--json").output
            let file = "text,translation,isFavorite\ndog,other,true\nzzz,z,\nnew,n,\nmore,m,\nseen,s,\n"
            let first = try await program.run(["import", "-", "--format", "csv", "--json"], input: file)
            #expect(try first.object()["added"] as? Int == 3 && first.object()["updated"] as? Int == 2)
            let dog = try #require(try await program.run("list", "--json").objects().last)
            #expect(dog["translation"] as? String == "mine" && dog["isFavorite"] as? Bool == true)
            let again = try await program.run(["import", "-", "--format", "csv", "--json"], input: file)
            #expect(try again.object()["unchanged"] as? Int == 5)
            _ = try await program.run("star", "seen")
            let trial = try await program.run("import", "--undo", "--dry-run")
            #expect(trial.status == 2 && trial.errors == "superapp: --undo and --dry-run exclude each other\n")
            let undone = try await program.run("import", "--undo", "--json")
            #expect(undone.output == "{\"removed\":2,\"restored\":2,\"kept\":1}\n")
            _ = try await program.run("remove", "seen")
            #expect(try await program.run("list", "--json").output == before)
            let nothing = try await program.run("--json", "import", "--undo")
            #expect(try nothing.status == 1 && nothing.errorCode() == "notFound")
            let missing = program.folder.appending(path: "missing.sqlite").systemPath
            #expect(try await program.run("--store", missing, "import", "--undo").status == 1)
            #expect(!FileManager.default.fileExists(atPath: missing))
            #expect(try await program.run("help", "import").output.contains("[--undo]"))
            let both = try await program.run("import", "x.csv", "--undo")
            #expect(both.status == 2 && both.errors == "superapp: FILE and --undo exclude each other\n")
            for wrong in [
                ["import"], ["import", "x.csv", "--delimiter", "ab"],
                ["import", "x.csv", "--encoding", "x"], ["import", "--undo", "--format", "csv"],
                ["import", "--undo", "--delimiter", ";"], ["import", "--undo", "--encoding", "utf-8"],
                ["import", "--undo", "--columns", "text"], ["import", "--undo", "--from", "en"],
                ["import", "--undo", "--to", "ru"], ["import", "--undo", "--no-header"],
            ] {
                #expect(try await program.run(wrong).status == 2)
            }
        }
    }
}
