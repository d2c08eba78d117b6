import Foundation
import Testing

@Suite("The languages of a file of words", .timeLimit(.minutes(5)))
struct ImportLanguageTests {
    @Test("a header that names other languages than the options is refused, unless the columns are named")
    func otherLanguages() async throws {
        try await withProgram { program in
            for (name, text) in [
                ("words.csv", "Deutsch;Italienisch\nHund;cane\n"),
                ("words.txt", "#separator:tab\n#columns:Deutsch\tItalienisch\nHund\tcane\n"),
            ] {
                let file = program.folder.appending(path: name)
                try Data(text.utf8).write(to: file)
                for (options, reason) in [
                    (["--from", "en"], "line 1: the header names the language de, not en"),
                    (["--from", "de", "--to", "ru"], "line 1: the header names the language it, not ru"),
                ] {
                    let refused = try await program.run(["import", file.systemPath] + options)
                    #expect(refused.status == 1 && refused.output.contains(reason), "\(refused)")
                    let russian = try await program.run(["--locale", "ru", "import", file.systemPath] + options)
                    #expect(!russian.output.contains("header"))
                    #expect(try await program.run("list", "--json").output == "[]\n")
                }
                for (options, direction) in [
                    (["--from", "de"], "de→it"), (["--to", "it"], "de→it"),
                    (["--columns", "text,translation", "--from", "en", "--to", "it"], "en→it"),
                ] {
                    let result = try await program.run(["--ephemeral", "--json", "import", file.systemPath] + options)
                    let understood = try result.object()["understood"] as? [String: Any]
                    #expect(understood?["directions"] as? [String] == [direction], "\(result)")
                }
            }
        }
    }

    @Test("words whose own languages are others than those that the options name are counted")
    func ownLanguages() async throws {
        try await withProgram { program in
            let file = program.folder.appending(path: "words.csv")
            try Data("text,sourceLang,targetLang\ndog,,\ncat,en,ru\nHund,de,it\nowl,,it\n".utf8).write(to: file)
            let table = ["import", file.systemPath, "--dry-run"]
            let lines = #"{"text":"Hund","sourceLang":"de"}"# + "\n" + #"{"text":"dog"}"#
            for (command, options, count) in [
                (table, ["--from", "en"], 1), (table, ["--from", "en", "--to", "ru"], 2), (table, [], 0),
                (table, ["--to", "it"], 1), (["import", "-", "--format", "jsonl"], ["--from", "en"], 1),
            ] {
                let command = ["--ephemeral"] + command + options
                let object = try await program.run(["--json"] + command, input: lines).object()
                #expect((object["understood"] as? [String: Any])?["ownLanguages"] as? Int == count, "\(options)")
                let text = try await program.run(command, input: lines).output
                #expect(text.contains("; with other languages of their own: \(count)\n") == (count > 0), "\(text)")
            }
        }
    }
}
