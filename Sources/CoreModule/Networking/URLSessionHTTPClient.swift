import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests through Foundation's `URLSession`, without cookies or a cache.
public final class URLSessionHTTPClient: HTTPClient {
    private let session: URLSession
    private let exchanges: Exchanges
    private let timeout: Duration

    /// Makes a client.
    /// - Parameters:
    ///   - timeout: how long an answer may take in all.
    ///   - maximumBodySize: the longest answer, in bytes.
    public init(timeout: Duration = .seconds(30), maximumBodySize: Int = 8 << 20) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpShouldSetCookies = false
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        exchanges = Exchanges(maximumBodySize: maximumBodySize)
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
        self.timeout = timeout
    }

    deinit {
        session.invalidateAndCancel()
    }

    /// Sends a request.
    public func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        var urlRequest = URLRequest(url: request.url)
        urlRequest.httpMethod = request.method
        urlRequest.httpBody = request.body
        for (name, value) in request.headers { urlRequest.setValue(value, forHTTPHeaderField: name) }
        let result = OneShot<Result<HTTPResponse, HTTPError>>()
        let task = session.dataTask(with: urlRequest)
        exchanges.begin(task, result)
        result.set(.failure(.timedOut), after: timeout)
        task.resume()
        // Whoever has set the result, nothing more is wanted of the server.
        defer { task.cancel() }
        return try await result.value(whenCancelled: .failure(.cancelled)).get()
    }
}

/// Collects the answers, as the session hands them over piece by piece.
private final class Exchanges: NSObject, URLSessionDataDelegate {
    private struct Exchange {
        let result: OneShot<Result<HTTPResponse, HTTPError>>
        var body = Data()
        var response: HTTPURLResponse?
    }

    private let maximumBodySize: Int
    private let exchanges = Mutex<[Int: Exchange]>([:])

    init(maximumBodySize: Int) {
        self.maximumBodySize = maximumBodySize
    }

    func begin(_ task: URLSessionTask, _ result: OneShot<Result<HTTPResponse, HTTPError>>) {
        exchanges.withLock { $0[task.taskIdentifier] = Exchange(result: result) }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        let isSafe = Self.isSame(task.currentRequest?.url ?? task.originalRequest?.url, request.url)
        // Without a new request the redirect itself is the answer.
        completionHandler(isSafe ? request : nil)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let tooLong = exchanges.withLock { exchanges -> OneShot<Result<HTTPResponse, HTTPError>>? in
            guard var exchange = exchanges.removeValue(forKey: dataTask.taskIdentifier) else { return nil }
            guard exchange.body.count + data.count <= maximumBodySize else { return exchange.result }
            exchange.body.append(data)
            exchanges[dataTask.taskIdentifier] = exchange
            return nil
        }
        if let tooLong {
            tooLong.set(.failure(.tooLarge(limit: maximumBodySize)))
            dataTask.cancel()
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let exchange = exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        exchange.result.set(Self.result(task, exchange.body, error))
    }

    private static func result(
        _ task: URLSessionTask, _ body: Data, _ error: (any Error)?
    ) -> Result<HTTPResponse, HTTPError> {
        if let error { return .failure(HTTPError(error)) }
        guard let response = task.response as? HTTPURLResponse, let url = response.url else {
            return .failure(.unreachable("the server does not speak HTTP"))
        }
        let headers = response.allHeaderFields.map { ("\($0.key)", "\($0.value)") }
        let answer = HTTPResponse(
            status: response.statusCode, url: url, headers: Dictionary(headers) { $1 }, body: body)
        if (300..<400).contains(answer.status), let location = answer.header("Location") {
            return .failure(.foreignRedirect(host: URL(string: location, relativeTo: url)?.host() ?? location))
        }
        return answer.status < 400 ? .success(answer) : .failure(.status(answer))
    }

    /// Whether one may be sent on with all one's headers: to the same host and port, or from http to https on that host.
    private static func isSame(_ old: URL?, _ new: URL?) -> Bool {
        guard let old, let new, let host = new.host(), old.host()?.lowercased() == host.lowercased() else {
            return false
        }
        if old.scheme == new.scheme { return old.port == new.port }
        return old.scheme == "http" && new.scheme == "https" && new.port == nil
    }
}

extension HTTPError {
    fileprivate init(_ error: any Error) {
        let error = error as NSError
        switch (error.domain, error.code) {
        case (NSURLErrorDomain, NSURLErrorTimedOut): self = .timedOut
        case (NSURLErrorDomain, NSURLErrorCancelled): self = .cancelled
        // By its text and number only: an error's other values repeat the address with its query.
        default: self = .unreachable("\(error.localizedDescription) (\(error.code))")
        }
    }
}
