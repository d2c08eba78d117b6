import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

@Suite("Changes of a CalDAV collection", .bounded)
struct CalDAVChangesTests {
    private let own = found("/tasks/", calendarType)

    @Test("a synchronization without changes is one request with the token")
    func idle() async throws {
        let client = FakeDAVClient(.multistatus(syncToken("t&amp;1")))
        let changes = try await collection(client).changes(since: "t&1")
        #expect(changes == CalDAVChanges(changed: [], isFullListing: false, token: "t&1"))
        #expect(client.summary == ["REPORT /tasks/ 0"])
        let body = String(decoding: client.requests[0].body ?? Data(), as: UTF8.self)
        #expect(body.contains("<D:sync-token>t&amp;1</D:sync-token><D:sync-level>1</D:sync-level>"))
        #expect(client.requests[0].headers["Content-Type"] == "application/xml; charset=utf-8")
    }

    @Test("without a token, the present one is asked for first, and then all resources are listed")
    func tokenFirst() async throws {
        let client = FakeDAVClient(
            .multistatus(found("/tasks/", syncToken("t1"))), .multistatus(own + entry("/tasks/a.ics", "1")))
        let changes = try await collection(client).changes(since: nil)
        #expect(client.summary == ["PROPFIND /tasks/ 0", "PROPFIND /tasks/ 1"])
        let entries = [CalDAVEntry(path: path("/tasks/a.ics"), etag: ETag("\"1\""))]
        #expect(changes == CalDAVChanges(changed: entries, isFullListing: true, token: "t1"))
    }

    @Test("an incomplete listing is replaced by a report without a token")
    func incomplete() async throws {
        let client = FakeDAVClient(
            .multistatus(found("/tasks/", syncToken("t1"))),
            .multistatus(own + entry("/tasks/a", "1") + stated("/tasks/", 507)),
            .multistatus(entry("/tasks/a", "1") + entry("/tasks/b", "1") + syncToken("t2")))
        let changes = try await collection(client).changes(since: nil)
        #expect(changes.changed.map(\.path) == ["/tasks/a", "/tasks/b"].map(path))
        #expect(changes.isFullListing && changes.token == "t2")
    }

    @Test("all resources are listed, but not the collection itself or nested ones")
    func full() async throws {
        let client = FakeDAVClient(
            .multistatus(own),
            .multistatus(
                own + entry("/tasks/b.ics", "2") + entry("https://dav.example/tasks/a.ics", "1")
                    + found("/tasks/sub/", "<d:getetag>&quot;s&quot;</d:getetag>") + stated("/tasks/gone.ics", 404)
                    + found("/tasks/sub2", "<d:resourcetype><d:collection/></d:resourcetype>") + syncToken("t1")))
        let changes = try await collection(client).changes(since: nil)
        let entries = [("/tasks/a.ics", "1"), ("/tasks/b.ics", "2")].map {
            CalDAVEntry(path: path($0.0), etag: ETag("\"\($0.1)\""))
        }
        #expect(changes == CalDAVChanges(changed: entries, isFullListing: true, token: "t1"))
    }

    @Test("an address that is none, or one of another host, does not keep the others from being listed")
    func unusable() async throws {
        let bad = ["https://other.example/tasks/x.ics", "/tasks/y.ics?z", ""]
        let client = FakeDAVClient(
            .multistatus(own),
            .multistatus(own + bad.map { entry($0, "1") }.joined() + entry("/tasks/a.ics", "1") + syncToken("t1")))
        let changes = try await collection(client).changes(since: nil)
        #expect(changes.changed == [CalDAVEntry(path: path("/tasks/a.ics"), etag: ETag("\"1\""))])
        #expect(changes.unusable == [bad[0], bad[1], "(no address)"])
        let delta = FakeDAVClient(.multistatus(entry(bad[0], "1") + syncToken("t2")))
        let change = CalDAVChanges(changed: [], isFullListing: false, token: "t2", unusable: [bad[0]])
        #expect(try await collection(delta).changes(since: "t1") == change)
        let only = try collection(
            FakeDAVClient(.multistatus(own), .multistatus(entry(bad[0], "1") + syncToken("t1"))))
        let failure = await error { () throws(WebDAVError) in try await only.changes(since: nil) }
        #expect(failure == .foreignRedirect(host: "other.example"))
    }

    @Test("a resource without an ETag, or with a status of its own, does not keep the others from being listed")
    func unreadable() async throws {
        let property =
            "<d:propstat><d:prop><d:getetag/></d:prop><d:status>HTTP/1.1 403 Forbidden</d:status></d:propstat>"
        let bad =
            found("/tasks/b.ics", "") + found("/tasks/c.ics", "<d:getetag/>") + stated("/tasks/d.ics", 403)
            + stated("/tasks/e.ics", 500) + "<d:response><d:href>/tasks/f.ics</d:href>\(property)</d:response>"
        let paths = ["b", "c", "d", "e", "f"].map { path("/tasks/\($0).ics") }
        for token in ["t1", nil] {
            let answer = own + entry("/tasks/a.ics", "1") + entry("/tasks/b.ics", "1") + bad + syncToken("t2")
            let client = FakeDAVClient { request in
                .multistatus(request.method == "PROPFIND" ? "" : answer)
            }
            let changes = try await collection(client).changes(since: token)
            #expect(changes.changed == [CalDAVEntry(path: path("/tasks/a.ics"), etag: ETag("\"1\""))])
            #expect(changes.unreadable == paths && changes.removed.isEmpty && changes.token == "t2")
        }
        // The last statement counts.
        let repaired = FakeDAVClient(.multistatus(bad + entry("/tasks/d.ics", "1") + syncToken("t2")))
        #expect(try await collection(repaired).changes(since: "t1").changed.map(\.path) == [paths[2]])
        let listing = FakeDAVClient(.multistatus(own), .status(405), .multistatus(own + bad))
        #expect(try await collection(listing).changes(since: nil).unreadable == paths)
    }

    @Test("a delta lists changes and removals; the last statement about a resource counts")
    func delta() async throws {
        let client = FakeDAVClient(
            .multistatus(
                entry("/tasks/a%28.ics", "1") + stated("/tasks/b.ics", 404) + stated("/tasks/c.ics", 410)
                    + entry("/tasks/a(.ics", "2") + entry("/tasks/d.ics", "1") + stated("/tasks/d.ics", 404)
                    + syncToken("t2")))
        let changes = try await collection(client).changes(since: "t1")
        #expect(changes.changed == [CalDAVEntry(path: path("/tasks/a(.ics"), etag: ETag("\"2\""))])
        #expect(changes.removed == ["/tasks/b.ics", "/tasks/c.ics", "/tasks/d.ics"].map(path))
        #expect(!changes.isFullListing && changes.token == "t2")
    }

    @Test("a truncated listing is continued until it is complete", arguments: ["t0", nil])
    func truncated(first: String?) async throws {
        let rest = Locked([
            entry("/tasks/a", "1") + entry("/tasks/b", "1") + stated("/tasks/", 507) + syncToken("t1"),
            entry("/tasks/c", "1") + stated("/tasks/a", 404) + stated("/tasks", 507) + syncToken("t2"),
            entry("/tasks/b", "2") + syncToken("t3"),
        ])
        let client = FakeDAVClient { request in
            .multistatus(request.method == "PROPFIND" ? "" : rest.withLock { $0.removeFirst() })
        }
        let changes = try await collection(client).changes(since: first)
        #expect(changes.changed.map(\.path) == ["/tasks/b", "/tasks/c"].map(path))
        #expect(changes.changed.first?.etag == ETag("\"2\""))
        #expect(changes.removed == (first == nil ? [] : [path("/tasks/a")]))
        #expect(changes.isFullListing == (first == nil) && changes.token == "t3")
        let reports = client.requests.filter { $0.method == "REPORT" }
        let tokens = reports.map { String(decoding: $0.body ?? Data(), as: UTF8.self) }
        try #require(tokens.count == 3)
        #expect(tokens[0].contains("<D:sync-token>\(first ?? "")</") && tokens[1].contains(">t1</"))
        #expect(tokens[2].contains(">t2</"))
    }

    @Test("the last of two statements about a resource counts, also on another page", arguments: 0..<3, 0..<3)
    func lastStatement(first: Int, last: Int) async throws {
        let statements = [entry("/tasks/a", "1"), stated("/tasks/a", 404), stated("/tasks/a", 403)]
        let client = FakeDAVClient(
            .multistatus(statements[first] + stated("/tasks/", 507) + syncToken("t1")),
            .multistatus(statements[last] + syncToken("t2")))
        let changes = try await collection(client).changes(since: "t0")
        let lists = [changes.changed.map(\.path), changes.removed, changes.unreadable]
        #expect(lists == (0..<3).map { $0 == last ? [path("/tasks/a")] : [] })
    }

    @Test("a truncated listing is continued, whatever address the server gives itself")
    func truncatedForeign() async throws {
        let client = FakeDAVClient(
            .multistatus(own),
            .multistatus(entry("/tasks/a", "1") + stated("http://internal:8080/tasks/", 507) + syncToken("t1")),
            .multistatus(entry("/tasks/b", "1") + syncToken("t2")))
        let changes = try await collection(client).changes(since: nil)
        #expect(changes.changed.map(\.path) == ["/tasks/a", "/tasks/b"].map(path))
        #expect(changes.isFullListing && changes.token == "t2" && changes.unusable.isEmpty)
    }

    @Test("a listing that never completes is an error")
    func endless() async throws {
        let client = FakeDAVClient { _ in .multistatus(stated("/tasks/", 507) + syncToken("t1")) }
        let tasks = try collection(client)
        #expect(isMalformed(await error { () throws(WebDAVError) in try await tasks.changes(since: nil) }))
        #expect(client.requests.count { $0.method == "REPORT" } == 2)
    }

    @Test(
        "an unknown token leads to a full listing with a new token",
        arguments: [
            (403, "<error xmlns='DAV:'><valid-sync-token/></error>"),
            (409, "<D:error xmlns:D='DAV:'><D:valid-sync-token/></D:error>"), (400, ""), (410, ""), (412, "<html>"),
        ])
    func expired(status: Int, body: String) async throws {
        let client = FakeDAVClient(
            .status(status, body: body), .multistatus(found("/tasks/", syncToken("new"))),
            .multistatus(own + entry("/tasks/a", "1")), .multistatus(syncToken("new")))
        let tasks = try collection(client)
        let changes = try await tasks.changes(since: "old")
        #expect(changes.isFullListing && changes.token == "new" && changes.changed.count == 1)
        #expect(try await tasks.changes(since: "new").isFullListing == false)
        let summary = ["REPORT /tasks/ 0", "PROPFIND /tasks/ 0", "PROPFIND /tasks/ 1", "REPORT /tasks/ 0"]
        #expect(client.summary == summary)
    }

    @Test(
        "a server without sync-collection is listed by ETags, after one attempt",
        arguments: [
            (405, ""), (501, ""), (400, ""), (415, ""), (403, ""),
            (403, "<d:error xmlns:d='DAV:'><d:supported-report/></d:error>"),
        ])
    func noSync(status: Int, body: String) async throws {
        let own = own
        let client = FakeDAVClient { request in
            request.method == "REPORT"
                ? .status(status, body: body) : .multistatus(own + entry("/tasks/a", "1") + entry("/tasks/a", "1"))
        }
        let tasks = try collection(client)
        let changes = try await tasks.changes(since: nil)
        let entries = [CalDAVEntry(path: path("/tasks/a"), etag: ETag("\"1\""))]
        #expect(changes == CalDAVChanges(changed: entries, isFullListing: true, token: nil))
        let copy = tasks
        #expect(try await copy.changes(since: nil) == changes)
        #expect(
            client.summary == ["PROPFIND /tasks/ 0", "REPORT /tasks/ 0", "PROPFIND /tasks/ 1", "PROPFIND /tasks/ 1"])
    }

    @Test("a sync-collection response without a token is not used")
    func noToken() async throws {
        let client = FakeDAVClient(
            .multistatus(""), .multistatus(own), .multistatus(""), .multistatus(own + entry("/tasks/a", "1")))
        let changes = try await collection(client).changes(since: "t1")
        #expect(changes.isFullListing && changes.token == nil && changes.changed.count == 1)
    }

    @Test("an incomplete listing is an error, never an empty list")
    func notWhole() async throws {
        let bodies = [
            "", entry("/tasks/a", "1"), own + stated("/tasks/", 507), stated("/tasks/", 500),
            own + entry("https://evil.example/tasks/a", "1"), own + "<d:response><d:status>x</d:status></d:response>",
        ]
        for body in bodies {
            let tasks = try collection(FakeDAVClient(.multistatus(own), .status(405), .multistatus(body)))
            #expect(await error { () throws(WebDAVError) in try await tasks.changes(since: nil) } != nil, "\(body)")
        }
        let delta = try collection(FakeDAVClient(.multistatus(stated("/tasks/", 503) + syncToken("t"))))
        let failure = await error { () throws(WebDAVError) in try await delta.changes(since: "s") }
        #expect(failure == .unavailable(until: nil))
    }

    @Test("a missing collection, or one without tasks, is an error")
    func gone() async throws {
        let gone = try collection(FakeDAVClient { _ in .status(404) })
        #expect(await error { () throws(WebDAVError) in try await gone.changes(since: "t1") } == .notFound)
        let folder = try collection(
            FakeDAVClient(
                .multistatus(own), .status(405),
                .multistatus(found("/tasks/", "<d:resourcetype><d:collection/></d:resourcetype>"))))
        #expect(await error { () throws(WebDAVError) in try await folder.changes(since: nil) } == .notTodoCollection)
    }

    @Test("a cancelled task sends nothing more")
    func cancelled() async throws {
        let client = FakeDAVClient { _ in .multistatus(syncToken("t")) }
        let tasks = try collection(client)
        let mayStart = Latch()
        let task = Task { () -> WebDAVError? in
            await mayStart.wait()
            return await error { () throws(WebDAVError) in try await tasks.changes(since: nil) }
        }
        task.cancel()
        mayStart.open()
        #expect(await task.value == .cancelled)
        #expect(client.requests.isEmpty)
    }

    @Test("ten thousand tasks can be listed")
    func many() async throws {
        let list = (0..<10_000).map { entry("/tasks/0198c0de-0000-7000-8000-0000\($0).ics", "etag-\($0)") }
        let client = FakeDAVClient(.multistatus(own), .multistatus(list.joined(separator: "\n") + syncToken("t")))
        let tasks = try collection(client)
        #expect(try await tasks.changes(since: nil).changed.count == 10_000)
    }
}
