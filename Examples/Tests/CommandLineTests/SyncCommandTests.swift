import Foundation
import SuperappTesting
import Testing

@Suite("Words of several devices, in scripts", .timeLimit(.minutes(15)))
struct SyncCommandTests {
    /// Where the shared folder is.
    enum Place: CaseIterable, Sendable {
        case here
        /// On a server that was started for the tests.
        case server

        static let available = allCases.filter { $0 != .server || WebDAVTestServer() != nil }
    }

    /// Programs with stores of their own, and a folder that they share: the arguments that name it.
    private func withDevices(
        _ count: Int, at place: Place, _ body: ([Program], [String]) async throws -> Void
    ) async throws {
        guard place == .server else {
            return try await withDevices(count) { try await body($0, ["--folder", $1.path(percentEncoded: false)]) }
        }
        let server = try #require(WebDAVTestServer())
        try await server.withFolder { url in
            try await withDevices(count) { programs, _ in
                let programs = programs.map { program in
                    var program = program
                    program.variables["SYNC_PASSWORD"] = server.password
                    return program
                }
                try await body(programs, ["--url", url.absoluteString, "--user", server.user])
            }
        }
    }

    private func withDevices(_ count: Int, _ body: ([Program], URL) async throws -> Void) async throws {
        try await CommandLineTests.withDevices((0..<count).map { "device \($0)" }, body)
    }

    private func texts(_ program: Program) async throws -> [String] {
        try await program.run("--json", "list").objects().map { $0["text"] as? String ?? "–" }
    }

    @Test("words go from one device to another; the folder is remembered, and forgotten", arguments: Place.available)
    func synchronization(_ place: Place) async throws {
        try await withDevices(2, at: place) { programs, shared in
            let (one, two) = (programs[0], programs[1])
            let unknown = try await one.run("--json", "sync")
            #expect(unknown.status == 2 && unknown.errors.contains("--folder"))
            #expect(try await one.run("sync", "status").output == "words are not synchronized\n")

            _ = try await one.run("add", "dog")
            let first = try await one.run(["--json", "sync"] + shared + ["--name", "laptop"])
            #expect(first.output == #"{"sent":1,"received":0,"conflicts":0}"# + "\n", "\(first)")
            let second = try await two.run(["--json", "sync"] + shared + ["--name", "phone"]).object()
            #expect(second["received"] as? Int == 1 && second["sent"] as? Int == 0)
            #expect(try await texts(two) == ["dog"])
            _ = try await two.run("remove", "dog")
            #expect(try await two.run("--json", "sync").object()["sent"] as? Int == 1)
            #expect(try await one.run("sync").output == "sent 0, received 1, conflicts 0\n")
            #expect(try await texts(one) == [])

            let status = try await one.run("--json", "sync", "status").object()
            #expect(status["device"] as? String == "laptop" && status["lastSync"] is String)
            #expect(try await one.run("sync", "status").output.contains("\nSynchronized "))
            // Another spelling is the same folder, which needs no password to be compared.
            let spelled = [shared[0], shared[1] + "/"] + shared.dropFirst(2)
            #expect(try await one.run(["sync"] + spelled).status == 0)
            var locked = one
            locked.variables["SYNC_PASSWORD"] = nil
            #expect(try await locked.run("--json", "sync", "status").object()["lastSync"] is String)
            #expect(status[place == .here ? "folder" : "url"] as? String == shared[1])
            #expect(status["user"] as? String == (place == .here ? nil : shared[3]))
            let devices = try await one.run("--json", "sync", "devices").objects()
            #expect(devices.map { $0["name"] as? String } == ["laptop", "phone"])
            #expect(devices.map { $0["isThis"] as? Bool } == [true, false] && devices[1]["lastWrite"] is String)
            #expect(try await two.run("--json", "sync", "retire", "phone").errorCode() == "notFound")
            #expect(try await two.run("--json", "sync", "retire", "").errorCode() == "usage")
            #expect(try await one.run("sync", "retire", "phone").output == "off the list: phone\n")
            #expect(try await one.run("--json", "sync", "devices").objects().count == 1)
            #expect(try await one.run("sync", "off").status == 0)
            #expect(try await one.run("sync").status == 2)
            // This device keeps its name, and the user at the same server.
            let other = place == .here ? shared : Array(shared.prefix(2))
            #expect(try await one.run(["sync"] + (place == .here ? other : shared)).status == 0)
            #expect(try await one.run(["sync"] + other + ["--name", " lap\ntop\u{1B} "]).status == 0)
            #expect(try await one.run("--json", "sync", "status").object()["device"] as? String == "lap top")
            #expect(try await two.run("--json", "sync", "status").object()["device"] as? String == "phone")
        }
    }

    @Test("what lost is listed with its number, and restored or dismissed")
    func conflicts() async throws {
        try await withDevices(2) { programs, shared in
            for program in programs {
                _ = try await program.run("add", "dog")
                _ = try await program.run("sync", "--folder", shared.path(percentEncoded: false))
            }
            _ = try await programs[0].run("sync")
            _ = try await programs[0].run("edit", "dog", "--note", "first")
            _ = try await programs[1].run("edit", "dog", "--note", "second")
            for program in programs + programs { _ = try await program.run("sync") }
            let conflict = try #require(try await programs[0].run("--json", "sync", "conflicts").objects().first)
            #expect(conflict["field"] as? String == "note" && conflict["text"] as? String == "dog")
            #expect(conflict["lost"] as? String == "first" && conflict["kept"] as? String == "second")
            let number = "\(try #require(conflict["id"] as? Int))"
            let word = try await programs[0].run("--json", "sync", "restore", number).object()
            #expect(word["note"] as? String == "first", "\(word)")
            #expect(try await programs[0].run("--json", "sync").object()["sent"] as? Int == 1)
            #expect(try await programs[0].run("sync", "conflicts").output == "no value has lost\n")
            #expect(try await programs[0].run("--json", "sync", "restore", number).errorCode() == "notFound")
            #expect(try await programs[0].run("sync", "restore", "x").status == 2)
            #expect(try await programs[1].run("--json", "sync").object()["received"] as? Int == 1)
            let others = try await programs[1].run("sync", "conflicts").output
            #expect(others == "no value has lost\n", "what is there again has not lost")
            for (number, note) in ["third", "fourth"].enumerated() {
                _ = try await programs[number].run("edit", "dog", "--note", note)
            }
            for program in programs + programs { _ = try await program.run("sync") }
            for (argument, output) in [("all", "{\"dismissed\":1}\n"), ("all", "{\"dismissed\":0}\n")] {
                #expect(try await programs[1].run("--json", "sync", "dismiss", argument).output == output)
            }
            #expect(try await programs[1].run("--json", "sync", "dismiss", "99").errorCode() == "notFound")
            #expect(try await programs[1].run("sync", "dismiss", "x").status == 2)
        }
    }

    @Test("of two devices with one name, each is retired by the identifier that the list shows")
    func sameNames() async throws {
        try await withDevices(3) { programs, shared in
            for (program, name) in zip(programs, ["laptop", "phone", "phone"]) {
                let folder = ["--folder", shared.path(percentEncoded: false), "--name", name]
                #expect(try await program.run(["sync"] + folder).status == 0)
            }
            _ = try await programs[0].run("sync")
            let lines = try await programs[0].run("sync", "devices").output.split(separator: "\n")
            #expect(lines.count == 3 && lines[0].hasSuffix("  laptop  (this device)"), "\(lines)")
            #expect(try await programs[0].run("--json", "sync", "retire", "phone").errorCode() == "ambiguousID")
            for line in lines.dropFirst() {
                #expect(line.contains("  phone  (last wrote "))
                let id = String(line.prefix { $0 != " " })
                let retired = try await programs[0].run("--json", "sync", "retire", id).object()
                #expect((retired["retired"] as? String)?.hasPrefix(id) == true, "\(retired)")
            }
            #expect(try await programs[0].run("--json", "sync", "devices").objects().count == 1)
        }
    }

    @Test("a text that is restored is translated")
    func restoredText() async throws {
        try await withDevices(2) { programs, shared in
            for program in programs {
                _ = try await program.run("sync", "--folder", shared.path(percentEncoded: false))
            }
            _ = try await programs[0].run("add", "dog")
            for program in programs { _ = try await program.run("sync") }
            _ = try await programs[0].run("edit", "dog", "--text", "cat")
            _ = try await programs[1].run("edit", "dog", "--text", "horse")
            for program in programs + programs { _ = try await program.run("sync") }
            let conflict = try #require(try await programs[0].run("--json", "sync", "conflicts").objects().first)
            #expect(conflict["field"] as? String == "text" && conflict["text"] as? String == "horse", "\(conflict)")
            #expect(conflict["sourceLang"] as? String == "en" && conflict["targetLang"] as? String == "ru")
            #expect(conflict["lost"] as? String == "cat" && conflict["kept"] as? String == "horse")
            let keys = ["lostSourceLang", "lostTargetLang", "keptSourceLang", "keptTargetLang"]
            #expect(keys.map { conflict[$0] as? String } == ["en", "ru", "en", "ru"])
            let word = try await programs[0].run("--json", "sync", "restore", "1").object()
            #expect(word["text"] as? String == "cat" && word["translation"] as? String == "кошка", "\(word)")
        }
    }

    @Test("a folder that is not there, has become empty, or belongs to a store in memory is an error with a reason")
    func failures() async throws {
        try await withDevices(1) { programs, shared in
            let (program, path) = (programs[0], shared.path(percentEncoded: false))
            for list in ["devices", "conflicts"] {
                #expect(try await program.run("--json", "sync", list).output == "[]\n", "a store that is not there yet")
            }
            #expect(try await program.run("--json", "sync", "restore", "1").errorCode() == "notFound")
            #expect(try await program.run("--json", "sync", "--folder", path, "--name", "  ").errorCode() == "usage")
            let missing = try await program.run("--json", "sync", "--folder", path + "/gone")
            #expect(try missing.status == 1 && missing.errorCode() == "fileUnreadable", "\(missing)")
            #expect(!FileManager.default.fileExists(atPath: path + "/gone"))
            let memory = try await program.run("--json", "--ephemeral", "sync", "--folder", path)
            #expect(try memory.status == 1 && memory.errorCode() == "sync")
            _ = try await program.run("add", "dog")
            _ = try await program.run("sync", "--folder", path)
            for name in try FileManager.default.contentsOfDirectory(atPath: path) {
                try FileManager.default.removeItem(at: shared.appending(path: name))
            }
            let emptied = try await program.run("--json", "sync")
            #expect(try emptied.status == 1 && emptied.errorCode() == "sync" && emptied.errors.contains("--folder"))
            #expect(try await program.run("--json", "sync", "--folder", path).object()["sent"] as? Int ?? 0 > 0)
        }
    }

    @Test("a copied store and one that is restored from a backup lose nothing and take nothing from others")
    func copies() async throws {
        try await withDevices(3) { programs, shared in
            let (one, two, other) = (programs[0], programs[1], programs[2])
            let path = shared.path(percentEncoded: false)
            func store(_ number: Int) -> URL {
                shared.deletingLastPathComponent().appending(path: "device \(number)/words.sqlite")
            }
            func run(_ number: Int, _ words: String...) async throws {
                let program = [one, two, other][number]
                let result = try await program.run(["--store", store(number).path(percentEncoded: false)] + words)
                #expect(result.status == 0, "\(words): \(result)")
            }
            try await run(0, "add", "dog")
            try await run(0, "sync", "--folder", path)
            try FileManager.default.copyItem(at: store(0), to: store(1))
            // Both write before either knows of the other.
            try await run(0, "add", "cat")
            try await run(1, "add", "horse")
            let backup = try Data(contentsOf: store(0))
            for _ in 0..<2 { for number in 0..<2 { try await run(number, "sync") } }
            try await run(0, "add", "cow")
            try await run(0, "sync")
            try backup.write(to: store(0))
            try await run(0, "add", "goat")
            for _ in 0..<3 {
                for number in 0..<3 { try await run(number, "sync", "--folder", path) }
            }
            for number in 0..<3 {
                let list = try await other.run(["--json", "--store", store(number).path(percentEncoded: false), "list"])
                #expect(
                    Set(try list.objects().compactMap { $0["text"] as? String }) == [
                        "dog", "cat", "horse", "cow", "goat",
                    ])
            }
        }
    }

    @Test("an address of a server is checked before anything is sent, and a password never stands in it")
    func addresses() async throws {
        try await withDevices(1) { programs, shared in
            let program = programs[0]
            for (arguments, part) in [
                (["--url", "cloud.example"], "--url is https://"),
                (["--url", "ftp://cloud.example/x"], "--url is https://"),
                (["--url", "https://ann:hush@cloud.example/x"], "SYNC_PASSWORD"),
                (["--url", "https://cloud.example/x", "--user", ""], "--user needs a name"),
                (["--url", "https://cloud.example/x", "--user", "ann"], "SYNC_PASSWORD in the environment"),
                (["--url", "https://cloud.example/x", "--folder", shared.systemPath], "exclude each other"),
                (["--folder", shared.systemPath, "--user", "ann"], "exclude each other"),
                (["--user", "ann"], "--url is needed the first time"),
            ] {
                let result = try await program.run(["--json", "sync"] + arguments)
                #expect(result.status == 2 && result.errors.contains(part), "\(arguments): \(result)")
                #expect(!result.errors.contains("hush"))
            }
            let insecure = try await program.run(
                ["--json", "sync", "--url", "http://cloud.example/x", "--user", "ann"],
                environment: ["SYNC_PASSWORD": "hush"])
            #expect(insecure.status == 1 && insecure.errors.contains("without encryption"), "\(insecure)")
            let unreachable = try await program.run(
                ["--json", "sync", "--url", "http://127.0.0.1:1/x", "--user", "ann"],
                environment: ["SYNC_PASSWORD": "hush"])
            #expect(try unreachable.status == 1 && unreachable.errorCode() == "network", "\(unreachable)")
            // Nothing of it is remembered.
            #expect(try await program.run("sync", "status").output == "words are not synchronized\n")
        }
    }

    @Test(
        "three devices whose processes are killed at any time lose nothing that they have acknowledged",
        arguments: Place.available)
    func kills(_ place: Place) async throws {
        try await withDevices(3, at: place) { programs, shared in
            var generator = SeededGenerator(seed: 5)
            var acknowledged: Set<String> = []
            for round in 0..<TestScale.count(6, full: 40) {
                let program = programs[round % 3]
                let victim = try Victim(
                    program, ["--json", "--log", "debug", "--translator", Program.smallDictionary], withErrors: true)
                for number in 0..<2 {
                    let text = "word \(round) \(number)"
                    try victim.write("add \"\(text)\" --wait 0\n")
                    while let line = try await victim.nextLine(), !line.hasPrefix("{") {}
                    acknowledged.insert(text)
                }
                try victim.write("sync \(shared.map { "\"\($0)\"" }.joined(separator: " "))\n")
                for _ in 0..<Int.random(in: 0...25, using: &generator) {
                    if try await victim.nextLine()?.hasPrefix("{") != false { break }
                }
                _ = try await victim.kill()
                #expect(
                    try SQLiteProbe(program.store.systemPath).text("PRAGMA integrity_check") == "ok", "round \(round)")
            }
            for program in programs + programs + programs {
                let result = try await program.run(["sync"] + shared)
                #expect(result.status == 0, "\(result)")
            }
            for program in programs { #expect(Set(try await texts(program)) == acknowledged) }
        }
    }
}
