import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

@Suite("Writing to a CalDAV collection", .bounded)
struct CalDAVWritingTests {
    private let task = path("/tasks/a.ics")

    @Test(
        "a resource is written with a condition, and its ETag is returned if it is certain",
        arguments: [
            (201, ["ETag": "\"2\""], ETag("\"2\"")), (204, ["etag": " \"2\" "], ETag("\"2\"")), (200, [:], nil),
            (201, ["ETag": "W/\"2\""], nil), (204, ["ETag": ""], nil),
        ] as [(Int, [String: String], ETag?)])
    func put(status: Int, headers: [String: String], expected: ETag?) async throws {
        let client = FakeDAVClient { _ in .status(status, headers: headers) }
        let tasks = try collection(client)
        #expect(try await tasks.put(Array("A\r\n".utf8), at: task, condition: .isNew) == expected)
        #expect(try await tasks.put([], at: task, condition: .matches(ETag("W/\"1\""))) == expected)
        #expect(client.summary == ["PUT /tasks/a.ics", "PUT /tasks/a.ics"])
        let (new, old) = (client.requests[0].headers, client.requests[1].headers)
        #expect(new["If-None-Match"] == "*" && new["If-Match"] == nil)
        #expect(old["If-Match"] == "W/\"1\"" && old["If-None-Match"] == nil)
        #expect(new["Content-Type"] == "text/calendar; charset=utf-8")
        #expect(client.requests[0].body == Data("A\r\n".utf8))
    }

    @Test("a resource is deleted with a condition; a missing one counts as deleted", arguments: [200, 204, 404, 410])
    func delete(status: Int) async throws {
        let client = FakeDAVClient { _ in .status(status) }
        try await collection(client).delete(task, matching: ETag("\"1\""))
        #expect(client.summary == ["DELETE /tasks/a.ics"] && client.requests[0].headers["If-Match"] == "\"1\"")
    }

    @Test("a deletion that fails within a multistatus fails")
    func deletePart() async throws {
        let tasks = try collection(FakeDAVClient(.multistatus(stated("/tasks/a.ics", 423))))
        let failure = await error { () throws(WebDAVError) in try await tasks.delete(task, matching: ETag("1")) }
        #expect(failure == .locked)
    }

    private static func rule(_ name: String) -> String {
        "<?xml version='1.0'?><D:error xmlns:D='DAV:' xmlns:C='urn:ietf:params:xml:ns:caldav'>\n<C:\(name)/></D:error>"
    }

    /// An error of sabre/dav, whose own elements come first.
    private static func sabre(_ rule: String) -> String {
        "<d:error xmlns:d='DAV:' xmlns:s='http://sabredav.org/ns'><s:exception>E</s:exception>\(rule)</d:error>"
    }

    @Test("the rule of a refusal is an element of WebDAV or CalDAV, whatever stands before it")
    func rules() async throws {
        let plain = try collection(FakeDAVClient { _ in .status(403, body: Self.sabre("<d:quota-not-exceeded/>")) })
        #expect(await error { () throws(WebDAVError) in try await plain.put([], at: task, condition: .isNew) } == .full)
        let none = try collection(FakeDAVClient { _ in .status(403, body: Self.sabre("")) })
        let failure = await error { () throws(WebDAVError) in try await none.put([], at: task, condition: .isNew) }
        #expect(failure == .forbidden(precondition: nil))
        let part =
            "<d:response><d:href>/tasks/a.ics</d:href><d:status>HTTP/1.1 403 No</d:status>"
            + "\(Self.sabre("<d:need-privileges/>"))</d:response>"
        let objects = try collection(FakeDAVClient(.multistatus(part)))
        #expect(try await objects.objects(at: [task]) == [CalDAVObject(refused: task)])
    }

    @Test(
        "each status has its own error",
        arguments: [
            (400, "", .refused(status: 400, precondition: nil), "sync", false),
            (401, "", .unauthorized, "unauthorized", false), (403, "", .forbidden(precondition: nil), "sync", false),
            (403, rule("no-uid-conflict"), .forbidden(precondition: "no-uid-conflict"), "sync", false),
            (403, rule("quota-not-exceeded"), .full, "sync", false), (404, "<html>", .notFound, "sync", false),
            (405, "", .refused(status: 405, precondition: nil), "sync", false),
            (409, "", .conflict(precondition: nil), "sync", false),
            (409, rule("no-uid-conflict"), .conflict(precondition: "no-uid-conflict"), "sync", false),
            (
                415, sabre("<s:message>DUE must occur\n after DTSTART</s:message>"),
                .refused(status: 415, precondition: "DUE must occur after DTSTART"), "sync", false
            ),
            (410, "", .notFound, "sync", false), (412, "", .preconditionFailed, "sync", false),
            (413, rule("max-resource-size"), .refused(status: 413, precondition: "max-resource-size"), "sync", false),
            (423, "", .locked, "sync", true), (429, "", .rateLimited(until: nil), "rateLimited", true),
            (500, "", .refused(status: 500, precondition: nil), "sync", true),
            (501, "", .refused(status: 501, precondition: nil), "sync", false),
            (502, "", .unavailable(until: nil), "network", true), (503, "", .unavailable(until: nil), "network", true),
            (504, "", .unavailable(until: nil), "network", true), (507, "", .full, "sync", false),
            (304, "", .refused(status: 304, precondition: nil), "sync", false),
        ] as [(Int, String, WebDAVError, String, Bool)])
    func statuses(status: Int, body: String, expected: WebDAVError, code: String, isTransient: Bool) async throws {
        let client = FakeDAVClient { _ in .status(status, body: body) }
        let tasks = try collection(client)
        let failure = await error { () throws(WebDAVError) in try await tasks.put([], at: task, condition: .isNew) }
        #expect(failure == expected)
        #expect(failure?.code == code && failure?.isTransient == isTransient && failure?.retryDate == nil)
        #expect(failure?.explanation.key.isEmpty == false && client.requests.count == 1)
    }

    @Test(
        "connection failures have their own errors",
        arguments: [
            (.timedOut, .timedOut, "network"), (.cancelled, .cancelled, "cancelled"),
            (.unreachable(Message("why")), .network(Message("why")), "network"),
            (.foreignRedirect(host: "h"), .foreignRedirect(host: "h"), "sync"),
            (.tooLarge(limit: 7), .malformed(Message("there are more than \(7) bytes")), "sync"),
        ] as [(HTTP.Error, WebDAVError, String)])
    func faults(fault: HTTP.Error, expected: WebDAVError, code: String) async throws {
        let tasks = try collection(FakeDAVClient { _ in .failure(fault) })
        let failure = await error { () throws(WebDAVError) in try await tasks.changes(since: nil) }
        #expect(failure == expected && failure?.code == code)
    }

    @Test("Retry-After is read in seconds or as a date", arguments: [429, 503])
    func retryAfter(status: Int) async throws {
        let time = ManualTime()
        let clock = time.clock
        for (field, seconds) in [
            ("120", 120.0), ("Fri, 01 Jan 1990 00:00:00 GMT", 0), ("soon", nil),
            ("Thu, 31 Dec 2037 23:55:55 GMT", 6 * 3600), ("99999999", 6 * 3600),
        ] {
            let tasks = try collection(
                FakeDAVClient { _ in .status(status, headers: ["Retry-After": field]) }, clock: clock)
            let failure = await error { () throws(WebDAVError) in try await tasks.changes(since: "t") }
            #expect(failure?.retryDate == seconds.map { clock.now().addingTimeInterval($0) }, "\(field)")
            #expect(failure?.isTransient == true)
        }
    }
}
