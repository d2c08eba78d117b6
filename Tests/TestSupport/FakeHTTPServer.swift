import CoreModule
package import Foundation

/// A small HTTP/1.1 server on a free port of 127.0.0.1: one request for each connection, and failures on demand.
///
/// It stops and breaks its connections when it is released.
package final class FakeHTTPServer: Sendable {
    /// A request that arrived.
    package struct Request: Sendable {
        package let method: String
        /// The path and the query, as received.
        package let target: String
        /// The header fields by name in lower case.
        package let headers: [String: String]
        package let body: Data

        /// The path, as received.
        package var path: String { String(target.prefix { $0 != "?" }) }

        /// The fields of the query, decoded like a form: `+` is a space.
        package var query: [String: String] {
            let fields = target.dropFirst(path.count + 1).split(separator: "&").map { field in
                let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return (Self.decoded(parts[0]), parts.count == 2 ? Self.decoded(parts[1]) : "")
            }
            return Dictionary(fields) { $1 }
        }

        /// Without Foundation, which drops a byte-order mark.
        private static func decoded(_ text: Substring) -> String {
            var bytes: [UInt8] = []
            var rest = Array(text.utf8)[...]
            while let byte = rest.popFirst() {
                if byte == UInt8(ascii: "%"),
                    let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
                {
                    bytes.append(value)
                    rest = rest.dropFirst(2)
                } else {
                    bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
                }
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// The answer. The connection is closed afterwards.
    package enum Reply: Sendable {
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

        package static func text(
            _ text: String, status: Int = 200, headers: [String: String] = [:]
        ) -> Reply {
            .answer(status: status, headers: headers, body: Data(text.utf8))
        }
    }

    package typealias Handler = @Sendable (Request) -> Reply

    /// The port.
    package let port: UInt16
    /// `http://127.0.0.1:port`.
    package let url: URL
    private let listener: FakeListener
    private let log: Locked<[Request]>

    /// Starts a server. The handler is called for each request on its own thread, also concurrently.
    package init(_ handler: @escaping Handler) throws {
        let log = Locked<[Request]>([])
        let listener = try FakeListener { connection, _ in
            guard let request = connection.readRequest() else { return }
            log.withLock { $0.append(request) }
            Self.answer(request, handler(request), connection)
        }
        port = listener.port
        guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw URLError(.badURL) }
        self.url = url
        self.listener = listener
        self.log = log
    }

    /// The requests so far, in order.
    package var requests: [Request] { log.withLock { $0 } }

    /// Stops listening and breaks all connections.
    package func stop() { listener.stop() }

    private static func answer(_ request: Request, _ reply: Reply, _ connection: FakeSocket) {
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
