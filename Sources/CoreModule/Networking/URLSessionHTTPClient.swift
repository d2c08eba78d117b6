import Dispatch
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests through Foundation's `URLSession`, without cookies or a cache.
///
/// By default it follows up to ten redirects on the same host, with the same header fields, method and body, except where
/// RFC 9110, section 15.4, requires a GET.
///
/// On Linux, a cancelled request goes on in the background until it is answered or times out: cancelling it might crash the
/// process. Foundation up to Swift 6.3 also crashes if a server closes the connection inside the header
/// (swift-corelibs-foundation, issue 5285), sends trailers, or redirects to an impossible host. While it waits for a response, it
/// keeps one core busy.
public final class URLSessionHTTPClient: HTTPClient, CustomReflectable {
    private static let maximumRedirects = 10
    private let session: URLSession
    private let exchanges: Exchanges
    private let timeout: Duration
    private let followsRedirects: Bool

    /// Makes a client.
    /// - Parameters:
    ///   - timeout: the longest time for a response in all, at most a day.
    ///   - maximumBodySize: the longest body of a response, in bytes.
    ///   - followsRedirects: whether to follow redirects on the same host. If false, a redirect is returned like other
    ///     responses, for ``HTTPRequest/redirected(by:)``.
    public init(timeout: Duration = .seconds(30), maximumBodySize: Int = 8 << 20, followsRedirects: Bool = true) {
        self.followsRedirects = followsRedirects
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpShouldSetCookies = false
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        self.timeout = min(timeout, .seconds(24 * 3600))
        // Our timeout must end first; the session's default is one minute.
        configuration.timeoutIntervalForRequest = TimeInterval(self.timeout.components.seconds + 10)
        exchanges = Exchanges(maximumBodySize: maximumBodySize)
        #if canImport(FoundationNetworking)
        let queue = InlineOperationQueue()
        #else
        let queue: OperationQueue? = nil
        #endif
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: queue)
    }

    deinit {
        #if canImport(FoundationNetworking)
        session.finishTasksAndInvalidate()
        #else
        session.invalidateAndCancel()
        #endif
    }

    /// A mirror that shows nothing, since the session holds the header fields of its requests.
    public var customMirror: Mirror { Mirror(self, children: []) }

    /// Sends a request. Header fields with line breaks are refused as ``HTTPError/unreachable(_:)``.
    public func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        let deadline = ContinuousClock.now + timeout
        var request = request
        for _ in 0...Self.maximumRedirects {
            let response = try await exchange(request, by: deadline)
            guard followsRedirects, let next = try request.redirected(by: response) else {
                guard response.status < 400 else { throw .status(response) }
                return response
            }
            request = next
        }
        throw .interrupted(Message("more than \(Self.maximumRedirects) redirects"))
    }

    private func exchange(
        _ request: HTTPRequest, by deadline: ContinuousClock.Instant
    ) async throws(HTTPError) -> HTTPResponse {
        var urlRequest = URLRequest(url: request.url)
        urlRequest.httpMethod = request.method
        #if !canImport(FoundationNetworking)
        urlRequest.httpBody = request.body
        #endif
        for (name, value) in request.headers {
            // Foundation would send the text after a line break as another field.
            let isSafe = !(name + value).unicodeScalars.contains { $0 == "\r" || $0 == "\n" || $0 == "\0" }
            guard isSafe, !name.isEmpty, !name.contains(":") else {
                throw .unreachable(Message("a header field is malformed"))
            }
            urlRequest.setValue(value, forHTTPHeaderField: name)
        }
        #if canImport(FoundationNetworking)
        // If the server closes a kept connection, libcurl sends the request again. Foundation on Linux gives it the body again only
        // if that is a stream. With a length and without the field of chunks, which the blank removes, it is sent as usual. An
        // empty body has length 0 anyway. Not documented; swift-corelibs-foundation of Swift 6.3: `seekInputStream` in
        // NativeProtocol.swift, `configureEasyHandle` and `curlHeaders` in HTTPURLProtocol.swift.
        if let body = request.body, !body.isEmpty {
            urlRequest.httpBodyStream = InputStream(data: body)
            urlRequest.setValue("\(body.count)", forHTTPHeaderField: "Content-Length")
            urlRequest.setValue(" ", forHTTPHeaderField: "Transfer-Encoding")
        }
        #endif
        let result = Promise<Result<HTTPResponse, HTTPError>>()
        let task = session.dataTask(with: urlRequest)
        exchanges.begin(task, request.body, result)
        result.set(.failure(.timedOut), after: max(.zero, ContinuousClock.now.duration(to: deadline)))
        task.resume()
        #if !canImport(FoundationNetworking)
        // On Linux, cancelling a task that is just completing crashes the process. There the task goes on until it ends or the
        // session times out, and its data is dropped.
        defer { task.cancel() }
        #endif
        return try await result.value(whenCancelled: .failure(.cancelled)).get()
    }
}

extension HTTPRequest {
    /// The next request after a redirect; nil if the response is no redirect. Throws ``HTTPError/foreignRedirect(host:)`` if it
    /// leads to another host or port, or from https to http: the header fields must not be sent there.
    public func redirected(by response: HTTPResponse) throws(HTTPError) -> HTTPRequest? {
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

/// Collects the responses, which the session delivers in pieces.
private final class Exchanges: NSObject, URLSessionDataDelegate {
    private struct Exchange {
        let result: Promise<Result<HTTPResponse, HTTPError>>
        let sentBody: Data?
        var body = Data()
        var isOver = false
        /// How many bytes have arrived since it was over.
        var dropped = 0

        /// Sets the result, if there is none yet. The rest of the response is dropped.
        mutating func end(_ result: Result<HTTPResponse, HTTPError>) {
            self.result.set(result)
            body = Data()
            isOver = true
        }
    }

    private let maximumBodySize: Int
    private let exchanges = Locked<[Int: Exchange]>([:])
    /// A task is cancelled after so many bytes were dropped. A response that is only too long ends before.
    private let longestDrop: Int

    init(maximumBodySize: Int) {
        self.maximumBodySize = maximumBodySize
        longestDrop = 16 * max(maximumBodySize, 1 << 20)
    }

    func begin(_ task: URLSessionTask, _ body: Data?, _ result: Promise<Result<HTTPResponse, HTTPError>>) {
        exchanges.withLock { $0[task.taskIdentifier] = Exchange(result: result, sentBody: body) }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        let body = exchanges.withLock { $0[task.taskIdentifier]?.sentBody }
        completionHandler(body.map { InputStream(data: $0) })
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // The redirect itself is the response. If Foundation on Linux follows it, it loses the body and changes the path.
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard let response = challenge.failureResponse else { return completionHandler(.performDefaultHandling, nil) }
        // The refusal is the response. By default, Foundation on Linux waits for a password for ever.
        exchanges.withLock { exchanges in
            guard let body = exchanges[task.taskIdentifier]?.body else { return }
            exchanges[task.taskIdentifier]?.end(Self.answer(response, body))
        }
        // Later: on Linux this may be the session's own queue, and cancelling waits for that queue.
        DispatchQueue.global().async { completionHandler(.cancelAuthenticationChallenge, nil) }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let hasBody = dataTask.originalRequest?.httpMethod != "HEAD"
        if hasBody, response.expectedContentLength > Int64(maximumBodySize) {
            exchanges.withLock { $0[dataTask.taskIdentifier]?.end(.failure(.tooLarge(limit: maximumBodySize))) }
        }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isEndless = exchanges.withLock { exchanges in
            guard var exchange = exchanges.removeValue(forKey: dataTask.taskIdentifier) else { return false }
            defer { exchanges[dataTask.taskIdentifier] = exchange }
            if !exchange.isOver, exchange.body.count + data.count <= maximumBodySize {
                exchange.body.append(data)
                return false
            }
            exchange.end(.failure(.tooLarge(limit: maximumBodySize)))
            let before = exchange.dropped
            exchange.dropped += data.count
            return before <= longestDrop && exchange.dropped > longestDrop
        }
        // On another queue: cancelling waits for this one.
        if isEndless { DispatchQueue.global(qos: .userInitiated).async { dataTask.cancel() } }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let exchange = exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        let failure = error.map { HTTPError($0, of: task.originalRequest?.url) }
        exchange.result.set(failure.map { .failure($0) } ?? Self.answer(task.response, exchange.body))
    }

    private static func answer(_ response: URLResponse?, _ body: Data) -> Result<HTTPResponse, HTTPError> {
        guard let response = response as? HTTPURLResponse, let url = response.url else {
            return .failure(.interrupted(Message("the server does not speak HTTP")))
        }
        let headers = response.allHeaderFields.map { ("\($0.key)", "\($0.value)") }
        return .success(
            HTTPResponse(status: response.statusCode, url: url, headers: Dictionary(headers) { $1 }, body: body))
    }
}

#if canImport(FoundationNetworking)
/// Runs each operation at once, on the thread that adds it.
///
/// Foundation on Linux reads on before its delegate has handled the last data. With a fast server and an endless response, memory
/// would run out. Sendable because it has no state of its own.
private final class InlineOperationQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
}
#endif

extension HTTPError {
    fileprivate init(_ error: any Error, of url: URL?) {
        let error = error as NSError
        // On Linux up to Swift 6.3, Foundation and libcurl disagree on the brackets around an IPv6 host, and nothing is sent.
        if error.domain == NSURLErrorDomain, error.code == NSURLErrorBadURL, url?.host()?.contains(":") == true {
            self = .unreachable(
                Message(
                    "this system takes no IPv6 address in a URL; give the server's name, from /etc/hosts if need be"))
        } else if error.domain == NSURLErrorDomain {
            self = Self.urlError(error.code, details: error.localizedDescription)
        } else {
            self = .interrupted(Message("network error \(String(error.code))"))
        }
    }

    /// The error for a code of `NSURLErrorDomain`: unreachable only if the request was certainly not sent.
    /// - Parameter details: Foundation's own text. It is not shown, since it contains the address with its query. On Linux, many
    ///   errors have no code of their own, or the code of another error.
    private static func urlError(_ code: Int, details: String) -> HTTPError {
        let insecure = Message("there is no secure connection to the host")
        switch code {
        case NSURLErrorTimedOut: return .timedOut
        case NSURLErrorCancelled: return .cancelled
        #if canImport(FoundationNetworking)
        case NSURLErrorBadServerResponse:
            return .interrupted(Message("the server closed the connection without an answer"))
        case NSURLErrorUnsupportedURL where details.contains("HTTP/"):
            return .interrupted(Message("the server does not speak HTTP"))
        case NSURLErrorUnknown:
            let beginnings = ["certificate", "handshake", "SSL_connect", "wrong version number"]
            if beginnings.contains(where: details.contains) { return .unreachable(insecure) }
            if details.contains("SSL") || details.contains("TLS") { return .interrupted(insecure) }
            if details.contains("transfer closed") {
                return .interrupted(Message("the server broke the connection off in the middle of its answer"))
            }
            if details.contains("reset") { return .interrupted(Message("the connection was closed")) }
            return .interrupted(Message("the exchange with the server failed, and the system does not say why"))
        #endif
        case NSURLErrorCannotFindHost, NSURLErrorDNSLookupFailed: return .unreachable(Message("the host is unknown"))
        case NSURLErrorCannotConnectToHost: return .unreachable(Message("the connection was refused"))
        case NSURLErrorNotConnectedToInternet: return .unreachable(Message("there is no network"))
        case NSURLErrorBadURL, NSURLErrorUnsupportedURL: return .unreachable(Message("the address is no URL"))
        case NSURLErrorSecureConnectionFailed, NSURLErrorServerCertificateHasBadDate,
            NSURLErrorServerCertificateUntrusted, NSURLErrorServerCertificateHasUnknownRoot,
            NSURLErrorServerCertificateNotYetValid:
            return .unreachable(insecure)
        case NSURLErrorClientCertificateRejected, NSURLErrorClientCertificateRequired: return .interrupted(insecure)
        case NSURLErrorNetworkConnectionLost: return .interrupted(Message("the connection was closed"))
        case NSURLErrorBadServerResponse, NSURLErrorCannotParseResponse:
            return .interrupted(Message("the server does not speak HTTP"))
        case NSURLErrorInternationalRoamingOff, NSURLErrorCallIsActive, NSURLErrorDataNotAllowed:
            return .unreachable(Message("network error \(String(code))"))
        default: return .interrupted(Message("network error \(String(code))"))
        }
    }
}
