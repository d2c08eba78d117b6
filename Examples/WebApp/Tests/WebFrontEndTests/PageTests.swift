import CoreModule
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import PersonalDictionary
import SuperappTesting
import Testing
import TodoList
import WebFrontEnd

@Suite("Pages and their forms", .timeLimit(.minutes(2)))
struct PageTests {
    @Test("a page that was opened again after its screen had ended is followed again")
    func reopenedPage() async throws {
        try await withServer { client, server in
            let browser = try await Browser(client)
            #expect(try await browser.add("dog").status == .seeOther)
            let words = try await browser.get("/").text
            let word = String(try #require(words.firstMatch(of: #/href="/word/([^"]+)"/#)).1)
            _ = try await browser.get("/favorites")
            try await server.sessions.use(browser.session, Person()) { $0.app.navigation.popAll() }
            _ = try await browser.get("/favorites")
            let stream = try await server.sessions.hold(browser.session, Person())
            // The event of the ended screen may come first, and leads to a refresh.
            _ = try await browser.get("/favorites", [.refresh: "1"])
            #expect(try await browser.post("star", ["from": "/", "id": word, "on": "on"]).status == .seeOther)
            var page = ""
            for await event in stream.events where event == .change(.favorites) {
                page = try await browser.get("/favorites", [.refresh: "1"]).text
                if page.contains(">dog</a>") { break }
            }
            #expect(page.contains(">dog</a>"))
            await server.sessions.release(stream)
        }
    }

    @Test("a stream that is dropped without a release does not keep its session live")
    func droppedStream() async throws {
        let time = ManualTime()
        try await withServer(change: { $0.environment.clock = time.clock }) { client, server in
            let browser = try await Browser(client)
            _ = try await server.sessions.hold(browser.session, Person())
            var live = 1
            for _ in 0..<500 where live > 0 {
                time.advance(by: 601)
                await server.sessions.parkIdle()
                live = await server.sessions.counts.live
                try await Task.sleep(for: .milliseconds(10))
            }
            #expect(live == 0)
            #expect(await server.sessions.counts.streams == 0)
        }
    }

    @Test("what is refused is said in the browser's language")
    func languageOfRefusals() async throws {
        try await withServer { client, _ in
            for (language, text) in [("ru", "Такой страницы нет."), ("en", "There is no such page.")] {
                let answer = try await client.execute(
                    uri: "/nowhere", method: .get, headers: [.acceptLanguage: language])
                #expect(answer.status == .notFound && answer.text.contains(text))
                #expect(answer.text.contains("<html lang=\"\(language)\">"))
            }
        }
    }

    @Test("a field that was emptied is empty, and a mark that was taken away is gone")
    func emptiedFields() async throws {
        try await withServer { client, _ in
            let browser = try await Browser(client)
            let new: KeyValuePairs = [
                "from": "/todo/new", "text": "milk", "notes": "for tea", "deadline": "2030-01-02",
            ]
            #expect(try await browser.post("save-task", new).status == .seeOther)
            let list = try await browser.get("/todo").text
            let task = String(try #require(list.firstMatch(of: #/href="(/todo/[^"]+)"[^>]*>milk</#)).1)
            let form: KeyValuePairs = [
                "from": task, "text": "milk", "was-text": "milk", "notes": "", "was-notes": "for tea", "deadline": "",
                "was-deadline": "2030-01-02",
            ]
            #expect(try await browser.post("save-task", form).status == .seeOther)
            let page = try await browser.get(task).text
            #expect(!page.contains("for tea") && !page.contains("2030-01-02"))
        }
    }

    @Test("the form of a task sets its recurrence, tags and link; the list shows them, and a wrong link is refused")
    func taskDetails() async throws {
        try await withServer { client, _ in
            let browser = try await Browser(client)
            func form(_ link: String) -> KeyValuePairs<String, String> {
                [
                    "from": "/todo/new", "text": "pills", "repeat": "every 2 days", "tags": "at home, <b>",
                    "link": link,
                ]
            }
            let refused = try await browser.post("save-task", form("my page"))
            #expect(refused.status == .unprocessableContent && refused.text.contains("“my page” is no link"))
            let link = "https://a.example/?b=1&c=2"
            #expect(try await browser.post("save-task", form(link)).status == .seeOther)
            let list = try await browser.get("/todo").text
            #expect(list.contains("↻ every 2 days") && list.contains("at home, &lt;b&gt;"))
            let task = String(try #require(list.firstMatch(of: #/href="(/todo/[^"]+)"[^>]*>pills</#)).1)
            let page = try await browser.get(task).text
            #expect(page.contains("value=\"https://a.example/?b=1&amp;c=2\""))
            #expect(page.contains("value=\"every 2 days\"") && page.contains("value=\"at home, &lt;b&gt;\""))
        }
    }

    @Test("a trial of an import of tasks adds none; the import does")
    func trialOfTasks() async throws {
        try await withServer { client, _ in
            let browser = try await Browser(client)
            for (trial, isThere) in [("on", false), (nil, true)] {
                var parts = [("token", browser.token), ("from", "/import")].map {
                    "Content-Disposition: form-data; name=\"\($0.0)\"\r\n\r\n\($0.1)"
                }
                if let trial { parts.append("Content-Disposition: form-data; name=\"task-trial\"\r\n\r\n\(trial)") }
                parts.append("Content-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\nbuy milk\n")
                let body = parts.map { "--x\r\n\($0)\r\n" }.joined() + "--x--\r\n"
                var headers = browser.headers
                headers[.contentType] = "multipart/form-data; boundary=x"
                let answer = try await client.execute(
                    uri: "/action/import-tasks", method: .post, headers: headers, body: ByteBuffer(string: body))
                #expect(answer.status == .ok)
                #expect(try await browser.get("/todo").text.contains("buy milk") == isThere)
            }
        }
    }

    @Test("a form changes only the fields that its user has changed, so that two pages may edit one task")
    func twoPages() async throws {
        try await withServer { client, _ in
            let browser = try await Browser(client)
            #expect(try await browser.post("add-task", ["from": "/todo", "text": "milk"]).status == .seeOther)
            let list = try await browser.get("/todo").text
            let task = String(try #require(list.firstMatch(of: #/href="(/todo/[^"]+)"[^>]*>milk</#)).1)
            let notes: KeyValuePairs = [
                "from": task, "text": "milk", "was-text": "milk", "notes": "for tea", "was-notes": "",
            ]
            let text: KeyValuePairs = [
                "from": task, "text": "oat milk", "was-text": "milk", "notes": "", "was-notes": "",
            ]
            for form in [notes, text] {
                #expect(try await browser.post("save-task", form).status == .seeOther)
            }
            let page = try await browser.get(task).text
            #expect(page.contains("oat milk") && page.contains("for tea"))
        }
    }

    @Test("a form does not replace what another page has written into the same field, unless it is sent once more")
    func conflict() async throws {
        try await withServer { client, server in
            let browser = try await Browser(client)
            #expect(try await browser.post("add-task", ["from": "/todo", "text": "milk"]).status == .seeOther)
            let list = try await browser.get("/todo").text
            let task = String(try #require(list.firstMatch(of: #/href="(/todo/[^"]+)"[^>]*>milk</#)).1)
            #expect(try await browser.add("dog").status == .seeOther)
            let words = try await browser.get("/").text
            let word = String(try #require(words.firstMatch(of: #/href="(/word/[^"]+)"/#)).1)
            for (page, action, field) in [(task, "save-task", "notes"), (word, "edit-word", "note")] {
                let text = page == task ? "milk" : "dog"
                let fields = ["text": text, "was-text": text, "source": "en", "was-source": "en", "target": "ru"]
                let form = fields.map { ($0.key, $0.value) } + [("from", page), ("was-target", "ru")]
                func save(_ value: String, was: String) async throws -> TestResponse {
                    let own = [("token", browser.token), (field, value), ("was-\(field)", was)]
                    return try await browser.send(action, form + own, browser.headers)
                }
                #expect(try await save("one", was: "").status == .seeOther)
                let refused = try await save("two", was: "")
                #expect(refused.status == .unprocessableContent)
                #expect(refused.text.contains("Changed elsewhere meanwhile: “one”"))
                #expect(refused.text.contains(#"name="was-\#(field)" value="one""#))
                #expect(refused.text.contains(">\ntwo</textarea>"))
                let shown = try await browser.get(page).text
                #expect(shown.contains(#"name="was-\#(field)" value="one""#))
                #expect(try await save("two", was: "one").status == .seeOther)
                // The same value is no conflict.
                #expect(try await save("two", was: "one").status == .seeOther)
            }
        }
    }

    @Test("texts with foreign line ends can be edited, and a field that was not touched stays as it is")
    func lineEnds() async throws {
        try await withServer { client, server in
            let browser = try await Browser(client)
            let id = try await server.sessions.use(browser.session, Person()) { session in
                let word = Word(
                    id: WordID("1"), text: try WordText("dog"), direction: .englishToRussian,
                    note: try WordNote("a\r\nb"),
                    createdAt: .now, updatedAt: .now)
                _ = try await session.app.words.add(word)
                return word.id
            }
            let page = "/word/\(id.rawValue)"
            let shown = try await browser.get(page).text
            #expect(shown.contains("name=\"was-note\" value=\"a\nb\""))
            let form: KeyValuePairs = [
                "from": page, "text": "dog", "was-text": "dog", "source": "en", "was-source": "en", "target": "ru",
                "was-target": "ru", "note": "a\r\nb\r\nc", "was-note": "a\r\nb",
            ]
            #expect(try await browser.post("edit-word", form).status == .seeOther)
            #expect(try await browser.get(page).text.contains(">\na\nb\nc</textarea>"))
        }
    }

    @Test("an own translation that another page has changed is not replaced unseen")
    func conflictOfTranslations() async throws {
        try await withServer { client, _ in
            let browser = try await Browser(client)
            #expect(try await browser.add("dog").status == .seeOther)
            let words = try await browser.get("/").text
            let page = String(try #require(words.firstMatch(of: #/href="(/word/[^"]+)"/#)).1)
            func save(_ text: String, was: String) async throws -> TestResponse {
                try await browser.post(
                    "edit-word", ["from": page, "translation": text, "was-translation": was])
            }
            #expect(try await save("one", was: "").status == .seeOther)
            let refused = try await save("two", was: "")
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("Changed elsewhere meanwhile: “one”"))
            #expect(try await save("two", was: "one").status == .seeOther)
        }
    }

    @Test("only what this browser has removed last can be brought back", arguments: ["word", "todo"])
    func undo(kind: String) async throws {
        try await withServer { client, server in
            let (browser, other) = (try await Browser(client), try await Browser(client))
            let (list, add, remove) =
                kind == "word" ? ("/", "add-word", "remove-word") : ("/todo", "add-task", "delete-task")
            for (text, remover) in [("dog", other), ("cat", browser)] {
                let from = kind == "word" ? "/new" : "/todo"
                #expect(try await browser.post(add, ["from": from, "text": text]).status == .seeOther)
                let rows = try await browser.get(list).text
                let link = rows.matches(of: #/href="(/(?:word|todo)/[^"]+)"[^>]*>([^<]*)</#).first { $0.2 == text }
                let page = String(try #require(link).1)
                _ = try await browser.get(page)
                #expect(try await remover.post(remove, ["from": page]).status == .seeOther)
                var shown = ""
                for _ in 0..<500 where !shown.contains("removed “\(text)”") {
                    try await Task.sleep(for: .milliseconds(10))
                    // The editor closes with the removal of its own task; the list offers to bring it back.
                    shown = try await browser.get(kind == "todo" && text == "cat" ? list : page, [.refresh: "1"]).text
                }
                #expect(shown.contains("removed “\(text)”"))
                #expect(shown.contains("/action/undo-") == (text == "cat"))
            }
        }
    }

    @Test("two pages may change different settings of the reminder")
    func reminderSettings() async throws {
        try await withServer { client, server in
            let browser = try await Browser(client)
            let time = ReminderTime.standard.description
            for form in [
                ["from": "/settings", "enabled": "on", "was-enabled": "", "time": time, "was-time": time],
                ["from": "/settings", "was-enabled": "", "time": "07:15", "was-time": time],
            ] as [KeyValuePairs] {
                #expect(try await browser.post("set-reminder", form).status == .seeOther)
            }
            let settings = try await server.sessions.use(browser.session, Person()) {
                try await $0.app.pushNotification.reminder.settings()
            }
            #expect(settings.isEnabled && settings.time == ReminderTime("07:15"))
            let wrong: KeyValuePairs = ["from": "/settings", "time": "25:00", "was-time": "07:15"]
            #expect(try await browser.post("set-reminder", wrong).status == .unprocessableContent)
        }
    }

    @Test("a language is added by its code and offered for new words; one that words have is not dropped")
    func languages() async throws {
        try await withServer { client, _ in
            let browser = try await Browser(client)
            func post(_ action: String, _ code: String) async throws -> Int {
                try await browser.post(action, ["from": "/settings", "language": code]).status.code
            }
            #expect(try await post("add-language", " ES ") == 303)
            #expect(try await browser.get("/settings").text.contains("language-es"))
            _ = try await browser.post("begin-languages", ["from": "/new", "side": "source"])
            #expect(try await browser.get("/new").text.contains(#"value="es""#))
            _ = try await browser.post("confirm-language", ["from": "/new", "language": "es"])
            _ = try await browser.post("add-word", ["from": "/new", "text": "gato", "direction": "es ru"])
            #expect(try await post("drop-language", "es") == 422)
            #expect(try await post("add-language", "xx") == 422)
            #expect(try await post("drop-language", "it") == 303)
            let page = try await browser.get("/settings").text
            #expect(page.contains("language-es") && !page.contains("language-it"))
        }
    }

    @Test("a duplicate is named by its text, and a refused task is not on later pages")
    func refusals() async throws {
        try await withServer { client, _ in
            let browser = try await Browser(client)
            for _ in 0..<2 { _ = try await browser.add("Haus") }
            let refused = try await browser.add("Haus")
            #expect(refused.status == .unprocessableContent && refused.text.contains("“Haus” is there already"))
            let long = String(repeating: "x", count: 501)
            let task = try await browser.post("add-task", ["from": "/todo", "text": long])
            #expect(task.status == .unprocessableContent && task.text.contains(long))
            #expect(try await !browser.get("/todo").text.contains(long))
        }
    }

    @Test("a suggestion that is no longer listed is chosen as it was shown")
    func goneSuggestion() async throws {
        try await withServer { client, _ in
            let browser = try await Browser(client)
            let form: KeyValuePairs = ["from": "/new", "text": "", "suggestion": "de en guten Tag"]
            #expect(try await browser.post("choose-suggestion", form).status == .seeOther)
            let page = try await browser.get("/new").text
            #expect(page.contains(#"value="guten Tag""#))
            #expect(page.contains("Language of the word: German"))
            let unknown: KeyValuePairs = ["from": "/new", "text": "gut", "suggestion": "qq en guten Tag"]
            let refused = try await browser.post("choose-suggestion", unknown)
            #expect(refused.status == .unprocessableContent && refused.text.contains(#"value="gut""#))
        }
    }

    @Test("what is typed as a new word stays while many other pages are opened")
    func draft() async throws {
        try await withServer { client, server in
            let browser = try await Browser(client)
            try await server.sessions.use(browser.session, Person()) { session in
                for number in 0..<60 {
                    let word = Word(
                        id: WordID("w\(number)"), text: try WordText("word \(number)"), direction: .englishToRussian,
                        createdAt: .now, updatedAt: .now)
                    _ = try await session.app.words.add(word)
                }
            }
            let form: KeyValuePairs = ["from": "/new", "text": "gut", "suggestion": "de en guten Tag"]
            #expect(try await browser.post("choose-suggestion", form).status == .seeOther)
            for number in 0..<60 { #expect(try await browser.get("/word/w\(number)").status == .ok) }
            let page = try await browser.get("/new").text
            #expect(page.contains(#"value="guten Tag""#) && page.contains("Language of the word: German"))
        }
    }

    @Test("a long list of tasks is shown in parts")
    func longList() async throws {
        try await withServer { client, server in
            let browser = try await Browser(client)
            try await server.sessions.use(browser.session, Person()) { session in
                let list = try #require(try await session.open(.todo) as TodoListGraph?)
                for number in 0..<201 { await list.mainScreen.list.viewModel.add("task \(number)") }
            }
            var page = try await browser.get("/todo").text
            #expect(page.contains("task 199<") && !page.contains("task 200<"))
            #expect(page.contains("/todo?page=1-2#task-"))
            page = try await browser.get("/todo?page=1-2").text
            #expect(page.contains("task 0<") && page.contains("task 200<") && !page.contains("id=\"more\""))
            for address in ["/todo?page=2", "/todo?page=7"] {
                page = try await browser.get(address).text
                #expect(page.contains("task 200<") && !page.contains("task 199<"))
            }
        }
    }
}
