import Foundation
import HTTPTypes
import HummingbirdTesting
import PersonalDictionary
import SuperappTesting
import Testing
import WebFrontEnd

@Suite("Words, reviews and look-ups of programs", .timeLimit(.minutes(5)))
struct APIWordTests {
    private static let dog: JSON = ["text": "dog", "sourceLang": "en", "targetLang": "ru"]

    @Test("a word has its translation at once, and is on the page of a browser that was open before")
    func adding() async throws {
        try await withProgram { program, browser in
            let added = try await program.send(.post, "/words", Self.dog)
            let (id, path) = (added.json["id"]?.text ?? "", added.headers[.location] ?? "")
            #expect(added.status == 201 && path == "/api/v1/words/\(id)")
            #expect(added.json["translation"] == "собака" && added.json["status"] == "translated")
            #expect(added.headers[.eTag] == "\"\(added.json["version"]?.text ?? "")\"")
            let read = try await program.send(.get, path)
            #expect(read.json["entry"]?["senses"]?.list?.isEmpty == false)
            #expect(read.json["version"] == added.json["version"])
            // The page learns of it within a second.
            while try await !browser.get("/").text.contains(">dog</a>") { try await Task.sleep(for: .milliseconds(20)) }
            #expect(try await browser.add("cat").status == .seeOther)
            #expect(try await program.texts("/words") == ["cat", "dog"])
            #expect(try await program.texts("/words?query=cat") == ["cat"])
        }
    }

    @Test("a word that is sent again with its identifier is there once, and stays removed once it is")
    func addingAgain() async throws {
        try await withProgram { program, _ in
            let id = "0192aaaa-0000-7000-8000-000000000001"
            guard case .object(let fields) = Self.dog else { return }
            let word = JSON.object(fields.merging(["id": .text(id)]) { $1 })
            async let one = program.send(.post, "/words", word)
            async let other = program.send(.post, "/words", word)
            let statuses = try await [one.status, other.status].sorted()
            #expect(statuses == [200, 201])
            let changed = JSON.object(fields.merging(["id": .text(id), "text": "cat"]) { $1 })
            #expect(try await program.send(.post, "/words", changed).summary == "409 otherContent")
            let twin = try await program.send(.post, "/words", Self.dog)
            #expect(twin.summary == "409 duplicate" && twin.json["id"] == .text(id))
            #expect(try await program.send(.delete, "/words/\(id)").status == 204)
            #expect(try await program.send(.delete, "/words/\(id)").summary == "404 notFound")
            #expect(try await program.send(.post, "/words", word).summary == "409 removed")
            #expect(try await program.texts("/bin/words") == ["dog"])
            for _ in 0..<2 { #expect(try await program.send(.post, "/words/\(id)/restore").status == 200) }
            #expect(try await program.send(.post, "/words/nowhere/restore").summary == "404 notFound")
            #expect(try await program.texts("/words") == ["dog"])
            for wrong in ["1", id.uppercased()] {
                let answer = try await program.send(.post, "/words", ["text": "cat", "id": .text(wrong)])
                #expect(answer.summary == "400 wrongField" && answer.json["field"] == "id")
            }
        }
    }

    @Test("an edit changes only what is given, and none that knows another version")
    func editing() async throws {
        try await withProgram { program, _ in
            let word = try await program.send(.post, "/words", Self.dog)
            let path = "/words/\(word.json["id"]?.text ?? "")"
            let old: HTTPFields = [.ifMatch: word.headers[.eTag] ?? ""]
            // Of several that know the same version, one is performed.
            let summaries = try await withThrowingTaskGroup(of: String.self) { group in
                for number in 0..<6 {
                    group.addTask { try await program.send(.patch, path, ["note": .text("\(number)")], old).summary }
                }
                return try await group.reduce(into: []) { $0.append($1) }.sorted()
            }
            #expect(summaries == ["200"] + Array(repeating: "412 changed", count: 5))
            let starred = try await program.send(
                .patch, path, ["isFavorite": .bool(true), "tags": .list(["a", "b"])], [.ifMatch: "*"])
            #expect(
                starred.json["note"] != "" && starred.json["text"] == "dog"
                    && starred.json["tags"] == .list(["a", "b"]))
            for tag in ["\"x\"", "W/" + (starred.headers[.eTag] ?? ""), ""] where !tag.isEmpty {
                #expect(try await program.send(.delete, path, nil, [.ifMatch: tag]).summary == "412 changed")
            }
            let own = ["translations": .list(["пёс", "псина"])] as JSON
            #expect(try await program.send(.put, path + "/translations", own, old).summary == "412 changed")
            let translated = try await program.send(.put, path + "/translations", own)
            #expect(translated.json["translation"] == "пёс" && translated.json["alternatives"] == .list(["псина"]))
            let cleared = try await program.send(.put, path + "/translations", ["translations": .list([])])
            #expect(cleared.json["translation"] == "собака")
            let moved = try await program.send(.patch, path, ["text": "Hund", "sourceLang": "de"])
            #expect(moved.json["sourceLang"] == "de" && moved.json["targetLang"] == "ru" && moved.json["note"] != "")
            let known: HTTPFields = [.ifMatch: "\"x\", \(moved.headers[.eTag] ?? "")"]
            #expect(try await program.send(.delete, path, nil, known).status == 204)
        }
    }

    @Test("a list comes page by page, each word once, also if it is filtered or searched")
    func pages() async throws {
        try await withProgram { program, _ in
            for number in 0..<7 {
                let word = try await program.send(.post, "/words", ["text": .text("word \(number)")])
                if number % 2 == 0 {
                    let edit: JSON = ["isFavorite": .bool(true), "tags": .list([.text("even::\(number)")])]
                    _ = try await program.send(.patch, "/words/\(word.json["id"]?.text ?? "")", edit)
                }
            }
            func all(_ query: String) async throws -> [String] {
                var (texts, next): ([String], String?) = ([], nil)
                repeat {
                    let page = try await program.send(
                        .get, "/words?limit=2\(query)" + (next.map { "&cursor=\($0)" } ?? ""))
                    texts += page.json["words"]?.list?.compactMap { $0["text"]?.text } ?? []
                    next = page.json["next"]?.text
                } while next != nil
                return texts
            }
            let newest = (0..<7).reversed().map { "word \($0)" }
            let even = newest.filter { ["0", "2", "4", "6"].contains($0.suffix(1)) }
            for (query, expected) in [
                ("", newest), ("&tag=even", even), ("&isFavorite=true", even), ("&query=word", newest),
                ("&isFavorite=true&query=word", even), ("&sourceLang=de", []), ("&tag=even::4", ["word 4"]),
                ("&sourceLang=EN&isFavorite=false", newest.filter { !even.contains($0) }), ("&query=", []),
            ] { #expect(try await all(query) == expected, "\(query)") }
            for query in [
                "limit=0", "limit=201", "limit=x", "cursor=x", "query=a&cursor=-1", "in=note", "isFavorite=1",
                "order=newest",
            ] { #expect(try await program.send(.get, "/words?\(query)").status == 400, "\(query)") }
        }
    }

    @Test("an answer that is sent again counts once, and can be taken back")
    func reviews() async throws {
        let time = ManualTime()
        try await withProgram(change: { $0.environment.clock = time.clock }) { program, _ in
            let word = try await program.send(.post, "/words", Self.dog).json["id"]?.text ?? ""
            #expect(try await program.send(.get, "/review/counts").json == ["due": .number(0), "new": .number(1)])
            let cards = try await program.send(.get, "/review/cards", nil, [.timeZone: "Asia/Tokyo"]).json["cards"]?
                .list
            #expect(cards?.first?["id"] == .text(word) && cards?.first?["state"] == "new")
            let answer: JSON = [
                "answer": "0192aaaa-0000-7000-8000-000000000002", "id": .text(word), "rating": "good",
            ]
            for _ in 0..<2 {
                let card = try await program.send(.post, "/review/answers", answer).json["cards"]?.list?.first
                #expect(card?["state"] == "review" && card?["interval"]?.number ?? 0 > 0)
            }
            #expect(try await program.send(.post, "/review/undo").json["cards"]?.list?.first?["state"] == "new")
            #expect(try await program.send(.post, "/review/undo").summary == "409 nothingToUndo")
            #expect(try await program.send(.post, "/words/\(word)/suspend").status == 200)
            #expect(try await program.send(.post, "/review/answers", answer).summary == "409 suspended")
            #expect(try await program.send(.post, "/words/\(word)/resume").status == 200)
            let unknown: JSON = ["id": "nothing", "rating": "good"]
            #expect(try await program.send(.post, "/review/answers", unknown).summary == "404 notFound")
            let zone = try await program.send(.get, "/review/cards", nil, [.timeZone: "Nowhere/Town"])
            #expect(zone.summary == "400 wrongField" && zone.json["field"] == "X-Time-Zone")
        }
    }

    @Test("a text is looked up without being saved, and languages are those of the settings")
    func lookUp() async throws {
        try await withProgram { program, browser in
            let entries = try await program.send(.get, "/look-up?text=dogs&sourceLang=en&targetLang=ru")
            let senses = entries.json["entries"]?.list?.first?["senses"]?.list ?? []
            #expect(senses.contains { $0["translations"]?.texts?.contains("собака") == true })
            #expect(try await program.texts("/words") == [])
            #expect(try await program.send(.get, "/look-up?text=").summary == "422 emptyText")
            #expect(try await program.send(.get, "/look-up").summary == "400 missingField")
            let spanish: JSON = ["text": "perro", "sourceLang": "es", "targetLang": "ru"]
            #expect(try await program.send(.post, "/words", spanish).summary == "422 unknownLanguage")
            #expect(
                try await browser.post("add-language", ["from": "/settings", "language": "es"]).status == .seeOther)
            // The change of the settings is seen within a second.
            while try await program.send(.post, "/words", spanish).status != 201 {
                try await Task.sleep(for: .milliseconds(20))
            }
            let same: JSON = ["text": "perro", "sourceLang": "es", "targetLang": "es"]
            #expect(try await program.send(.post, "/words", same).summary == "422 sameLanguage")
        }
    }

    @Test("texts of any kind are a word or a named refusal, never a failure")
    func texts() async throws {
        try await withProgram { program, _ in
            for text in HostileText.all {
                let word = try await program.send(.post, "/words", ["text": .text(text)])
                #expect([201, 409, 422].contains(word.status), "\(text): \(word.summary)")
                guard word.status == 201 else { continue }
                let path = "/words/\(word.json["id"]?.text ?? "")"
                let edit: JSON = ["note": .text(text), "tags": .list([.text(text)])]
                let edited = try await program.send(.patch, path, edit)
                #expect([200, 422].contains(edited.status), "\(text): \(edited.summary)")
                #expect(try await program.send(.get, path).json["text"] == word.json["text"])
            }
        }
    }
}

extension HTTPField.Name {
    /// Where the user of a program is.
    static var timeZone: Self { Self("X-Time-Zone") ?? .date }
}
