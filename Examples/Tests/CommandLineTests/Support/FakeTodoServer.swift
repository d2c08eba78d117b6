import CoreModule
import Foundation
import SuperappTesting

/// A small CalDAV server with one collection, which lists everything each time.
final class FakeTodoServer: Sendable {
    private struct State {
        var objects: [String: (etag: Int, data: String)] = [:]
        var last = 0
        var status: Int?
        var hasFrozenToken = false
    }

    private let state: Locked<State>
    let http: LocalHTTPServer

    /// The collection's address.
    var url: String { http.url.absoluteString + "/tasks/" }

    /// The objects that clients have written, as they come.
    let writes: AsyncStream<String>

    init() throws {
        let state = Locked(State())
        self.state = state
        let (writes, write) = AsyncStream.makeStream(of: String.self)
        self.writes = writes
        http = try LocalHTTPServer { request in
            if request.method == "PUT" { write.yield(String(decoding: request.body, as: UTF8.self)) }
            return state.withLock { Self.reply(request, &$0) }
        }
    }

    /// The objects, in the order of their paths.
    var texts: [String] { state.withLock { $0.objects.sorted { $0.key < $1.key }.map(\.value.data) } }

    /// Lets every request fail with a status; nil ends that.
    func fail(_ status: Int?) { state.withLock { $0.status = status } }

    /// From now on it has a token, which shows no changes, ever.
    func freezeToken() { state.withLock { $0.hasFrozenToken = true } }

    func removeAll() { state.withLock { $0.objects = [:] } }

    func remove(where isRemoved: (String) -> Bool) {
        state.withLock { state in state.objects = state.objects.filter { !isRemoved($0.value.data) } }
    }

    func write(_ name: String, _ text: String) {
        state.withLock { state in
            state.last += 1
            state.objects["/tasks/\(name).ics"] = (state.last, text.replacing("\n", with: "\r\n"))
        }
    }

    private static func reply(_ request: LocalHTTPServer.Request, _ state: inout State) -> LocalHTTPServer.Reply {
        if let status = state.status { return .text("", status: status) }
        switch request.method {
        case "PROPFIND":
            let report =
                state.hasFrozenToken
                ? "<D:supported-report><D:report><D:sync-collection/></D:report></D:supported-report>" : ""
            let collection = response(
                "/tasks/",
                "<D:resourcetype><D:collection/><C:calendar/></D:resourcetype>"
                    + "<D:supported-report-set>\(report)</D:supported-report-set>")
            guard request.headers["depth"] == "1" else { return multistatus(collection) }
            return multistatus(collection + listing(state))
        case "REPORT":
            let body = String(decoding: request.body, as: UTF8.self)
            if state.hasFrozenToken, body.contains("sync-collection") {
                let token = "<D:sync-token>frozen</D:sync-token>"
                return multistatus((body.contains(token) ? "" : listing(state)) + token)
            }
            guard body.contains("calendar-multiget") else { return .text("", status: 403) }
            return multistatus(
                state.objects.filter { body.contains($0.key) }.map { path, object in
                    let data = object.data.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
                    return response(
                        path,
                        "<D:getetag>\"\(object.etag)\"</D:getetag><C:calendar-data>\(data)</C:calendar-data>")
                }.joined())
        case "PUT":
            state.last += 1
            state.objects[request.path] = (state.last, String(decoding: request.body, as: UTF8.self))
            return .answer(status: 201, headers: ["ETag": "\"\(state.last)\""])
        case "DELETE":
            state.objects[request.path] = nil
            return .answer(status: 204)
        default: return .text("", status: 405)
        }
    }

    private static func listing(_ state: State) -> String {
        state.objects.map { response($0.key, "<D:getetag>\"\($0.value.etag)\"</D:getetag>") }.joined()
    }

    private static func response(_ href: String, _ properties: String) -> String {
        """
        <D:response><D:href>\(href)</D:href><D:propstat><D:prop>\(properties)</D:prop>\
        <D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>
        """
    }

    private static func multistatus(_ content: String) -> LocalHTTPServer.Reply {
        .text(
            """
            <?xml version="1.0"?><D:multistatus xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">\
            \(content)</D:multistatus>
            """, status: 207, headers: ["Content-Type": "application/xml; charset=utf-8"])
    }
}
