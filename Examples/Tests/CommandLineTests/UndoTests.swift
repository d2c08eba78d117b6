import Foundation
import Testing

@Suite("Undoing a removal", .timeLimit(.minutes(15)))
struct UndoTests {
    @Test("in a script, undo restores the last removed words or tasks")
    func script() async throws {
        try await withTemporaryFolder { folder in
            let program = Program(folder: folder)
            let input = """
                add dog
                add cat
                star dog
                remove dog cat
                undo
                list
                todo add Buy milk --priority high

                """
            let result = try await program.run(["--json"], input: input)
            #expect(result.status == 0, "\(result.errors)")
            let values = try result.json()
            let restored = try #require(values[4] as? [[String: Any]])
            #expect(restored.map { $0["text"] as? String } == ["dog", "cat"])
            #expect(restored.map { $0["isFavorite"] as? Bool } == [true, false])
            let words = try #require(values[5] as? [[String: Any]])
            #expect(words.map { $0["translation"] as? String } == ["кошка", "собака"])
            let id = try #require((values[6] as? [String: Any])?["id"] as? String)
            let tasks = try await program.run(
                ["--json"], input: "remove cat\ntodo remove \(id)\nundo\ntodo list\nundo\nlist\nundo\n")
            #expect(tasks.status == 1)
            #expect(try tasks.errorCode() == "notFound")
            let lists = try tasks.json()
            #expect((lists[2] as? [[String: Any]])?.map { $0["priority"] as? String } == ["high"])
            #expect((lists[3] as? [[String: Any]])?.map { $0["text"] as? String } == ["Buy milk"])
            #expect((lists[4] as? [[String: Any]])?.map { $0["text"] as? String } == ["cat"])
            #expect((lists[5] as? [[String: Any]])?.count == 2)
        }
    }

    @Test("undo goes back change by change, of words and of tasks, to the first of the session")
    func order() async throws {
        try await withTemporaryFolder { folder in
            let program = Program(folder: folder)
            let added = try await program.run(
                ["--json"], input: "add cat --wait 0\nadd dog --wait 0\ntodo add milk\ntodo add tea\n"
            ).json()
            #expect(added.count == 4)
            let lines = try await program.run(
                ["--json"],
                input: "todo remove milk\nremove cat\ntodo done tea\nremove dog\nundo\nundo\nundo\nundo\n"
            ).json()
            let restored = lines.suffix(4).map { ($0 as? [[String: Any]])?.map { $0["text"] as? String } }
            #expect(restored == [["dog"], ["tea"], ["cat"], ["milk"]])
        }
    }

    @Test(
        "undo takes back what was done, skipped or edited, and says if nothing was left to take back; undone without a step fails"
    )
    func edits() async throws {
        try await withTemporaryFolder { folder in
            let program = Program(folder: folder)
            let input = """
                todo add Pills --repeat daily --deadline 2030-01-01
                todo done Pills
                undo
                todo skip Pills
                undo
                todo edit Pills --text Vitamins --deadline 2030-02-01
                undo
                undo
                todo undone Pills

                """
            let result = try await program.run(["--json"], input: input)
            let states = try result.json().map { value -> String in
                let todo = value as? [String: Any] ?? (value as? [[String: Any]])?.first ?? [:]
                return "\(todo["text"] ?? "") \(todo["deadline"] ?? "")"
            }
            let first = "Pills 2030-01-01"
            #expect(
                states == [
                    first, "Pills 2030-01-02", first, "Pills 2030-01-02", first, "Vitamins 2030-02-01", first,
                ])
            #expect(result.status == 1 && result.errors.contains("notFound"))
            let undone = try await program.run("todo", "undone", "Pills", "--json")
            #expect(try undone.status == 1 && undone.errorCode() == "invalidRecurrence")
        }
    }

    @Test(
        "a skip or a completion of the last time says in words and in JSON that the task is done; undo brings it back")
    func lastTime() async throws {
        try await withTemporaryFolder { folder in
            let program = Program(folder: folder)
            let add = "todo add Pills --repeat 'daily until 2030-01-01' --deadline 2030-01-01\n"
            for command in ["todo skip Pills", "todo done Pills"] {
                let result = try await program.run(
                    ["--json", "--ephemeral"], input: add + command + "\nundo\ntodo edit Pills --text Pill\n")
                let todos = try result.json().map { value in
                    value as? [String: Any] ?? (value as? [[String: Any]])?.first ?? [:]
                }
                #expect(todos.map { $0["isCompleted"] as? Bool } == [false, true, false, false])
                #expect(todos.map { $0["wasLast"] as? Bool } == [nil, true, nil, nil])
                let parts = try await program.run(
                    ["--json", "--ephemeral"],
                    input: add
                        + "todo add Bag --parent Pills\ntodo done Pills --with-subtasks\ntodo edit Pills --priority high\ntodo undone Pills\n"
                ).json().map { $0 as? [String: Any] ?? [:] }
                #expect(parts.map { $0["wasLast"] as? Bool } == [nil, nil, true, nil, nil])
                #expect(parts.last?["isBack"] as? Bool == true && parts.last?["doneSubtasks"] as? Int == 1)
                for (locale, text) in [
                    ("en", "“Pills” has no later time: it is done"),
                    ("ru", "у задачи «Pills» больше нет повторов: она сделана"),
                ] {
                    let spoken = try await program.run(
                        ["--locale", locale, "--ephemeral"], input: add + command + "\n")
                    #expect(spoken.output.contains(text), "\(spoken)")
                }
            }
        }
    }

    @Test("undo outside a session is an error that explains it; help covers it")
    func usage() async throws {
        try await withTemporaryFolder { folder in
            let program = Program(folder: folder)
            let alone = try await program.run("undo")
            #expect(alone.status == 2 && alone.errors.contains("session"))
            #expect(try await program.run("help", "undo").output.contains("superapp undo"))
            let russian = try await program.run(["--locale", "ru", "--ephemeral"], input: "undo\n")
            #expect(russian.errors == "superapp: строка 1: отменять нечего\n")
        }
    }
}
