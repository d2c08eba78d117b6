public import Foundation

/// Sends requests over HTTP.
///
/// Laws: it may be called from any task, several times at once; a status of 400 and above is an error, and so is a redirect to
/// another host, which no header follows; a cancelled call throws ``HTTPError/cancelled`` soon.
public protocol HTTPClient: Sendable {
    /// Sends a request and returns the whole answer, whose status is below 400.
    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse
}

/// What is asked of a server. Its description shows neither headers nor the query, which may hold secrets and private words.
public struct HTTPRequest: Sendable, CustomStringConvertible, CustomReflectable {
    /// `GET`, `PUT`, `REPORT` …
    public var method: String
    /// The address.
    public var url: URL
    /// The header fields.
    public var headers: [String: String]
    /// The body.
    public var body: Data?

    /// Describes a request.
    public init(_ method: String = "GET", _ url: URL, headers: [String: String] = [:], body: Data? = nil) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }

    /// The method, the host and the path.
    public var description: String { "\(method) \(url.host() ?? "")\(url.path())" }
    /// A mirror that shows the description only.
    public var customMirror: Mirror { Mirror(self, children: ["request": description]) }
}

/// What a server answered. Its description shows neither the query, nor header fields, nor the body.
public struct HTTPResponse: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The status code.
    public let status: Int
    /// The address that answered, after redirects.
    public let url: URL
    /// The body.
    public let body: Data
    private let headers: [String: String]

    /// Describes an answer; the names of header fields may be in any case.
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
    /// A mirror that shows the description only.
    public var customMirror: Mirror { Mirror(self, children: ["response": description]) }
}

/// Why a request has no answer.
public enum HTTPError: Error, Hashable, Sendable {
    /// The server answered with a status of 400 or above.
    case status(HTTPResponse)
    /// The server sends us to another host, or from https to http: nothing was sent there. With the port, where the host is the
    /// same.
    case foreignRedirect(host: String)
    /// There is no way to the server: no network, no such name, no answer from its port, no secure connection; or the request
    /// cannot be sent as it is. The server has seen nothing of it. Why, in words that repeat neither the query nor a header field.
    case unreachable(Message)
    /// The server may have seen the request, and no answer came that can be used: the connection broke, or what came is not HTTP.
    /// Why, in such words too.
    case interrupted(Message)
    /// The answer was not there in time.
    case timedOut
    /// The answer is longer than is allowed, in bytes.
    case tooLarge(limit: Int)
    /// The task that asked was cancelled.
    case cancelled
}

extension HTTPResponse {
    /// When to come back, as `Retry-After` says: in seconds or as an HTTP date (RFC 9110, section 10.2.3); `nil` where it says
    /// nothing that can be read. At most a year from now.
    public func retryDate(now: Date) -> Date? {
        guard let text = header("Retry-After")?.trimmingCharacters(in: .whitespaces) else { return nil }
        let latest = now.addingTimeInterval(365 * 24 * 3600)
        if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return Double(text).map { min(latest, now.addingTimeInterval($0)) }
        }
        return HTTPDate.date(text).map { min(latest, max(now, $0)) }
    }
}

/// Dates as HTTP writes them (RFC 9110, section 5.6.7), in its three forms.
enum HTTPDate {
    private static let forms = [
        "EEE, dd MMM yyyy HH:mm:ss zzz", "EEEE, dd-MMM-yy HH:mm:ss zzz", "EEE MMM d HH:mm:ss yyyy",
    ]

    static func date(_ text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        for form in forms {
            formatter.dateFormat = form
            if let date = formatter.date(from: text) { return date }
        }
        return nil
    }
}
