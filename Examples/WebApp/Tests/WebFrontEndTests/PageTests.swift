import CoreModule
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import PersonalDictionary
import SuperappTesting
import Testing
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
}
