import CoreModule
import Foundation
import SuperappTesting
import TerminalTesting
import Testing

@Suite("The demo and its translators", .timeLimit(.minutes(15)))
struct TranslatorTests {
    private func dictServer() throws -> SmallDictServer {
        try SmallDictServer(databases: ["fd-eng-rus \"t\"", "fd-ita-eng \"t\""]) { command in
            switch command.split(separator: "\"")[1] {
            case "dog": SmallDictServer.definition("dog /dɒɡ/ <n>\n1. собака, пёс\n2. кобель")
            case "cane": SmallDictServer.definition("cane /k/\ndog", database: "fd-ita-eng")
            default: "552 no match\n"
            }
        }
    }

    /// The settings for a DICT server, with a time-out that is long enough on a busy machine.
    private func at(_ server: SmallDictServer) -> [String: String] {
        ["DICT_URL": "dict://127.0.0.1:\(server.port)", "DICT_TIMEOUT": "3600"]
    }

    @Test(
        "PONS and a DICT server: if one fails the next is called, and a missing direction is translated through English"
    )
    func chain() async throws {
        let pons = try FakePonsServer()
        let dict = try dictServer()
        try await withProgram { program in
            let environment = [
                "PONS_SECRET": FakePonsServer.secret, "PONS_URL": pons.baseURL.absoluteString,
            ].merging(at(dict)) { $1 }
            let input = """
                add soon --from en --to it --wait 120
                add dog --from en --to ru --wait 120
                add cane --from it --to ru --wait 120
                add zzz --from en --to ru --wait 120

                """
            let result = try await program.run(
                ["--json", "--log", "debug", "--translator", "pons,dict"], input: input, environment: environment)
            let words = try result.json().compactMap { $0 as? [String: Any] }
            #expect(words.map { $0["provider"] as? String } == ["pons", "dict", "pivot:en(dict)", nil])
            #expect(words.map { $0["translation"] as? String }[1...2] == ["собака", "собака"])
            #expect(words.map { $0["status"] as? String }[3] == "notFound")
            #expect(!result.errors.contains(FakePonsServer.secret))
            let requests = result.errors.split(separator: "\n").filter { $0.contains(" http: ") }
            #expect(requests.contains { $0.contains("debug http: request done request=GET 127.0.0.1") })
            #expect(!requests.contains { $0.contains("soon") })
            let id = try #require(words[1]["id"] as? String)
            let shown = try await program.run("show", id).output
            for text in ["/dɒɡ/", "1. noun: собака, пёс", "2. noun: кобель", "from: DICT"] {
                #expect(shown.contains(text))
            }
        }
        pons.stop()
    }

    @Test("a dictionary's files are named by a path, after a direction if the name has none; a wrong one is an error")
    func files() async throws {
        try await withProgram { program in
            let folder = program.folder
            let fixture = DictionaryFixture([("zyx", "zyx /z/\nслово"), ("dog", "dog /d/\n1. кобель\n2. собака")])
            let named = try fixture.write(to: folder).systemPath
            var untitled = fixture
            untitled.title = ""
            let unnamed = try untitled.write(to: folder, name: "mine").systemPath
            for list in ["dictfile:\(named)", "glossary,dictfile:\(named)", "dictfile:en-ru:\(unnamed)"] {
                let options = ["--json", "--ephemeral", "--translator", list]
                let word = try await program.run(options + ["add", "zyx"]).object()
                #expect(word["translation"] as? String == "слово")
                #expect(word["provider"] as? String == "dictfile")
                #expect(try await program.run(options + ["add", "dog"]).object()["translation"] as? String == "собака")
                let missing = try await program.run(options + ["add", "zyxx"]).object()
                #expect(missing["status"] as? String == "notFound")
            }
        }
    }

    @Test("a language that is added is known to later runs and to a dictionary of it; one with words is not dropped")
    func addedLanguage() async throws {
        try await withProgram { program in
            var fixture = DictionaryFixture([("gato", "gato /g/ <n>\nкот, кошка")])
            fixture.title = "Spanish-Russian words"
            let path = try fixture.write(to: program.folder, name: "mine").systemPath
            let options = ["--json", "--translator", "dictfile:" + path]
            let refused = try await program.run(options + ["add", "gato", "--from", "es"])
            #expect(try refused.errorCode() == "unknownLanguage" && refused.errors.contains("langs add es"))
            #expect(try await program.run("langs", "add", "xx", "--json").errorCode() == "unknownLanguage")
            let known = try await program.run("langs", "add", "es", "--json").object()["languages"]
            #expect("\(known ?? "")".contains("Spanish"))
            let word = try await program.run(options + ["add", "gato", "--from", "es"]).object()
            #expect(word["translation"] as? String == "кот" && word["sourceLang"] as? String == "es")
            let inUse = try await program.run("langs", "drop", "es", "--json")
            #expect(try inUse.errorCode() == "languageInUse" && inUse.errors.contains("1 word"))
            _ = try await program.run("remove", "gato")
            // It would come back without its language.
            #expect(try await program.run("langs", "drop", "es", "--json").errorCode() == "languageInUse")
            _ = try await program.run("bin", "empty")
            #expect(try await program.run("langs", "drop", "es").status == 0)
            #expect(try await !program.run("langs").output.contains("Spanish"))
        }
    }

    @Test("a dictionary's file that cannot be opened is wrong usage, with its path, and nothing is saved")
    func missingFile() async throws {
        try await withProgram { program in
            let path = program.folder.appending(path: "nowhere/eng-rus").systemPath
            for (list, part) in [("dictfile:\(path)", "\(path).index: there is no such file"), ("dictfile:", "path")] {
                for command in [["add", "dog", "--wait", "0"], ["look", "dog"], ["list"]] {
                    let result = try await program.run(["--json", "--translator", "glossary,\(list)"] + command)
                    #expect(result.status == 2 && result.errors.contains(part), "\(command): \(result)")
                    #expect(try result.errorCode() == "usage")
                }
            }
            #expect(try await program.run("--json", "list").output == "[]\n")
        }
    }

    @Test("a dictionary's file without a direction fails what needs it, with its path, and nothing else")
    func noDirection() async throws {
        try await withProgram { program in
            let (folder, part) = (program.folder, "en-ru:PATH")
            var fixture = DictionaryFixture([("zyx", "zyx /z/\nслово")])
            fixture.title = ""
            let good = try fixture.write(to: folder).systemPath
            let path = try fixture.write(to: folder, name: "mine").systemPath
            func run(_ list: String, _ arguments: String...) async throws -> Program.Result {
                try await program.run(["--translator", list] + arguments)
            }
            let looked = try await run("glossary,dictfile:\(path)", "--json", "look", "zyx")
            #expect(looked.status == 1)
            #expect(try looked.errorCode() == "fileUnreadable")
            #expect(looked.errors.contains(part) && !looked.errors.contains("makes no sense"))
            let added = try await run("dictfile:\(path)", "add", "zyx", "--wait", "120")
            #expect(added.status == 0 && added.output.contains(part), "\(added.output)")
            #expect(try await run("dictfile:\(path)", "list").status == 0)
            // Others are still asked.
            for word in ["dog", "zyx"] {
                #expect(try await run("glossary,dictfile:\(path),dictfile:\(good)", "look", word).status == 0)
            }
        }
    }

    @Test("a word is saved although no provider can be reached, and retry says why it has no translation")
    func failures() async throws {
        let pons = try FakePonsServer(quota: 0)
        let address = pons.baseURL.absoluteString
        // Its port refuses connections from now on.
        let gone = try LocalHTTPServer { _ in .text("") }
        gone.stop()
        let cases: [(translator: String, environment: [String: String], code: String)] = [
            ("dict", ["DICT_URL": "dict://127.0.0.1:1"], "network"),
            ("pons", ["PONS_SECRET": "wrong", "PONS_URL": address], "unauthorized"),
            ("pons", ["PONS_SECRET": FakePonsServer.secret, "PONS_URL": address], "rateLimited"),
            ("dict", ["DICT_URL": "dict://127.0.0.1:\(gone.url.port ?? 0)"], "network"),
        ]
        for item in cases {
            try await withProgram { program in
                let options = ["--json", "--translator", item.translator]
                let added = try await program.run(
                    options + ["add", "dog", "--wait", "1"], environment: item.environment)
                #expect(added.status == 0, "\(added.errors)")
                #expect(["pending", "failed"].contains(try added.object()["status"] as? String))
                let retried = try await program.run(options + ["retry"], environment: item.environment)
                #expect(retried.status == 1)
                #expect(try retried.errorCode() == item.code)
                #expect(!(added.errors + retried.errors).contains(FakePonsServer.secret))
                // The glossary still knows it.
                let found = try await program.run(options.dropLast() + ["glossary", "retry"])
                #expect(try found.objects().map { $0["provider"] as? String } == ["glossary"])
            }
        }
        pons.stop()
    }

    @Test(
        "retry translates every word that a provider knows, and calls a provider that refuses the key three times at most"
    )
    func refusedKey() async throws {
        let pons = try FakePonsServer()
        let dict = try dictServer()
        let environment = ["PONS_SECRET": "wrong", "PONS_URL": pons.baseURL.absoluteString].merging(at(dict)) { $1 }
        try await withProgram { program in
            for text in (1...6).map({ "rare\($0)" }) + ["dog"] {
                try await program.addWaiting(text, "--from", "en", "--to", "ru")
            }
            let options = ["--json", "--translator", "pons,dict", "retry"]
            let retried = try await program.run(options, environment: environment)
            #expect(try retried.objects().map { $0["translation"] as? String } == ["собака"], "\(retried.errors)")
            #expect(pons.requests.count == 3)
            // Now no provider is left that knows one of them.
            let again = try await program.run(options, environment: environment)
            #expect(try again.errorCode() == "unauthorized")
            #expect(pons.requests.count == 6)
        }
        pons.stop()
    }

    @Test("retry sends a rate-limited provider one request in all, while another one knows the words")
    func rateLimitedProvider() async throws {
        let pons = try FakePonsServer(quota: 0)
        let dict = try SmallDictServer { command in
            let word = command.split(separator: "\"")[1]
            return word == "rare" ? "552 no match\n" : SmallDictServer.definition("\(word) /x/\nсобака")
        }
        let address = ["PONS_SECRET": FakePonsServer.secret, "PONS_URL": pons.baseURL.absoluteString]
        let environment = address.merging(at(dict)) { $1 }
        try await withProgram { program in
            let options = ["--json", "--translator", "pons,dict"]
            _ = try await program.run(options + ["add", "dog", "--wait", "120"], environment: environment)
            #expect(pons.requests.count == 1)
            for text in ["1", "2", "rare", "3", "4"] { try await program.addWaiting(text) }
            let retried = try await program.run(options + ["retry"], environment: environment)
            #expect(try retried.objects().map { $0["provider"] as? String } == Array(repeating: "dict", count: 4))
            #expect(pons.requests.count == 2)
            // The next retry is another action of the user.
            #expect(try await program.run(options + ["retry"], environment: environment).errorCode() == "rateLimited")
            #expect(pons.requests.count == 3)
        }
        pons.stop()
    }

    @Test("an address with more than a server and a path is refused and not shown")
    func address() async throws {
        try await withProgram { program in
            for address in [
                "http://me:passw0rd@a.example/v1", "https://a.example/v1?k=passw0rd", "https://a.example/#passw0rd",
            ] {
                let environment = ["PONS_SECRET": "x", "PONS_URL": address]
                let result = try await program.run(["--translator", "pons", "list"], environment: environment)
                #expect(result.status == 2)
                #expect(result.errors.contains("PONS_URL") && !result.errors.contains("passw0rd"))
            }
        }
    }

    @Test("a server that accepts a connection and stays silent does not block other servers, and is called once")
    func stall() async throws {
        let pons = try LocalHTTPServer { _ in .stall }
        let dict = try dictServer()
        let environment = [
            "PONS_SECRET": FakePonsServer.secret, "PONS_URL": pons.url.appending(path: "v1").absoluteString,
        ].merging(at(dict)) { $1 }
        let options = ["--json", "--translator", "pons,dict"]
        try await withProgram { program in
            let added = try await program.run(options + ["add", "dog", "--wait", "120"], environment: environment)
            #expect(try added.object()["translation"] as? String == "собака", "\(added.output) \(added.errors)")
            // A program that had waited for PONS would have asked it twice before the other server.
            try await program.addWaiting("cane", "--from", "it", "--to", "ru")
            let before = pons.requests.count
            let retried = try await program.run(options + ["retry"], environment: environment)
            #expect(try retried.objects().map { $0["provider"] as? String } == ["pivot:en(dict)"], "\(retried.errors)")
            #expect(before == 1 && pons.requests.count == 2)
        }
        pons.stop()
    }

    @Test("the program disconnects from a DICT server when it ends")
    func goodbye() async throws {
        let server = try dictServer()
        // It takes at most a second for that, which may be too short on a busy machine.
        for _ in 0..<3 where server.commands.last != "QUIT" {
            try await withProgram { program in
                let added = try await program.run(
                    ["--translator", "dict", "add", "dog", "--wait", "120"], environment: at(server))
                #expect(added.status == 0, "\(added.errors)")
            }
            for await count in server.openConnectionCount.events() where count == 0 { break }
        }
        #expect(server.commands.last == "QUIT")
    }

    @Test("a word that was not found is looked up at a new provider, and at none twice")
    func otherProviders() async throws {
        let dict = try SmallDictServer { command in
            let word = command.split(separator: "\"")[1]
            return word == "zzz"
                ? "552 no match\n" : SmallDictServer.definition("\(word) /x/\nклавиатура")
        }
        try await withProgram { program in
            let environment = at(dict)
            for word in ["qwerty", "zzz", "mnbv"] {
                let added = try await program.run("--json", "--translator", "glossary", "add", word)
                #expect(try added.object()["status"] as? String == "notFound")
            }
            #expect(try await program.run("--translator", "glossary", "translate", "mnbv", "mine").status == 0)
            func run(_ arguments: String...) async throws -> Program.Result {
                try await program.run(
                    ["--json", "--translator", "glossary,dict"] + arguments, environment: environment)
            }
            let retried = try await run("retry").objects()
            #expect(retried.map { $0["status"] as? String } == ["translated", "notFound"])
            #expect(retried.first?["provider"] as? String == "dict")
            #expect(try await run("retry").objects().isEmpty)
            _ = try await run("add", "asdf", "--wait", "120")
            let words = try await run("list").objects()
            #expect(words.map { $0["translation"] as? String } == ["клавиатура", "mine", nil, "клавиатура"])
            for word in ["qwerty\"", "zzz\""] {
                #expect(dict.commands.count { $0.hasPrefix("DEFINE") && $0.hasSuffix(word) } == 1, "\(word)")
            }
        }
    }

    @Test("a direction that no provider has is reported")
    func unsupported() async throws {
        let dict = try dictServer()
        try await withProgram { program in
            let environment = at(dict)
            let options = ["--json", "--translator", "dict"]
            let added = try await program.run(
                options + ["add", "Hund", "--from", "de", "--to", "ru", "--wait", "120"], environment: environment)
            #expect(try added.object()["status"] as? String == "notFound")
            let id = try #require(try added.object()["id"] as? String)
            let retried = try await program.run(options + ["retry", id], environment: environment)
            #expect(try retried.errorCode() == "unsupportedDirection")
        }
    }

    @Test(
        "a translator that is not configured is wrong usage, and the message names what is missing",
        arguments: [
            (["--translator", "pons", "list"], [:], "PONS_SECRET"),
            (["--translator", "dict", "list"], [:], "DICT_URL"),
            (["--translator", "dict", "list"], ["DICT_URL": "http://x"], "dict://"),
            (["--translator", "pons", "list"], ["PONS_SECRET": "x", "PONS_URL": "nonsense"], "PONS_URL"),
            (["--translator", "", "list"], [:], "glossary, pons, dict"),
        ])
    func usage(arguments: [String], environment: [String: String], text: String) async throws {
        try await withProgram { program in
            let result = try await program.run(arguments, environment: environment)
            #expect(result.status == 2)
            #expect(result.errors.contains(text))
        }
    }
}
