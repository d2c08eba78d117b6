import Foundation
import TerminalTesting
import Testing

@Suite("Adding a word", .timeLimit(.minutes(15)))
struct AddTests {
    @Test("it prints the word as another process has changed it meanwhile")
    func otherProcess() async throws {
        let (requests, request) = AsyncStream.makeStream(of: String.self)
        let server = try SmallDictServer { command in
            request.yield(command)
            return nil
        }
        try await withTemporaryFolder { folder in
            let program = Program(folder: folder)
            func add(_ word: String) async throws -> Program.Result {
                try await program.run(
                    ["--json", "--translator", "dict", "add", word, "--wait", "240"],
                    environment: ["DICT_URL": "dict://127.0.0.1:\(server.port)", "DICT_TIMEOUT": "3600"])
            }
            _ = try await program.run("add", "bird")
            /// Adds a word, and has another process run a command while the word is looked up. One word at a time: each process
            /// looks up all words that wait, and a server that does not answer has only one connection to it.
            func add(_ word: String, meanwhile command: String) async throws -> Program.Result {
                async let added = add(word)
                for await command in requests where command.contains(word) { break }
                let other = try await program.run(["--translator", "glossary"], input: command)
                #expect(other.status == 0, "\(other.errors)")
                return try await added
            }
            let first = try await add("dog", meanwhile: "translate dog пёс\n")
            #expect(try first.object()["translation"] as? String == "пёс", "\(first.output)")
            let second = try await add("cat", meanwhile: "remove cat\n")
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
