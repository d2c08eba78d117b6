public import CoreModule
public import Foundation

/// A small HTTP/1.1 server on a free port of 127.0.0.1, which answers as a closure says: one request for each connection, and
/// failures on demand. It stops and breaks its connections when it is released.
///
/// ```swift
/// let server = try LocalHTTPServer { request in
///     request.path == "/users.json" ? .text("[]") : .text("", status: 404)
/// }
/// let response = try await SystemHTTPClient().send(HTTP.Request("GET", server.url.appending(path: "users.json")))
/// ```
public final class LocalHTTPServer: Sendable {
    /// A request that arrived.
    public struct Request: Sendable {
        /// `GET`, `POST` …
        public let method: String
        /// The path and the query, as received.
        public let target: String
        /// The header fields by name in lower case.
        public let headers: [String: String]
        /// The body; empty if there is none.
        public let body: Data

        /// The path, as received.
        public var path: String { String(target.prefix { $0 != "?" }) }

        /// The fields of the query, decoded like a form: `+` is a space. Empty if they cannot be decoded.
        public var query: [String: String] {
            let fields = PercentEncoding.decodedForm(target.utf8.dropFirst(path.utf8.count + 1)) ?? []
            return Dictionary(fields.map { ($0.name, $0.value) }) { $1 }
        }
    }

    /// The answer. The connection is closed afterwards.
    public enum Reply: Sendable {
        /// A complete response.
        case answer(status: Int = 200, headers: [String: String] = [:], body: Data = Data())
        /// No response until the client closes the connection.
        case stall
        /// The beginning of a response whose announced length is a thousand bytes more.
        case closeMidAnswer([UInt8])
        /// Raw bytes, which may not be HTTP.
        case raw([UInt8])
        /// A response in chunks of one megabyte.
        case endless(megabytes: Int)

        /// A complete response with a text in UTF-8.
        public static func text(_ text: String, status: Int = 200, headers: [String: String] = [:]) -> Reply {
            .answer(status: status, headers: headers, body: Data(text.utf8))
        }
    }

    /// Chooses the reply to a request.
    public typealias Handler = @Sendable (Request) -> Reply

    /// The port.
    public let port: UInt16
    /// `http://127.0.0.1:port`.
    public let url: URL
    private let listener: LocalListener
    private let log: Locked<[Request]>

    /// Starts a server. The handler is called for each request on a thread of its own, which it may block. Throws `POSIXError` if there
    /// is no free port.
    public init(_ handler: @escaping Handler) throws {
        let log = Locked<[Request]>([])
        let listener = try LocalListener { connection, _ in
            guard let request = connection.readRequest() else { return }
            log.withLock { $0.append(request) }
            Self.answer(request, handler(request), connection)
        }
        port = listener.port
        guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw POSIXError(.EINVAL) }
        self.url = url
        self.listener = listener
        self.log = log
    }

    /// Starts a server that answers with a function of the app's own types, such as a service in memory. The request's address has
    /// the host and port that the client has called. Throws `POSIXError` if there is no free port.
    public static func answering(
        _ answer: @escaping @Sendable (HTTP.Request) -> HTTP.Response
    ) throws -> LocalHTTPServer {
        try LocalHTTPServer { request in
            guard let url = URL(string: "http://\(request.headers["host"] ?? "127.0.0.1")\(request.target)") else {
                return .text("", status: 400)
            }
            let response = answer(HTTP.Request(request.method, url, headers: request.headers, body: request.body))
            return .answer(status: response.status, headers: response.headers, body: response.body)
        }
    }

    /// The requests so far, in order.
    public var requests: [Request] { log.withLock { $0 } }

    /// Stops listening and breaks all connections. When it returns, the port refuses connections, until the process ends.
    public func stop() { listener.stop() }

    private static func answer(_ request: Request, _ reply: Reply, _ connection: LocalSocket) {
        switch reply {
        case .answer(let status, let headers, let body):
            var headers = headers
            // These responses have no body and no length.
            if status >= 200, status != 204, status != 304 { headers["Content-Length"] = "\(body.count)" }
            let hasBody = headers["Content-Length"] != nil && request.method != "HEAD"
            connection.send(head(status, headers) + (hasBody ? Array(body) : []))
        case .stall:
            connection.readToEnd()
        case .closeMidAnswer(let bytes):
            connection.send(head(200, ["Content-Length": "\(bytes.count + 1000)"]) + bytes)
        case .raw(let bytes):
            connection.send(bytes)
        case .endless(let megabytes):
            connection.send(head(200, ["Transfer-Encoding": "chunked"]))
            let chunk = Array("100000\r\n".utf8) + [UInt8](repeating: 0x20, count: 0x100000) + Array("\r\n".utf8)
            for _ in 0..<megabytes {
                guard connection.send(chunk) else { return }
            }
            connection.send(Array("0\r\n\r\n".utf8))
        }
    }

    private static func head(_ status: Int, _ headers: [String: String]) -> [UInt8] {
        let fields = headers.merging(["Connection": "close"]) { given, _ in given }
        let lines = ["HTTP/1.1 \(status) Whatever"] + fields.map { "\($0.key): \($0.value)" }.sorted()
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
}
