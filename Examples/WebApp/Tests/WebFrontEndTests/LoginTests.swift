import CoreModule
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import PersonalDictionary
import SuperappTesting
import Testing
import WebFrontEnd

private let right = "correct horse"

@Suite("Signing in with a password")
struct LoginTests {
    @Test("without a login no page, action or stream is answered, and nothing of the store is said")
    func signedOut() async throws {
        try await withPassword { client in
            let browser = try await signedIn(client)
            #expect(try await browser.add("secret").status == .seeOther)
            for path in ["/", "/new", "/word/1", "/review", "/settings", "/export", "/tree", "/nowhere?day=2026-01-01"]
            {
                let answer = try await client.execute(uri: path, method: .get)
                #expect(answer.status == .seeOther && answer.headers[.setCookie] == nil, "\(path)")
                #expect(answer.headers[.location]?.hasPrefix("/login") == true, "\(path)")
            }
            #expect(try await client.execute(uri: "/events", method: .get).status == .unauthorized)
            for cookie in [
                "", "superapp-login-80=", "superapp-login-80=x", "superapp-session-80=\(browser.session.rawValue)",
            ] {
                let page = try await client.execute(uri: "/", method: .get, headers: [.cookie: cookie])
                #expect(page.status == .seeOther && !page.text.contains("secret"))
            }
            let style = try await client.execute(uri: "/style.css", method: .get)
            #expect(style.status == .ok)
        }
    }

    @Test("a login leads to the page that was asked for, and to no other site")
    func next() async throws {
        try await withPassword { client in
            let refused = try await client.execute(uri: "/search?text=a%26b", method: .get)
            let login = try #require(refused.headers[.location])
            #expect(login == "/login?next=%2Fsearch%3Ftext%3Da%2526b")
            #expect(try await client.execute(uri: login, method: .get).text.contains(#"value="/search?text=a%26b""#))
            for (next, target) in [
                ("/search?text=a%26b", "/search?text=a%26b"), ("//evil.example/", "/"), ("https://evil.example", "/"),
                ("/\\evil.example", "/"), ("javascript:alert(1)", "/"), ("/login", "/"),
            ] {
                let answer = try await logIn(client, right, next: next)
                #expect(answer.status == .seeOther && answer.headers[.location] == target, "\(next)")
            }
        }
    }

    @Test("the cookie of a login is new each time, and no script and no other site's form has it")
    func cookie() async throws {
        try await withPassword { client in
            let planted: HTTPFields = [.cookie: "superapp-login-80=planted; superapp-session-80=planted"]
            let one = try #require(try await logIn(client, right, planted).headers[.setCookie])
            let other = try #require(try await logIn(client, right, planted).headers[.setCookie])
            #expect(one != other && !one.contains("planted"))
            for part in ["HttpOnly", "SameSite=Lax", "Path=/"] { #expect(one.contains(part)) }
            let answer = try await logIn(client, right, [.origin: "http://evil.example"])
            #expect(answer.status == .forbidden && answer.headers[.setCookie] == nil)
        }
    }

    @Test("the page on which one signs in is in the browser's language")
    func language() async throws {
        try await withPassword { client in
            let page = try await client.execute(uri: "/login", method: .get, headers: [.acceptLanguage: "ru"]).text
            #expect(page.contains("<h1 id=\"title\">Вход</h1>") && !page.contains("Password") && !page.contains("Sign"))
        }
    }

    @Test("what fills the form of a new word, and the day of a list, are still there after signing in")
    func fill() async throws {
        try await withPassword { client in
            for (asked, target) in [
                ("/new?text=hot+dog&from=en&to=ru&x=1", "/new?text=hot%20dog&from=en&to=ru"),
                ("/?day=2026-11-29", "/?day=2026-11-29"), ("/search?text=a+b", "/search?text=a%20b"),
            ] {
                let login = try #require(try await client.execute(uri: asked, method: .get).headers[.location])
                let page = try await client.execute(uri: login, method: .get).text
                let next = String(try #require(page.firstMatch(of: /name="next" value="([^"]+)"/)).1)
                let answer = try await logIn(client, right, next: next.replacing("&amp;", with: "&"))
                #expect(answer.headers[.location] == target)
            }
        }
    }

    @Test("a login that is used is renewed in the browser as well, at most once an hour")
    func renewal() async throws {
        let time = ManualTime()
        try await withPassword(time: time) { client in
            let cookie = try #require(try await logIn(client, right).headers[.setCookie]?.split(separator: ";").first)
            let headers: HTTPFields = [.cookie: String(cookie)]
            for (seconds, isRenewed) in [(0.0, false), (3599, false), (1, true), (3599, false)] {
                time.advance(by: seconds)
                let page = try await client.execute(uri: "/", method: .get, headers: headers)
                let renewed = page.headers[values: .setCookie].filter { $0.hasPrefix("\(cookie);") }
                #expect(page.status == .ok && renewed.count == (isRenewed ? 1 : 0), "\(seconds)")
                #expect(renewed.allSatisfy { $0.contains("Max-Age=7776000") })
            }
        }
    }

    @Test("cookies that no login has are refused, however they look")
    func strangeCookies() async throws {
        try await withPassword { client in
            for value in ["", "x", "é", String(repeating: "a", count: 600), String(repeating: "0", count: 64), "%00"] {
                let headers: HTTPFields = [.cookie: "superapp-login-80=\(value)"]
                let answer = try await client.execute(uri: "/", method: .get, headers: headers)
                #expect(answer.status == .seeOther)
            }
        }
    }

    @Test("a request that had begun before its login ended gets no session")
    func endedMeanwhile() async throws {
        try await withPassword { client, server in
            let browser = try await signedIn(client)
            let owner = try await person(of: browser)
            _ = try await browser.post("end-login", ["from": "/settings", "login": owner.name])
            await #expect(throws: Refusal.login) { try await server.sessions.use(browser.session, owner) { _ in } }
            await #expect(throws: Refusal.login) { _ = try await server.sessions.hold(nil, owner) }
        }
    }

    @Test("the session of one login is not another's")
    func sessions() async throws {
        try await withPassword { client in
            let (one, other) = (try await signedIn(client), try await signedIn(client))
            let login = try #require(other.headers[.cookie]?.split(separator: ";").first)
            var stolen = one.headers
            stolen[.cookie] = "\(login); superapp-session-80=\(one.session.rawValue)"
            let form = [("from", "/new"), ("text", "stolen"), ("token", one.token)]
            #expect(try await one.send("add-word", form, stolen).status == .forbidden)
        }
    }

    @Test("wrong passwords are refused, and after four of them the address waits, also with the right one")
    func tries() async throws {
        let time = ManualTime()
        try await withPassword(time: time) { client in
            for _ in 0..<4 {
                let answer = try await logIn(client, "wrong horse")
                #expect(answer.status == .forbidden && answer.text.contains("Wrong password."))
            }
            let answer = try await logIn(client, right)
            #expect(answer.status == .tooManyRequests && answer.headers[.retryAfter] == "1")
            #expect(answer.text.contains("Try again in 1 second."))
            time.advance(by: 1)
            #expect(try await logIn(client, "").status == .forbidden)
            #expect(try await logIn(client, right).headers[.retryAfter] == "2")
            time.advance(by: 2)
            #expect(try await logIn(client, right).status == .seeOther)
            #expect(try await logIn(client, "wrong again").status == .forbidden)
        }
    }

    @Test("a browser that is signed out loses its pages, its session and its stream of events")
    func end() async throws {
        try await withPassword { client, server in
            let (one, other) = (try await signedIn(client), try await signedIn(client))
            let events = try await server.sessions.hold(other.session, try await person(of: other))
            let settings = try await one.get("/settings").text
            #expect(settings.contains("this browser") && settings.matches(of: /id="login-/).count == 2)
            let answer = try await one.post("end-other-logins", ["from": "/settings"])
            #expect(answer.status == .seeOther)
            #expect(try await other.get("/").status == .seeOther)
            #expect(try await other.add("late").status == .unauthorized)
            // It ends, so that the loop does.
            for await _ in events.events {}
            #expect(try await one.get("/settings").text.matches(of: /id="login-/).count == 1)

            let id = try #require(settings.firstMatch(of: /id="login-([0-9a-f]+)"/)).1
            let end = try await one.post("end-login", ["from": "/settings", "login": String(id)])
            #expect(end.headers[.location] == "/login")
            #expect(end.headers[values: .setCookie].contains { $0.contains("login-80=;") && $0.contains("Max-Age=0") })
            #expect(try await one.get("/").status == .seeOther)
            #expect(await server.sessions.counts.live == 0)
        }
    }

    @Test("a form without a login is not performed, and what was typed in it can be copied")
    func typed() async throws {
        try await withPassword { client in
            let browser = try await signedIn(client)
            _ = try await browser.post("end-other-logins", ["from": "/settings"])
            var headers = browser.headers
            headers[.cookie] = nil
            let form = [("from", "/new"), ("text", "hot <dog>"), ("token", browser.token)]
            let answer = try await browser.send("add-word", form, headers)
            #expect(answer.status == .unauthorized && answer.text.contains("hot &lt;dog&gt;</textarea>"))
            #expect(!answer.text.contains(browser.token) && answer.text.contains(#"name="next" value="/new""#))
            headers[.script] = "1"
            #expect(try await browser.send("add-word", form, headers).text.contains("this browser is not signed in"))
            #expect(try await !browser.get("/").text.contains("hot"))
        }
    }
}

@Suite("Signing in with the token of the printed address")
struct TokenTests {
    @Test("the printed address signs a browser in and leads to the page without the token; nothing else does")
    func address() async throws {
        try await withServer(access: .token("0123456789abcdef")) { client, _ in
            let refused = try await client.execute(uri: "/", method: .get)
            #expect(refused.headers[.location] == "/login")
            let page = try await client.execute(uri: "/login", method: .get).text
            #expect(page.contains("Open the address that the server has printed"))
            for path in ["/?token=", "/?token=0123456789abcdeF", "/favorites?token=0123456789abcde"] {
                let answer = try await client.execute(uri: path, method: .get)
                #expect(answer.status == .forbidden && answer.headers[.setCookie] == nil)
                #expect(answer.text.contains("Wrong token."))
            }
            // An image of another page has the address, but is no visit.
            let image: HTTPFields = [try #require(HTTPField.Name("Sec-Fetch-Dest")): "image"]
            let shown = try await client.execute(uri: "/?token=0123456789abcdef", method: .get, headers: image)
            #expect(shown.headers[.setCookie] == nil)

            let answer = try await client.execute(uri: "/favorites?token=0123456789abcdef", method: .get)
            #expect(answer.status == .seeOther && answer.headers[.location] == "/favorites")
            let cookie = try #require(answer.headers[.setCookie]?.split(separator: ";").first)
            let browser = try await Browser(client, headers: [.cookie: String(cookie)])
            #expect(try await browser.add("house").status == .seeOther)
            let again = try await browser.get("/favorites?token=0123456789abcdef")
            #expect(again.headers[.location] == "/favorites" && again.headers[.setCookie] == nil)
            let typed = try await logIn(client, "0123456789abcdef")
            #expect(typed.status == .seeOther && typed.headers[.setCookie] != nil)
        }
    }

    @Test("a login goes on after a restart with another token, and is none for a password")
    func restart() async throws {
        let store = InMemorySettingsStore()
        let cookie = try await Logins(.token("one"), store, clock: .system).begin("one", from: "", browser: "")
        #expect(try await Logins(.token("two"), store, clock: .system).login(of: cookie) != nil)
        let password = LoginKey.password(try PasswordHash(of: right))
        #expect(try await Logins(password, store, clock: .system).login(of: cookie) == nil)
    }
}

@Suite("The logins of a store")
struct LoginsTests {
    @Test("a login counts after a restart, until it was not used for ninety days, or the password is another")
    func restart() async throws {
        let (store, time) = (InMemorySettingsStore(), ManualTime())
        let password = try PasswordHash(of: right)
        func logins(_ password: PasswordHash) -> Logins { Logins(.password(password), store, clock: time.clock) }
        let cookie = try await logins(password).begin(right, from: "here", browser: "Firefox on Android")
        let login = try #require(try await logins(password).login(of: cookie)).login
        #expect(login.title == "Firefox, Android")
        #expect(try await logins(PasswordHash(of: right)).login(of: cookie) == nil)
        for _ in 0..<3 {
            time.advance(by: Logins.lifetime - 1)
            #expect(try await logins(password).login(of: cookie)?.login.id == login.id)
        }
        time.advance(by: Logins.lifetime)
        #expect(try await logins(password).login(of: cookie) == nil)
        let text = try #require(try await store.text(Logins.settingsKey))
        #expect(!text.contains(cookie))
    }

    @Test("text that is no logins signs everybody out, and a store that fails says so")
    func failures() async throws {
        let store = InMemorySettingsStore()
        try await store.change(Logins.settingsKey) { text throws(StoreError) in text = "{" }
        let logins = Logins(.password(try PasswordHash(of: right)), store, clock: .system)
        #expect(try await logins.all().isEmpty)
        let cookie = try await logins.begin(right, from: "", browser: "")
        #expect(try await logins.login(of: cookie) != nil)

        let broken = FaultySettingsStore()
        broken.error = StoreError(.busy, path: nil, message: Message("test"))
        let failing = Logins(.password(try PasswordHash(of: right)), broken, clock: .system)
        await #expect(throws: StoreError.self) { try await failing.login(of: cookie) }
        await #expect(throws: Logins.Failure.self) { try await failing.begin(right, from: "", browser: "") }
    }

    @Test("wrong passwords that are sent at once are not tried more often than one after another")
    func burst() async throws {
        let logins = Logins(.password(try PasswordHash(of: right)), InMemorySettingsStore(), clock: ManualTime().clock)
        let refused = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    do throws(Logins.Failure) { _ = try await logins.begin("wrong", from: "one", browser: "") } catch {
                        return error == .password
                    }
                    return false
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(refused == 4)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    let error = await #expect(throws: Logins.Failure.self) {
                        try await logins.begin("wrong", from: "other \(number)", browser: "")
                    }
                    #expect(error == .password || error == .busy)
                }
            }
        }
        #expect(try await !logins.begin(right, from: "two", browser: "").isEmpty)
    }
}

@Suite("The file of a password")
struct PasswordHashTests {
    @Test("a hash is read from its text and knows its password only, however that is typed")
    func matching() throws {
        let hash = try PasswordHash(of: "caf\u{E9} 2026")
        let read = try #require(PasswordHash("\(hash)\n"))
        #expect(read == hash && hash.description.hasPrefix("$y$"))
        #expect(try read.matches("cafe\u{301} 2026"))
        for wrong in ["", "cafe 2026", "caf\u{E9} 2026 ", "Caf\u{E9} 2026"] { #expect(try !read.matches(wrong)) }
        #expect(try PasswordHash(of: "caf\u{E9} 2026") != hash)
        // Made by `perl -e 'print crypt("correct horse", "…")'`.
        let other = try #require(
            PasswordHash("$y$j9T$F5Jx5fExrKuPp53xLKQ..1$zwtVrjrUCmXcyLTs6oxLTQlzifSUkF8RHJ./tK5KU79"))
        #expect(try other.matches(right))
    }

    @Test(
        "text that is no slow hash is none",
        arguments: ["", "correct horse", "$5$salt$hash", "$1$a$b", "$y$", "$y$a$b$c$d"])
    func text(_ text: String) { #expect(PasswordHash(text) == nil) }

    @Test("a password is refused that is short, too long or has a NUL")
    func refused() {
        #expect(throws: PasswordHash.Failure.short) { try PasswordHash(of: "1234567") }
        #expect(throws: PasswordHash.Failure.unusable) { try PasswordHash(of: String(repeating: "é", count: 251)) }
        #expect(throws: PasswordHash.Failure.unusable) { try PasswordHash(of: "12345678\0") }
        #expect(throws: PasswordHash.Failure.encoding) { try PasswordHash(of: "12345678\u{FFFD}") }
    }
}

/// Runs a test on a server with a password.
private func withPassword(
    time: ManualTime = ManualTime(),
    _ test: @Sendable @escaping (any TestClientProtocol, WebServer) async throws -> Void
) async throws {
    try await withServer(
        access: .password(try PasswordHash(of: right)), change: { $0.environment.clock = time.clock }, test)
}

private func withPassword(
    time: ManualTime = ManualTime(), _ test: @Sendable @escaping (any TestClientProtocol) async throws -> Void
) async throws {
    try await withPassword(time: time) { client, _ in try await test(client) }
}

private func logIn(
    _ client: any TestClientProtocol, _ password: String, _ more: HTTPFields = [:], next: String = "/"
) async throws -> TestResponse {
    var headers: HTTPFields = [.origin: Browser.origin, .contentType: "application/x-www-form-urlencoded"]
    for field in more { headers[field.name] = field.value }
    let body = [("password", password), ("next", next)].map { name, value in
        "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
    }
    return try await client.execute(
        uri: "/login", method: .post, headers: headers, body: ByteBuffer(string: body.joined(separator: "&")))
}

/// A browser that has signed in.
private func signedIn(_ client: any TestClientProtocol) async throws -> Browser {
    let cookie = try #require(try await logIn(client, right).headers[.setCookie]?.split(separator: ";").first)
    return try await Browser(client, headers: [.cookie: String(cookie)])
}

/// Whom the sessions of a browser belong to: its login, which its settings name first.
private func person(of browser: Browser) async throws -> Person {
    let settings = try await browser.get("/settings").text
    return Person(String(try #require(settings.firstMatch(of: /id="login-([0-9a-f]+)"/)).1))
}
