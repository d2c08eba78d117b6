import Foundation
import SuperappTesting
import TerminalTesting
import Testing

@Suite("Killed processes", .timeLimit(.minutes(15)))
struct KillTests {
    private static func text(_ line: String) throws -> String? {
        let value = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        return value?["text"] as? String
    }

    @Test("every acknowledged word is in the store, round after round on one file")
    func adding() async throws {
        try await withTemporaryFolder { folder in
            let program = Program(folder: folder, translator: Program.smallDictionary)
            var generator = SeededGenerator(seed: 7)
            var acknowledged: Set<String> = []
            let rounds = TestScale.count(4, full: 50)
            for round in 0..<rounds {
                let victim = try Victim(program, ["--json"])
                try victim.write((0..<60).map { "add word \(round)-\($0) --wait 0\n" }.joined())
                for _ in 0..<Int.random(in: 0...30, using: &generator) {
                    let line = try #require(try await victim.nextLine())
                    acknowledged.insert(try #require(try Self.text(line)))
                }
                for line in try await victim.kill() { acknowledged.insert(try #require(try Self.text(line))) }
                #expect(
                    try SQLiteProbe(program.store.systemPath).text("PRAGMA integrity_check") == "ok", "round \(round)")
                let words = try await program.run("list", "--json").objects().map { $0["text"] as? String }
                #expect(acknowledged.isSubset(of: words.compactMap { $0 }), "round \(round)")
                #expect(Set(words).count == words.count, "round \(round)")
            }
            #expect(acknowledged.count > 6 * rounds)
        }
    }

    @Test("a killed import leaves nothing or everything, and can be run again")
    func importing() async throws {
        try await withTemporaryFolder { folder in
            let program = Program(folder: folder, translator: Program.smallDictionary)
            var generator = SeededGenerator(seed: 11)
            for round in 0..<TestScale.count(3, full: 10) {
                let lines = (0..<2000).map {
                    "{\"text\":\"word \(round)-\($0)\",\"sourceLang\":\"en\",\"targetLang\":\"de\"}\n"
                }
                let before = try count(program)
                let victim = try Victim(program, ["import", "-", "--format", "jsonl"])
                try victim.write(lines.prefix(Int.random(in: 0...2000, using: &generator)).joined())
                _ = try await victim.kill()
                // It may have been killed before it made the store.
                if FileManager.default.fileExists(atPath: program.store.systemPath) {
                    #expect(
                        try SQLiteProbe(program.store.systemPath).text("PRAGMA integrity_check") == "ok",
                        "round \(round)")
                }
                let after = try count(program)
                #expect([0, 2000].contains(after - before), "round \(round)")
                let again = try await program.run(
                    ["import", "-", "--format", "jsonl", "--json"], input: lines.joined())
                #expect(try again.object()["added"] as? Int == 2000 - (after - before))
                #expect(try again.object()["unchanged"] as? Int == after - before)
            }
        }
    }

    @Test(
        "a catch-up that is killed again and again loses no word, looks none up twice, and keeps the user's own translations"
    )
    func catchingUp() async throws {
        try await withTemporaryFolder { folder in
            let program = Program(folder: folder)
            let (requests, request) = AsyncStream.makeStream(of: Void.self)
            var asked = requests.makeAsyncIterator()
            let (rounds, wordCount) = (TestScale.count(4, full: 20), TestScale.count(200, full: 1000))
            let server = try SmallDictServer { command in
                request.yield()
                let word = command.split(separator: "\"")[1]
                return SmallDictServer.definition("\(word) /x/\nперевод \(word)")
            }
            let environment = ["DICT_URL": "dict://127.0.0.1:\(server.port)"]
            let lines = (0..<wordCount).map {
                "{\"text\":\"word \($0)\",\"sourceLang\":\"en\",\"targetLang\":\"ru\"}\n"
            }
            let imported = try await program.run(["import", "-", "--format", "jsonl"], input: lines.joined())
            #expect(imported.status == 0, "\(imported.errors)")
            var generator = SeededGenerator(seed: 13)
            var own: Set<String> = []
            for round in 0..<rounds {
                let victim = try Victim(program, ["--translator", "dict"], environment: environment)
                for _ in 0..<Int.random(in: 0...45, using: &generator) { await asked.next() }
                _ = try await victim.kill()
                #expect(
                    try SQLiteProbe(program.store.systemPath).text("PRAGMA integrity_check") == "ok", "round \(round)")
                // A word that still waits, or one that is done.
                let text = "word \(Int.random(in: 0..<wordCount, using: &generator))"
                #expect(try await program.run("translate", text, "mine").status == 0)
                own.insert(text)
            }
            let last = try Victim(program, ["--translator", "dict"], environment: environment)
            var words: [[String: Any]] = []
            repeat {
                try Task.checkCancellation()
                words = try await program.run("list", "--json").objects()
            } while words.contains { $0["status"] as? String != "translated" }
            _ = try await last.kill()
            #expect(words.count == wordCount)
            for word in words {
                let text = try #require(word["text"] as? String)
                #expect(word["translation"] as? String == (own.contains(text) ? "mine" : "перевод \(text)"))
            }
            // At each kill one request was under way.
            #expect(server.commands.count { $0.hasPrefix("DEFINE") } <= wordCount + rounds)
        }
    }

    private func count(_ program: Program) throws -> Int {
        guard FileManager.default.fileExists(atPath: program.store.systemPath) else { return 0 }
        return Int(try SQLiteProbe(program.store.systemPath).text("SELECT count(*) FROM word") ?? "") ?? 0
    }
}
