import CoreModule
import Foundation
import TestSupport
import Testing
import TodoList

@Suite("Finding the collections of a CalDAV server", .bounded)
struct CalDAVDiscoveryTests {
    private static let principal = found(
        "/dav/",
        "<d:resourcetype><d:collection/></d:resourcetype><d:current-user-principal><d:href>/dav/p/u%40x/</d:href></d:current-user-principal>"
    )
    private static let home = found(
        "/dav/p/u@x/", "<c:calendar-home-set><d:href>/dav/cal/u/</d:href></c:calendar-home-set>")
    private static let reports =
        "<d:supported-report-set><d:supported-report><d:report><d:sync-collection/></d:report></d:supported-report>"
        + "</d:supported-report-set>"

    /// Answers as a server that keeps calendars in `/dav/cal/u/`, and whose WebDAV begins at `/dav/`.
    private static func client(_ calendars: String) -> FakeDAVClient {
        FakeDAVClient { request in
            switch (request.url.path(), request.headers["Depth"]) {
            case ("/", _): .status(200, body: "<html>")
            case ("/.well-known/caldav", _):
                URL(string: "https://dav.example/dav/").map { .moved($0, xml: principal) } ?? .status(500)
            case ("/dav/", "0"): .multistatus(principal)
            case ("/dav/", _):
                .multistatus(principal + found("/dav/cal/", "<d:resourcetype><d:collection/></d:resourcetype>"))
            case ("/dav/p/u%40x/", "0"): .multistatus(home)
            case ("/dav/cal/u/", "0"):
                .multistatus(found("/dav/cal/u/", "<d:resourcetype><d:collection/></d:resourcetype>"))
            case ("/dav/cal/u/", "1"):
                .multistatus(found("/dav/cal/u/", "<d:resourcetype><d:collection/></d:resourcetype>") + calendars)
            case ("/dav/cal/u/tasks/", "0"):
                .multistatus(found("/dav/cal/u/tasks/", calendarType + components("VTODO") + reports))
            case ("/dav/cal/u/events/", "0"):
                .multistatus(found("/dav/cal/u/events/", calendarType + components("VEVENT")))
            default: .status(404)
            }
        }
    }

    private static let calendars =
        found("/dav/cal/u/events/", calendarType + components("VEVENT", "VJOURNAL"))
        + found("/dav/cal/u/inbox/", "<d:resourcetype><d:collection/><c:schedule-inbox/></d:resourcetype>")
        + found(
            "/dav/cal/u/tasks",
            calendarType + components("VEVENT", "vtodo") + reports
                + "<d:displayname> Tâches &amp; </d:displayname>")

    @Test(
        "the only task collection is found from the server, the principal, the home and its own address",
        arguments: [
            ("/", 5), ("/dav/", 4), ("/dav/p/u@x/", 2), ("/dav/cal/u/", 2), ("/dav/cal/u/tasks/", 1), ("", 5),
        ])
    func chain(start: String, count: Int) async throws {
        let client = Self.client(Self.calendars)
        let tasks = try await server(client, "https://dav.example\(start)").collection()
        #expect(tasks.path == path("/dav/cal/u/tasks/"))
        #expect(tasks.url.absoluteString == "https://dav.example/dav/cal/u/tasks/")
        #expect(client.requests.count == count, "\(client.summary)")
    }

    @Test("a collection has the server's description")
    func description() async throws {
        let all =
            Self.calendars + found("/dav/cal/u/1/", calendarType) + found("/dav/cal/u/2/", calendarType)
            + found("/dav/cal/u/3/", calendarType + "<d:supported-report-set/>")
        let server = try server(Self.client(all), "https://dav.example/dav/cal/u/")
        let infos = try await server.collections()
        #expect(infos.map(\.path) == ["1", "2", "3", "tasks"].map { path("/dav/cal/u/\($0)/") })
        #expect(infos.map(\.listsChanges) == [nil, nil, false, true])
        let last = try #require(infos.last)
        #expect(last.name == "Tâches &" && infos.first?.name == nil)
        #expect(last.url.absoluteString == "https://dav.example/dav/cal/u/tasks/")
        let several = await error { () throws(WebDAVError) in try await server.collection() }
        #expect(several == .severalCollections(infos.map { WebDAVResource(url: $0.url, name: $0.name) }))
        #expect(several?.explanation.description.contains("https://dav.example/dav/cal/u/tasks/") == true)
    }

    @Test("a server without task collections, an event collection and a wrong address are different errors")
    func none() async throws {
        let client = Self.client(found("/dav/cal/u/events/", calendarType + components("VEVENT")))
        #expect(try await server(client).collections().isEmpty)
        let root = try server(client)
        #expect(await error { () throws(WebDAVError) in try await root.collection() } == .noCollection)
        let events = try server(client, "https://dav.example/dav/cal/u/events/")
        #expect(await error { () throws(WebDAVError) in try await events.collection() } == .notTodoCollection)
        let wrong = try server(Self.client(Self.calendars), "https://dav.example/dav/cal/u/tsks/")
        #expect(await error { () throws(WebDAVError) in try await wrong.collection() } == .notFound)
        let calendars = Self.client(Self.calendars)
        let others = try server(
            FakeDAVClient { $0.url.path() == "/others/" ? .status(403) : calendars.reply(to: $0) },
            "https://dav.example/others/")
        let failure = await error { () throws(WebDAVError) in try await others.collection() }
        #expect(failure == .forbidden(precondition: nil))
    }

    @Test("a server without WebDAV, or a missing one, is an error, not a server without collections")
    func noServer() async throws {
        let replies: [(FakeDAVClient.Reply, WebDAVError?)] = [
            (.status(200, body: "<html>"), nil), (.xml("<html/>"), nil),
            (.status(404), .noCalDAV(host: "dav.example", WebDAVError.notFound.explanation)),
            (.status(405), nil), (.status(401), .unauthorized), (.status(403), .forbidden(precondition: nil)),
            (.status(503), .unavailable(until: nil)), (.failure(.timedOut), .timedOut),
        ]
        for (reply, expected) in replies {
            let root = try server(FakeDAVClient { _ in reply })
            let failure = await error { () throws(WebDAVError) in try await root.collections() }
            if expected == nil, case .unsuitable = failure { continue }
            #expect(failure == expected)
        }
        // A server that forbids its root, and has nothing else, is one.
        for path in ["/", "/.well-known/caldav"] {
            let root = try server(FakeDAVClient { $0.url.path() == path ? .status(403) : .status(404) })
            let failure = await error { () throws(WebDAVError) in try await root.collections() }
            #expect(failure == .forbidden(precondition: nil))
        }
        // WebDAV without calendars.
        let folder = found("/", "<d:resourcetype><d:collection/></d:resourcetype>")
        for path in ["/", "/.well-known/caldav"] {
            let root = try server(FakeDAVClient { $0.url.path() == path ? .multistatus(folder) : .status(404) })
            #expect(await error { () throws(WebDAVError) in try await root.collection() } == .noCollection)
        }
        let nobody = "<d:current-user-principal><d:unauthenticated/></d:current-user-principal>"
        let anonymous = try server(FakeDAVClient { _ in .multistatus(found("/", nobody)) })
        #expect(await error { () throws(WebDAVError) in try await anonymous.collections() } == .unauthorized)
    }

    @Test(
        "where a path is given, a bad answer is an error, and no other list is used",
        arguments: [
            FakeDAVClient.Reply.status(200, body: "<html>"), .xml("<d:multistatus xmlns:d='DAV:'><d:resp"),
            .status(405),
            .status(409), .status(501), .failure(.tooLarge(limit: 1)), .status(403), .status(404), .multistatus(""),
        ])
    func badAnswer(reply: FakeDAVClient.Reply) async throws {
        let good = Self.client(Self.calendars)
        let folder = found(
            "/dav/mine/",
            "<d:resourcetype><d:collection/></d:resourcetype>"
                + "<d:current-user-principal><d:href>/dav/p/u%40x/</d:href></d:current-user-principal>")
        for badDepth in ["0", "1"] {
            let client = FakeDAVClient { request in
                guard request.url.path() == "/dav/mine/" else { return good.reply(to: request) }
                return request.headers["Depth"] == badDepth ? reply : .multistatus(folder)
            }
            let server = try server(client, "https://dav.example/dav/mine/")
            #expect(await error { () throws(WebDAVError) in try await server.collection() } != nil)
            // An address that does not list what is below it may be that of a service, whose principals have the lists.
            switch reply {
            case .status(403...404, _, _) where badDepth == "1", .multistatus where badDepth == "1": continue
            default: #expect(Set(client.requests.map { $0.url.path() }) == ["/dav/mine/"], "\(client.summary)")
            }
        }
    }

    @Test("a service that does not list what is below it has the lists below it", arguments: [403, 404])
    func service(status: Int) async throws {
        let good = Self.client(Self.calendars)
        let folder = found(
            "/dav/",
            "<d:resourcetype><d:collection/></d:resourcetype>"
                + "<d:current-user-principal><d:href>/dav/p/u%40x/</d:href></d:current-user-principal>")
        let client = FakeDAVClient { request in
            guard request.url.path() == "/dav/" else { return good.reply(to: request) }
            return request.headers["Depth"] == "1" ? .status(status) : .multistatus(folder)
        }
        #expect(try await server(client, "https://dav.example/dav/").collection().path == path("/dav/cal/u/tasks/"))
    }

    @Test("a root that is no CalDAV server is called so, with the reason")
    func noCalDAV() async throws {
        for reply in [FakeDAVClient.Reply.status(200, body: "<!DOCTYPE html>"), .status(404), .status(405)] {
            let root = try server(FakeDAVClient { _ in reply })
            let failure = await error { () throws(WebDAVError) in try await root.collection() }
            let text = failure?.explanation.description ?? ""
            #expect(text.hasPrefix("there is no CalDAV server at dav.example: "), "\(text)")
        }
    }

    @Test("several lists are named on one line, with their addresses and names")
    func several() async throws {
        let all = Self.calendars + found("/dav/cal/u/1/", calendarType)
        let root = try server(Self.client(all))
        let failure = await error { () throws(WebDAVError) in try await root.collection() }
        let lists = "https://dav.example/dav/cal/u/1/; https://dav.example/dav/cal/u/tasks/  Tâches &"
        #expect(failure?.explanation.description.hasSuffix(": \(lists)") == true)
    }

    @Test("a calendar with an address on another host is left out")
    func foreignCalendar() async throws {
        let foreign = found("https://other.example/x/", calendarType) + found("", calendarType)
        let infos = try await server(Self.client(Self.calendars + foreign), "https://dav.example/dav/cal/u/")
            .collections()
        #expect(infos.map(\.path) == [path("/dav/cal/u/tasks/")])
        // An error, if there is no other.
        let only = try server(
            Self.client(found("https://other.example/x/", calendarType)), "https://dav.example/dav/cal/u/")
        let failure = await error { () throws(WebDAVError) in try await only.collections() }
        #expect(failure == .foreignRedirect(host: "other.example"))
    }

    @Test("of several homes, one on another host is left out")
    func foreignHome() async throws {
        let good = Self.client(Self.calendars)
        let homes = "<d:href>https://other.example/x/</d:href><d:href>/dav/cal/u/</d:href>"
        let client = FakeDAVClient { request in
            request.url.path() == "/dav/p/u%40x/"
                ? .multistatus(found("/dav/p/u@x/", "<c:calendar-home-set>\(homes)</c:calendar-home-set>"))
                : good.reply(to: request)
        }
        #expect(try await server(client).collection().path == path("/dav/cal/u/tasks/"))
    }

    @Test("redirects to another host are not followed")
    func foreign() async throws {
        let foreign = "https://p34-dav.example/1/"
        for property in ["current-user-principal", "principal"] {
            let client = FakeDAVClient { request in
                let home = "<c:calendar-home-set><d:href>\(foreign)</d:href></c:calendar-home-set>"
                let name = property == "principal" ? "/p/" : foreign
                return request.url.path() == "/p/"
                    ? .multistatus(found("/p/", home))
                    : .multistatus(
                        found("/", "<d:current-user-principal><d:href>\(name)</d:href></d:current-user-principal>"))
            }
            let root = try server(client)
            let failure = await error { () throws(WebDAVError) in try await root.collections() }
            #expect(failure == .foreignRedirect(host: "p34-dav.example"))
            #expect(client.requests.allSatisfy { $0.url.host() == "dav.example" })
        }
    }

    @Test("after a redirect from http to https, the collection uses https")
    func upgraded() async throws {
        let secure = try address("https://dav.example/tasks/")
        let client = FakeDAVClient(
            .moved(secure, xml: found("/tasks/", calendarType)), .multistatus(syncToken("t")))
        let server = try WebDAVServer(
            url: address("http://dav.example/tasks/"), credentials: testCredentials, client: client,
            allowsInsecureConnections: true)
        let tasks = try await server.collection()
        _ = try await tasks.changes(since: "s")
        #expect(tasks.url == secure && client.requests.last?.url == secure)
    }

    @Test("a redirect from https to http is refused, and nothing is sent to it")
    func downgraded() async throws {
        let client = FakeDAVClient(
            .moved(try address("http://dav.example/tasks/"), xml: found("/tasks/", calendarType)),
            .multistatus(syncToken("t")))
        await #expect(throws: WebDAVError.foreignRedirect(host: "dav.example:80")) {
            _ = try await server(client, "https://dav.example/tasks/").collection()
        }
        #expect(client.requests.count == 1)
    }

    @Test("a server that announces no sync-collection is listed by ETags from the start")
    func listing() async throws {
        let own = found("/tasks/", calendarType + "<d:supported-report-set/>")
        let client = FakeDAVClient(.multistatus(own), .multistatus(own))
        let tasks = try await server(client, "https://dav.example/tasks/").collection()
        #expect(try await tasks.changes(since: nil).token == nil)
        #expect(client.summary == ["PROPFIND /tasks/ 0", "PROPFIND /tasks/ 1"])
    }
}
