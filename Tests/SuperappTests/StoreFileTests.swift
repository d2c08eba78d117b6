import Foundation
import TestSupport
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
            if let before { #expect(try Data(contentsOf: file) == before) }
        }
    }

    @Test(
        "a read-only file can be read, also in a read-only folder and from an earlier version, and is not changed",
        .enabled("the binary must be within reach of another user than root") { await Program.canRunUnprivileged() },
        arguments: ["file", "folder"], [nil, "store-1", "store-2", "store-3"])
    func readOnly(kind: String, fixture: String?) async throws {
        try await withProgram { program in
            _ = try await program.run("add", "dog")
            if let fixture {
                let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                    .appending(path: "PersonalDictionaryTests/Fixtures/\(fixture).sqlite")
                try Data(contentsOf: file).write(to: program.store)
            }
            let before = try Data(contentsOf: program.store)
            let readings = [
                ["list"], ["search", "o"], ["export", "-", "--format", "jsonl"], ["todo", "list", "--all"],
            ]
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
            for arguments in [["add", "cat"], ["todo", "add", "milk"], ["langs", "swap"]] {
                let result = try await reader.run(["--json"] + arguments)
                #expect(result.status == 1, "\(arguments)")
                #expect(try result.errorCode() == "storeUnreadable", "\(result.errors)")
                #expect(!result.errors.contains("\u{1B}") && result.errors.contains("superapp.sqlite"))
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
