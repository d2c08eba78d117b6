import Foundation

/// Sends requests through the system, without cookies or a cache: through `URLSession`, and on Linux through libcurl, which is
/// loaded with the first request.
///
/// By default it follows up to ten redirects on the same host, with the same header fields, method and body, except where
/// RFC 9110, section 15.4, requires a GET.
public final class SystemHTTPClient: HTTP.Client, CustomReflectable {
    private static let maximumRedirects = 10
    private let transport: HTTPTransport
    private let timeout: Duration
    private let followsRedirects: Bool

    /// Makes a client. The timeout is the longest time for a response in all, at most a day; the size is in bytes. If it does not follow
    /// redirects, it returns them like other responses.
    public init(timeout: Duration = .seconds(30), maximumBodySize: Int = 8 << 20, followsRedirects: Bool = true) {
        self.followsRedirects = followsRedirects
        self.timeout = min(timeout, .seconds(24 * 3600))
        transport = HTTPTransport(maximumBodySize: maximumBodySize)
    }

    /// A mirror that shows nothing, since the requests under way contain secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }

    /// Sends a request. A method that is no word, and header fields with line breaks, are refused as ``HTTP/Error/unreachable(_:)``.
    public func send(_ request: HTTP.Request) async throws(HTTP.Error) -> HTTP.Response {
        let deadline = ContinuousClock.now + timeout
        var request = request
        for _ in 0...Self.maximumRedirects {
            try check(request)
            let response = try await transport.exchange(
                request, timeout: max(.zero, ContinuousClock.now.duration(to: deadline)))
            guard followsRedirects, let next = try request.redirected(by: response) else {
                guard response.status < 400 else { throw .status(response) }
                return response
            }
            request = next
        }
        throw .interrupted(Message("more than \(Self.maximumRedirects) redirects"))
    }

    private func check(_ request: HTTP.Request) throws(HTTP.Error) {
        guard ["http", "https"].contains(request.url.scheme?.lowercased()) else {
            throw .unreachable(Message("the address is no URL"))
        }
        guard !request.method.isEmpty, request.method.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
            throw .unreachable(Message("a header field is malformed"))
        }
        for (name, value) in request.headers {
            // The text after a line break would be sent as another field.
            let isSafe = !(name + value).unicodeScalars.contains { $0 == "\r" || $0 == "\n" || $0 == "\0" }
            guard isSafe, !name.isEmpty, !name.contains(":") else {
                throw .unreachable(Message("a header field is malformed"))
            }
        }
    }
}

extension String {
    /// Whether it is a host name or address of this machine: `localhost`, 127.0.0.0/8 in dotted form, or ::1. A name that only begins
    /// with these is another host.
    package var isLoopbackHost: Bool {
        if self == "localhost" || self == "::1" { return true }
        let numbers = split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers[0] == "127"
            && numbers.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } && UInt8($0) != nil }
    }
}

extension HTTP.Request {
    /// The next request after a redirect; nil if the response is no redirect. Throws ``HTTP/Error/foreignRedirect(host:)`` if it
    /// leads to another host or port, or from https to http: the header fields must not be sent there.
    package func redirected(by response: HTTP.Response) throws(HTTP.Error) -> HTTP.Request? {
        guard [301, 302, 303, 307, 308].contains(response.status), let location = response.header("Location") else {
            return nil
        }
        // Without the address, which may contain private data.
        guard let target = URL(lenient: location, relativeTo: url)?.absoluteURL, let host = target.host() else {
            throw .interrupted(Message("a redirect to no address"))
        }
        guard Self.isSame(url, target) else {
            // If only the port differs, the message must show it.
            let isSameHost = host.lowercased() == url.host()?.lowercased()
            let port = (target.port ?? Self.ports[target.scheme?.lowercased() ?? ""]).map { ":\($0)" } ?? ""
            throw .foreignRedirect(host: isSameHost ? host + port : host)
        }
        var next = self
        next.url = target
        if response.status == 303 ? method != "HEAD" : method == "POST" && response.status < 303 {
            next.method = "GET"
            next.body = nil
            next.headers = headers.filter { $0.key.lowercased() != "content-type" }
        }
        return next
    }

    private static let ports = ["http": 80, "https": 443]

    /// Whether headers may be sent on: to the same host and port, or from http to https on the same host.
    private static func isSame(_ old: URL, _ new: URL) -> Bool {
        guard let scheme = new.scheme?.lowercased(), old.host()?.lowercased() == new.host()?.lowercased() else {
            return false
        }
        if old.scheme?.lowercased() == scheme { return old.port ?? ports[scheme] == new.port ?? ports[scheme] }
        return old.scheme?.lowercased() == "http" && scheme == "https" && (new.port ?? 443) == 443
    }
}
