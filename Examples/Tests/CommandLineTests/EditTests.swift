import Foundation
import Testing

@Suite("Editing words", .timeLimit(.minutes(15)))
struct EditTests {
    @Test("edit changes text, languages and note; the word keeps its identifier and star, and is translated anew")
    func edit() async throws {
        try await withProgram { program in
            let dog = try await program.run("--json", "add", "dog", "--from", "en", "--to", "ru").object()
            _ = try await program.run("star", "dog")
            let edited = try await program.run("--json", "edit", "dog", "--text", "cat", "--note", "two\nlines")
            #expect(edited.status == 0)
            let cat = try edited.object()
            #expect(cat["id"] as? String == dog["id"] as? String && cat["isFavorite"] as? Bool == true)
            #expect(cat["text"] as? String == "cat" && cat["translation"] as? String == "кошка")
            #expect(cat["note"] as? String == "two\nlines" && cat["alternatives"] == nil)
            #expect(dog["note"] == nil)
            let german = try await program.run("--json", "edit", "cat", "--to", "de").object()
            #expect(german["translation"] as? String == "Katze" && german["note"] as? String == "two\nlines")
            #expect(try await program.run("search", "lines").output.contains("cat"))
            let shown = try await program.run("show", "cat").output
            #expect(shown.contains("\n  note: two␣lines\n") || shown.contains("\n  note: two lines\n"), "\(shown)")
            let went = try await program.run("--json", "edit", "cat", "--text", "went", "--to", "ru").object()
            #expect(went["matched"] as? [String: String] == ["form": "go", "how": "past tense"])
            _ = try await program.run("edit", "went", "--text", "cat", "--to", "de")
            _ = try await program.run("edit", "cat", "--note", "")
            #expect(try await program.run("--json", "show", "cat").object()["note"] == nil)
            let house = try await program.run("--json", "edit", "cat", "--text", "house", "--wait", "0").object()
            #expect(house["status"] as? String == "translated" && house["translation"] as? String == "Haus")
            #expect(try await program.run("--json", "list").objects().count == 1)
        }
    }

    @Test("tags are added and taken away, shown, found, listed, exported and imported")
    func tags() async throws {
        try await withProgram { program in
            for text in ["dog", "cat"] { _ = try await program.run("add", text, "--from", "en", "--to", "ru") }
            #expect(try await program.run("--json", "show", "dog").object()["tags"] == nil)
            let tagged = try await program.run("--json", "edit", "dog", "--tag", "pet::big", "--tag", "noun old")
            #expect(try tagged.object()["tags"] as? [String] == ["pet::big", "noun", "old"])
            let edited = try await program.run("--json", "edit", "dog", "--untag=old", "--tag=noun", "--untag", "pet")
            #expect(try edited.object()["tags"] as? [String] == ["pet::big", "noun"])
            #expect(try await program.run("show", "dog").output.contains("\n  tags: pet::big noun\n"))
            for list in [["list", "--tag", "pet"], ["list", "--tag", "noun", "--limit", "5"], ["search", "pet::"]] {
                #expect(try await program.run(["--json"] + list).objects().map { $0["text"] as? String } == ["dog"])
            }
            #expect(try await program.run("list", "--tag", "nou").output.contains("no words with this tag"))
            #expect(try await program.run("--json", "list", "--tag", "nou").objects().isEmpty)
            let long = try await program.run("--json", "edit", "dog", "--tag", String(repeating: "x", count: 10_001))
            #expect(try long.errorCode() == "textTooLong")
            let both = try await program.run("edit", "dog", "--tag", "new", "--untag", "new")
            #expect(both.status == 2 && both.errors == "superapp: --tag and --untag both name “new”\n")
            for name in ["words.csv", "words.tsv", "words.jsonl"] {
                let file = program.folder.appending(path: name).systemPath
                #expect(try await program.run("export", file).status == 0)
                _ = try await program.run("rm", "dog")
                #expect(try await program.run("import", file).status == 0)
                let dog = try await program.run("--json", "show", "dog").object()
                #expect(dog["tags"] as? [String] == ["pet::big", "noun"], "\(name)")
            }
        }
    }

    @Test("an edit that cannot be made says why, and changes nothing")
    func refused() async throws {
        try await withProgram { program in
            for text in ["dog", "cat"] { _ = try await program.run("add", text, "--from", "en", "--to", "ru") }
            let before = try await program.run("--json", "list").output
            for (arguments, code) in [
                (["edit", "dog", "--text", "cat"], "duplicate"), (["edit", "dog", "--text", " "], "emptyText"),
                (["edit", "dog", "--text", String(repeating: "x", count: 501)], "textTooLong"),
                (["edit", "dog", "--note", String(repeating: "x", count: 20_001)], "textTooLong"),
                (["edit", "dog", "--from", "xx"], "unknownLanguage"),
                (["edit", "dog", "--from", "ru"], "sameLanguage"),
                (["edit", "dog"], "usage"), (["edit"], "usage"), (["edit", "dog", "--tag", " "], "usage"),
                (["edit", "owl", "--note", "x"], "notFound"),
                (["todo", "edit", "1"], "usage"),
            ] {
                let result = try await program.run(["--json"] + arguments)
                #expect(try result.errorCode() == code, "\(arguments)")
                #expect(result.status == (code == "usage" ? 2 : 1))
            }
            #expect(try await program.run("--json", "list").output == before)
            let russian = try await program.run("--locale", "ru", "edit", "dog")
            #expect(russian.errors.contains("для edit нужно одно из: --text, --from, --to, --note"))
        }
    }

    @Test("own translations are added with --add, shown together, exported, imported and found")
    func severalTranslations() async throws {
        try await withProgram { program in
            _ = try await program.run("add", "dog", "--from", "en", "--to", "ru")
            _ = try await program.run("translate", "dog", "мой", "пёс")
            let added = try await program.run("--json", "translate", "dog", "псина", "--add").object()
            #expect(added["translation"] as? String == "мой пёс" && added["alternatives"] as? [String] == ["псина"])
            #expect(added["provider"] as? String == "user")
            let lines = try await program.run("show", "dog").output.split(separator: "\n")
            #expect(lines[2] == "  1. мой пёс, псина")
            #expect(lines[3].contains("собака"))
            for text in ["псина", "собака", "пёс мой"] {
                #expect(try await program.run("--json", "search", text).objects().count == 1, "\(text)")
            }
            let list = try await program.run("--json", "list").output
            for format in ["csv", "tsv", "jsonl"] {
                let file = program.folder.appending(path: "words.\(format)").path(percentEncoded: false)
                _ = try await program.run("export", file)
                let copy = program.folder.appending(path: "\(format).sqlite").path(percentEncoded: false)
                let report = try await program.run("--store", copy, "--json", "import", file).object()
                #expect(report["added"] as? Int == 1)
                #expect(try await program.run("--store", copy, "--json", "list").output == list)
                #expect(try await program.run("--json", "import", file).object()["unchanged"] as? Int == 1)
            }
            // The list of words itself is a file too.
            let copy = program.folder.appending(path: "list.sqlite").path(percentEncoded: false)
            let imported = try await program.run(["--store", copy, "import", "-", "--format", "jsonl"], input: list)
            #expect(imported.status == 0)
            let again = try await program.run("--store", copy, "--json", "list").objects()
            #expect(again.map { $0["alternatives"] as? [String] } == [["псина"]])
            // A second one without --add takes their place; --clear removes all.
            #expect(
                try await program.run("--json", "translate", "dog", "x").object()["alternatives"] == nil)
            _ = try await program.run("translate", "dog", "y", "--add")
            #expect(
                try await program.run("--json", "translate", "dog", "--clear").object()["translation"] as? String
                    == "собака")
        }
    }

    @Test("a foreign table with a column called note or alternatives is read as before")
    func foreignColumns() async throws {
        try await withProgram { program in
            let table = "word,meaning,note,alternatives\ndog,собака,\(String(repeating: "x", count: 30_000)),y\n"
            let report = try await program.run(["--json", "import", "-", "--format", "csv"], input: table).object()
            #expect(report["added"] as? Int == 1)
            let understood = try #require(report["understood"] as? [String: Any])
            #expect(understood["ignored"] as? [String] == ["note", "alternatives"])
            // Without some columns, and named by an option.
            for (options, table) in [
                ([], "text,translation,alternatives,note\ncow,корова,бурёнка,n\n"),
                (["--columns", "text,translation,alternatives,note"], "w,x,y,z\ncow,корова,бурёнка,n\n"),
            ] {
                _ = try await program.run(["import", "-", "--format", "csv"] + options, input: table)
                let cow = try await program.run("--json", "show", "cow").object()
                #expect(cow["note"] as? String == "n" && cow["alternatives"] as? [String] == ["бурёнка"], "\(options)")
                _ = try await program.run("remove", "cow")
            }
            // A table that an earlier version exported, and one of this version, whose texts are as they are.
            let first =
                "id,text,translation,status,provider,translatedAt,sourceLang,targetLang,isFavorite,createdAt,updatedAt"
            let row =
                ",[sound:a.mp3] x,y,translated,user,2026-11-21T10:00:00Z,en,ru,false,2026-11-21T10:00:00Z,2026-11-21T10:00:00Z"
            for (header, end) in [("", ""), (",alternatives,note", ",\"b\nc\",n")] {
                let file = "\(first)\(header)\n\(row)\(end)\n"
                _ = try await program.run(["import", "-", "--format", "csv"], input: file)
                let words = try await program.run("--json", "list").objects()
                let word = try #require(words.first { $0["text"] as? String == "[sound:a.mp3] x" })
                #expect(word["alternatives"] as? [String] == (header.isEmpty ? nil : ["b", "c"]))
                #expect(word["note"] as? String == (header.isEmpty ? nil : "n"))
            }
        }
    }

    @Test("an export with --bom is for Excel, and comes back as it was")
    func spreadsheet() async throws {
        try await withProgram { program in
            let files = ["a.csv", "b.csv"].map { program.folder.appending(path: $0).systemPath }
            _ = try await program.run(["import", "-", "--format", "csv"], input: "text,translation\n=1+1,-x\n")
            #expect(try await program.run("export", files[0], "--bom").status == 0)
            let table = try Data(contentsOf: URL(filePath: files[0]))
            let text = String(decoding: table, as: UTF8.self)
            #expect(table.starts(with: [0xEF, 0xBB, 0xBF]) && text.contains(",'=1+1,'-x,"), "\(text)")
            let other = ["--store", program.folder.appending(path: "other.sqlite").systemPath]
            _ = try await program.run(other + ["import", files[0]])
            for (options, file) in [([], files[0]), (other, files[1])] {
                #expect(try await program.run(options + ["export", file]).status == 0)
            }
            #expect(try Data(contentsOf: URL(filePath: files[0])) == Data(contentsOf: URL(filePath: files[1])))
            #expect(try await program.run("export", "-", "--format", "jsonl", "--bom").status == 2)
        }
    }
}
