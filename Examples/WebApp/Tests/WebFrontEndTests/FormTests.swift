import CoreModule
import Foundation
import HTTPTypes
import HummingbirdTesting
import PersonalDictionary
import Testing
import WebFrontEnd

@Suite("Forms that show what is stored", .timeLimit(.minutes(2)))
struct FormTests {
    /// The fields of a form of a page, as a browser sends them if nothing was changed.
    private static func fields(of form: String, in page: String) throws -> [(String, String)] {
        let start = try #require(page.range(of: "id=\"\(form)\""), "no form \(form)").upperBound
        let content = page[start...].prefix(upTo: page[start...].range(of: "</form>")?.lowerBound ?? page.endIndex)
        var fields: [(String, String)] = []
        for input in content.matches(of: #/<input ([^>]*)>/#)
        where !input.1.contains("type=\"checkbox\"") || input.1.contains(" checked") {
            let name = input.1.firstMatch(of: #/name="([^"]*)"/#)?.1 ?? ""
            fields.append((String(name), unescaped(input.1.firstMatch(of: #/value="([^"]*)"/#)?.1 ?? "")))
        }
        for area in content.matches(of: #/<textarea [^>]*name="([^"]*)"[^>]*>\n?((?:.|\n)*?)<\/textarea>/#) {
            // A browser sends line ends as two characters.
            fields.append((String(area.1), unescaped(area.2).replacing("\n", with: "\r\n")))
        }
        for choice in content.matches(of: #/<select [^>]*name="([^"]*)"[^>]*>((?:.|\n)*?)<\/select>/#) {
            let chosen = try #require(choice.2.firstMatch(of: #/value="([^"]*)" selected/#)).1
            fields.append((String(choice.1), unescaped(chosen)))
        }
        return fields
    }

    private static func unescaped(_ text: Substring) -> String {
        String(text).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    }

    /// Adds a word with several values in each field that can have several.
    private static func addWord(_ server: WebServer, _ browser: Browser) async throws -> Word {
        try await server.sessions.use(browser.session, Person()) { session in
            let word = Word(
                id: WordID("1"), text: try WordText("dog"), direction: .englishToRussian,
                translation: .translated(
                    Translation(
                        text: "пёс", alternatives: ["псина", "a & \"b\" <c>"], provider: .user, date: .distantPast)),
                note: try WordNote("first line\nsecond 'line'\n\nlast"), tags: try WordTags(["a::b <c>"]),
                createdAt: .distantPast,
                updatedAt: .distantPast)
            _ = try await session.app.words.add(word)
            return word
        }
    }

    private static func stored(_ server: WebServer, _ browser: Browser) async throws -> Word {
        try await server.sessions.use(browser.session, Person()) { try await $0.app.words.word(WordID("1")) }
    }

    @Test("the form of a word, sent unchanged, changes nothing")
    func unchangedWord() async throws {
        try await withServer { client, server in
            let browser = try await Browser(client)
            let word = try await Self.addWord(server, browser)
            let fields = try Self.fields(of: "edit-word", in: try await browser.get("/word/1").text)
            #expect(fields.filter { $0.0 == "translation" }.map(\.1) == ["пёс\r\nпсина\r\na & \"b\" <c>"])
            #expect(try await browser.send("edit-word", fields, browser.headers).status == .seeOther)
            #expect(try await Self.stored(server, browser) == word)
        }
    }

    @Test("the form of a task and of the reminder, sent unchanged, change nothing")
    func unchangedTask() async throws {
        try await withServer { client, _ in
            let browser = try await Browser(client)
            _ = try await browser.post(
                "save-task",
                [
                    "from": "/todo/new", "text": "milk & <tea>", "priority": "high", "deadline": "2031-02-03 18:00",
                    "notes": "first\r\n\r\n'second'",
                ])
            let list = try await browser.get("/todo").text
            let task = String(try #require(list.firstMatch(of: #/href="(/todo/[^"]+)"[^>]*>milk &amp;/#)).1)
            for (page, id, action) in [(task, "task", "save-task"), ("/settings", "reminder", "set-reminder")] {
                let before = try await browser.get(page).text
                let fields = try Self.fields(of: id, in: before)
                #expect(fields.count > 5)
                #expect(try await browser.send(action, fields, browser.headers).status == .seeOther)
                let after = try Self.fields(of: id, in: try await browser.get(page).text)
                for (one, other) in zip(fields, after) where one.0 != "once" { #expect(one == other) }
                #expect(fields.count == after.count)
            }
        }
    }

    @Test("tags are edited all together, and those that another page has added are not lost")
    func tags() async throws {
        try await withServer { client, server in
            let browser = try await Browser(client)
            let word = try await Self.addWord(server, browser)
            #expect(try await browser.get("/word/1").text.contains("tags: a::b &lt;c&gt;</p>"))
            func save(_ tags: String, was: String) async throws -> Bool {
                var fields = try Self.fields(of: "edit-word", in: try await browser.get("/word/1").text)
                for (name, value) in [("tags", tags), ("was-tags", was)] {
                    fields = fields.map { $0.0 == name ? (name, value) : $0 }
                }
                return try await browser.send("edit-word", fields, browser.headers).status == .seeOther
            }
            #expect(try await save("a::b  new a::b", was: "a::b <c>"))
            #expect(try await Self.stored(server, browser).tags.names == ["a::b", "new"])
            #expect(try await Self.stored(server, browser).note == word.note)
            // Another page has added one meanwhile: a form that does not show it is refused.
            try await server.sessions.use(browser.session, Person()) { session in
                _ = try await session.app.words.edit(word.id, at: .now) {
                    $0.tags = try $0.tags.adding(WordTags(["other"]))
                }
            }
            #expect(try await !save("mine", was: "a::b new"))
            #expect(try await Self.stored(server, browser).tags.names == ["a::b", "new", "other"])
        }
    }

    @Test("what another browser has stored just before is asked for, and not overwritten")
    func justBefore() async throws {
        try await withServer { client, server in
            let (browser, other) = (try await Browser(client), try await Browser(client))
            _ = try await Self.addWord(server, other)
            // The page is open.
            #expect(try await browser.get("/word/1").text.contains("second &#39;line&#39;"))
            func save(_ browser: Browser, _ note: String) async throws -> TestResponse {
                try await browser.post(
                    "edit-word",
                    ["from": "/word/1", "note": note, "was-note": "first line\r\nsecond 'line'\r\n\r\nlast"])
            }
            #expect(try await save(other, "first").status == .seeOther)
            let refused = try await save(browser, "second")
            #expect(refused.status == .unprocessableContent && refused.text.contains("first"))
            #expect(try await Self.stored(server, other).note.value == "first")
        }
    }

    @Test("a recurring task is done once, however often the form of one of its times is sent")
    func doneOnce() async throws {
        try await withServer { client, _ in
            let (browser, other) = (try await Browser(client), try await Browser(client))
            let task: KeyValuePairs<String, String> = [
                "from": "/todo/new", "text": "pills", "repeat": "daily", "deadline": "2030-01-02",
            ]
            #expect(try await browser.post("save-task", task).status == .seeOther)
            let list = try await browser.get("/todo").text
            let form = try #require(list.firstMatch(of: #/action="\/action\/complete-task">(.*?)<\/form>/#)).1
            let fields = form.matches(of: #/name="([^"]+)" value="([^"]*)"/#).map { (String($0.1), String($0.2)) }
            #expect(fields.contains { $0 == ("due", "2030-01-02") }, "\(fields)")
            for browser in [browser, browser, other] {
                let own = fields.map { $0.0 == "token" ? ("token", browser.token) : $0 }
                #expect(try await browser.send("complete-task", own, browser.headers).status == .seeOther)
            }
            let page = try await other.get("/todo").text
            #expect(page.contains("value=\"2030-01-03\""), "\(page)")
        }
    }

    @Test("own translations are edited all together; those that are removed in the form are removed, and no others")
    func ownTranslations() async throws {
        try await withServer { client, server in
            let browser = try await Browser(client)
            let word = try await Self.addWord(server, browser)
            let own = try #require(word.translation.translation?.all)
            func save(_ texts: [String], was: [String]) async throws -> TestResponse {
                try await browser.post(
                    "edit-word",
                    [
                        "from": "/word/1", "translation": texts.joined(separator: "\r\n"),
                        "was-translation": was.joined(separator: "\r\n"),
                    ])
            }
            #expect(try await save([own[0], "", " новый "], was: own).status == .seeOther)
            #expect(try await Self.stored(server, browser).translation.translation?.all == [own[0], "новый"])
            // Another page has added one meanwhile.
            #expect(
                try await save([own[0], "новый", "третий"], was: [own[0], "новый"]).status == .seeOther)
            let refused = try await save(["другой"], was: [own[0], "новый"])
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("третий"))
            #expect(try await Self.stored(server, browser).translation.translation?.all == [own[0], "новый", "третий"])
            // Without any, there is no own translation any more.
            #expect(try await save([], was: [own[0], "новый", "третий"]).status == .seeOther)
            #expect(try await Self.stored(server, browser).translation.isOwn == false)
            #expect(try await save([], was: []).status == .seeOther)
            #expect(try await Self.stored(server, browser).translation.isOwn == false)
        }
    }

    @Test("removed words are undone one after another, brought back from the bin, or deleted for good")
    func bin() async throws {
        try await withServer { client, server in
            let browser = try await Browser(client)
            var ids: [String] = []
            for text in ["dog", "<b>cat", "fox", "owl"] {
                _ = try await browser.add(text)
                ids.append(
                    try #require(try await browser.get("/").text.firstMatch(of: #/id="word-([^"]+)"/#)).1.description)
            }
            func words() async throws -> Set<String> {
                try await server.sessions.use(browser.session, Person()) { session in
                    Set(try await session.app.words.words(.newest(9)).map(\.text.value))
                }
            }
            for id in ids { _ = try await browser.post("remove", ["from": "/", "id": id]) }
            #expect(try await browser.get("/").text.contains("href=\"/bin\""))
            let page = try await browser.get("/bin").text
            #expect(page.contains("&lt;b&gt;cat") && page.contains("removed on") && page.contains("id=\"empty-bin\""))
            #expect(page.matches(of: #/id="removed-/#).count == 4)
            _ = try await browser.post("restore-removed", ["from": "/bin", "id": ids[3]])
            for _ in 0..<2 { _ = try await browser.post("undo-removal", ["from": "/"]) }
            #expect(try await words() == ["owl", "fox", "<b>cat"])
            _ = try await browser.add("dog")
            let refused = try await browser.post("restore-removed", ["from": "/bin", "id": ids[0]])
            #expect(refused.text.contains("“dog” is there already"))
            _ = try await browser.post("empty-bin", ["from": "/bin"])
            #expect(try await browser.get("/bin").text.contains("The bin is empty."))
            #expect(try await words() == ["owl", "fox", "<b>cat", "dog"])
            #expect(try await browser.get("/todo/bin").text.contains("The bin is empty."))
            _ = try await browser.post("add-task", ["from": "/todo", "text": "milk"])
            let task = try #require(try await browser.get("/todo").text.firstMatch(of: #/id="task-([^"]+)"/#)).1
            _ = try await browser.post("remove-task", ["from": "/todo", "id": String(task)])
            #expect(try await browser.get("/todo/bin").text.contains("milk"))
            _ = try await browser.post("restore-removed", ["from": "/todo/bin", "id": String(task)])
            #expect(try await browser.get("/todo").text.contains("id=\"task-\(task)\""))
        }
    }
}
