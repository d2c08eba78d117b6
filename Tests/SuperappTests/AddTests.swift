import Dispatch
import Foundation
import TestSupport
import Testing

@Suite("Adding a word", .timeLimit(.minutes(5)))
struct AddTests {
    @Test("what another process does to the word meanwhile is printed, not what it was")
    func otherProcess() async throws {
        let gate = DispatchSemaphore(value: 0)
        let server = try FakeDictServer.behind(gate)
        try await withTemporaryFolder { folder in
            let program = Program(folder: folder)
            func add(_ word: String) async throws -> Program.Result {
                try await program.run(
                    ["--json", "--translator", "dict", "add", word, "--wait", "240"],
                    environment: ["DICT_URL": "dict://127.0.0.1:\(server.port)", "DICT_TIMEOUT": "3600"])
            }
            _ = try await program.run("add", "bird", "--wait", "0")
            let store = try SQLiteProbe(program.store.systemPath)
            async let changed = add("dog")
            async let removed = add("cat")
            while store.text("SELECT count(*) FROM word") != "3" { try await Task.sleep(for: .milliseconds(20)) }
            let other = try await program.run(["--translator", "glossary"], input: "translate dog пёс\nremove cat\n")
            #expect(other.status == 0, "\(other.errors)")
            let (first, second) = try await (changed, removed)
            #expect(try first.object()["translation"] as? String == "пёс", "\(first.output)")
            #expect(second.status == 1 && second.output.isEmpty, "\(second.output)")
            #expect(try second.errorCode() == "notFound")
        }
        gate.signal()
    }

    @Test("why the look-up failed is said below the word")
    func reason() async throws {
        let pons = try FakePonsServer()
        try await withTemporaryFolder { folder in
            let program = Program(folder: folder)
            let environment = ["PONS_SECRET": "wrong", "PONS_URL": pons.baseURL.absoluteString]
            let result = try await program.run(
                ["--translator", "pons", "add", "dog", "--wait", "120"], environment: environment)
            #expect(result.status == 0)
            #expect(
                result.output.hasSuffix("\nthe translation service does not accept the key (PONS_SECRET)\n"),
                "\(result.output)")
            #expect(try await program.run("add", "zzz").output.split(separator: "\n").count == 1)
        }
        pons.stop()
    }
}
