import Foundation
import SuperappTesting
import Testing

@Suite("Looking up what people type", .timeLimit(.minutes(15)))
struct LookTests {
    private struct Example {
        let typed: String
        let from: String, to: String
        let translation: String
        /// The dictionary's word; nil if it is the text.
        var form: String?
        var how: String?
    }

    private static let examples = [
        Example(typed: "dog", from: "en", to: "ru", translation: "собака"),
        Example(typed: "dogs", from: "en", to: "ru", translation: "собака", form: "dog", how: "plural"),
        Example(
            typed: "der Hund", from: "de", to: "en", translation: "dog", form: "Hund", how: "without the article"),
        Example(typed: "went", from: "en", to: "de", translation: "gehen", form: "go", how: "past tense"),
        Example(typed: "собаки", from: "ru", to: "en", translation: "dog", form: "собака"),
        Example(typed: "to run", from: "en", to: "ru", translation: "бежать", form: "run", how: "without “to”"),
        Example(typed: "Häuser", from: "de", to: "en", translation: "house", form: "Haus", how: "plural"),
        Example(
            typed: "how are you?", from: "en", to: "ru", translation: "как дела", form: "how are you",
            how: "without punctuation"),
    ]

    @Test("an inflected form, a word with an article, and a question are found, and it is said as what")
    func forms() async throws {
        try await withTemporaryFolder { folder in
            let program = Program(folder: folder)
            for example in Self.examples {
                let options = ["--from", example.from, "--to", example.to]
                let looked = try await program.run(["--json", "look", example.typed] + options).objects()
                let added = try await program.run(["--json", "add", example.typed, "--wait", "240"] + options).object()
                #expect(looked.count == 1, "\(example)")
                let meaning = try #require(looked.first)
                #expect(meaning["text"] as? String == example.typed)
                #expect(meaning["sourceLang"] as? String == example.from)
                #expect(meaning["targetLang"] as? String == example.to)
                #expect(meaning["provider"] as? String == "glossary")
                #expect((meaning["senses"] as? [Any])?.isEmpty == false)
                #expect(added["text"] as? String == example.typed)
                for object in [meaning, added] {
                    #expect(object["translation"] as? String == example.translation, "\(example): \(object)")
                    let matched = object["matched"] as? [String: String]
                    #expect(matched?["form"] == example.form, "\(example): \(object)")
                    if let how = example.how { #expect(matched?["how"] == how, "\(example): \(object)") }
                }
                #expect(meaning.keys.contains("matched"))
            }
            // Nothing but the words that were added.
            #expect(try await program.run("--json", "list").objects().count == Self.examples.count)
            let shown = try await program.run("show", "dogs").output
            #expect(
                shown.contains("dog (plural)") && shown.contains("1. noun: собака, пёс\n     соба́ка f, пёс m\n"),
                "\(shown)")
            #expect(try await program.run("add", "cats", "--wait", "240").output.contains("→ cat (plural)"))
            let russian = try await program.run("--locale", "ru", "look", "mice", "--to", "ru").output
            #expect(russian.contains("mouse (множественное число)"), "\(russian)")
            let left = try await program.run("--locale", "ru", "look", "left", "--to", "ru").output
            #expect(left.contains("глагол → leave (прошедшее время, причастие прошедшего времени): "), "\(left)")
            #expect(!left.contains("tense"), "\(left)")
        }
    }

    @Test("a word of another direction is found in each direction that has it, the current one first")
    func directions() async throws {
        try await withTemporaryFolder { folder in
            let program = Program(folder: folder)
            func directions(_ arguments: String...) async throws -> [String] {
                try await program.run(["--json", "look"] + arguments).objects().map {
                    "\($0["sourceLang"] ?? "")→\($0["targetLang"] ?? "") \($0["translation"] ?? "")"
                }
            }
            #expect(try await directions("собака").first == "ru→en dog")
            #expect(try await directions("собака").count == 3)
            #expect(try await directions("собака", "--to", "de") == ["ru→de Hund"])
            #expect(try await directions("Hund").first == "de→ru собака")
            #expect(try await directions("Hund", "--from", "de", "--to", "en") == ["de→en dog"])
            _ = try await program.run("langs", "set", "de", "en")
            #expect(try await directions("hand").prefix(2) == ["de→en hand", "en→de Hand"])
            // `add` says so, and saves the word as it was asked for.
            let added = try await program.run("--json", "add", "собака", "--wait", "240").object()
            #expect(added["status"] as? String == "notFound" && added["sourceLang"] as? String == "de")
            let others = try #require(added["otherMeanings"] as? [[String: Any]])
            #expect(others.first?["sourceLang"] as? String == "ru" && others.first?["translation"] as? String == "dog")
            let text = try await program.run("add", "кошка", "--wait", "240").output
            #expect(text.contains("known in another direction:\n  кошка  ru→en  cat"), "\(text)")
            #expect(!(try await program.run("add", "Katze", "--wait", "240").output.contains("direction:")))
        }
    }

    @Test("for a misspelt word, up to three similar ones are shown")
    func misspelt() async throws {
        try await withTemporaryFolder { folder in
            let program = Program(folder: folder)
            let found = try await program.run("--json", "look", "hosue", "--to", "ru").objects()
            #expect((1...3).contains(found.count))
            let forms = found.compactMap { $0["matched"] as? [String: String] }
            #expect(forms.contains { $0["form"] == "house" } && forms.allSatisfy { $0["how"] == "similar" })
            #expect(found.allSatisfy { $0["text"] as? String == "hosue" && $0["translation"] == nil })
            #expect(found.contains { $0["similar"] as? String == "house" && $0["meaning"] as? String == "дом" })
            let parts = try await program.run("--json", "look", "Haustürschlüssel", "--to", "ru").objects()
            #expect(parts.map { $0["part"] as? String } == ["Schlüssel", "Haustür"])
            #expect(parts.allSatisfy { $0["translation"] == nil && $0["meaning"] != nil })
            let looked = try await program.run("look", "hosue").output
            #expect(looked.hasPrefix("did you mean:\n") && looked.contains("house  en→ru\n"), "\(looked)")
            let added = try await program.run("add", "hosue", "--wait", "240").output
            #expect(added.contains("did you mean:\n") && added.contains("  house  en→ru  дом"), "\(added)")
            let others = try await program.run("--json", "add", "hosue", "--to", "it").object()["otherMeanings"]
            let meanings = try #require(others as? [[String: Any]])
            #expect(!meanings.isEmpty && meanings.allSatisfy { $0["text"] as? String == "hosue" }, "\(meanings)")
            let nothing = try await program.run("look", "qwxyzqwxyz")
            #expect(nothing.status == 0 && nothing.output == "no translation found\n")
            #expect(try await program.run("--json", "look", "qwxyzqwxyz").output == "[]\n")
        }
    }

    @Test("without a network, similar words are shown, and why there may be others")
    func offline() async throws {
        try await withProgram { program in
            let nowhere = ["DICT_URL": "dict://127.0.0.1:1"]
            let found = try await program.run(["--translator", "glossary,dict", "look", "hosue"], environment: nowhere)
            #expect(found.status == 0 && found.output.hasPrefix("did you mean:\nhouse  en→ru\n"))
            #expect(found.output.contains("the translation service cannot be reached"), "\(found)")
            let none = try await program.run(["--translator", "dict", "look", "hosue"], environment: nowhere)
            #expect(none.status == 1 && none.errors.contains("cannot be reached"))
        }
    }

    @Test("a look-up writes no store, and says what is wrong with its arguments")
    func refused() async throws {
        try await withTemporaryFolder { folder in
            let program = Program(folder: folder)
            #expect(try await program.run("look", "dog").status == 0)
            #expect(!FileManager.default.fileExists(atPath: program.store.path(percentEncoded: false)))
            for (arguments, code, status) in [
                (["look"], "usage", 2), (["look", " "], "emptyText", 1),
                (["look", "dog", "--from", "xx"], "unknownLanguage", 1),
                (["look", "dog", "--from", "en", "--to", "en"], "sameLanguage", 1),
                (["look", String(repeating: "x", count: 501)], "textTooLong", 1),
            ] as [([String], String, Int32)] {
                let result = try await program.run(["--json"] + arguments)
                #expect(result.status == status && result.output.isEmpty, "\(arguments)")
                #expect(try result.errorCode() == code, "\(arguments)")
            }
        }
    }

    @Test("without --from and --to, a service over the network is asked in one direction only; its failure is an error")
    func network() async throws {
        let pons = try FakePonsServer()
        try await withTemporaryFolder { folder in
            let program = Program(folder: folder)
            let environment = ["PONS_SECRET": FakePonsServer.secret, "PONS_URL": pons.baseURL.absoluteString]
            func look(_ arguments: String...) async throws -> Program.Result {
                try await program.run(
                    ["--json", "--translator", "glossary,pons", "look"] + arguments, environment: environment)
            }
            _ = try await look("qwxyzqwxyz")
            #expect(Self.languages(of: pons) == ["enru"])
            _ = try await look("qwxyzqwxyz", "--from", "de")
            let others = Self.languages(of: pons).dropFirst()
            #expect(others.count > 1 && others.allSatisfy { $0.hasPrefix("de") }, "\(others)")
            pons.refill(0)
            let failed = try await look("zzz", "--from", "de", "--to", "en")
            #expect(failed.status == 1)
            #expect(try failed.errorCode() == "rateLimited")
        }
        pons.stop()
    }

    private static func languages(of pons: FakePonsServer) -> [String] {
        pons.requests.map { $0.query["l"] ?? "" }
    }
}
