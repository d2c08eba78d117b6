import CoreModule
import Foundation
import TestSupport
import TodoList

/// Answers each request by a closure, and keeps the requests.
final class FakeDAVClient: HTTP.Client {
    enum Reply: Sendable {
        /// Status 207 with the content of a `multistatus`, whose prefixes are `d` and `c`.
        case multistatus(String)
        /// Status 207 with a whole body.
        case xml(String)
        case status(Int, headers: [String: String] = [:], body: String = "")
        case failure(HTTP.Error)
        /// Status 207 that comes from elsewhere, as after a redirect.
        case moved(URL, xml: String)
    }

    private let handler: @Sendable (HTTP.Request) -> Reply
    private let log = Locked<[HTTP.Request]>([])

    init(_ handler: @escaping @Sendable (HTTP.Request) -> Reply) {
        self.handler = handler
    }

    /// Answers one after the other; then with status 599.
    convenience init(_ replies: Reply...) {
        let rest = Locked(replies[...])
        self.init { _ in rest.withLock { $0.popFirst() } ?? .status(599) }
    }

    func reply(to request: HTTP.Request) -> Reply { handler(request) }

    var requests: [HTTP.Request] { log.withLock { $0 } }
    /// Method, path and depth of each.
    var summary: [String] {
        requests.map { request in
            let depth = request.headers["Depth"].map { " " + $0 } ?? ""
            return "\(request.method) \(request.url.path(percentEncoded: true))\(depth)"
        }
    }

    func send(_ request: HTTP.Request) async throws(HTTP.Error) -> HTTP.Response {
        log.withLock { $0.append(request) }
        switch handler(request) {
        case .multistatus(let content): return response(207, multistatus(content), request.url)
        case .xml(let body): return response(207, body, request.url)
        case .moved(let url, let body): return response(207, multistatus(body), url)
        case .failure(let error): throw error
        case .status(let status, let headers, let body):
            let response = HTTP.Response(
                status: status, url: request.url, headers: headers, body: Data(body.utf8))
            guard status < 400 else { throw .status(response) }
            return response
        }
    }

    private func response(_ status: Int, _ body: String, _ url: URL) -> HTTP.Response {
        HTTP.Response(status: status, url: url, body: Data(body.utf8))
    }
}

func multistatus(_ content: String) -> String {
    """
    <?xml version="1.0" encoding="utf-8"?>
    <d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:cs="http://calendarserver.org/ns/">
    \(content)
    </d:multistatus>
    """
}

/// A resource that is there.
func found(_ href: String, _ properties: String) -> String {
    "<d:response><d:href>\(href)</d:href><d:propstat><d:prop>\(properties)</d:prop>"
        + "<d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>"
}

func entry(_ href: String, _ etag: String) -> String {
    found(href, "<d:getetag>&quot;\(etag)&quot;</d:getetag><d:resourcetype/>")
}

func object(_ href: String, _ etag: String, _ data: String) -> String {
    found(href, "<d:getetag>&quot;\(etag)&quot;</d:getetag><c:calendar-data>\(data)</c:calendar-data>")
}

/// A resource with a status of its own.
func stated(_ href: String, _ status: Int) -> String {
    "<d:response><d:href>\(href)</d:href><d:status>HTTP/1.1 \(status) Whatever</d:status></d:response>"
}

func syncToken(_ token: String) -> String { "<d:sync-token>\(token)</d:sync-token>" }

let calendarType = "<d:resourcetype><d:collection/><c:calendar/></d:resourcetype>"

func components(_ names: String...) -> String {
    let list = names.map { "<c:comp name=\"\($0)\"/>" }.joined()
    return "<c:supported-calendar-component-set>\(list)</c:supported-calendar-component-set>"
}

func address(_ text: String) throws -> URL {
    guard let url = URL(string: text) else { throw URLError(.badURL) }
    return url
}

func path(_ text: String) -> WebDAVPath {
    guard let path = WebDAVPath(text) else { preconditionFailure("A test's path begins with a slash.") }
    return path
}

let testCredentials = WebDAVCredentials(user: "user", password: Secret("p4ss-0f-a-test"))

/// The collection `/tasks/`.
func collection(
    _ client: any HTTP.Client, url: String = "https://dav.example/tasks/", clock: WallClock = .system
) throws -> CalDAVCollection {
    try CalDAVCollection(url: address(url), credentials: testCredentials, client: client, clock: clock)
}

func server(_ client: any HTTP.Client, _ url: String = "https://dav.example/") throws -> WebDAVServer {
    try WebDAVServer(url: address(url), credentials: testCredentials, client: client)
}

/// What a call throws; `nil` where it throws nothing.
func error<Value>(of body: () async throws(WebDAVError) -> Value) async -> WebDAVError? {
    do throws(WebDAVError) {
        _ = try await body()
        return nil
    } catch {
        return error
    }
}

func isMalformed(_ error: WebDAVError?) -> Bool {
    if case .malformed(let reason) = error { !reason.key.isEmpty } else { false }
}
