import Dispatch
import Foundation
import TestSupport
import Testing

@Suite("Adding a word", .timeLimit(.minutes(5)))
struct AddTests {
    @Test("what another process does to the word meanwhile is printed, not what it was")
    func otherProcess() async throws {
        let gate = DispatchSemaphore(value: 0)
        let server = try FakeDictServer(
            FakeDictServer.standard { _ in
                gate.wait()
                gate.signal()
                return FakeDictServer.definition("dog /d/\nсобачка")
            })
        try await withTemporaryFolder { folder in
            let program = Program(folder: folder)
            for isRemoved in [false, true] {
                async let adding = program.run(
                    ["--json", "--translator", "dict", "add", isRemoved ? "cat" : "dog", "--wait", "4"],
                    environment: ["DICT_URL": "dict://127.0.0.1:\(server.port)", "DICT_TIMEOUT": "3600"])
                var id: String?
                while id == nil {
                    let words = try await program.run("list", "--json").objects()
                    id = words.first { $0["text"] as? String == (isRemoved ? "cat" : "dog") }?["id"] as? String
                }
                let name = try #require(id)
                _ = try await program.run(isRemoved ? ["remove", name] : ["translate", name, "мой пёс"])
                let result = try await adding
                if isRemoved {
                    #expect(result.status == 1 && result.output.isEmpty, "\(result.output)")
                    #expect(try result.errorCode() == "notFound")
                } else {
                    #expect(try result.object()["translation"] as? String == "мой пёс", "\(result.output)")
                }
            }
        }
        gate.signal()
    }

    @Test("why the look-up failed is said below the word")
    func reason() async throws {
        let pons = try FakePonsServer()
        try await withTemporaryFolder { folder in
            let program = Program(folder: folder)
            let environment = ["PONS_SECRET": "wrong", "PONS_URL": pons.baseURL.absoluteString]
            let result = try await program.run(["--translator", "pons", "add", "dog"], environment: environment)
            #expect(result.status == 0)
            #expect(
                result.output.hasSuffix("\nthe translation service does not accept the key (PONS_SECRET)\n"),
                "\(result.output)")
            #expect(try await program.run("add", "zzz").output.split(separator: "\n").count == 1)
        }
        pons.stop()
    }
}
