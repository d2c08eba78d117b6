import CoreModule
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import PersonalDictionary
import SuperappTesting
import Testing
import WebFrontEnd

@Suite("Who may use the API, and what is refused", .timeLimit(.minutes(5)))
struct APIAccessTests {
    @Test("a token opens the API until it ends; it is shown once, and only its hash is stored")
    func tokens() async throws {
        try await withServer { client, server in
            let browser = try await Browser(client)
            let program = try await Program(client, browser, name: " My\n  phone ")
            let token = try #require(program.token)
            #expect(try await program.send(.get, "/words").status == 200)
            let page = try await browser.get("/settings").text
            #expect(page.contains("<bdi>My phone</bdi>") && !page.contains(token) && page.contains("last used"))
            let stored = try await server.sessions.use(browser.session, Person()) { session in
                try await session.app.settings.value(SettingKey<[[String: JSON]]>("webTokens", unreadable: nil))
            }
            #expect(stored?.count == 1 && stored.map { "\($0)".contains(token.dropFirst(9)) } == false)
            for wrong in [
                String(token.dropLast()), token + "0", token.replacing("superapp_", with: ""), "superapp_", "",
                "superapp_" + String(repeating: "0", count: 64), token + ".YW5u", token.uppercased(), "é",
            ] {
                let answer = try await Program(client, token: wrong).send(.get, "/words")
                #expect(
                    answer.status == 401 && answer.headers[.wwwAuthenticate]?.hasPrefix("Bearer") == true, "\(wrong)")
            }
            let id = String(try #require(page.firstMatch(of: /id="token-([0-9a-f]+)"/)).1)
            #expect(try await browser.post("end-token", ["from": "/settings", "id": id]).status == .seeOther)
            for request in [HTTPRequest.Method.get, .post] {
                #expect(try await program.send(request, "/words", ["text": "dog"]).summary == "401 wrongToken")
            }
            #expect(try await browser.get("/settings").text.contains("the token of “My phone” has ended"))
        }
    }

    @Test("a name of a program is needed, and a form that is sent twice makes one token")
    func making() async throws {
        try await withServer { client, _ in
            let browser = try await Browser(client)
            for name in ["", "  ", String(repeating: "a", count: 61)] {
                let answer = try await browser.post("make-token", ["from": "/settings", "program": name])
                #expect(answer.status == .unprocessableContent)
            }
            for _ in 0..<2 {
                let form = ["from": "/settings", "program": "<b>App</b>", "once": "1"] as KeyValuePairs
                #expect(try await browser.post("make-token", form).status == .seeOther)
            }
            let page = try await browser.get("/settings").text
            #expect(page.matches(of: /id="token-/).count == 1 && !page.contains("<b>App"))
        }
    }

    @Test("cookies never open it, not even those of a browser that has signed in")
    func cookies() async throws {
        try await withServer { client, _ in
            let browser = try await Browser(client)
            #expect(try await browser.add("dog").status == .seeOther)
            var program = Program(client, token: nil)
            program.headers = browser.headers
            for (method, path) in [(HTTPRequest.Method.get, "/words"), (.post, "/words"), (.delete, "/words/1")] {
                #expect(try await program.send(method, path, ["text": "stolen"]).summary == "401 noToken")
            }
            #expect(try await program.send(.get, "/words").headers[.setCookie] == nil)
            program.headers[.authorization] = "Basic YW5uOmFubg=="
            #expect(try await program.send(.get, "/words").summary == "401 noToken")
        }
    }

    @Test("where browsers sign in, a program needs its own token only, which is not that of the browsers")
    func signedIn() async throws {
        let printed = String(repeating: "0", count: 64)
        try await withServer(access: .token(printed)) { client, server in
            let login = try await client.execute(uri: "/?token=\(printed)", method: .get).headers[.setCookie]
            let cookie = String(try #require(login?.split(separator: ";").first))
            let browser = try await Browser(client, headers: [.cookie: cookie])
            let program = try await Program(client, browser)
            #expect(try await program.send(.post, "/words", ["text": "dog"]).status == 201)
            for token in [printed, "superapp_" + printed, nil] {
                #expect(try await Program(client, token: token).send(.get, "/words").status == 401)
            }
            // The login ends, and the program goes on.
            let id = try await browser.get("/settings").text.firstMatch(of: /id="login-([0-9a-f]+)"/)?.1
            let end = ["from": "/settings", "login": String(id ?? "")] as KeyValuePairs
            #expect(try await browser.post("end-login", end).headers[.location] == "/login")
            #expect(try await program.texts("/words") == ["dog"])
            #expect(await server.sessions.counts.live == 0)
        }
    }

    @Test("a page of another site is refused with a right token too, and no answer invites one")
    func crossSite() async throws {
        try await withProgram { program, _ in
            let fetchSite = try #require(HTTPField.Name("Sec-Fetch-Site"))
            for headers: HTTPFields in [
                [.origin: "http://evil.example"], [.origin: "null"], [fetchSite: "cross-site"],
                [fetchSite: "same-site"],
            ] {
                for path in ["/words", "/api/openapi.json"] {
                    let answer = try await program.send(.get, path, nil, headers)
                    #expect(answer.summary == "403 cross_site" && answer.headers[.accessControlAllowOrigin] == nil)
                }
                #expect(try await program.send(.post, "/words", ["text": "stolen"], headers).status == 403)
            }
            let preflight = try await Program(program.client, token: nil, headers: [.origin: Browser.origin])
                .send(.options, "/words")
            #expect(preflight.status == 401 && preflight.headers[.accessControlAllowOrigin] == nil)
            #expect(try await program.send(.get, "/words", nil, [.origin: Browser.origin]).json["words"] == .list([]))
        }
    }

    @Test("behind a proxy the token names its person, and opens nothing of anybody else")
    func people() async throws {
        let (secret, site) = ("0123456789abcdef", try #require(WebConfiguration.Site("http://localhost")))
        try await withServer(access: .proxy(secret: secret, site: site)) { client, _ in
            func program(_ person: String) async throws -> Program {
                let headers: HTTPFields = [.person: person, .proxySecret: secret]
                var program = try await Program(client, try await Browser(client, headers: headers))
                program.headers = [.proxySecret: secret]
                return program
            }
            let (ann, bob) = (try await program("ann"), try await program("Боб"))
            for one in [ann, bob] { #expect(try await one.send(.get, "/languages").status == 200) }
            #expect(try await ann.send(.get, "/words", nil, [.person: "ann"]).status == 200)
            #expect(try await ann.send(.get, "/words", nil, [.person: "Боб"]).summary == "401 wrongToken")
            let plain = ann.token?.split(separator: ".").first.map(String.init)
            #expect(
                try await Program(client, token: plain, headers: ann.headers).send(.get, "/words").status == 401
            )
            for headers: HTTPFields in [[:], [.proxySecret: "0123456789abcdeF"]] {
                #expect(
                    try await Program(client, token: ann.token, headers: headers).send(.get, "/words").status
                        == 403)
            }
        }
    }

    private static let bodies: [(body: String, summary: String, field: String?)] = [
        ("", "400 notJSON", nil), ("{", "400 notJSON", nil), ("[]", "400 notJSON", nil),
        ("null", "400 notJSON", nil),
        ("{\"text\":\"a\"} x", "400 notJSON", nil), ("{\"text\":\"\\ud800\"}", "400 notJSON", nil),
        (String(repeating: "[", count: 100_000), "400 notJSON", nil), ("{\"text\":1e999}", "400 notJSON", nil),
        (String(repeating: "{\"a\":", count: 20_000), "400 notJSON", nil),
        ("{}", "400 missingField", "text"), ("{\"text\":null}", "400 wrongField", "text"),
        ("{\"text\":1}", "400 wrongField", "text"), ("{\"text\":[\"a\"]}", "400 wrongField", "text"),
        ("{\"text\":\"a\",\"translation\":\"b\"}", "400 unknownField", "translation"),
        ("{\"text\":\"a\",\"id\":true}", "400 wrongField", "id"),
    ]

    @Test("a body that is no JSON object of the right fields is refused, and the field is named")
    func bodies() async throws {
        try await withProgram { program, _ in
            for (body, summary, field) in Self.bodies {
                let answer = try await program.send(.post, "/words", data: Data(body.utf8))
                #expect(answer.summary == summary && answer.json["field"]?.text == field, "\(body.prefix(40))")
                #expect(answer.headers[.contentType] == "application/problem+json")
            }
            #expect(try await program.texts("/words") == [])
        }
    }

    @Test("a body that is too large, not in UTF-8 or of another type is refused, and its connection ends")
    func sizes() async throws {
        try await withProgram { program, _ in
            let large = try await program.send(.post, "/words", data: Data(count: 2 << 20))
            #expect(large.summary == "413 tooLarge" && large.headers[.connection] == "close")
            let open = try await Program(program.client, token: nil).send(.post, "/words", data: Data(count: 2 << 20))
            #expect(open.summary == "401 noToken" && open.headers[.connection] == "close")
            let bytes = Data(#"{"text":""#.utf8) + [0xFF] + Data(#""}"#.utf8)
            #expect(try await program.send(.post, "/words", data: bytes).summary == "400 notJSON")
            for type in ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
                let answer = try await program.send(.post, "/words", ["text": "a"], [.contentType: type])
                #expect(answer.summary == "415 wrongType", "\(type)")
            }
            let typed: HTTPFields = [.contentType: "Application/JSON; charset=utf-8"]
            #expect(try await program.send(.post, "/words", ["text": "a"], typed).status == 201)
        }
    }

    @Test("unknown addresses are 404, and other methods 405 with those that there are")
    func addresses() async throws {
        try await withProgram { program, _ in
            for path in [
                "/", "/word", "/words/", "/words/a/b", "/words/%00", "/words/%FF", "/words/%zz", "//words",
                "/api/v2/words",
                "/api/", "/api/v1", "/words/" + String(repeating: "a", count: 1001),
            ] { #expect(try await program.send(.get, path).summary == "404 noAddress", "\(path)") }
            for (method, path, allowed) in [
                (HTTPRequest.Method.put, "/words", "GET, HEAD, POST"),
                (.post, "/words/1", "GET, HEAD, PATCH, DELETE"), (.get, "/review/undo", "POST"),
                (.options, "/tasks", "GET, HEAD, POST"),
            ] {
                let answer = try await program.send(method, path)
                #expect(answer.summary == "405 wrongMethod" && answer.headers[.allow] == allowed)
            }
            let head = try await program.send(.head, "/words")
            #expect(head.status == 200 && head.json == .null)
            #expect(try await program.send(.get, "/words/%3Cscript%3E").summary == "404 notFound")
        }
    }

    @Test("what went wrong is said in the language of the request")
    func language() async throws {
        try await withProgram { program, _ in
            for (language, detail) in [("ru", "текст не введён"), ("fr, en", "there is no text")] {
                let answer = try await program.send(.post, "/words", ["text": ""], [.acceptLanguage: language])
                #expect(
                    answer.json["code"] == "emptyText" && answer.headers[.contentLanguage] == String(language.suffix(2))
                )
                #expect(
                    language == "ru"
                        ? answer.json["detail"] != "there is no text" : answer.json["detail"] == .text(detail))
            }
            let russian: HTTPFields = [.acceptLanguage: "ru"]
            for (method, path) in [(HTTPRequest.Method.get, "/nothing"), (.put, "/words"), (.get, "/words?x=1")] {
                let detail = try await program.send(method, path, nil, russian).json["detail"]?.text ?? ""
                #expect(detail.contains(/\p{Cyrillic}/) && !detail.contains(/[a-z]{4}/), "\(detail)")
            }
        }
    }

    @Test("of too many requests at once some are refused, and later ones are performed again")
    func manyAtOnce() async throws {
        try await withProgram { program, _ in
            let summaries = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<100 { group.addTask { try await program.send(.get, "/look-up?text=dogs").summary } }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(summaries == ["200", "429 tooMany"])
            #expect(try await program.send(.get, "/words").status == 200)
        }
    }

    @Test("an app that programs have used ends when it was idle for a while, and opens again")
    func idle() async throws {
        let time = ManualTime()
        try await withServer(change: { $0.environment.clock = time.clock }) { client, server in
            let program = try await Program(client, try await Browser(client))
            for _ in 0..<2 {
                #expect(try await program.send(.get, "/words").status == 200)
                #expect(await server.sessions.programs.count == 1)
                time.advance(by: 601)
                await server.sessions.programs.endIdle()
                #expect(await server.sessions.programs.count == 0)
            }
        }
    }
}
