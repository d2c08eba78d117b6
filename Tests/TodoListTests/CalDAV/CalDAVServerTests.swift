import CoreModule
import Foundation
import TestSupport
import Testing
import TodoList

/// Needs a server, as `Scripts/radicale` or `Scripts/xandikos` starts it, and the variables that `CalDAVTestServer` reads.
@Suite("A real CalDAV server", .enabled(if: CalDAVTestServer() != nil), .serialized, .bounded)
struct CalDAVServerTests {
    private let test: CalDAVTestServer

    init() throws {
        test = try #require(CalDAVTestServer())
    }

    /// A new collection, which is removed afterwards.
    private func withCollection(
        _ name: String = "tasks", components: [String] = ["VTODO"], _ body: (CalDAVCollection) async throws -> Void
    ) async throws {
        let url = try await test.makeCollection(name, components: components)
        do {
            try await body(collection(url))
        } catch {
            try await test.remove(url)
            throw error
        }
        try await test.remove(url)
    }

    private func collection(_ url: URL, client: any HTTP.Client = SystemHTTPClient(timeout: .seconds(600))) throws
        -> CalDAVCollection
    {
        try CalDAVCollection(url: url, credentials: test.credentials, client: client)
    }

    private func server(_ url: URL) throws -> WebDAVServer {
        try WebDAVServer(url: url, credentials: test.credentials, client: CalDAVCollection.defaultClient())
    }

    private func task(_ uid: String, _ summary: String) -> [UInt8] {
        let lines = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//EN", "BEGIN:VTODO", "UID:\(uid)",
            "DTSTAMP:20260101T000000Z",
            "SUMMARY:\(summary)", "X-OWN;X-P=1:kept", "END:VTODO", "END:VCALENDAR", "",
        ]
        return Array(lines.joined(separator: "\r\n").utf8)
    }

    private func text(_ object: CalDAVObject?) -> String { String(decoding: object?.data ?? [], as: UTF8.self) }

    @Test("a collection is found from the server, the principal and its own address")
    func discovery() async throws {
        try await withCollection("Tâches 任务") { tasks in
            try await withCollection("events", components: ["VEVENT"]) { events in
                for url in [test.url, test.home] {
                    let found = try await server(url).collections()
                    let collection = try #require(found.first { $0.path == tasks.path })
                    #expect(collection.name == "Tâches 任务" && collection.listsChanges == test.hasTokens)
                    #expect(!found.contains { $0.path == events.path })
                    #expect(collection.url == tasks.url)
                }
                #expect(try await server(tasks.url).collection().path == tasks.path)
                let noTasks = try server(events.url)
                #expect(await error { () throws(WebDAVError) in try await noTasks.collection() } == .notTodoCollection)
                let wrong = try server(test.home.appending(path: "nothing/"))
                #expect(await error { () throws(WebDAVError) in try await wrong.collection() } == .notFound)
            }
        }
    }

    @Test("one request returns all tasks as they are when read by their paths")
    func all() async throws {
        try await withCollection { tasks in
            #expect(try await tasks.tasks().isEmpty)
            let paths = ["a", "b/ü", "c"].map { tasks.path(named: $0) }
            for path in paths {
                _ = try await tasks.put(task(path.rawValue, "<&> 任务\\, é"), at: path, condition: .isNew)
            }
            let objects = try await tasks.tasks().sorted { $0.path < $1.path }
            #expect(try await objects == tasks.objects(at: paths) && objects.count == 3)
        }
    }

    @Test(
        "a task is written, listed, read, changed and deleted, and each synchronization reports exactly that",
        .enabled(if: CalDAVTestServer()?.hasTokens == true, "the server has no tokens"))
    func lifecycle() async throws {
        try await withCollection { tasks in
            let empty = try await tasks.changes(since: nil)
            #expect(empty.isFullListing && empty.changed.isEmpty)
            let token = try #require(empty.token)
            let place = tasks.path(named: "ünïcode (1) & co/7")
            let first = try await tasks.put(task("a", "<&> 任务\\, é"), at: place, condition: .isNew)
            let created = try await tasks.changes(since: token)
            #expect(created.changed.map(\.path) == [place] && !created.isFullListing)
            if let first { #expect(created.changed.map(\.etag) == [first]) }
            let entry = try #require(created.changed.first)
            let object = try #require(try await tasks.objects(at: [place, tasks.path(named: "none")]).first)
            #expect(object.etag == entry.etag)
            #expect(
                text(object).contains("\r\nSUMMARY:<&> 任务\\, é\r\n") && text(object).contains("X-OWN;X-P=1:kept\r\n"))
            #expect(object.data.count { $0 == 0x0A } == object.data.count { $0 == 0x0D })

            _ = try await tasks.put(task("a", "two"), at: place, condition: .matches(object.etag))
            let changed = try await tasks.changes(since: created.token)
            #expect(changed.changed.map(\.path) == [place] && changed.changed.first?.etag != object.etag)
            let version = try #require(changed.changed.first).etag
            let idle = try await tasks.changes(since: changed.token)
            #expect(idle == CalDAVChanges(changed: [], isFullListing: false, token: changed.token))
            try await tasks.delete(place, matching: version)
            // If-Match holds for no missing resource, says sabre/dav, as RFC 9110 does.
            let again = await error { () throws(WebDAVError) in try await tasks.delete(place, matching: version) }
            #expect(again == nil || again == .preconditionFailed)
            let removed = try await tasks.changes(since: changed.token)
            #expect(removed.removed == [place] && removed.changed.isEmpty)
            #expect(try await tasks.objects(at: [place]).isEmpty)
        }
    }

    @Test("a writer that has not seen the other's version is refused")
    func conflict() async throws {
        try await withCollection { tasks in
            let other = try collection(tasks.url)
            let place = tasks.path(named: "a")
            _ = try await tasks.put(task("a", "one"), at: place, condition: .isNew)
            let seen = try #require(try await tasks.objects(at: [place]).first)
            let again = await error { () throws(WebDAVError) in
                try await other.put(task("a", "two"), at: place, condition: .isNew)
            }
            #expect(again == .preconditionFailed)
            _ = try await other.put(task("a", "two"), at: place, condition: .matches(seen.etag))
            let late = await error { () throws(WebDAVError) in
                try await tasks.put(task("a", "three"), at: place, condition: .matches(seen.etag))
            }
            #expect(late == .preconditionFailed)
            let deletion = await error { () throws(WebDAVError) in
                try await tasks.delete(place, matching: seen.etag)
            }
            #expect(deletion == .preconditionFailed)
            #expect(text(try await tasks.objects(at: [place]).first).contains("SUMMARY:two"))
            let sameUID = await error { () throws(WebDAVError) in
                try await tasks.put(task("a", "two"), at: tasks.path(named: "b"), condition: .isNew)
            }
            // Radicale names the rule, as RFC 4791 asks; Xandikos does not; sabre/dav leaves it to its backend.
            let allowsDuplicates = CalDAVTestServer()?.allowsDuplicates == true
            #expect(
                allowsDuplicates
                    ? sameUID == nil
                    : [.conflict(precondition: "no-uid-conflict"), .preconditionFailed].contains(sameUID))
            let noCalendar = await error { () throws(WebDAVError) in
                try await tasks.put(Array("nonsense".utf8), at: tasks.path(named: "c"), condition: .isNew)
            }
            #expect(noCalendar?.code == "sync" && noCalendar?.isTransient == false)
        }
    }

    @Test(
        "an unknown token leads to a full listing",
        .enabled(if: CalDAVTestServer()?.hasTokens == true, "the server has no tokens"),
        arguments: ["nonsense", "http://radicale.org/ns/sync/\(String(repeating: "f", count: 64))", "<&>"])
    func tokens(token: String) async throws {
        try await withCollection { tasks in
            _ = try await tasks.put(task("a", "one"), at: tasks.path(named: "a"), condition: .isNew)
            let changes = try await tasks.changes(since: token)
            #expect(changes.isFullListing && changes.changed.map(\.path) == [tasks.path(named: "a")])
            #expect(try await tasks.changes(since: changes.token).isFullListing == false)
        }
    }

    @Test("more tasks than fit into one request are read")
    func many() async throws {
        try await withCollection { tasks in
            let count = 520
            for number in 0..<count {
                _ = try await tasks.put(
                    task("u\(number)", "no \(number)"), at: tasks.path(named: "u\(number)"), condition: .isNew)
            }
            let paths = try await tasks.changes(since: nil).changed.map(\.path)
            let objects = try await tasks.objects(at: paths)
            #expect(objects.map(\.path) == paths && Set(objects.map(\.data)).count == count)
        }
    }

    @Test("a removed collection is not an empty one, and a wrong password is refused")
    func gone() async throws {
        let url = try await test.makeCollection("gone")
        let tasks = try collection(url)
        let token = try await tasks.changes(since: nil).token
        try await test.remove(url)
        for token in [token, nil] {
            #expect(await error { () throws(WebDAVError) in try await tasks.changes(since: token) } == .notFound)
        }
        let place = tasks.path(named: "a")
        #expect(await error { () throws(WebDAVError) in try await tasks.objects(at: [place]) } == .notFound)
        guard test.hasPasswords else { return }
        let stranger = try WebDAVServer(
            url: test.url, credentials: WebDAVCredentials(user: test.user, password: Secret("wrong")),
            client: CalDAVCollection.defaultClient())
        #expect(await error { () throws(WebDAVError) in try await stranger.collections() } == .unauthorized)
    }
}
