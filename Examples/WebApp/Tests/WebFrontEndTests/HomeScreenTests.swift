import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing
import WebFrontEnd

@Suite("The page as an app of a phone", .timeLimit(.minutes(2)))
struct HomeScreenTests {
    @Test("a link fills the form of a new word: it saves nothing, and what was typed there before is said")
    func filledForm() async throws {
        try await withServer { client, _ in
            let browser = try await Browser(client)
            func fill(_ query: String) async throws -> String {
                let answer = try await browser.get("/new?\(query)")
                #expect(answer.status == .seeOther && answer.headers[.location] == "/new", "\(query)")
                return try await browser.get("/new").text
            }
            // As a phone shares a selection of a page.
            let shared = try await fill(
                "text=%E2%80%9Cschnell+laufen%E2%80%9D%0A%20https%3A%2F%2Fexample.org%2F&from=de&to=ru")
            #expect(shared.contains(#"value="schnell laufen""#) && shared.contains("German"))
            #expect(!shared.contains("was typed here before"))
            let other = try await fill("text=Haus")
            #expect(other.contains(#"value="Haus""#) && other.contains("“schnell laufen” was typed here before"))
            #expect(try await browser.get("/new?from=en").status == .ok)
            #expect(try await fill("text=").contains(#"value="Haus""#), "it stays")
            // Nobody opens an image, or the head of a page.
            _ = try await browser.get("/new?text=dog", [HTTPField.Name("Sec-Fetch-Dest")!: "image"])
            #expect(try await browser.get("/new").text.contains(#"value="Haus""#), "it stays")
            let odd = try await fill("text=%3Cb%3E%22&from=xx")
            #expect(odd.contains(#"value="&lt;b&gt;&quot;""#) && odd.contains("“Haus” was typed here before"))
            #expect(odd.contains("“xx”"))
            #expect(try await !browser.get("/").text.contains("Haus"))
        }
    }

    @Test("what makes the page an app on a phone is in the browser's language, and its files are there")
    func manifest() async throws {
        try await withServer { client, _ in
            for (language, name) in [("ru", "Словарь"), ("en", "Dictionary")] {
                let answer = try await client.execute(
                    uri: "/manifest.webmanifest", method: .get, headers: [.acceptLanguage: language])
                let manifest = try #require(
                    try JSONSerialization.jsonObject(with: Data(answer.body.readableBytesView)) as? [String: Any])
                #expect(manifest["name"] as? String == name)
                let icons = try #require(manifest["icons"] as? [[String: String]])
                for path in icons.compactMap({ $0["src"] }) + ["/new"] {
                    #expect(try await client.execute(uri: path, method: .get).status == .ok, "\(path)")
                }
            }
        }
    }
}
