import Foundation
import SuperappTesting
import Testing

@Suite("Reviews in scripts", .timeLimit(.minutes(15)))
struct ReviewCommandTests {
    private func strings(_ objects: [[String: Any]], _ key: String) -> [String] {
        objects.map { $0[key] as? String ?? "–" }
    }

    @Test("cards are listed, rated, taken back, suspended and counted, each in a process of its own")
    func session() async throws {
        try await withTemporaryFolder { folder in
            let program = Program(folder: folder)
            let nothing = try await program.run("review", "due")
            #expect(nothing.output == "There is nothing to review: words with a translation are reviewed.\n")
            for text in ["dog", "cat", "house"] { _ = try await program.run("add", text) }
            let new = try await program.run("--json", "review", "due").objects()
            #expect(strings(new, "text") == ["house", "cat", "dog"] && strings(new, "state") == ["new", "new", "new"])
            #expect(new.allSatisfy { $0["stability"] is NSNull && $0["recall"] is NSNull && $0["due"] is String })

            let rated = try await program.run("--json", "review", "rate", "dog", "good").object()
            #expect(rated["state"] as? String == "review" && rated["interval"] as? Int == 2)
            #expect(rated["stability"] as? Double == 2.3065 && rated["side"] as? String == "word")
            let forgotten = try await program.run(
                "--json", "review", "rate", "cat", "again", "--side", "meaning"
            ).object()
            #expect(forgotten["state"] as? String == "learning" && forgotten["interval"] as? Int == 0)
            let left = try await program.run("--json", "review", "due").objects()
            #expect(strings(left, "text") == ["house", "cat"] && strings(left, "side") == ["word", "meaning"])
            #expect(try await program.run("--json", "review", "due", "--limit", "1").objects().count == 1)

            let numbers = try await program.run("--json", "review", "stats").object()
            #expect(
                ["due", "new", "learning", "known", "reviewedToday"].map { numbers[$0] as? Int } == [1, 1, 2, 0, 2])
            #expect((numbers["forecast"] as? [Int])?.count == 30 && (numbers["forecast"] as? [Int])?[1] == 1)

            let undone = try await program.run("--json", "review", "undo").object()
            #expect(undone["text"] as? String == "cat" && undone["state"] as? String == "new")
            let suspended = try await program.run("--json", "review", "suspend", "house").object()
            #expect(suspended["state"] as? String == "suspended")
            let counts = try await program.run("--json", "review", "stats").object()
            #expect(["new", "suspended"].map { counts[$0] as? Int } == [1, 1])
            #expect(strings(try await program.run("--json", "review", "due").objects(), "text") == ["cat"])
            let refused = try await program.run("--json", "review", "rate", "house", "good")
            #expect(try refused.errorCode() == "suspended" && refused.errors.contains("review resume"), "\(refused)")
            #expect(try await program.run("--json", "review", "resume", "house").object()["state"] as? String == "new")
        }
    }

    @Test(
        "the log is written and read, in both formats; what is there already is unchanged", arguments: ["jsonl", "csv"])
    func log(format: String) async throws {
        try await withTemporaryFolder { folder in
            let program = Program(folder: folder)
            _ = try await program.run("add", "dog")
            _ = try await program.run("review", "rate", "dog", "hard")
            let before = try await program.run("--json", "review", "rate", "dog", "easy").object()
            let file = folder.appending(path: "log.\(format)").path(percentEncoded: false)
            #expect(try await program.run("--json", "review", "log", "export", file).object()["exported"] as? Int == 2)
            let again = try await program.run("--json", "review", "log", "import", file).object()
            #expect(again["added"] as? Int == 0 && again["unchanged"] as? Int == 2)
            _ = try await program.run("review", "undo")
            #expect(try await program.run("--json", "review", "log", "import", file).object()["added"] as? Int == 1)
            _ = try await program.run("review", "undo")
            let after = try await program.run("--json", "review", "rate", "dog", "good").object()
            #expect(after["stability"] as? Double != before["stability"] as? Double)
            let kept = try await program.run("--ephemeral", "review", "log", "import", file)
            #expect(
                kept.output.hasSuffix("\nevents of words that are not in the dictionary, kept until they are: 2\n"),
                "\(kept)")
            #expect(try await program.run("review", "log", "show", file).status == 2)
            #expect(try await program.run("review", "log", "import", file + "x").status == 1)
        }
    }

    @Test("an export says what it leaves out")
    func leftOut() async throws {
        try await withTemporaryFolder { folder in
            let program = Program(folder: folder)
            _ = try await program.run("add", "dog")
            _ = try await program.run("review", "rate", "dog", "good")
            _ = try await program.run("review", "suspend", "dog")
            for (name, written, leftOut) in [("log.csv", 1, 2), ("log.jsonl", 3, 0)] {
                let file = folder.appending(path: name).path(percentEncoded: false)
                let said = try await program.run("review", "log", "export", file).output
                let line = "suspensions and resumptions are left out, because Anki's log has no such events: 2\n"
                #expect(said.hasPrefix("\(written) event") && said.hasSuffix(line) == (leftOut > 0), "\(said)")
                let json = try await program.run("--json", "review", "log", "export", file).object()
                #expect(json["exported"] as? Int == written && json["leftOut"] as? Int == leftOut, "\(json)")
            }
        }
    }

    @Test("reading the settings, the log and the statistics creates no store")
    func reading() async throws {
        try await withTemporaryFolder { folder in
            let program = Program(folder: folder)
            let file = folder.appending(path: "log.jsonl").path(percentEncoded: false)
            for arguments in [["settings"], ["log", "export", file], ["stats"], ["due"]] {
                let result = try await program.run(["review"] + arguments)
                #expect(
                    result.status == 0
                        && !FileManager.default.fileExists(atPath: program.store.path(percentEncoded: false)),
                    "\(arguments)")
            }
        }
    }

    @Test("a rating of a word that was removed is taken back, which is said")
    func undoOfRemovedWord() async throws {
        try await withTemporaryFolder { folder in
            let program = Program(folder: folder)
            _ = try await program.run("add", "dog")
            for arguments in [["--json"], []] {
                _ = try await program.run("review", "rate", "dog", "good")
                _ = try await program.run("remove", "dog")
                let undone = try await program.run(arguments + ["review", "undo"])
                let isSaid =
                    arguments.isEmpty
                    ? undone.output == "the rating “Good” was taken back; its word was removed\n"
                    : try undone.object()["text"] is NSNull && undone.object()["side"] as? String == "word"
                #expect(undone.status == 0 && isSaid, "\(undone)")
                _ = try await program.run("add", "dog")
            }
        }
    }

    @Test("the settings of reviews are shown, changed and kept, and wrong ones are refused")
    func settings() async throws {
        try await withTemporaryFolder { folder in
            let program = Program(folder: folder)
            for text in ["dog", "cat", "house"] { _ = try await program.run("add", text) }
            func settings(_ arguments: String...) async throws -> String {
                try await program.run(["--json", "review", "settings"] + arguments).output
            }
            let set = [
                try await settings(), try await settings("--new", "1", "--order", "oldest"),
                try await settings("--retention", "80%"), try await settings("--retention", "0.85"),
                try await settings(),
            ]
            #expect(
                set
                    == [
                        #"{"new":10,"order":"newest","retention":0.9}"#, #"{"new":1,"order":"oldest","retention":0.9}"#,
                        #"{"new":1,"order":"oldest","retention":0.8}"#, #"{"new":1,"order":"oldest","retention":0.85}"#,
                        #"{"new":1,"order":"oldest","retention":0.85}"#,
                    ].map { $0 + "\n" })
            #expect(strings(try await program.run("--json", "review", "due").objects(), "text") == ["dog"])
            let wrong = [["--new", "1001"], ["--order", "random"], ["--retention", "0.5"], ["--retention", "much"]]
            for arguments in wrong {
                let result = try await program.run(["review", "settings"] + arguments)
                #expect(result.status == 2 && result.output.isEmpty, "\(arguments): \(result)")
            }
        }
    }

    @Test("what cannot be reviewed is refused with a reason and changes nothing")
    func refusals() async throws {
        try await withTemporaryFolder { folder in
            let program = Program(folder: folder)
            try await program.addWaiting("xyzzy")
            let cases: [(arguments: [String], status: Int32, code: String)] = [
                (["review", "rate", "xyzzy", "well"], 2, "usage"), (["review", "rate", "xyzzy"], 2, "usage"),
                (["review", "rate", "xyzzy", "good"], 1, "notFound"), (["review", "suspend", "xyzzy"], 1, "notFound"),
                (["review", "rate", "absent", "good"], 1, "notFound"), (["review", "undo"], 1, "notFound"),
                (["review", "rate", "xyzzy", "good", "--side", "back"], 2, "usage"), (["review"], 2, "usage"),
            ]
            for (arguments, status, code) in cases {
                let result = try await program.run(["--json"] + arguments)
                #expect(result.status == status && result.output.isEmpty, "\(arguments)")
                #expect(try result.errorCode() == code, "\(arguments)")
            }
            #expect(try await program.run("review", "suspend", "xyzzy").errors.contains("has no translation"))
            #expect(try await program.run("--json", "review", "stats").object()["reviewedToday"] as? Int == 0)
        }
    }
}
