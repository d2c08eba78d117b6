import Foundation
import Testing

@Suite("The bin", .timeLimit(.minutes(15)))
struct BinTests {
    @Test("removed words are listed, restored by name and deleted for good, in later runs")
    func words() async throws {
        try await withTemporaryFolder { folder in
            let program = Program(folder: folder)
            let added = try await program.run(
                ["--json"], input: "add dog\nstar dog\nadd cat --wait 0\nadd fox --wait 0\nremove dog cat\nremove fox\n"
            ).json()
            let id = try #require((added[0] as? [String: Any])?["id"] as? String)
            let bin = try #require(try await program.run("bin", "--json").json()[0] as? [[String: Any]])
            #expect(
                bin.map { $0["text"] as? String } == ["fox", "cat", "dog"]
                    || bin.map { $0["text"] as? String } == ["fox", "dog", "cat"])
            #expect(bin.allSatisfy { ($0["removedAt"] as? String)?.hasSuffix("Z") == true && $0["deletedAt"] != nil })
            #expect(try await program.run("bin").output.contains("removed on"))
            let restored = try await program.run("bin", "restore", id, "CAT", "--json").json()[0] as? [[String: Any]]
            #expect(restored?.map { $0["isFavorite"] as? Bool } == [true, false])
            #expect(restored?.first?["translation"] as? String == "собака")
            let missing = try await program.run("bin", "restore", "dog", "--json")
            #expect(try missing.status == 1 && missing.errorCode() == "notFound")
            _ = try await program.run("add", "fox", "--wait", "0")
            let taken = try await program.run("bin", "restore", "fox", "--json")
            #expect(try taken.status == 1 && taken.errorCode() == "duplicate")
            #expect(try await program.run("bin", "empty", "--json").output == "{\"deleted\":1}\n")
            for command in [["bin"], ["bin", "empty"]] {
                for (locale, text) in [("en", "The bin is empty.\n"), ("ru", "Корзина пуста.\n")] {
                    let result = try await program.run(command + ["--locale", locale])
                    #expect(result.output == text && result.status == 0, "\(command)")
                }
            }
            #expect(try await program.run("bin", "--json").output == "[]\n")
        }
    }

    @Test(
        "a removal says that it is in the bin; undo goes back over what was restored since, and not over what was deleted"
    )
    func undo() async throws {
        try await withTemporaryFolder { folder in
            let program = Program(folder: folder)
            let spoken = try await program.run(
                ["--locale", "ru"],
                input: "add dog --wait 0\nadd cat --wait 0\nremove dog\nremove cat\nbin restore cat\nundo\n")
            #expect(spoken.status == 0 && spoken.output.contains("30 дней в корзине"), "\(spoken)")
            #expect(try await program.run("bin").output == "The bin is empty.\n")
            let emptied = try await program.run(["--json"], input: "remove dog\nbin empty\nundo\n")
            #expect(try emptied.status == 1 && emptied.errorCode() == "notFound")
            #expect(try await program.run("help", "bin").output.contains("superapp bin restore"))
            #expect(try await program.run("bin", "restore").status == 2)
        }
    }

    @Test("removed tasks are listed, restored by name and deleted for good, in later runs")
    func tasks() async throws {
        try await withTemporaryFolder { folder in
            let program = Program(folder: folder)
            _ = try await program.run([], input: "todo add Milk --priority high\ntodo add Tea\ntodo remove Milk Tea\n")
            let bin = try #require(try await program.run("todo", "bin", "--json").json()[0] as? [[String: Any]])
            #expect(Set(bin.map { $0["text"] as? String }) == ["Milk", "Tea"] && bin[0]["removedAt"] is String)
            let restored = try await program.run("todo", "bin", "restore", "milk", "--json").json()[0]
            #expect((restored as? [[String: Any]])?.map { $0["priority"] as? String } == ["high"])
            #expect(try await program.run("todo", "bin", "restore", "milk", "--json").errorCode() == "notFound")
            for arguments in [["restore"], ["empty", "x"], ["x"]] {
                #expect(try await program.run(["todo", "bin"] + arguments).status == 2, "\(arguments)")
            }
            #expect(try await program.run("todo", "bin", "empty", "--json").output == "{\"deleted\":1}\n")
            #expect(try await program.run("todo", "bin", "empty").output == "The bin is empty.\n")
            #expect(try await program.run("todo", "bin", "--json").output == "[]\n")
        }
    }
}
