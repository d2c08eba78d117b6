import Foundation
import TestSupport
import Testing

@Suite("Adding a word", .timeLimit(.minutes(5)))
struct AddTests {
    @Test("it prints the word as another process has changed it meanwhile")
    func otherProcess() async throws {
        let (requests, request) = AsyncStream.makeStream(of: String.self)
        let server = try FakeDictServer(
            FakeDictServer.standard { command in
                request.yield(command)
                return .nothing
            })
        try await withTemporaryFolder { folder in
            let program = Program(folder: folder)
            func add(_ word: String) async throws -> Program.Result {
                try await program.run(
                    ["--json", "--translator", "dict", "add", word, "--wait", "240"],
                    environment: ["DICT_URL": "dict://127.0.0.1:\(server.port)", "DICT_TIMEOUT": "3600"])
            }
            _ = try await program.run("add", "bird")
            async let changed = add("dog")
            async let removed = add("cat")
            var asked: Set<String> = []
            for await command in requests {
                asked.formUnion(["dog", "cat"].filter { command.contains($0) })
                if asked.count == 2 { break }
            }
            let other = try await program.run(["--translator", "glossary"], input: "translate dog пёс\nremove cat\n")
            #expect(other.status == 0, "\(other.errors)")
            let (first, second) = try await (changed, removed)
            #expect(try first.object()["translation"] as? String == "пёс", "\(first.output)")
            #expect(second.status == 1 && second.output.isEmpty, "\(second.output)")
            #expect(try second.errorCode() == "notFound")
        }
    }

    @Test("a failed look-up is explained below the word")
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
