import Dispatch
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests through Foundation's `URLSession`, without cookies or a cache.
///
/// Unless told otherwise, it follows up to ten redirects on the same host, with the same header fields, and with the same method and body but where
/// RFC 9110, section 15.4, makes it a GET.
///
/// On Linux, a request that nobody waits for any more goes on until it is answered or its time is up: to cancel it might end the
/// process. Foundation up to Swift 6.3 also ends it where a server closes the connection in the middle of the header
/// (swift-corelibs-foundation, issue 5285), sends trailers, or redirects to an impossible host. While it waits for an answer it
/// keeps one core busy.
public final class URLSessionHTTPClient: HTTPClient, CustomReflectable {
    private static let maximumRedirects = 10
    private let session: URLSession
    private let exchanges: Exchanges
    private let timeout: Duration
    private let followsRedirects: Bool

    /// Makes a client.
    /// - Parameters:
    ///   - timeout: how long an answer may take in all, at most a day.
    ///   - maximumBodySize: the longest answer, in bytes.
    ///   - followsRedirects: whether to follow redirects on the same host, which are requests as well; else a redirect is an
    ///     answer like others, for ``HTTPRequest/redirected(by:)``.
    public init(timeout: Duration = .seconds(30), maximumBodySize: Int = 8 << 20, followsRedirects: Bool = true) {
        self.followsRedirects = followsRedirects
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpShouldSetCookies = false
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        self.timeout = min(timeout, .seconds(24 * 3600))
        // Ours is the one that counts; without this, the session's own minute would.
        configuration.timeoutIntervalForRequest = TimeInterval(self.timeout.components.seconds + 10)
        exchanges = Exchanges(maximumBodySize: maximumBodySize)
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: .forSessions())
    }

    deinit {
        #if canImport(FoundationNetworking)
        session.finishTasksAndInvalidate()
        #else
        session.invalidateAndCancel()
        #endif
    }

    /// A mirror that shows nothing: the session holds the requests that are under way, with their header fields.
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
        urlRequest.httpBody = request.body
        for (name, value) in request.headers {
            // Foundation would send what follows a line break as further fields.
            let isSafe = !(name + value).unicodeScalars.contains { $0 == "\r" || $0 == "\n" || $0 == "\0" }
            guard isSafe, !name.isEmpty, !name.contains(":") else {
                throw .unreachable(Message("a header field is malformed"))
            }
            urlRequest.setValue(value, forHTTPHeaderField: name)
        }
        let result = Promise<Result<HTTPResponse, HTTPError>>()
        let task = session.dataTask(with: urlRequest)
        exchanges.begin(task, result)
        result.set(.failure(.timedOut), after: max(.zero, ContinuousClock.now.duration(to: deadline)))
        task.resume()
        #if !canImport(FoundationNetworking)
        // Nothing more is wanted of the server. On Linux, to cancel a task that is just being completed ends the process, so it is
        // left to its end there, or to the session's timeout; what still comes is dropped.
        defer { task.cancel() }
        #endif
        return try await result.value(whenCancelled: .failure(.cancelled)).get()
    }
}

extension HTTPRequest {
    /// The request that a redirect asks for; `nil` where the answer is none. Throws ``HTTPError/foreignRedirect(host:)`` where it
    /// leads to another host or port, or from https to http: the header fields must not follow there.
    public func redirected(by response: HTTPResponse) throws(HTTPError) -> HTTPRequest? {
        guard [301, 302, 303, 307, 308].contains(response.status), let location = response.header("Location") else {
            return nil
        }
        // Not the address itself: it may hold what nobody is to see.
        guard let target = URL(lenient: location, relativeTo: url)?.absoluteURL, let host = target.host() else {
            throw .interrupted(Message("a redirect to no address"))
        }
        guard Self.isSame(url, target) else {
            // By its name alone, one would not see what is another's.
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

    /// Whether one may be sent on with all one's headers: to the same host and port, or from http to https on that host.
    private static func isSame(_ old: URL, _ new: URL) -> Bool {
        guard let scheme = new.scheme?.lowercased(), old.host()?.lowercased() == new.host()?.lowercased() else {
            return false
        }
        if old.scheme?.lowercased() == scheme { return old.port ?? ports[scheme] == new.port ?? ports[scheme] }
        return old.scheme?.lowercased() == "http" && scheme == "https" && (new.port ?? 443) == 443
    }
}

/// Collects the answers, as the session hands them over piece by piece.
private final class Exchanges: NSObject, URLSessionDataDelegate {
    private struct Exchange {
        let result: Promise<Result<HTTPResponse, HTTPError>>
        var body = Data()
    }

    private let maximumBodySize: Int
    private let exchanges = Locked<[Int: Exchange]>([:])
    /// How many bytes have come of answers that nobody waits for any more.
    private let dropped = Locked<[Int: Int]>([:])
    /// How often the longest answer is dropped before its task is cancelled. An answer that is only too long has ended by then.
    private static let patience = 16

    init(maximumBodySize: Int) {
        self.maximumBodySize = maximumBodySize
    }

    func begin(_ task: URLSessionTask, _ result: Promise<Result<HTTPResponse, HTTPError>>) {
        exchanges.withLock { $0[task.taskIdentifier] = Exchange(result: result) }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // The redirect itself is the answer. Left to follow it, Foundation on Linux loses the body and changes the path.
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard let response = challenge.failureResponse else { return completionHandler(.performDefaultHandling, nil) }
        // The refusal is the answer. By default, Foundation on Linux would wait for a password for ever.
        if let exchange = exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) {
            exchange.result.set(Self.answer(response, exchange.body))
        }
        // Not at once: on Linux this may be the session's own queue, on which cancelling waits for it.
        DispatchQueue.global().async { completionHandler(.cancelAuthenticationChallenge, nil) }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let hasBody = dataTask.originalRequest?.httpMethod != "HEAD"
        if hasBody, response.expectedContentLength > Int64(maximumBodySize) {
            let exchange = exchanges.withLock { $0.removeValue(forKey: dataTask.taskIdentifier) }
            exchange?.result.set(.failure(.tooLarge(limit: maximumBodySize)))
        }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isWanted = exchanges.withLock { exchanges in
            guard var exchange = exchanges.removeValue(forKey: dataTask.taskIdentifier) else { return false }
            guard exchange.body.count + data.count <= maximumBodySize else {
                exchange.result.set(.failure(.tooLarge(limit: maximumBodySize)))
                return false
            }
            exchange.body.append(data)
            exchanges[dataTask.taskIdentifier] = exchange
            return true
        }
        if !isWanted { drop(data.count, of: dataTask) }
    }

    /// Cancels a task whose answer does not seem to have an end.
    private func drop(_ count: Int, of task: URLSessionTask) {
        let limit = Self.patience * max(maximumBodySize, 1 << 20)
        let isEndless = dropped.withLock { dropped in
            let before = dropped[task.taskIdentifier, default: 0]
            dropped[task.taskIdentifier] = before + count
            return before <= limit && before + count > limit
        }
        // Not on this queue, which cancelling waits for.
        if isEndless { DispatchQueue.global(qos: .userInitiated).async { task.cancel() } }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        _ = dropped.withLock { $0.removeValue(forKey: task.taskIdentifier) }
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

extension OperationQueue {
    /// A queue for a session's delegate whose calls return quickly.
    fileprivate static func forSessions() -> OperationQueue? {
        #if canImport(FoundationNetworking)
        InlineOperationQueue()
        #else
        nil
        #endif
    }
}

#if canImport(FoundationNetworking)
/// Performs each operation at once, where it is added.
///
/// Foundation on Linux reads on whatever its delegate has done with what was read before. From a fast server that never ends
/// its answer, more would pile up than memory holds. Sendable since it has no state of its own.
private final class InlineOperationQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
}
#endif

extension HTTPError {
    fileprivate init(_ error: any Error, of url: URL?) {
        let error = error as NSError
        switch (error.domain, error.code) {
        // On Linux, Foundation and libcurl take the host of such an address with and without its brackets, do not agree, and
        // nothing is sent (up to Swift 6.3).
        case (NSURLErrorDomain, NSURLErrorBadURL) where url?.host()?.contains(":") == true:
            self = .unreachable(
                Message(
                    "this system takes no IPv6 address in a URL; give the server's name, from /etc/hosts if need be"))
        case (NSURLErrorDomain, NSURLErrorTimedOut): self = .timedOut
        case (NSURLErrorDomain, NSURLErrorCancelled): self = .cancelled
        // None of its words are shown: an error's values repeat the address with its query.
        case (NSURLErrorDomain, let code):
            let reason = Message.urlError(code, details: error.localizedDescription)
            self =
                Self.isUnsent(code, details: error.localizedDescription) ? .unreachable(reason) : .interrupted(reason)
        default: self = .interrupted(Message("network error \(String(error.code))"))
        }
    }

    /// Whether a code of `NSURLErrorDomain` says for certain that there was no connection to send a request on.
    private static func isUnsent(_ code: Int, details: String) -> Bool {
        switch code {
        #if canImport(FoundationNetworking)
        // See `Message.urlError`: these have no code of their own, or one that means something else.
        case NSURLErrorUnsupportedURL where details.contains("HTTP/"): false
        case NSURLErrorUnknown:
            ["certificate", "handshake", "SSL_connect", "wrong version number"].contains(where: details.contains)
        #endif
        case NSURLErrorBadURL, NSURLErrorUnsupportedURL, NSURLErrorCannotFindHost, NSURLErrorCannotConnectToHost,
            NSURLErrorDNSLookupFailed, NSURLErrorNotConnectedToInternet, NSURLErrorInternationalRoamingOff,
            NSURLErrorCallIsActive, NSURLErrorDataNotAllowed, NSURLErrorSecureConnectionFailed,
            NSURLErrorServerCertificateHasBadDate, NSURLErrorServerCertificateUntrusted,
            NSURLErrorServerCertificateHasUnknownRoot, NSURLErrorServerCertificateNotYetValid:
            true
        default: false
        }
    }
}
