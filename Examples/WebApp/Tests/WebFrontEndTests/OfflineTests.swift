import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing
import WebFrontEnd

@Suite("Words that a browser has kept without a connection", .timeLimit(.minutes(2)))
struct OfflineTests {
    private func send(
        _ text: String, _ id: String, from source: String = "en", to target: String = "ru", _ browser: Browser
    ) async throws -> TestResponse {
        try await browser.post(
            "add-waiting-word", ["from": "/offline", "id": id, "text": text, "source": source, "target": target])
    }

    private func count(_ text: String, _ browser: Browser) async throws -> Int {
        try await browser.get("/").text.matches(of: try Regex(">\(text)</a>")).count
    }

    @Test("a word that is sent again is there once, also if another session sends it, or under another identifier")
    func repeated() async throws {
        try await withServer { client, _ in
            let (one, other) = (try await Browser(client), try await Browser(client))
            let id = UUID().uuidString.lowercased()
            for browser in [one, one, other] {
                #expect(try await send("apple", id, browser).status == .noContent)
            }
            #expect(try await send("apple", UUID().uuidString.lowercased(), one).status == .noContent)
            #expect(try await count("apple", one) == 1)
        }
    }

    @Test("a word that was removed meanwhile stays removed")
    func removed() async throws {
        try await withServer { client, _ in
            let browser = try await Browser(client)
            let id = UUID().uuidString.lowercased()
            #expect(try await send("apple", id, browser).status == .noContent)
            #expect(try await browser.post("remove", ["from": "/", "id": id]).status == .seeOther)
            #expect(try await send("apple", id, browser).status == .noContent)
            #expect(try await count("apple", browser) == 0)
        }
    }

    @Test(
        "what cannot be a word is refused with a reason as plain text",
        arguments: [
            (" ", "en", "ru", "there is no text"), ("apple", "en", "en", "cannot be translated"),
            ("apple", "xx", "ru", "“xx”"), ("apple", "en", "", "is unknown"),
        ])
    func refused(_ text: String, source: String, target: String, reason: String) async throws {
        try await withServer { client, _ in
            let browser = try await Browser(client)
            let answer = try await send(text, UUID().uuidString.lowercased(), from: source, to: target, browser)
            #expect(answer.status == .unprocessableContent && answer.text.contains(reason), "\(answer.text)")
            #expect(answer.headers[.contentType] == "text/plain; charset=utf-8")
            #expect(try await count("apple", browser) == 0)
        }
    }

    @Test("an identifier that no word can have is refused", arguments: ["", "1", "<b>", UUID().uuidString])
    func identifier(_ id: String) async throws {
        try await withServer { client, _ in
            let browser = try await Browser(client)
            #expect(try await send("apple", id, browser).status == .notFound)
            #expect(try await count("apple", browser) == 0)
        }
    }

    @Test("the typed text of the form of a new word stays")
    func typedText() async throws {
        try await withServer { client, _ in
            let browser = try await Browser(client)
            _ = try await browser.post("type-word", ["from": "/new", "text": "pea"])
            #expect(try await send("apple", UUID().uuidString.lowercased(), browser).status == .noContent)
            #expect(try await browser.get("/new").text.contains(#"value="pea""#))
        }
    }

    @Test("a browser keeps words for one person only, not where there are many")
    func people() async throws {
        try await withServer { client, _ in
            let browser = try await Browser(client)
            #expect(try await browser.get("/").text.contains("/device.js"))
            let page = try await browser.get("/offline")
            #expect(page.status == .ok && page.text.contains(#"<option value="de">German"#))
        }
        let site = try #require(WebConfiguration.Site("http://localhost"))
        let secret = "0123456789abcdef"
        try await withServer(access: .proxy(secret: secret, site: site)) { client, _ in
            let browser = try await Browser(client, headers: [.person: "ann", .proxySecret: secret])
            let page = try await browser.get("/")
            #expect(!page.text.contains("/device.js") && !page.text.contains("/offline"))
            #expect(try await browser.get("/offline").status == .notFound)
        }
    }
}
