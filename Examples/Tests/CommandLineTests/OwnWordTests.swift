import Foundation
import Testing

@Suite("Similar words and own translations", .timeLimit(.minutes(15)))
struct OwnWordTests {
    @Test("a word that differs in case is added, and the similar one is mentioned in text and JSON")
    func similar() async throws {
        try await withProgram { program in
            let direction = ["--from", "de", "--to", "en", "--wait", "0"]
            let first = try await program.run(["add", "essen", "--json"] + direction).object()
            #expect(first["similar"] == nil)
            let second = try await program.run(["add", "Essen", "--json"] + direction)
            #expect(second.status == 0)
            let similar = try #require(try second.object()["similar"] as? [[String: Any]])
            #expect(similar.map { $0["id"] as? String } == [first["id"] as? String])
            #expect(similar.map { $0["text"] as? String } == ["essen"])
            let text = try await program.run(["add", "ESSEN"] + direction).output
            #expect(text.contains("similar to:") && text.contains(" Essen ") && text.contains(" essen "))
            #expect(try await program.run("list", "--json").objects().count == 3)
            #expect(try await program.run("show", "essen", "--json").object()["text"] as? String == "essen")
            #expect(try await program.run("show", "eSSen", "--json").errorCode() == "ambiguousID")
            let russian = try await program.run(["--locale", "ru", "add", "esseN"] + direction)
            #expect(russian.output.contains("похожие слова:"))
        }
    }

    @Test("a search that finds nothing offers the nearest words and translations, in text only")
    func nearest() async throws {
        try await withProgram { program in
            _ = try await program.run("add", "dog", "--from", "en", "--to", "ru")
            _ = try await program.run("add", "New York", "--from", "en", "--to", "ru", "--wait", "0")
            let missed = try await program.run("search", "Nwe", "York")
            #expect(missed.status == 0 && missed.output == "Nothing found\ndid you mean: New York\n")
            #expect(
                try await program.run("--locale", "ru", "search", "собкаа").output
                    == "Ничего не найдено\nвозможно, вы имели в виду: собака\n")
            #expect(try await program.run("search", "dgo", "--by", "translation").output == "Nothing found\n")
            #expect(try await program.run("search", "xyzzy").output == "Nothing found\n")
            #expect(try await program.run("search", "dog", "--limit", "0").output == "Nothing found\n")
            #expect(!(try await program.run("search", "dog").output.contains("did you mean")))
            #expect(try await program.run("search", "dgo", "--json").output == "[]\n")
        }
    }

    @Test("the own translation stands before the dictionary's senses, and can be cleared")
    func clearing() async throws {
        try await withProgram { program in
            _ = try await program.run("add", "dog", "--from", "en", "--to", "ru")
            let before = try await program.run("show", "dog", "--json").object()["entry"] as? [String: Any]
            _ = try await program.run("translate", "dog", "мой", "пёс")
            let shown = try await program.run("show", "dog", "--json").object()
            #expect(shown["translation"] as? String == "мой пёс" && shown["provider"] as? String == "user")
            #expect((shown["entry"] as? NSDictionary) == (before as NSDictionary?))
            let lines = try await program.run("show", "dog").output.split(separator: "\n")
            #expect(lines[2] == "  1. мой пёс")
            #expect(lines[3].contains("собака"))
            #expect(lines.suffix(2).allSatisfy { $0.hasPrefix("  from: ") })
            let cleared = try await program.run("translate", "dog", "--clear", "--json")
            #expect(cleared.status == 0)
            #expect(try cleared.object()["translation"] as? String == "собака")
            #expect(try cleared.object()["provider"] as? String == "glossary")
            #expect(try await program.run("translate", "dog", "--clear", "--json").output == cleared.output)
            for (arguments, code) in [
                (["translate", "dog"], "usage"), (["translate", "dog", "x", "--clear"], "usage"),
                (["translate", "dog", ""], "emptyText"), (["translate", "zzz", "--clear"], "notFound"),
            ] {
                #expect(try await program.run(["--json"] + arguments).errorCode() == code)
            }
        }
    }

    @Test("retry is sent before the date that the service asked for, and adds senses beside an own translation")
    func retry() async throws {
        let server = try FakePonsServer()
        try await withTemporaryFolder { folder in
            let program = Program(folder: folder)
            let environment = ["PONS_SECRET": FakePonsServer.secret, "PONS_URL": server.baseURL.absoluteString]
            func run(_ arguments: String...) async throws -> Program.Result {
                try await program.run(["--json", "--translator", "pons"] + arguments, environment: environment)
            }
            server.refill(0)
            _ = try await run("add", "soon", "--from", "en", "--to", "it", "--wait", "5")
            let refused = try await run("retry")
            #expect(try refused.errorCode() == "rateLimited")
            server.refill(9)
            _ = try await run("translate", "soon", "adesso")
            let retried = try await run("retry", "soon")
            #expect(retried.status == 0)
            #expect(try retried.objects().map { $0["translation"] as? String } == ["adesso"])
            let entry = try await run("show", "soon").object()["entry"] as? [String: Any]
            let senses = entry?["senses"] as? [[String: Any]]
            #expect(senses?.first?["notes"] as? [String] == ["in a short time"])
            #expect(try await run("translate", "soon", "--clear").object()["translation"] as? String == "presto")
        }
    }
}
