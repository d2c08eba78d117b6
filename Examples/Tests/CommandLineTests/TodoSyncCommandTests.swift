import Foundation
import SuperappTesting
import Testing

@Suite("Synchronizing the to-do list from the command line", .timeLimit(.minutes(15)))
struct TodoSyncCommandTests {
    @Test("a list is synchronized; the address and the user are remembered, and the password is not")
    func sync() async throws {
        try await withProgram { program in
            let server = try FakeTodoServer()
            let secret = ["CALDAV_PASSWORD": "hush-hush"]
            server.write("bread", TodoCommandTests.file.replacing("UID:milk", with: "UID:bread"))
            _ = try await program.run("todo", "add", "Eggs")
            let first = try await program.run(
                ["--json", "todo", "sync", "--url", server.url, "--user", "anna"], environment: secret)
            #expect(
                first.output
                    == "{\"pushed\":1,\"pulled\":1,\"deletedHere\":0,\"deletedThere\":0,\"conflicts\":0}\n", "\(first)")
            #expect(first.status == 0 && first.errors.isEmpty)
            #expect(server.texts.count == 2)
            let basic = "Basic " + Data("anna:hush-hush".utf8).base64EncodedString()
            #expect(server.http.requests.allSatisfy { $0.headers["authorization"] == basic })
            let tasks = try await program.run("--json", "todo", "list").objects()
            #expect(tasks.map { $0["sync"] as? String } == ["synced", "synced"])
            let again = try await program.run(["todo", "sync"], environment: secret)
            #expect(again.output == "sent 0, received 0, removed here 0, removed there 0, conflicts 0\n")
            #expect(server.http.requests.last?.headers["authorization"] == basic)
            for file in try FileManager.default.contentsOfDirectory(
                at: program.store.deletingLastPathComponent(), includingPropertiesForKeys: nil)
            {
                #expect(try Data(contentsOf: file).range(of: Data("hush-hush".utf8)) == nil)
            }
            // The user is known, so a password is needed.
            #expect(try await program.run("--json", "todo", "sync").errorCode() == "usage")

            // Both sides edit.
            _ = try await program.run("todo", "edit", "bread", "--text", "Rye")
            server.write(
                "bread",
                TodoCommandTests.file.replacing("UID:milk", with: "UID:bread").replacing("Buy milk", with: "Toast")
                    .replacing("20261101T", with: "20991101T"))
            let third = try await program.run(["--json", "todo", "sync"], environment: secret).object()
            #expect(third["conflicts"] as? Int == 1 && third["pulled"] as? Int == 1)
            let conflicts = try await program.run("--json", "todo", "conflicts").objects()
            #expect(conflicts.count == 1 && conflicts[0]["kind"] as? String == "field")
            #expect(conflicts[0]["lost"] as? String == "Rye" && conflicts[0]["kept"] as? String == "Toast")
            #expect(conflicts[0]["todo"] as? String == "bread" && conflicts[0]["field"] as? String == "text")
            let id = try #require(conflicts[0]["id"] as? String)
            #expect(try await program.run("todo", "conflicts").output.contains("“Toast” was kept, “Rye” of "))
            #expect(try await program.run("--json", "todo", "restore", id).object()["text"] as? String == "Rye")
            #expect(try await program.run("todo", "conflicts").output == "No conflicts\n")
            #expect(try await program.run("--json", "todo", "restore", id).errorCode() == "notFound")
        }
    }

    @Test("the list that was found on a server, and resources that cannot be read, are named; requests are logged")
    func found() async throws {
        try await withProgram { program in
            let server = try FakeTodoServer()
            server.write("bad", "no calendar")
            let root = server.http.url.absoluteString
            let result = try await program.run("--log", "debug", "todo", "sync", "--url", root)
            let lines = result.output.split(separator: "\n").dropFirst()
            #expect(lines == ["found the list \(server.url)", "cannot be read: /tasks/bad.ics"])
            #expect(result.errors.contains("request done request=PROPFIND 127.0.0.1 status=207"))
            // The list is remembered, so nothing was searched.
            server.write("worse", "no calendar")
            let again = try await program.run("--json", "todo", "sync").object()
            #expect(again["unreadable"] as? [String] == ["/tasks/worse.ics"] && again["list"] == nil)
            let full = try await program.run("--json", "todo", "sync", "--full").object()
            #expect(full["unreadable"] as? [String] == ["/tasks/bad.ics", "/tasks/worse.ics"])
            try await withProgram { other in
                let report = try await other.run("--json", "todo", "sync", "--url", root).object()
                #expect((report["list"] as? [String: Any])?["url"] as? String == server.url)
            }
            // The user named this one.
            #expect(try await program.run("--json", "todo", "sync", "--url", server.url).object()["list"] == nil)
        }
    }

    @Test("another server receives neither the remembered user nor the password")
    func otherServer() async throws {
        try await withProgram { program in
            let (server, other) = (try FakeTodoServer(), try FakeTodoServer())
            func sync(_ arguments: String...) async throws -> Program.Result {
                try await program.run(["--json", "todo", "sync"] + arguments, environment: ["CALDAV_PASSWORD": "hush"])
            }
            #expect(try await sync("--url", server.url, "--user", "anna").status == 0)
            let refused = try await sync("--url", other.url)
            #expect(refused.status == 1, "there is no user: \(refused)")
            #expect(other.http.requests.allSatisfy { $0.headers["authorization"] == nil })
            // For the remembered address, the user is remembered too.
            #expect(try await sync("--url", server.url).status == 0)
        }
    }

    @Test("a synchronization that fails says why, exits 1, and loses nothing")
    func failures() async throws {
        try await withProgram { program in
            let server = try FakeTodoServer()
            _ = try await program.run("todo", "add", "Eggs")
            let before = try await program.run("--json", "todo", "list").output
            for (status, code) in [(401, "unauthorized"), (429, "rateLimited"), (503, "network"), (500, "sync")] {
                server.fail(status)
                let result = try await program.run("--json", "todo", "sync", "--url", server.url)
                #expect(try result.status == 1 && result.errorCode() == code && result.output.isEmpty, "\(status)")
            }
            server.http.stop()
            let gone = try await program.run("--json", "todo", "sync", "--url", server.url)
            #expect(try gone.status == 1 && gone.errorCode() == "network")
            #expect(try await program.run("--json", "todo", "list").output == before)
            // What has never answered is not remembered.
            #expect(try await program.run("--json", "todo", "sync").errorCode() == "usage")
            let plain = try await program.run(
                ["--json", "todo", "sync", "--url", "http://example.invalid/", "--user", "a"],
                environment: ["CALDAV_PASSWORD": "hush-hush"])
            #expect(try plain.status == 1 && plain.errorCode() == "sync" && !plain.errors.contains("hush"))
        }
    }

    @Test("sync --full sees changes that the server's token does not show")
    func fullComparison() async throws {
        try await withProgram { program in
            let server = try FakeTodoServer()
            server.freezeToken()
            _ = try await program.run("todo", "add", "Eggs")
            _ = try await program.run("todo", "sync", "--url", server.url)
            server.write(
                "milk",
                "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:milk\nDTSTAMP:20261121T100000Z\nSUMMARY:Milk\nEND:VTODO\n"
                    + "END:VCALENDAR\n")
            #expect(try await program.run("--json", "todo", "sync").object()["pulled"] as? Int == 0)
            #expect(try await program.run("--json", "todo", "sync", "--full").object()["pulled"] as? Int == 1)
            #expect(try await program.run("--json", "todo", "list").objects().count == 2)
        }
    }

    @Test("the disappearance of everything from the server is applied only if it is accepted")
    func disappearance() async throws {
        try await withProgram { program in
            let server = try FakeTodoServer()
            for text in ["Eggs", "Milk"] { _ = try await program.run("todo", "add", text) }
            _ = try await program.run("todo", "sync", "--url", server.url)
            server.removeAll()
            let refused = try await program.run("--json", "todo", "sync")
            #expect(try refused.status == 1 && refused.errorCode() == "sync")
            #expect(refused.errors.contains("accept the deletions (--accept-deletions)"))
            #expect(try await program.run("--json", "todo", "list").objects().count == 2)
            let accepted = try await program.run("--json", "todo", "sync", "--accept-deletions").object()
            #expect(accepted["deletedHere"] as? Int == 2)
            #expect(try await program.run("--json", "todo", "list").objects().isEmpty)
            // A server that lists everything each time does not say that a single task was removed: that can be taken back.
            for text in ["Bread", "Tea"] { _ = try await program.run("todo", "add", text) }
            _ = try await program.run("todo", "sync")
            server.remove { $0.contains("SUMMARY:Tea") }
            #expect(try await program.run("--json", "todo", "sync").object()["deletedHere"] as? Int == 1)
            let conflicts = try await program.run("--json", "todo", "conflicts").objects()
            #expect(conflicts.map { $0["kind"] as? String } == ["removal", "removal", "removal"])
            let id = try #require(conflicts.last?["id"] as? String)
            #expect(try await program.run("--json", "todo", "restore", id).object()["text"] as? String == "Tea")
        }
    }
}
