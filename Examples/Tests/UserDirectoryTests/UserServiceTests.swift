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

    private func service(timeout: Duration = .seconds(120)) -> UserService {
        UserService(server.url, client: SystemHTTPClient(timeout: timeout), logger: .disabled)
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
            let answer = offline.answer(HTTPRequest(method, url, body: Data(body.utf8)))
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
