import CoreModule
import Foundation
import SuperappTesting
import Testing
import TodoList

/// Two stores and one collection on a real server, whose processes are killed again and again.
@Suite(
    "Killed synchronizations", .enabled(if: CalDAVTestServer() != nil, "CALDAV_URL names no server"),
    .timeLimit(.minutes(15)))
struct SyncKillTests {
    private func synchronized(_ program: Program, _ url: URL, _ server: CalDAVTestServer) async throws {
        let result = try await program.run(
            ["todo", "sync", "--url", url.absoluteString, "--user", server.user],
            environment: ["CALDAV_PASSWORD": server.password])
        #expect(result.status == 0, "\(result.errors)")
    }

    private func tasks(_ program: Program) async throws -> [String] {
        try await program.run("todo", "list", "--all", "--json").objects().map {
            "\($0["id"] ?? "") \($0["text"] ?? "") \($0["priority"] ?? "")"
        }.sorted()
    }

    /// The next task that the program prints, between the lines of its log.
    private func nextTask(_ program: Victim) async throws -> [String: Any]? {
        while true {
            let line = try #require(try await program.nextLine())
            guard line.hasPrefix("{") else { continue }
            return try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        }
    }

    @Test("nothing is lost and nothing doubled, round after round")
    func rounds() async throws {
        let server = try #require(CalDAVTestServer())
        let url = try await server.makeCollection("killed")
        try await withTemporaryFolder { folder in
            let programs = ["phone", "laptop"].map { Program(folder: folder.appending(path: $0)) }
            for program in programs {
                try FileManager.default.createDirectory(at: program.folder, withIntermediateDirectories: true)
            }
            var generator = SeededGenerator(seed: 3)
            var acknowledged: [String: String] = [:]
            let rounds = TestScale.count(6, full: 50)
            for round in 0..<rounds {
                let program = programs[round % 2]
                let victim = try Victim(
                    program, ["--json", "--log", "debug"], withErrors: true,
                    environment: ["CALDAV_PASSWORD": server.password])
                try victim.write((0..<3).map { "todo add task \(round)-\($0)\n" }.joined())
                for _ in 0..<3 {
                    let todo = try await nextTask(victim)
                    acknowledged[try #require(todo?["id"] as? String)] = try #require(todo?["text"] as? String)
                }
                // An edit of a task that the other device has too.
                if let id = try await program.run("todo", "list", "--json").objects().first?["id"] as? String {
                    try victim.write("todo edit \(id) --text \"edited \(round)\"\n")
                    let todo = try await nextTask(victim)
                    acknowledged[id] = try #require(todo?["text"] as? String)
                }
                try victim.write("todo sync --url \(url.absoluteString) --user \(server.user)\n")
                // At any of its steps, each of which is a line of the log, or at its end.
                for _ in 0..<Int.random(in: 0...60, using: &generator) {
                    if try await victim.nextLine()?.hasPrefix("{") != false { break }
                }
                _ = try await victim.kill()
                #expect(
                    try SQLiteProbe(program.store.systemPath).text("PRAGMA integrity_check") == "ok", "round \(round)")
            }
            for program in programs + programs { try await synchronized(program, url, server) }
            let phone = try await tasks(programs[0])
            #expect(try await tasks(programs[1]) == phone)
            #expect(phone.count == 3 * rounds && acknowledged.count == 3 * rounds)
            let collection = try CalDAVCollection(url: url, credentials: server.credentials)
            #expect(try await collection.changes(since: nil).changed.count == 3 * rounds)
            // Of two edits at the same time, the newer one won.
            let texts = Dictionary(
                uniqueKeysWithValues: try await programs[0].run("todo", "list", "--all", "--json").objects().map {
                    ("\($0["id"] ?? "")", "\($0["text"] ?? "")")
                })
            var lost: Set<String> = []
            for program in programs {
                lost.formUnion(
                    try await program.run("todo", "conflicts", "--json").output.split(separator: "\"").map(String.init))
            }
            for (id, text) in acknowledged {
                #expect(texts[id] == text || lost.contains(text), "\(id) \(text) became \(texts[id] ?? "nothing")")
            }
        }
        try await server.remove(url)
    }
}
