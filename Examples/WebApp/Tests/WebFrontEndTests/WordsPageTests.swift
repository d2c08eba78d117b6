import Foundation
import HTTPTypes
import HummingbirdTesting
import PersonalDictionary
import Testing
import WebFrontEnd

@Suite("The page of the words, and the bar", .timeLimit(.minutes(2)))
struct WordsPageTests {
    @Test(
        "an empty list offers five words of the language that is learnt; each has a translation",
        arguments: ["en", "de", "it", "ru"])
    func firstWords(language: String) async throws {
        try await withServer { client, _ in
            let browser = try await Browser(client)
            _ = try await browser.post("begin-languages", ["from": "/new", "side": "source"])
            _ = try await browser.post("confirm-language", ["from": "/new", "language": language])
            var offered: [String] = []
            for left in (1...5).reversed() {
                let page = try await browser.get("/").text
                let fields = page.matches(
                    of:
                        #/name="text" value="([^"]+)"><input type="hidden" name="source" value="([^"]+)"><input type="hidden" name="target" value="([^"]+)">/#
                )
                #expect(fields.count == left)
                let first = try #require(fields.first)
                #expect(first.2 == language)
                offered.append(String(first.1))
                let form: KeyValuePairs = [
                    "from": "/", "text": String(first.1), "source": String(first.2), "target": String(first.3),
                ]
                #expect(try await browser.post("add-first-word", form).status == .seeOther)
            }
            let page = try await browser.get("/").text
            for text in offered { #expect(page.contains(">\(text)</a>")) }
            #expect(page.contains("5 words") && !page.contains("no translation was found"))
            #expect(!page.contains("id=\"welcome\""))
        }
    }

    @Test("a word of another kind than the offered ones ends the offer, and no form adds what is no word")
    func otherWord() async throws {
        try await withServer { client, _ in
            let browser = try await Browser(client)
            #expect(try await browser.get("/").text.contains("id=\"welcome\""))
            for (text, target) in [(" ", "ru"), ("dog", "xx"), ("dog", "en")] {
                let form: KeyValuePairs = ["from": "/", "text": text, "source": "en", "target": target]
                #expect(try await browser.post("add-first-word", form).status == .unprocessableContent)
            }
            #expect(try await browser.add("dog").status == .seeOther)
            #expect(try await !browser.get("/").text.contains("id=\"welcome\""))
        }
    }

    @Test("several words are starred or removed at once; without any, nothing happens")
    func chosen() async throws {
        try await withServer { client, _ in
            let browser = try await Browser(client)
            for text in ["dog", "cat", "fox"] { #expect(try await browser.add(text).status == .seeOther) }
            let ids = try await browser.get("/").text.matches(of: #/<li id="word-([^"]+)"/#).map { String($0.1) }
            func post(_ action: String, _ ids: [String]) async throws -> Int {
                let fields = [("token", browser.token), ("from", "/")] + ids.map { ("id", $0) }
                return try await browser.send(action, fields, browser.headers).status.code
            }
            for action in ["star-chosen", "tag-chosen", "remove-chosen"] {
                #expect(try await post(action, []) == 303)
            }
            #expect(try await post("star-chosen", Array(ids.prefix(2))) == 303)
            #expect(try await browser.get("/favorites").text.matches(of: #/<li id="word-/#).count == 2)
            #expect(try await post("remove-chosen", Array(ids.dropFirst())) == 303)
            let page = try await browser.get("/").text
            #expect(page.matches(of: #/<li id="word-/#).count == 1 && page.contains("2 words removed"))
            #expect(try await post("star-chosen", ["nothing"]) == 422)
        }
    }

    @Test("a tag is added to several words or removed, and favourites lose their star, all or none")
    func chosenTags() async throws {
        try await withServer { client, _ in
            let browser = try await Browser(client)
            for text in ["dog", "cat"] { #expect(try await browser.add(text).status == .seeOther) }
            let ids = try await browser.get("/").text.matches(of: #/<li id="word-([^"]+)"/#).map { String($0.1) }
            func post(_ action: String, _ tags: String, _ ids: [String], from page: String = "/") async throws -> Int {
                let fields = [("token", browser.token), ("from", page), ("tags", tags)] + ids.map { ("id", $0) }
                return try await browser.send(action, fields, browser.headers).status.code
            }
            func tagged() async throws -> Int {
                try await browser.get("/").text.matches(of: #/href="\/search\?text=pets"/#).count
            }
            #expect(try await post("tag-chosen", " ", ids) == 422)
            #expect(try await post("tag-chosen", "pets", ids + ["nothing"]) == 422)
            #expect(try await tagged() == 0)
            #expect(try await post("tag-chosen", "pets home", ids) == 303)
            #expect(try await browser.get("/").text.contains("2 words have the tags “pets home”"))
            #expect(try await tagged() == 2)
            #expect(try await post("untag-chosen", "pets", [ids[0]]) == 303)
            #expect(try await browser.get("/").text.contains("1 word does not have the tags “pets”"))
            #expect(try await tagged() == 1)
            #expect(try await post("star-chosen", "", ids) == 303)
            let favorites = try await browser.get("/favorites").text
            #expect(favorites.contains("unstar-chosen") && !favorites.contains("\"/action/star-chosen"))
            #expect(try await post("unstar-chosen", "", ids, from: "/favorites") == 303)
            #expect(try await browser.get("/favorites").text.contains("2 words are no favourites"))
        }
    }

    @Test("lists have the words of one direction, in the order of the alphabet, in pages and among the favourites")
    func filters() async throws {
        try await withServer { client, _ in
            let browser = try await Browser(client)
            func texts(_ path: String) async throws -> [String] {
                let page = try await browser.get(path).text
                return page.matches(of: #/lang="[^"]+" dir="auto">([^<]+)<\/a>/#).map { String($0.1) }
            }
            _ = try await browser.add("zoo")
            #expect(try await !browser.get("/").text.contains("id=\"orders\""))
            for number in 10..<70 { #expect(try await browser.add("dog \(number)").status == .seeOther) }
            #expect(try await !browser.get("/").text.contains("id=\"languages\""))
            _ = try await browser.post("begin-languages", ["from": "/new", "side": "source"])
            _ = try await browser.post("confirm-language", ["from": "/new", "language": "de"])
            #expect(try await browser.add("Apfel").status == .seeOther)
            let page = try await browser.get("/").text
            let german = "/?source=de&amp;target=ru"
            #expect(page.contains("href=\"\(german)\"") && page.contains("href=\"/?order=alphabet\""))
            #expect(try await texts("/?source=de&target=ru") == ["Apfel"])
            #expect(try await browser.get("/?source=de&target=ru").text.contains(">1 word<"))
            let alphabet = try await texts("/?order=alphabet")
            #expect(alphabet.count == 50 && alphabet.prefix(2) == ["Apfel", "dog 10"])
            #expect(try await texts("/?order=alphabet&page=2").last == "zoo")
            #expect(try await texts("/?source=en&target=ru&order=alphabet").first == "dog 10")
            #expect(
                try await browser.get("/?source=en&target=ru&order=alphabet").text
                    .contains("/?source=en&amp;target=ru&amp;order=alphabet&amp;page=1-2#"))
            #expect(try await browser.get("/?source=it&target=de").text.contains("No words in these languages"))
            #expect(try await browser.get("/?source=de&target=de").status == .notFound)
            #expect(try await texts("/favorites?source=de&target=ru").isEmpty)
            let id = try #require(page.firstMatch(of: #/id="word-([^"]+)"/#)).1
            _ = try await browser.post("star", ["from": "/?source=de&target=ru", "id": String(id), "on": "on"])
            #expect(try await texts("/favorites?source=de&target=ru&order=alphabet") == ["Apfel"])
            #expect(try await texts("/").first == "Apfel")
        }
    }

    @Test("a page whose list another page has chosen stays as it is until it is opened again")
    func filterElsewhere() async throws {
        try await withServer { client, _ in
            let browser = try await Browser(client)
            for text in ["dog", "cat"] { #expect(try await browser.add(text).status == .seeOther) }

            _ = try await browser.get("/")
            _ = try await browser.get("/?order=alphabet")
            #expect(try await browser.get("/", [.refresh: "1"]).status == .noContent)
            #expect(try await browser.get("/?order=alphabet", [.refresh: "1"]).status == .ok)
            _ = try await browser.get("/")
            #expect(try await browser.get("/", [.refresh: "1"]).status == .ok)
        }
    }

    @Test("the bar has four places, and says in which of them every page is")
    func bar() async throws {
        try await withServer { client, _ in
            let browser = try await Browser(client)
            let sections = [
                "/": ["/", "/new", "/search?text=a", "/favorites", "/bin"],
                "/review": ["/review", "/review/statistics"],
                "/todo": ["/todo", "/todo/new", "/todo/conflicts", "/todo/bin"],
                "/settings": ["/settings", "/import", "/export", "/tree", "/devices"],
            ]
            for (section, paths) in sections {
                for path in paths {
                    let page = try await browser.get(path).text
                    let bar = try #require(page.firstMatch(of: #/<nav .*?<\/nav>/#)).0
                    let links = bar.matches(of: #/<a href="([^"]+)"([^>]*)>/#)
                    #expect(links.map { String($0.1) } == ["/", "/review", "/todo", "/settings"])
                    #expect(links.filter { $0.2.contains("aria-current") }.map { String($0.1) } == [section], "\(path)")
                }
            }
        }
    }
}
