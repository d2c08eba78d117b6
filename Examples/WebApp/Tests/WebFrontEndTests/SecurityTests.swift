import CoreModule
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import PersonalDictionary
import SuperappTesting
import Testing
import WebFrontEnd

@Suite("What a hostile page, client or proxy sends")
struct SecurityTests {
    @Test("a form is refused without the token, with a wrong one, and with the token of another session")
    func token() async throws {
        try await withServer { client, _ in
            let (one, other) = (try await Browser(client), try await Browser(client))
            let form = [("from", "/new"), ("text", "stolen")]
            let tokens: [[(String, String)]] = [[], [("token", "")], [("token", "0")], [("token", other.token)]]
            for token in tokens {
                #expect(try await one.send("add-word", form + token, one.headers).status == .forbidden)
            }
            #expect(try await !one.get("/").text.contains("stolen"))
            #expect(try await one.add("kept").status == .seeOther)
            #expect(try await one.get("/").text.contains("kept"))
        }
    }

    @Test(
        "a form is refused from another origin, also with cookie and token",
        arguments: [
            nil, "null", "http://localhost:8081", "https://localhost", "http://evil.example",
            "http://localhost.evil.example",
        ])
    func origin(_ origin: String?) async throws {
        try await withServer { client, _ in
            let browser = try await Browser(client)
            var headers = browser.headers
            headers[.origin] = origin
            let form = [("from", "/new"), ("text", "stolen"), ("token", browser.token)]
            #expect(try await browser.send("add-word", form, headers).status == .forbidden)
            #expect(try await !browser.get("/").text.contains("stolen"))
        }
    }

    @Test(
        "only names of this computer's loopback address are hosts",
        arguments: [
            ("127.0.0.1:8080", true), ("localhost", true), ("[::1]:80", true), ("LOCALHOST:1", true),
            ("evil.example", false),
            ("localhost.evil.example", false), ("127.0.0.1.evil.example:8080", false), ("", false),
            ("localhost:x", false),
        ])
    func host(_ host: String, isAllowed: Bool) {
        let request = HTTPRequest(method: .get, scheme: "http", authority: host, path: "/")
        let requestGuard = RequestGuard(access: .onePerson)
        #expect(((try? requestGuard.person(request)) != nil) == isAllowed)
        #expect(((try? requestGuard.checkLoopback(request)) != nil) == isAllowed)
    }

    @Test("a second host is refused, whichever of the two is allowed")
    func secondHost() async throws {
        for host in ["localhost", "evil.example"] {
            let request = HTTPRequest(
                method: .get, scheme: "http", authority: "localhost", path: "/",
                headerFields: [try #require(HTTPField.Name("Host")): host])
            let requestGuard = RequestGuard(access: .onePerson)
            #expect(throws: Refusal.form) { _ = try requestGuard.person(request) }
            #expect(throws: Refusal.form) { try requestGuard.checkLoopback(request) }
        }
    }

    @Test("behind a proxy nothing is served without its secret and one name, and each person has their own session")
    func proxy() async throws {
        let site = try #require(WebConfiguration.Site("http://localhost"))
        let secret = "0123456789abcdef"
        try await withServer(access: .proxy(secret: secret, site: site)) { client, _ in
            for headers: HTTPFields in [
                [:], [.person: "ann"], [.proxySecret: secret], [.person: "", .proxySecret: secret],
                [.person: "ann", .proxySecret: "0123456789abcdeF"],
            ] {
                #expect(try await client.execute(uri: "/", method: .get, headers: headers).status == .forbidden)
            }
            var twice: HTTPFields = [.person: "ann", .proxySecret: secret]
            twice.append(HTTPField(name: .person, value: "bob"))
            #expect(try await client.execute(uri: "/", method: .get, headers: twice).status == .forbidden)

            let ann = try await Browser(client, headers: [.person: "ann", .proxySecret: secret])
            var stolen = ann.headers
            stolen[.person] = "bob"
            #expect(try await ann.send("add-word", [("token", ann.token)], stolen).status == .forbidden)
            #expect(try await ann.get("/", [.person: "bob"]).headers[.setCookie] != nil)
            #expect(try await client.execute(uri: "/metrics", method: .get).status == .ok)
        }
    }

    @Test("markup in every field of words, tasks, searches and imports is shown as text")
    func escaping() async throws {
        let hostile = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>"
        try await withServer { client, _ in
            let browser = try await Browser(client)
            #expect(try await browser.add(hostile).status == .seeOther)
            let id = try #require(try await browser.get("/").text.firstMatch(of: #/href="(/word/[^"]+)"/#)).1
            let word = String(id)
            for field in ["translation", "note"] {
                _ = try await browser.post("edit-word", ["from": word, field: hostile])
            }
            _ = try await browser.post("add-task", ["from": "/todo", "title": hostile, "text": hostile])
            var search = URLComponents()
            search.path = "/search"
            search.queryItems = [URLQueryItem(name: "text", value: hostile)]
            for path in [
                "/", word, "/new", search.string ?? "", "/favorites", "/review", "/review/statistics", "/todo",
                "/todo/new", "/settings", "/tree", "/bin", "/todo/bin",
            ] {
                let page = try await browser.get(path)
                #expect(page.status == .ok)
                #expect(!page.text.contains("<script>") && !page.text.contains("<img src=x"), "\(path)")
            }
            let refused = try await browser.post(hostile, ["from": "javascript:alert(1)", "id": hostile])
            #expect(!refused.text.contains("<script>"))
            #expect(try await browser.get("/word/%3Cscript%3E").text.contains("<script>") == false)
        }
    }

    @Test(
        "each answer forbids inline scripts, frames and guesses of its type",
        arguments: ["/", "/nowhere", "/style.css", "/metrics"])
    func headers(_ path: String) async throws {
        try await withServer { client, _ in
            let answer = try await client.execute(uri: path, method: .get)
            let policy = try #require(answer.headers[.contentSecurityPolicy])
            #expect(policy.contains("script-src 'self';") && policy.contains("frame-ancestors 'none'"))
            #expect(!policy.contains("unsafe"))
            #expect(answer.headers[.xContentTypeOptions] == "nosniff")
            if let cookie = answer.headers[.setCookie] {
                #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"))
            }
        }
    }

    @Test("a browser without cookies is told that it needs them, with and without a script", arguments: [false, true])
    func noCookies(hasScript: Bool) async throws {
        try await withServer { client, _ in
            let browser = try await Browser(client)
            var headers = browser.headers
            headers[.cookie] = nil
            if hasScript { headers[.script] = "1" }
            let form = [("token", browser.token), ("from", "/new"), ("text", "dog")]
            let answer = try await browser.send("add-word", form, headers)
            #expect(answer.status == .forbidden && answer.text.contains("this browser sends no cookies"))
            #expect(hasScript || answer.text.contains(#"value="dog""#))
            #expect(try await !browser.get("/").text.contains(">dog</a>"))
        }
    }

    @Test("a body that is too large is refused, and one of another type")
    func bodies() async throws {
        try await withServer(change: { $0.limits.formSize = 1000 }) { client, _ in
            let browser = try await Browser(client)
            #expect(try await browser.add(String(repeating: "a", count: 2000)).status == .contentTooLarge)
            var headers = browser.headers
            headers[.contentType] = "text/plain"
            let text = ByteBuffer(string: "token=\(browser.token)")
            let answer = try await client.execute(uri: "/action/add-word", method: .post, headers: headers, body: text)
            #expect(answer.status == .badRequest)
        }
    }

    @Test("a file in a form is read to the byte, and a broken form is refused")
    func uploads() throws {
        let content = Data([0, 13, 10, 45, 45, 255])
        let head = "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a%22b\"\r\n\r\n"
        let field = "\r\n--x\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\nя\r\n--x--\r\n"
        let form = try Form(
            Data(head.utf8) + content + Data(field.utf8), contentType: "multipart/form-data; boundary=x")
        #expect(form == Form(["token": "я"], files: [.init(field: "file", name: "a\"b", data: content)]))
        for broken in ["", "--x", "--x\r\n\r\n", head, "--y--"] {
            #expect(throws: Refusal.form) {
                try Form(Data(broken.utf8), contentType: "multipart/form-data; boundary=x")
            }
        }
        #expect(throws: Refusal.form) { try Form(Data("a=%".utf8), contentType: "application/x-www-form-urlencoded") }
    }

    @Test("an address is read from its own path, whatever text it has", arguments: HostileText.all)
    func addresses(_ text: String) {
        for address in [Address.search(text), .word(WordID(text)), .task(.init(text))] {
            #expect(Address(address.path) == address)
        }
        #expect(Address("/search?text=a+b%2B") == .search("a b+"))
    }
}
