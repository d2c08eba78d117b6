import Foundation
import HTTPTypes
import HummingbirdTesting
import SuperappTesting
import Testing
import WebFrontEnd

@Suite("Tasks of programs", .timeLimit(.minutes(5)))
struct APITaskTests {
    @Test("a task is added once, edited, done, removed and brought back, and pages show it at once")
    func life() async throws {
        try await withProgram { program, browser in
            let id = "0192aaaa-0000-7000-8000-000000000003"
            let milk: JSON = ["id": .text(id), "text": "Milk", "deadline": "2026-12-01", "tags": .list(["shop"])]
            #expect(try await program.send(.post, "/tasks", milk).status == 201)
            #expect(try await program.send(.post, "/tasks", milk).status == 200)
            let bread: JSON = ["id": .text(id), "text": "Bread"]
            #expect(try await program.send(.post, "/tasks", bread).summary == "409 otherContent")
            #expect(try await browser.get("/todo").text.contains(">Milk</a>"))
            let path = "/tasks/\(id)"
            let edited = try await program.send(.patch, path, ["deadline": .null, "priority": "high"])
            #expect(edited.json["deadline"] == .null && edited.json["tags"] == .list(["shop"]))
            let old: HTTPFields = [.ifMatch: edited.headers[.eTag] ?? ""]
            let done = try await program.send(.patch, path, ["isCompleted": .bool(true)], old)
            #expect(done.json["isCompleted"] == .bool(true) && done.json["completedAt"] != .null)
            #expect(try await program.send(.patch, path, ["isCompleted": .bool(false)], old).summary == "412 changed")
            #expect(try await program.texts("/tasks?isCompleted=false", "tasks") == [])
            #expect(try await program.send(.patch, path, ["isCompleted": .bool(false)]).status == 200)
            #expect(try await program.send(.delete, path, nil, old).summary == "412 changed")
            #expect(try await program.send(.delete, path).status == 204)
            #expect(try await program.send(.get, path).summary == "404 notFound")
            #expect(try await program.send(.post, "/tasks", milk).summary == "409 removed")
            #expect(try await program.texts("/bin/tasks", "tasks") == ["Milk"])
            for _ in 0..<2 { #expect(try await program.send(.post, path + "/restore").status == 200) }
            #expect(try await program.texts("/tasks?tag=shop", "tasks") == ["Milk"])
            #expect(try await program.texts("/tasks?query=mil", "tasks") == ["Milk"])
        }
    }

    @Test("the library's rules hold: subtasks, recurrence, dates, links")
    func rules() async throws {
        try await withProgram { program, _ in
            let party = try await program.send(.post, "/tasks", ["text": "Party"]).json["id"]?.text ?? ""
            let cake: JSON = ["text": "Cake", "parent": .text(party)]
            #expect(try await program.send(.post, "/tasks", cake).status == 201)
            let done: JSON = ["isCompleted": .bool(true)]
            let refused = try await program.send(.patch, "/tasks/\(party)", done, [.acceptLanguage: "ru"])
            #expect(refused.summary == "409 openSubtasks" && refused.headers[.contentLanguage] == "ru")
            let both: JSON = ["isCompleted": .bool(true), "subtasks": "completed"]
            #expect(try await program.send(.patch, "/tasks/\(party)", both).status == 200)
            #expect(try await program.texts("/tasks?isCompleted=false", "tasks") == [])
            let daily: JSON = ["text": "Water", "deadline": "2026-12-01", "repeat": "daily"]
            let plants = try await program.send(.post, "/tasks", daily)
            #expect(plants.json["repeat"] == "FREQ=DAILY")
            let skipped = try await program.send(.post, "/tasks/\(plants.json["id"]?.text ?? "")/skip")
            #expect(skipped.status == 200 && skipped.json["deadline"] != "2026-12-01")
            #expect(try await program.send(.post, "/tasks/\(party)/skip").summary == "409 invalidRecurrence")
            for (fields, summary) in [
                (["text": " "], "422 emptyText"), (["text": "a", "deadline": "soon"], "422 invalidDate"),
                (["text": "a", "link": "x"], "422 invalidLink"),
                (["text": "a", "repeat": "x"], "422 invalidRecurrence"),
                (["text": "a", "start": "2026-12-02", "deadline": "2026-12-01"], "422 invalidDate"),
                (["text": "a", "priority": "urgent"], "400 wrongField"),
                (["text": "a", "parent": ""], "400 wrongField"),
                (["text": "a", "notes": .null], "400 wrongField"), (["text": .number(1)], "400 wrongField"),
                (["text": .text(String(repeating: "a", count: 501))], "422 textTooLong"),
            ] as [(JSON, String)] { #expect(try await program.send(.post, "/tasks", fields).summary == summary) }
        }
    }

    @Test("a list comes page by page, each task once")
    func pages() async throws {
        try await withProgram { program, _ in
            for number in 0..<5 { _ = try await program.send(.post, "/tasks", ["text": .text("\(number)")]) }
            var (texts, next): ([String], String?) = ([], nil)
            repeat {
                let page = try await program.send(.get, "/tasks?limit=2" + (next.map { "&cursor=\($0)" } ?? "")).json
                texts += page["tasks"]?.list?.compactMap { $0["text"]?.text } ?? []
                next = page["next"]?.text
            } while next != nil
            #expect(texts == ["0", "1", "2", "3", "4"])
        }
    }

    @Test("texts of any kind are a task or a named refusal, never a failure")
    func texts() async throws {
        try await withProgram { program, _ in
            for text in HostileText.all {
                for name in ["text", "notes", "deadline", "start", "repeat", "link", "parent"] {
                    var fields: [String: JSON] = ["text": "a"]
                    fields[name] = .text(text)
                    let answer = try await program.send(.post, "/tasks", .object(fields))
                    // A part of a task that is not there is not added.
                    let expected = name == "parent" ? [400, 404, 422] : [201, 400, 422]
                    #expect(expected.contains(answer.status), "\(name), \(text): \(answer.summary)")
                }
                let tags: JSON = ["text": "a", "tags": .list([.text(text)])]
                #expect([201, 422].contains(try await program.send(.post, "/tasks", tags).status))
            }
        }
    }
}
