import CoreModule
import Foundation
import PersonalDictionary
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite("The store file of the demo", .timeLimit(.minutes(15)))
struct StoreFileTests {
    @Test(
        "every command refuses an invalid store and does not change it",
        arguments: [("garbage", "storeDamaged"), ("newer", "storeTooNew"), ("folder", "storeUnreadable")])
    func stores(kind: String, code: String) async throws {
        try await withProgram { program in
            _ = try await program.run("add", "dog")
            let file = program.store
            switch kind {
            case "newer": try SQLiteProbe(file.systemPath).run("PRAGMA user_version = 2")
            case "garbage": try Data(repeating: 0x41, count: 5000).write(to: file)
            default:
                try FileManager.default.removeItem(at: file)
                try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
            }
            let before = kind == "folder" ? nil : try Data(contentsOf: file)
            for arguments in [["list"], ["add", "cat"], ["todo", "list"], ["langs", "swap"]] {
                let result = try await program.run(["--json"] + arguments)
                #expect(result.status == 1)
                #expect(try result.errorCode() == code)
            }
            if kind == "newer" {
                let russian = try await program.run("--locale", "ru", "list").errors
                #expect(russian.contains("более новой версией (2, эта программа знает 1)"), "\(russian)")
            }
            if let before { #expect(try Data(contentsOf: file) == before) }
        }
    }

    @Test("a process that has opened the store twice loses nothing while another one uses the file")
    func openedTwice() async throws {
        try await withProgram { program in
            _ = try await program.run("add", "dog", "--wait", "0")
            let store = try await DictionaryStore.open(program.store)
            var texts = ["dog"]
            for round in 0..<5 {
                try await DictionaryStore.open(program.store).close()
                for moment in ["before", "after"] {
                    texts.append("\(moment) \(round)")
                    let word = Word(
                        id: WordID(texts[texts.count - 1]), text: try WordText(texts[texts.count - 1]),
                        direction: .englishToRussian,
                        createdAt: Date(), updatedAt: Date())
                    try await store.words.write { words throws(DictionaryError) in try words.insert(word) }
                    // As the last process that closes the file, it would remove the log.
                    if moment == "before" { _ = try await program.run("list") }
                }
            }
            await store.close()
            #expect(try SQLiteProbe(program.store.systemPath).text("PRAGMA integrity_check") == "ok")
            let stored = try await program.run("list", "--json").objects().compactMap { $0["text"] as? String }
            #expect(Set(stored) == Set(texts))
        }
    }

    @Test("the store itself is no file to import, and stays usable")
    func importingTheStore() async throws {
        try await withProgram { program in
            let commands = "add dog --wait 0\nimport \"\(program.store.systemPath)\" --format csv\nadd cat --wait 0\n"
            let result = try await program.run([], input: commands)
            #expect(result.status == 1 && result.errors.contains("SQLite database"), "\(result)")
            #expect(try await program.run("list", "--json").objects().count == 2)
        }
    }

    @Test(
        "a new store in a folder without permission is refused, and the message says why",
        .enabled("the binary must be within reach of another user than root") { await Program.canRunUnprivileged() })
    func noPermission() async throws {
        try await withProgram { program in
            let folder = program.folder.appending(path: "sealed")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            chmod(folder.systemPath, 0o555)
            defer { chmod(folder.systemPath, 0o755) }
            var user = program
            user.isUnprivileged = true
            let command = ["--store", folder.appending(path: "new.sqlite").systemPath, "todo", "add", "milk"]
            for (language, reason) in [("en", "there is no permission"), ("ru", "нет прав доступа")] {
                let result = try await user.run(["--locale", language] + command)
                #expect(result.status == 1 && result.errors.contains(reason), "\(result)")
            }
        }
    }

    @Test(
        "a read-only file can be read, also in a read-only folder and from an earlier version, and is not changed",
        .enabled("the binary must be within reach of another user than root") { await Program.canRunUnprivileged() },
        arguments: ["file", "folder"], [nil, "store-1", "store-2", "store-3"])
    func readOnly(kind: String, fixture: String?) async throws {
        try await withProgram { program in
            _ = try await program.run("add", "dog")
            _ = try await program.run("todo", "add", "Eggs")
            if let fixture {
                let file = project.appending(path: "Tests/PersonalDictionaryTests/Fixtures/\(fixture).sqlite")
                try Data(contentsOf: file).write(to: program.store)
            }
            let before = try Data(contentsOf: program.store)
            // Opening a store migrates it, so that the identifiers are read from a copy.
            let copy = program.folder.appending(path: "copy.sqlite")
            try before.write(to: copy)
            let tasks = program.folder.appending(path: "tasks.txt")
            try Data("(A) Tea\n".utf8).write(to: tasks)
            func firstID(_ list: String...) async throws -> String? {
                try await program.run(["--store", copy.systemPath, "--json"] + list).objects().first?["id"] as? String
            }
            let (word, task) = (try await firstID("list"), try await firstID("todo", "list", "--all"))
            var readings = [
                ["list"], ["search", "o"], ["export", "-", "--format", "jsonl"], ["todo", "list", "--all"],
                ["favorites"], ["langs"], ["todo"], ["todo", "count"], ["todo", "conflicts"],
                ["todo", "export", "-", "--format", "ics"], ["todo", "import", tasks.systemPath, "--dry-run"],
            ]
            if let word { readings.append(["show", word]) }
            if let task { readings.append(["todo", "show", task]) }
            #expect(fixture != nil || readings.count == 13)
            let folder = program.store.deletingLastPathComponent()
            let target = kind == "file" ? program.store : folder
            chmod(folder.systemPath, 0o777)
            chmod(target.systemPath, kind == "file" ? 0o444 : 0o555)
            defer { chmod(target.systemPath, 0o755) }
            var reader = program
            reader.isUnprivileged = true
            var outputs: [String] = []
            for arguments in readings {
                let result = try await reader.run(["--json"] + arguments)
                #expect(result.status == 0, "\(arguments): \(result.errors)")
                outputs.append(result.output)
            }
            // For people, with numbers that cannot be remembered; and all in one session.
            let numbers = try await reader.run("todo").output.contains(/^\d/)
            #expect(!numbers)
            let session = try await reader.run(
                ["--json"], input: readings.map { $0.map { "'\($0)'" }.joined(separator: " ") + "\n" }.joined())
            #expect(session.status == 0 && session.errors.isEmpty, "\(session.errors)")
            #expect(session.output == outputs.joined())
            for arguments in [["add", "cat"], ["todo", "add", "milk"], ["langs", "swap"]] {
                let result = try await reader.run(["--json"] + arguments)
                #expect(result.status == 1, "\(arguments)")
                #expect(try result.errorCode() == "storeUnreadable", "\(result.errors)")
                #expect(!result.errors.contains("\u{1B}") && result.errors.contains("superapp.sqlite"))
                #expect(result.errors.contains("the store cannot be written: it can only be read"), "\(result.errors)")
            }
            #expect(try Data(contentsOf: program.store) == before)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.systemPath) == ["superapp.sqlite"])
            // The same as for a user who may write.
            chmod(target.systemPath, 0o755)
            for (arguments, output) in zip(readings, outputs) {
                #expect(try await program.run(["--json"] + arguments).output == output)
            }
        }
    }

    @Test(
        "a file that may only be read is read as of one moment, while another process writes it",
        .enabled("needs a user who may write, and one who may not") {
            if geteuid() == 0 { await Program.canRunUnprivileged() } else { false }
        })
    func readingWhileWriting() async throws {
        try await withProgram { program in
            let file = program.folder.appending(path: "tasks.txt")
            try Data((0..<1000).map { "task \($0)\n" }.joined().utf8).write(to: file)
            _ = try await program.run("todo", "import", file.systemPath)
            let store = program.store.systemPath
            // The tasks lie before and behind so much else that reading takes longer than moving the log into the file.
            let probe = try SQLiteProbe(store)
            probe.run("CREATE TABLE filler(data); INSERT INTO filler VALUES (zeroblob(32000000))")
            // One transaction changes every task. Then the log is moved into the file, and nothing happens for a moment.
            @Sendable func change(_ probe: SQLiteProbe, _ number: Int) {
                probe.run(
                    """
                    UPDATE todo SET text = \(number) || hex(zeroblob(200)); PRAGMA wal_checkpoint(TRUNCATE);
                    WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 300000)
                    SELECT max(n) FROM number
                    """)
            }
            change(probe, 0)
            chmod(program.store.deletingLastPathComponent().systemPath, 0o777)
            chmod(store, 0o444)
            var reader = program
            reader.isUnprivileged = true
            let isDone = Locked(false)
            let writing = Task {
                try await onThread {
                    let probe = try SQLiteProbe(store)
                    for number in 1...40 { change(probe, number) }
                    isDone.withLock { $0 = true }
                }
            }
            while !isDone.withLock({ $0 }) {
                let result = try await reader.run("--json", "todo", "list")
                // On a machine that is busy itself, the pauses between two writes may be too short for a copy of the file.
                if result.status == 1, try result.errorCode() == "storeBusy" { continue }
                try #require(result.status == 0, "\(result.errors)")
                let texts = try result.objects().compactMap { $0["text"] as? String }
                #expect(texts.count == 1000 && Set(texts).count == 1)
            }
            try await writing.value
            #expect(try await reader.run("--json", "todo", "list").objects().count == 1000)
        }
    }

    @Test(
        "a link to a file that may only be read is read with that file's write-ahead log",
        .enabled("needs a user who may write, and one who may not") {
            if geteuid() == 0 { await Program.canRunUnprivileged() } else { false }
        })
    func linkWithLog() async throws {
        try await withProgram { program in
            let store = program.store.systemPath
            _ = try await program.run("todo", "add", "Milk")
            // As long as another connection is open, the log is not moved into the file.
            let probe = try SQLiteProbe(store)
            probe.run("SELECT count(*) FROM todo")
            _ = try await program.run("todo", "add", "Tea")
            let link = program.folder.appending(path: "link.sqlite").systemPath
            symlink(store, link)
            chmod(program.folder.systemPath, 0o777)
            chmod(program.store.deletingLastPathComponent().systemPath, 0o755)
            chmod(store, 0o444)
            var reader = program
            reader.isUnprivileged = true
            let result = try await reader.run("--store", link, "--json", "todo")
            #expect(result.output.contains("Milk") && result.output.contains("Tea"), "\(result)")
            withExtendedLifetime(probe) {}
        }
    }

    @Test("a pipe as the store is refused at once, and another program's database is refused and not changed")
    func otherThings() async throws {
        try await withProgram { program in
            let pipe = program.folder.appending(path: "pipe").systemPath
            mkfifo(pipe, 0o600)
            #expect(try await program.run("--json", "--store", pipe, "list").errorCode() == "storeUnreadable")
            for script in [
                "CREATE TABLE users(name)",
                "CREATE TABLE schema_version(name TEXT PRIMARY KEY, version INTEGER); CREATE TABLE word(a)",
                "CREATE VIEW v AS SELECT 1",
            ] {
                let file = program.folder.appending(path: UUID().uuidString)
                try SQLiteProbe(file.systemPath).run(script)
                let before = try Data(contentsOf: file)
                #expect(
                    try await program.run("--json", "--store", file.systemPath, "add", "x").errorCode()
                        == "storeUnreadable")
                #expect(try Data(contentsOf: file) == before)
            }
        }
    }

    @Test("a store under a path that is no folder is an error, not an empty store")
    func noFolder() async throws {
        try await withProgram { program in
            let file = program.folder.appending(path: "file").systemPath
            try Data("text".utf8).write(to: URL(filePath: file))
            for arguments in [["list"], ["todo", "list"], ["add", "dog"]] {
                let result = try await program.run(["--json", "--store", file + "/a.sqlite"] + arguments)
                #expect(try result.status == 1 && result.errorCode() == "storeUnreadable", "\(result)")
            }
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "text")
        }
    }

    @Test("reading a missing store does not create it, and a tilde in its name is literal")
    func makingStores() async throws {
        try await withProgram { program in
            for arguments in [
                ["list"], ["show", "x"], ["search", "x"], ["langs"], ["todo", "count"], ["tree"], ["star", "x"],
            ] {
                _ = try await program.run(arguments)
                #expect(!FileManager.default.fileExists(atPath: program.store.systemPath), "\(arguments)")
            }
            let tilde = program.folder.appending(path: "~").systemPath + "/a.sqlite"
            #expect(try await program.run("--store", tilde, "add", "dog").status == 0)
            #expect(FileManager.default.fileExists(atPath: tilde))
        }
    }
}
