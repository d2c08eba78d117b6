#if canImport(Darwin)
import Dispatch
import Foundation

/// Exchanges requests and responses through Foundation's `URLSession`.
final class HTTPTransport: Sendable {
    private let session: URLSession
    private let exchanges: Exchanges

    init(maximumBodySize: Int) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpShouldSetCookies = false
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        exchanges = Exchanges(maximumBodySize: maximumBodySize)
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    deinit { session.invalidateAndCancel() }

    func exchange(_ request: HTTP.Request, timeout: Duration) async throws(HTTP.Error) -> HTTP.Response {
        var urlRequest = URLRequest(url: request.url)
        urlRequest.httpMethod = request.method
        urlRequest.timeoutInterval = TimeInterval(request.secondsOfSilence(within: timeout))
        urlRequest.httpBody = request.body
        for (name, value) in request.headers { urlRequest.setValue(value, forHTTPHeaderField: name) }
        let result = Promise<Result<HTTP.Response, HTTP.Error>>()
        let task = session.dataTask(with: urlRequest)
        exchanges.begin(task, result)
        result.set(.failure(.timedOut), after: timeout)
        task.resume()
        defer { task.cancel() }
        return try await result.value(whenCancelled: .failure(.cancelled)).get()
    }
}

/// Collects the responses, which the session delivers in pieces.
private final class Exchanges: NSObject, URLSessionDataDelegate {
    private struct Exchange {
        let result: Promise<Result<HTTP.Response, HTTP.Error>>
        var body = Data()
    }

    private let maximumBodySize: Int
    private let exchanges = Locked<[Int: Exchange]>([:])

    init(maximumBodySize: Int) {
        self.maximumBodySize = maximumBodySize
    }

    func begin(_ task: URLSessionTask, _ result: Promise<Result<HTTP.Response, HTTP.Error>>) {
        exchanges.withLock { $0[task.taskIdentifier] = Exchange(result: result) }
    }

    /// Sets the result, if there is none yet. What is received from then on is dropped.
    private func end(_ task: URLSessionTask, _ result: (Data) -> Result<HTTP.Response, HTTP.Error>) {
        guard let exchange = exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        exchange.result.set(result(exchange.body))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // The redirect itself is the response.
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard let response = challenge.failureResponse else { return completionHandler(.performDefaultHandling, nil) }
        // The refusal is the response.
        end(task) { Self.answer(response, $0) }
        completionHandler(.cancelAuthenticationChallenge, nil)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        if dataTask.originalRequest?.httpMethod != "HEAD", response.expectedContentLength > Int64(maximumBodySize) {
            end(dataTask) { _ in .failure(.tooLarge(limit: maximumBodySize)) }
        }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let length = exchanges.withLock { exchanges in
            exchanges[dataTask.taskIdentifier]?.body.append(data)
            return exchanges[dataTask.taskIdentifier]?.body.count ?? 0
        }
        if length > maximumBodySize { end(dataTask) { _ in .failure(.tooLarge(limit: maximumBodySize)) } }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        end(task) { body in error.map { .failure(HTTP.Error($0)) } ?? Self.answer(task.response, body) }
    }

    private static func answer(_ response: URLResponse?, _ body: Data) -> Result<HTTP.Response, HTTP.Error> {
        guard let response = response as? HTTPURLResponse, let url = response.url else {
            return .failure(.interrupted(Message("the server does not speak HTTP")))
        }
        let headers = response.allHeaderFields.map { ("\($0.key)", "\($0.value)") }
        return .success(
            HTTP.Response(status: response.statusCode, url: url, headers: Dictionary(headers) { $1 }, body: body))
    }
}

extension HTTP.Error {
    /// The error for one of Foundation's: unreachable only if the request was certainly not sent.
    fileprivate init(_ error: any Error) {
        let error = error as NSError
        guard error.domain == NSURLErrorDomain else {
            self = .interrupted(Message("network error \(String(error.code))"))
            return
        }
        let insecure = Message("there is no secure connection to the host")
        switch error.code {
        case NSURLErrorTimedOut: self = .timedOut
        case NSURLErrorCancelled: self = .cancelled
        case NSURLErrorCannotFindHost, NSURLErrorDNSLookupFailed: self = .unreachable(Message("the host is unknown"))
        case NSURLErrorCannotConnectToHost: self = .unreachable(Message("the connection was refused"))
        case NSURLErrorNotConnectedToInternet: self = .unreachable(Message("there is no network"))
        case NSURLErrorBadURL, NSURLErrorUnsupportedURL: self = .unreachable(Message("the address is no URL"))
        case NSURLErrorSecureConnectionFailed, NSURLErrorServerCertificateHasBadDate,
            NSURLErrorServerCertificateUntrusted, NSURLErrorServerCertificateHasUnknownRoot,
            NSURLErrorServerCertificateNotYetValid:
            self = .unreachable(insecure)
        case NSURLErrorClientCertificateRejected, NSURLErrorClientCertificateRequired: self = .interrupted(insecure)
        case NSURLErrorNetworkConnectionLost: self = .interrupted(Message("the connection was closed"))
        case NSURLErrorBadServerResponse, NSURLErrorCannotParseResponse:
            self = .interrupted(Message("the server does not speak HTTP"))
        case NSURLErrorInternationalRoamingOff, NSURLErrorCallIsActive, NSURLErrorDataNotAllowed:
            self = .unreachable(Message("network error \(String(error.code))"))
        default: self = .interrupted(Message("network error \(String(error.code))"))
        }
    }
}
#endif
