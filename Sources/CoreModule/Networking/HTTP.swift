public import Foundation

/// Requests, responses, and what sends them.
public enum HTTP {
    /// Sends requests over HTTP.
    ///
    /// It may be called from any task, also concurrently. A status of 400 or above is an error. A redirect to another host is an
    /// error too, so that no header is sent there. A cancelled call soon throws ``HTTP/Error/cancelled``.
    public protocol Client: Sendable {
        /// Sends a request and returns the complete response, whose status is below 400.
        func send(_ request: HTTP.Request) async throws(HTTP.Error) -> HTTP.Response
    }

    /// A request to a server. Its description shows no headers and no query, which may contain secrets and private words.
    public struct Request: Sendable, CustomStringConvertible, CustomReflectable {
        /// `GET`, `PUT`, `REPORT` …
        public var method: String
        /// The URL.
        public var url: URL
        /// The header fields.
        public var headers: [String: String]
        /// The body.
        public var body: Data?
        /// The longest time without a byte in either direction, in whole seconds; also the longest that the server may think before it
        /// answers. Nil for the client's timeout.
        public var silence: Duration?

        /// Makes a request.
        public init(_ method: String, _ url: URL, headers: [String: String] = [:], body: Data? = nil) {
            self.method = method
            self.url = url
            self.headers = headers
            self.body = body
        }

        /// The silence in seconds, at least one. Without one, the timeout of the whole request must end first.
        func secondsOfSilence(within timeout: Duration) -> Int {
            max(1, Int(clamping: (silence ?? timeout + .seconds(10)).components.seconds))
        }

        /// The method, the host and the path.
        public var description: String { "\(method) \(url.host() ?? "")\(url.path())" }
        /// A mirror that shows only the description.
        public var customMirror: Mirror { Mirror(self, children: ["request": description]) }
    }

    /// The response of a server. Its description shows no query, no header fields and no body.
    public struct Response: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
        /// The status code.
        public let status: Int
        /// The URL that answered, after redirects.
        public let url: URL
        /// The body.
        public let body: Data
        /// The header fields by name in lower case.
        package let headers: [String: String]

        /// Makes a response. The names of header fields may be in any case.
        public init(status: Int, url: URL, headers: [String: String] = [:], body: Data = Data()) {
            self.status = status
            self.url = url
            self.headers = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }) { $1 }
            self.body = body
        }

        /// A header field by its name, in any case.
        public func header(_ name: String) -> String? { headers[name.lowercased()] }

        /// The status, the host, the path and the length.
        public var description: String { "\(status) \(url.host() ?? "")\(url.path()), \(body.count) bytes" }
        /// A mirror that shows only the description.
        public var customMirror: Mirror { Mirror(self, children: ["response": description]) }
    }

    /// Why a request has no usable response.
    public enum Error: Swift.Error, Hashable, Sendable {
        /// The response has a status of 400 or above.
        case status(HTTP.Response)
        /// The server redirects to another host or port, or from https to http. Nothing was sent there. If the host is the same, the
        /// text includes the port.
        case foreignRedirect(host: String)
        /// There is no connection to the server (network, name, port or TLS), or the request is malformed. The server has not received
        /// it. The message contains no query and no header field.
        case unreachable(Message)
        /// The server may have received the request, but there is no usable response: the connection broke, or the response is not
        /// HTTP. The message contains no query and no header field.
        case interrupted(Message)
        /// The response did not arrive in time.
        case timedOut
        /// The response is longer than the limit, in bytes.
        case tooLarge(limit: Int)
        /// The calling task was cancelled.
        case cancelled
    }
}

extension HTTP.Response {
    /// The date in `Retry-After`, which is a number of seconds or an HTTP date (RFC 9110, section 10.2.3), at most a year from now;
    /// nil if there is none that can be read.
    public func retryDate(now: Date) -> Date? {
        guard let text = header("Retry-After")?.trimmingCharacters(in: .whitespaces) else { return nil }
        let latest = now.addingTimeInterval(365 * 24 * 3600)
        if text.utf8.allSatisfy(\.isDigit) {
            return Double(text).map { min(latest, now.addingTimeInterval($0)) }
        }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        // The three forms of a date (RFC 9110, section 5.6.7).
        for form in ["EEE, dd MMM yyyy HH:mm:ss zzz", "EEEE, dd-MMM-yy HH:mm:ss zzz", "EEE MMM d HH:mm:ss yyyy"] {
            formatter.dateFormat = form
            if let date = formatter.date(from: text) { return min(latest, max(now, date)) }
        }
        return nil
    }
}
