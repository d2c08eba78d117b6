import CoreModule
import Foundation
import TestSupport

/// A folder on a WebDAV server in memory. It answers as RFC 4918 says; a test says what goes wrong.
final class FakeWebDAVServer: HTTP.Client {
    struct State: Sendable {
        var files: [String: Data] = [:]
        var isThere = true
        var isFile = false
        var requests: [String] = []
        /// Answers in place of the server.
        var intercept: (@Sendable (HTTP.Request) throws(HTTP.Error) -> Int?)?
        /// Is put into the listing.
        var extra = ""
        /// The number of bytes after which the next upload breaks.
        var cut: Int?
        var hasSizes = true
        var headers: [String: String] = [:]
    }

    static let url = address("https://cloud.example/dav/my%20words/")

    let state = Locked(State())

    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }
    var files: [String: Data] { state.withLock(\.files) }
    var requests: [String] { state.withLock(\.requests) }

    static func address(_ text: String) -> URL {
        guard let url = URL(string: text) else { preconditionFailure("a test's address is one") }
        return url
    }

    func folder(
        _ url: URL = FakeWebDAVServer.url, credentials: WebDAVCredentials? = nil
    ) throws(SharedFolderError) -> WebDAVFolder {
        try WebDAVFolder(url: url, credentials: credentials, client: self)
    }

    func send(_ request: HTTP.Request) async throws(HTTP.Error) -> HTTP.Response {
        let intercept = state.withLock { state in
            state.requests.append(request.method)
            state.headers = request.headers
            return state.intercept
        }
        if let status = try intercept?(request) { return try response(status, request) }
        let path = request.url.path(percentEncoded: false)
        let name = path.hasSuffix("/") ? nil : request.url.lastPathComponent
        let (status, body) = try state.withLock { state throws(HTTP.Error) in
            try Self.answer(request, name, &state)
        }
        return try response(status, request, body)
    }

    private func response(
        _ status: Int, _ request: HTTP.Request, _ body: Data = Data()
    ) throws(HTTP.Error) -> HTTP.Response {
        let response = HTTP.Response(status: status, url: request.url, body: body)
        guard status < 400 else { throw .status(response) }
        return response
    }

    private static func answer(
        _ request: HTTP.Request, _ name: String?, _ state: inout State
    ) throws(HTTP.Error) -> (Int, Data) {
        guard state.isThere else { return (request.method == "PUT" ? 409 : 404, Data()) }
        switch (request.method, name) {
        case ("PROPFIND", _): return (207, Data(listing(request, state).utf8))
        case ("GET", let name?):
            guard let data = state.files[name] else { return (404, Data()) }
            return (200, data)
        case ("PUT", let name?):
            if request.headers["If-None-Match"] == "*", state.files[name] != nil { return (412, Data()) }
            let data = request.body ?? Data()
            if let cut = state.cut {
                state.files[name] = data.prefix(cut)
                state.cut = nil
                throw .interrupted(Message("it broke"))
            }
            state.files[name] = data
            return (201, Data())
        case ("DELETE", let name?): return (state.files.removeValue(forKey: name) == nil ? 404 : 204, Data())
        default: return (405, Data())
        }
    }

    private static func listing(_ request: HTTP.Request, _ state: State) -> String {
        let place = request.url.path(percentEncoded: true)
        let type = state.isFile ? "<d:resourcetype/>" : "<d:resourcetype><d:collection/></d:resourcetype>"
        var responses = entry(place, type + (state.isFile ? "<d:getcontentlength>1</d:getcontentlength>" : ""))
        for (name, data) in state.files.sorted(by: { $0.key < $1.key }) where request.headers["Depth"] == "1" {
            let encoded = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? name
            let size = state.hasSizes ? "<d:getcontentlength>\(data.count)</d:getcontentlength>" : ""
            responses += entry(place + encoded, "<d:resourcetype/>" + size)
        }
        return #"<?xml version="1.0"?><d:multistatus xmlns:d="DAV:">"# + responses + state.extra + "</d:multistatus>"
    }

    static func entry(_ href: String, _ properties: String) -> String {
        "<d:response><d:href>\(href)</d:href><d:propstat><d:prop>\(properties)</d:prop>"
            + "<d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>"
    }
}
