import CoreModule
import Foundation
import TestSupport
import Testing
import TodoList

@Suite("Objects of a CalDAV collection", .bounded)
struct CalDAVObjectsTests {
    private func paths(_ count: Int) -> [WebDAVPath] { (0..<count).map { path("/tasks/\($0).ics") } }

    /// The hrefs that a request names.
    private static func hrefs(_ request: HTTP.Request) -> [String] {
        String(decoding: request.body ?? Data(), as: UTF8.self).matches(of: /<D:href>(.*?)<\/D:href>/)
            .map { String($0.1) }
    }

    private func text(_ objects: [CalDAVObject]) -> [String] {
        objects.map { "\($0.path) \($0.etag) " + String(decoding: $0.data, as: UTF8.self) }
    }

    @Test("objects are fetched in batches of 500, in the order of their paths, each once")
    func batches() async throws {
        let client = FakeDAVClient { request in
            .multistatus(Self.hrefs(request).reversed().map { object($0, "e", "\($0)") }.joined())
        }
        let wanted = paths(1250)
        let objects = try await collection(client).objects(at: wanted + wanted.reversed())
        #expect(objects.map(\.path) == wanted.sorted())
        #expect(objects.allSatisfy { String(decoding: $0.data, as: UTF8.self) == $0.path.rawValue })
        #expect(client.summary == Array(repeating: "REPORT /tasks/", count: 3))
        #expect(client.requests.map { Self.hrefs($0).count }.sorted() == [250, 500, 500])
        let none = FakeDAVClient()
        #expect(try await collection(none).objects(at: []).isEmpty && none.requests.isEmpty)
    }

    @Test("all tasks are read by one request, as far as it returns them")
    func all() async throws {
        let rest =
            stated("/tasks/b", 500) + found("/tasks/c", "<d:getetag>1</d:getetag>") + object("", "1", "X")
            + object("/tasks/d", "1", "")
        let client = FakeDAVClient(.multistatus(object("/tasks/a", "1", "A\nB") + rest + object("/tasks/e", "2", "E")))
        let objects = try await collection(client).tasks()
        #expect(text(objects) == ["/tasks/a \"1\" A\r\nB", "/tasks/e \"2\" E"])
        #expect(client.summary == ["REPORT /tasks/ 1"])
        let body = try #require(client.requests.first?.body.map { String(decoding: $0, as: UTF8.self) })
        #expect(body.contains("calendar-query") && body.contains(#"<C:comp-filter name="VTODO"/>"#))
    }

    @Test("a server that does not answer a request for all tasks may answer one for fewer")
    func notAll() async throws {
        let replies: [FakeDAVClient.Reply] = [
            .xml("<cut"), .status(400), .status(403), .status(404), .status(409), .status(413), .status(500),
            .status(501), .status(503), .status(504), .status(507), .failure(.tooLarge(limit: 1)), .failure(.timedOut),
        ]
        for reply in replies {
            #expect(try await collection(FakeDAVClient(reply)).tasks().isEmpty, "\(reply)")
        }
        let errors: [(FakeDAVClient.Reply, WebDAVError)] = [
            (.status(401), .unauthorized), (.status(429), .rateLimited(until: nil)),
            (.failure(.cancelled), .cancelled),
        ]
        for (reply, expected) in errors {
            let tasks = try collection(FakeDAVClient(reply))
            #expect(await error { () throws(WebDAVError) in try await tasks.tasks() } == expected)
        }
    }

    @Test("lines end in CRLF, whatever the source; entities, CDATA and split text are joined")
    func lineEnds() async throws {
        let data = [
            "A:&lt;1&gt;\nB:ü\n", "A:&lt;1&gt;\r\nB:ü\r\n", "A:&#60;1&#62;&#13;\nB:ü&#13;\n",
            "A:<![CDATA[<1>\nB:ü\n]]>", "A:<![CDATA[<1>]]>&#13;&#10;<![CDATA[B:]]>&#xFC;&#xD;&#xA;",
        ]
        for text in data {
            let client = FakeDAVClient(.multistatus(object("/tasks/a", "1", text)))
            let objects = try await collection(client).objects(at: [path("/tasks/a")])
            #expect(objects.map { String(decoding: $0.data, as: UTF8.self) } == ["A:<1>\r\nB:ü\r\n"], "\(text)")
        }
    }

    @Test("a missing object is left out; only its own 404 counts")
    func missing() async throws {
        let noData =
            "<d:response><d:href>/tasks/c</d:href><d:propstat><d:prop><d:getetag/><c:calendar-data/></d:prop>"
            + "<d:status>HTTP/1.1 404 Not Found</d:status></d:propstat></d:response>"
        let client = FakeDAVClient(
            .multistatus(stated("/tasks/a", 404) + object("/tasks/b", "1", "B") + noData + object("/tasks/x", "1", "X"))
        )
        let objects = try await collection(client).objects(at: ["/tasks/a", "/tasks/b", "/tasks/c"].map(path))
        #expect(text(objects) == ["/tasks/b \"1\" B"])
        #expect(client.requests.count == 1)
    }

    @Test("an object missing from the response, or without data, is fetched alone")
    func unmentioned() async throws {
        let client = FakeDAVClient { request in
            switch (request.method, request.url.path()) {
            case ("REPORT", _):
                .multistatus(object("/tasks/a", "1", "A") + found("/tasks/b", "<d:getetag>1</d:getetag>"))
            case (_, "/tasks/b"): .status(200, headers: ["ETag": "\"2\""], body: "B\n")
            default: .status(404)
            }
        }
        let objects = try await collection(client).objects(at: ["/tasks/a", "/tasks/b", "/tasks/c"].map(path))
        #expect(text(objects) == ["/tasks/a \"1\" A", "/tasks/b \"2\" B\r\n"])
        #expect(client.summary == ["REPORT /tasks/", "GET /tasks/b", "GET /tasks/c"])
    }

    @Test("without multiget, objects are fetched one by one, after one attempt", arguments: [400, 405, 501])
    func noMultiget(status: Int) async throws {
        let client = FakeDAVClient { request in
            request.method == "GET"
                ? .status(200, headers: ["ETag": "\"2\"", "Content-Type": "text/calendar"], body: "B") : .status(status)
        }
        let tasks = try collection(client)
        #expect(try await tasks.objects(at: paths(2)).count == 2)
        #expect(try await tasks.objects(at: paths(1)).count == 1)
        #expect(client.requests.map(\.method) == ["REPORT", "GET", "GET", "GET"])
    }

    @Test("one object that XML cannot hold does not affect the others")
    func control() async throws {
        let client = FakeDAVClient { request in
            request.method == "GET"
                ? .status(200, headers: ["ETag": "\"2\""], body: "A\u{8}B")
                : .multistatus(object("/tasks/0.ics", "1", "A\u{8}B") + object("/tasks/1.ics", "1", "B"))
        }
        let tasks = try collection(client)
        #expect(
            try await tasks.objects(at: paths(2)).map { String(decoding: $0.data, as: UTF8.self) } == [
                "A\u{8}B", "A\u{8}B",
            ])
        _ = try await tasks.objects(at: paths(1))
        #expect(client.requests.map(\.method) == ["REPORT", "GET", "GET", "REPORT", "GET"])
    }

    @Test("an address that is none does not keep the other objects from being read")
    func unusable() async throws {
        let bad = object("https://other.example/x.ics", "1", "X") + object("", "1", "Y")
        let client = FakeDAVClient(.multistatus(bad + object("/tasks/0.ics", "1", "A")))
        #expect(try await text(collection(client).objects(at: paths(1))) == ["/tasks/0.ics \"1\" A"])
    }

    @Test("after an answer that cannot be read, fewer are asked for at a time")
    func halves() async throws {
        let client = FakeDAVClient { request in
            if request.method == "GET" { return .status(200, headers: ["ETag": "\"2\""], body: "X") }
            let hrefs = Self.hrefs(request)
            if hrefs.contains("/tasks/7.ics") {
                return hrefs.count % 2 == 0 ? .xml("<cut") : .failure(.tooLarge(limit: 1))
            }
            return .multistatus(hrefs.map { object($0, "e", "Y") }.joined())
        }
        let objects = try await collection(client).objects(at: paths(400))
        #expect(objects.map(\.path) == paths(400).sorted())
        #expect(client.requests.count { $0.method == "GET" } <= 10 && client.requests.count < 25)
    }

    @Test("a refusal of one or all objects is an error, and no object counts as missing because of it")
    func refused() async throws {
        let refusals: [(FakeDAVClient.Reply, WebDAVError)] = [
            (.status(401), .unauthorized), (.status(404), .notFound), (.status(429), .rateLimited(until: nil)),
            (.status(503), .unavailable(until: nil)), (.failure(.timedOut), .timedOut),
            (
                .status(403, body: "<error xmlns='DAV:'><need-privileges/></error>"),
                .forbidden(precondition: "need-privileges")
            ),
            (.multistatus(stated("/tasks/0.ics", 503)), .unavailable(until: nil)),
        ]
        for (reply, expected) in refusals {
            let client = FakeDAVClient(reply)
            let tasks = try collection(client)
            #expect(await error { () throws(WebDAVError) in try await tasks.objects(at: paths(1)) } == expected)
            #expect(client.requests.count == 1)
        }
    }

    @Test("an object with an error of its own is marked, and the others are read", arguments: [403, 423, 500])
    func refusedAlone(status: Int) async throws {
        let client = FakeDAVClient { request in
            switch (request.method, request.url.path()) {
            case ("REPORT", _): .multistatus(object("/tasks/0.ics", "1", "A") + stated("/tasks/1.ics", status))
            default: .status(status)
            }
        }
        let objects = try await collection(client).objects(at: paths(3))
        #expect(objects.map(\.isRefused) == [false, true, true] && objects.map(\.path) == paths(3))
        #expect(client.summary == ["REPORT /tasks/", "GET /tasks/2.ics"])
    }

    @Test("a web page instead of objects, or an object without an ETag, is an error")
    func page() async throws {
        for headers in [["ETag": "\"1\"", "Content-Type": "text/html; charset=utf-8"], [:]] {
            let client = FakeDAVClient { _ in .status(200, headers: headers, body: "<html>") }
            let tasks = try collection(client)
            #expect(isMalformed(await error { () throws(WebDAVError) in try await tasks.objects(at: paths(3)) }))
        }
    }
}
