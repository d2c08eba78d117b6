import Foundation
import HTTPTypes
import Testing
import WebFrontEnd

@Suite("The description of the API", .timeLimit(.minutes(5)))
struct APIDocumentTests {
    @Test("it is served to everybody who may ask this server, and each of its references leads somewhere")
    func served() async throws {
        try await withServer { client, _ in
            let document = try await Program(client, token: nil).document
            #expect(document.json["openapi"] == .text("3.1.0"))
            let lost = document.json.references.filter { document.resolved(["$ref": .text($0)]) == .null }
            #expect(lost == [])
            #expect(try await Program(client, token: nil).send(.post, "/api/openapi.json").summary == "405 wrongMethod")
        }
    }

    @Test("it has the operations of the code, with the same fields, and no others")
    func operations() async throws {
        try await withServer { client, _ in
            let document = try await Program(client, token: nil).document
            let described = document.operations.flatMap { operation in
                [operation.line] + document.fields(operation.json).map { "\(operation.name): \($0)" }
            }
            let real = APIOperation.all.flatMap { operation in
                ["\(operation.name): \(operation.method.rawValue) \(operation.path)"]
                    + APIDocument.fields(operation).map { "\(operation.name): \($0)" }
            }
            #expect(Set(described).symmetricDifference(real).sorted() == [])
        }
    }

    @Test("each operation answers what it says, key by key")
    func answers() async throws {
        try await withProgram { program, _ in
            let document = try await program.document
            var (problems, asked): ([String], Set<String>) = ([], [])
            func ask(_ name: String, _ id: String = "", query: String = "", body: JSON? = nil) async throws -> JSON {
                let operation = try #require(APIOperation.all.first { $0.name == name })
                let path = operation.path.replacing("{id}", with: id) + query
                let answer = try await program.send(operation.method, path, body)
                let described = document.operations.first { $0.name == name }?.json ?? .null
                asked.insert(name)
                if described["responses"]?["\(answer.status)"] == nil { problems.append("\(name): \(answer.summary)") }
                let schema = document.schema(described, answer.status)
                problems += schema.map { document.problems(answer.json, $0, at: name) } ?? []
                if schema == nil, answer.json != .null { problems.append("\(name): has a body") }
                return answer.json
            }
            let word =
                try await ask("addWord", body: ["text": "dog", "sourceLang": "en", "targetLang": "ru"])["id"]?.text
                ?? ""
            _ = try await ask("addWord", body: ["text": "qwrtzpf"])
            _ = try await ask("addWord", body: ["text": ""])
            _ = try await ask("addWord", body: ["text": "dog"])
            _ = try await ask("addWord", body: ["words": "dog"])
            for query in ["", "?query=dog&in=word", "?limit=1", "?limit=0"] {
                _ = try await ask("listWords", query: query)
            }
            _ = try await ask("getWord", word)
            _ = try await ask("getWord", "nothing")
            _ = try await ask("editWord", word, body: ["note": "a pet", "tags": .list([.text("animal")])])
            _ = try await ask("setTranslations", word, body: ["translations": .list([.text("пёс"), .text("псина")])])
            _ = try await ask("getLanguages")
            for text in ["dogs", "breadd"] { _ = try await ask("lookUp", query: "?text=\(text)") }
            _ = try await ask("countCards")
            _ = try await ask("listCards")
            _ = try await ask("answerCard", body: ["id": .text(word), "rating": .text("good")])
            for name in ["undoReview", "undoReview", "suspendWord", "resumeWord"] { _ = try await ask(name, word) }
            _ = try await ask("removeWord", word)
            _ = try await ask("listRemovedWords")
            _ = try await ask("restoreWord", word)
            let fields: JSON = [
                "text": "Milk", "notes": "two", "priority": "high", "start": "2026-11-30", "deadline": "2026-12-01",
                "repeat": "daily", "tags": .list(["shop"]), "link": "https://example.org/", "parent": .null,
            ]
            let task = try await ask("addTask", body: fields)["id"]?.text ?? ""
            _ = try await ask("listTasks")
            _ = try await ask("getTask", task)
            _ = try await ask("skipTask", task)
            _ = try await ask("editTask", task, body: ["repeat": .null, "isCompleted": .bool(true)])
            _ = try await ask("editTask", task, body: ["deadline": "soon"])
            for name in ["skipTask", "removeTask", "listRemovedTasks", "restoreTask", "removeTask", "getTask"] {
                _ = try await ask(name, task)
            }
            #expect(problems == [])
            #expect(asked == Set(APIOperation.all.map(\.name)))
        }
    }

    @Test("the comparison sees a key that is missing, one too many, and one of another kind")
    func comparison() {
        let document = APIDocument(json: .null)
        let schema: JSON = [
            "type": "object", "required": .list(["a"]), "additionalProperties": .bool(false),
            "properties": ["a": ["type": .list(["string", "null"])]],
        ]
        let values: [JSON] = [["a": "x"], ["a": .null], [:], ["a": .number(1)], ["a": "x", "b": "y"], .null]
        #expect(values.map { document.problems($0, schema).isEmpty } == [true, true, false, false, false, false])
    }
}

extension Program {
    /// The description that the server serves.
    var document: APIDocument {
        get async throws { APIDocument(json: try await send(.get, "/api/openapi.json").json) }
    }
}
