import Foundation

/// Logs the requests of another client: method, host and path, the status or the error, and the time. It never logs headers,
/// queries and bodies, which may contain secrets and private words.
public struct LoggingHTTPClient: HTTP.Client {
    private let base: any HTTP.Client
    private let logger: EventLogger
    private let failureLevel: EventLogger.Level?
    private let showsPath: Bool

    /// Makes a client that logs the requests of another one, under the label `http`.
    /// - `failureLevel`: the level of failures; if nil, each error's own. Use `debug` if the caller logs failures.
    /// - `showsPath`: whether to log the path. Pass false if the user has chosen the address: its path may be a secret.
    public init(
        _ base: any HTTP.Client, logger: EventLogger, failureLevel: EventLogger.Level? = nil, showsPath: Bool = true
    ) {
        self.base = base
        self.logger = logger.labelled("http")
        self.failureLevel = failureLevel
        self.showsPath = showsPath
    }

    /// Sends a request and returns the complete response.
    public func send(_ request: HTTP.Request) async throws(HTTP.Error) -> HTTP.Response {
        let shown = showsPath ? request.description : "\(request.method) \(request.url.host() ?? "")"
        logger.debug("request started", ["request": shown])
        let start = ContinuousClock.now
        do throws(HTTP.Error) {
            let response = try await base.send(request)
            logger.debug(
                "request done",
                ["request": shown, "status": "\(response.status)", "took": start.age])
            return response
        } catch {
            logger.log(
                failureLevel ?? error.logLevel, "request failed",
                ["request": shown, "error": error.code, "took": start.age])
            throw error
        }
    }
}

extension HTTP.Error: LoggedError {
    /// The error's code; for a response, its status.
    public var code: String {
        switch self {
        case .status(let response): "status \(response.status)"
        case .foreignRedirect: "foreignRedirect"
        case .unreachable: "unreachable"
        case .interrupted: "interrupted"
        case .timedOut: "timedOut"
        case .tooLarge: "tooLarge"
        case .cancelled: "cancelled"
        }
    }

    /// A warning, or debug if the call was cancelled.
    public var logLevel: EventLogger.Level { self == .cancelled ? .debug : .warning }
}
