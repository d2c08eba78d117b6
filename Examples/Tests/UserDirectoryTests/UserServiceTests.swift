import CoreModule
import Foundation
import SuperappTesting
import Testing
import UserDirectory

@Suite("The users' server", .timeLimit(.minutes(15)))
struct UserServiceTests {
    private let server: TestServer
    private let time = ManualTime()

    init() throws {
        server = try TestServer()
    }

    private func service(timeout: Duration = .seconds(120)) -> HTTPUserService {
        HTTPUserService(server.url, HTTPUserRequests(SystemHTTPClient(timeout: timeout)))
    }

    private func failure(of operation: () async throws(UserError) -> Void) async -> UserError? {
        do throws(UserError) { try await operation() } catch { return error }
        return nil
    }

    @Test("nulls, unknown fields, other types and entries that are no users do not hide the others")
    func lenient() async throws {
        server.reply(
            .text(
                """
                [{"id":7,"first_name":"Ann","last_name":null,"email":"ann@directory.example","avatar_url":"",
                  "created_at":"2026-01-02T10:00:00.250Z","updated_at":"2026-01-02T10:00:00Z","extra":{"a":[1]}},
                 {"first_name":"Bo","last_name":"Berg","avatar_url":null,"url":"https://users.example/users/8.json"},
                 {"id":"x/9","avatar_url":"/a b.png","created_at":"yesterday","url":null},
                 {"first_name":"No","last_name":"Identifier","url":"https://users.example"},
                 {"id":10,"first_name":5}, null, 5, [],
                 {"id":7,"first_name":"Twice"}]
                """))
        let list = try await service().users(time.clock)
        #expect(list.users.map(\.id.rawValue) == ["7", "8", "x/9"])
        #expect(list.users.map(\.fullName) == ["Ann", "Bo Berg", ""])
        #expect(list.unreadableCount == 5 && list.date == time.now)
        #expect(list.users[0].avatar == nil && list.users[1].avatar == nil)
        #expect(list.users[2].avatar?.absoluteString == "\(server.url.absoluteString)/a%20b.png")
        #expect(list.users[0].created == Date(timeIntervalSince1970: 1_767_348_000.25))
        #expect(list.users[0].updated == Date(timeIntervalSince1970: 1_767_348_000))
        #expect(list.users[2].created == nil)
    }

    @Test(
        "an avatar address that is no web address is none", arguments: ["ftp://a.example/1.png", "  ", "file:///etc/x"])
    func oddAvatar(_ address: String) async throws {
        server.reply(.text(#"[{"id":1,"avatar_url":"\#(address)"}]"#))
        #expect(try await service().users(time.clock).users.map(\.avatar) == [nil])
    }

    @Test("every status of 400 and above is an error", arguments: [400, 401, 403, 404, 429, 500, 503])
    func statuses(_ status: Int) async {
        server.reply(.text("[]", status: status))
        #expect(await failure { () throws(UserError) in _ = try await service().users(time.clock) } == .status(status))
        server.reply(.text("{}", status: status))
        let changes = UserDraft(firstName: "Ann").changes(from: UserDraft())
        #expect(await failure { () throws(UserError) in _ = try await service().add(changes) } == .status(status))
    }

    @Test("an answer that is no list is malformed", arguments: ["", "{}", "<html></html>", "[{\"id\":1}"])
    func malformed(_ body: String) async {
        server.reply(.text(body))
        #expect(await failure { () throws(UserError) in _ = try await service().users(time.clock) } == .malformed)
    }

    @Test("a cut answer, a slow one and one that is not HTTP are errors of their own")
    func brokenAnswers() async {
        server.reply(.closeMidAnswer(Array("[".utf8)))
        let cut = await failure { () throws(UserError) in _ = try await service().users(time.clock) }
        #expect(cut?.code == "interrupted")
        server.reply(.raw(Array("SSH-2.0-OpenSSH_9.9\r\n".utf8)))
        let odd = await failure { () throws(UserError) in _ = try await service().users(time.clock) }
        #expect(odd?.code == "interrupted")
        server.reply(.stall)
        let slow = await failure { () throws(UserError) in
            _ = try await service(timeout: .milliseconds(100)).users(time.clock)
        }
        #expect(slow == .timedOut)
    }

    @Test("requests have the documented methods, addresses and fields, whatever sends them")
    func addresses() async throws {
        let requests = RecordedRequests()
        let service = HTTPUserService(try #require(URL(string: "https://users.example/api")), requests)
        _ = try await service.users(time.clock)
        let changes = UserDraft(
            firstName: "Ann", lastName: "Berg", email: "a@b.co", avatar: URL(string: "https://a.example/1.png")
        ).changes(from: UserDraft())
        _ = try await service.add(changes)
        try await service.edit(User.ID("3"), changes)
        let sent = await requests.sent
        #expect(
            sent.map { "\($0.method) \($0.url.absoluteString)" } == [
                "GET https://users.example/api/users.json", "POST https://users.example/api/users.json",
                "PATCH https://users.example/api/users/3.json",
            ])
        for request in sent.dropFirst() {
            #expect(
                try fields(#require(request.body)) == [
                    "first_name": "Ann", "last_name": "Berg", "email": "a@b.co",
                    "avatar_url": "https://a.example/1.png",
                ])
        }
    }

    @Test("an app's own service and e-mail validator are all that a directory needs")
    @MainActor
    func ownParts() async throws {
        let (service, tree) = (OwnUserService(), FeatureTree())
        let dependencies = UserDirectoryDependencies(service, repository: InMemoryUserRepository()).with {
            $0.validator = ShortEmails()
        }
        let directory = UserDirectoryBuilder(dependencies, parent: tree.root).build()
        let form = directory.toForm.router.open(nil).viewModel
        form.type("Ann", "Berg", "ann@directory.example")
        await form.send()
        #expect(form.hasProblem(.email))
        form.draft.email = "ann"
        await form.send()
        #expect(form.failure == nil && !form.hasProblem(.email))
        await directory.list.viewModel.load()
        #expect(directory.list.viewModel.rows.map(\.email) == ["ann"])
    }

    @Test("an identifier with a slash stays one part of the path")
    func path() async {
        server.reply(.text("{}"))
        let changes = UserDraft(firstName: "Ann").changes(from: UserDraft())
        #expect(await failure { () throws(UserError) in try await service().edit(User.ID("a/../b"), changes) } == nil)
        #expect(server.changes.map(\.path) == ["/users/a%2F..%2Fb.json"])
    }

    @Test("the offline server keeps what it is sent, and refuses what a server refuses")
    func offline() throws {
        let offline = OfflineUserServer(clock: time.clock)
        func send(_ method: String, _ path: String, _ body: String = "") throws -> (status: Int, body: String) {
            let url = try #require(URL(string: "http://offline.example\(path)"))
            let answer = offline.answer(HTTP.Request(method, url, body: Data(body.utf8)))
            return (answer.status, String(decoding: answer.body, as: UTF8.self))
        }
        let ann = #"{"first_name":"Ann","last_name":"Berg","email":"ann@directory.example"}"#
        #expect(try send("POST", "/users.json", ann).status == 201)
        let again = try send("POST", "/users.json", ann)
        #expect(again.status == 422 && again.body == #"{"email":["has already been taken"]}"#)
        #expect(try send("POST", "/users.json", "{}").status == 422)
        #expect(try send("POST", "/users.json", "[").status == 400)
        #expect(try send("PATCH", "/users/4.json", #"{"last_name":"Blom"}"#).status == 200)
        #expect(try send("PATCH", "/users/4.json", #"{"last_name":" "}"#).status == 422)
        #expect(try send("PATCH", "/users/5.json", #"{"last_name":"Blom"}"#).status == 404)
        #expect(try send("DELETE", "/users/4.json").status == 404)
        let list = try send("GET", "/users.json")
        #expect(list.status == 200 && list.body.contains("Blom") && !list.body.contains("Berg"))
    }
}

/// Keeps the requests, and answers each with an empty list.
private actor RecordedRequests: UserRequests {
    private(set) var sent: [HTTP.Request] = []

    func send(_ request: HTTP.Request) -> Data {
        sent.append(request)
        return Data("[]".utf8)
    }

    func picture(at url: URL) -> Data { Data() }
}

/// Keeps users in memory.
private actor OwnUserService: UserService {
    private var users: [User] = []

    func users(_ clock: WallClock) -> UserList { UserList(users, date: clock.now()) }

    func add(_ changes: UserChanges) -> User.ID? {
        let id = User.ID("\(users.count)")
        let texts = changes.texts
        users.append(
            User(
                id: id, firstName: texts[.firstName] ?? "", lastName: texts[.lastName] ?? "",
                email: texts[.email] ?? ""))
        return id
    }

    func edit(_ id: User.ID, _ changes: UserChanges) throws(UserError) { throw .notFound }
    func picture(at url: URL) throws(UserError) -> Data { throw .notFound }
}

private struct ShortEmails: EmailValidator {
    func isValid(_ email: String) -> Bool { email.count < 5 }
}
