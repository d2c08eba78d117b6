import Foundation
import SuperappTesting
import Testing

@Suite("The demo in Russian", .timeLimit(.minutes(15)))
struct RussianTests {
    @Test("in Russian, screens, help and errors are in Russian; names of commands and languages' codes stay")
    func russian() async throws {
        try await withProgram { program in
            let lines = [
                "add dog", "add", "add dog", "add x --from xx", "list", "show dog", "favorites", "search zzz",
                "star dog",
                "retry", "langs", "langs set en en", "remove nosuch", "todo list", "todo add x --deadline 2020-01-01",
                "todo add x --deadline tomorrow", "todo count", "import nosuch.csv", "list --limit x", "foo", "help",
            ]
            let result = try await program.run(
                ["--locale", "ru", "--ephemeral"], input: lines.joined(separator: "\n"))
            let typed = "superapp dog en ru de it xx x zzz nosuch csv todo foo help tomorrow"
            let known = Set(typed.split(separator: " ").map(String.init))
            let help = try await program.run("--locale", "ru", "help").output
            let texts = (result.output.replacing(help, with: "") + result.errors).split(separator: "\n")
            #expect(texts.count > 20)
            for text in texts {
                let latin = text.replacing(/[0-9a-f]{8}-[0-9a-f-]+/, with: "").matches(of: /[A-Za-z]{2,}/).map {
                    String($0.0)
                }.filter { !known.contains($0) }
                #expect(latin.allSatisfy { Self.syntax.contains($0) }, "\(text)")
            }
            for name in ["add", "import", "todo", "tour"] {
                let text = try await program.run("--locale", "ru", "help", name).output
                #expect(text.hasPrefix("использование: superapp \(name)") && !text.contains("usage"))
            }
            #expect(
                try await program.run("--locale", "ru", "list", "--limit", "x").errors.contains("нужно целое число"))
            #expect(try await program.run("--locale=ru", "--log", "x").errors.contains("одно из"))
        }
    }

    /// What is written alike in every language.
    private static let syntax: Set<String> = ["from", "to", "limit", "SQLite"]

    @Test("the tree's picture and its details are in the language of the reader")
    func tree() async throws {
        try await withProgram { program in
            let svg = try await program.run("--locale", "ru", "tree", "--format", "svg").output
            for text in ["Дерево функций", "экранов, ", "слева направо", ">экран<", "модель экрана"] {
                #expect(svg.contains(text), "\(text)")
            }
            for text in ["Feature tree", "screens", ">screen<", "view model", "dependencies "] {
                #expect(!svg.contains(text), "\(text)")
            }
            #expect(try Picture(svg).isSound)
            let text = try await program.run("--locale", "ru", "tree", "--details").output
            #expect(text.contains("· с 20") && text.contains("· зависимости: ") && text.contains("· выходы: "))
            #expect(!text.contains("since") && !text.contains("dependencies ") && !text.contains("outputs "))
        }
    }

    @Test("PONS is asked for parts of speech in the language of the reader")
    func partsOfSpeech() async throws {
        let pons = try FakePonsServer()
        try await withProgram { program in
            let environment = ["PONS_SECRET": FakePonsServer.secret, "PONS_URL": pons.baseURL.absoluteString]
            for language in ["ru", "en"] {
                _ = try await program.run(
                    ["--ephemeral", "--locale", language, "--translator", "pons", "add", "soon", "--to", "it"],
                    environment: environment)
            }
            #expect(pons.requests.map { $0.query["language"] } == ["ru", "en"])
        }
        pons.stop()
    }

    @Test("help translates placeholders into Russian")
    func help() async throws {
        try await withProgram { program in
            let help = try await program.run("--locale", "ru", "--help").output
            for text in ["[ПАРАМЕТРЫ] [КОМАНДА [АРГУМЕНТ…]]", "add ТЕКСТ", "--wait СЕКУНДЫ", "--store ФАЙЛ"] {
                #expect(help.contains(text), "\(text)")
            }
            for text in ["[OPTIONS]", "TEXT", "SECONDS", " FILE", "YYYY", "HH:MM"] {
                #expect(!help.contains(text), "\(text)")
            }
            #expect(try await program.run("--locale", "ru", "add").errors == "superapp: не хватает аргумента ТЕКСТ\n")
            #expect(try await program.run("--locale", "ru", "import").errors == "superapp: не хватает аргумента ФАЙЛ\n")
        }
    }

    @Test("the tour has Russian tasks, and names a word in Russian")
    func tour() async throws {
        try await withProgram { program in
            let tour = try await program.run("--locale", "ru", "tour").output
            #expect(tour.contains("$ todo add Выучить десять слов --priority high"))
            #expect(tour.contains("Выучить десять слов → Выучить двенадцать слов"))
            #expect(tour.contains("superapp add СЛОВО"))
            #expect(!tour.contains("Learn"))
        }
    }

    @Test("dates have the Russian form")
    func days() async throws {
        try await withProgram { program in
            let added = try await program.run(
                "--locale", "ru", "todo", "add", "Купить молоко", "--deadline", "2099-12-01")
            #expect(added.output.contains("срок: 1 дек. 2099"), "\(added.output)")
            let timed = try await program.run(
                "--locale", "ru", "todo", "add", "Купить хлеб", "--deadline", "2099-12-01T18:30")
            #expect(timed.output.contains("срок: 1 дек. 2099") && timed.output.contains("18:30"), "\(timed.output)")
            #expect(try await program.run("todo", "list").output.contains("due Dec 1, 2099"))
            let json = try await program.run("todo", "list", "--json").objects()
            #expect(json.map { $0["deadline"] as? String } == ["2099-12-01", "2099-12-01T18:30:00"])
        }
    }
}
