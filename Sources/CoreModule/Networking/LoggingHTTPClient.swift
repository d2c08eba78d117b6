/// Logs the requests that another client sends, by method, host and path, with the status or the fault and the time it took:
/// never a header, a query or a body, which may hold secrets and private words.
public struct LoggingHTTPClient: HTTPClient {
    private let base: any HTTPClient
    private let logger: Logger
    private let failureLevel: Logger.Level?

    /// Makes a client that tells of what another sends.
    /// - Parameters:
    ///   - base: sends the requests.
    ///   - logger: is told of them.
    ///   - failureLevel: the level at which failures are told; each error's own where `nil`. `debug` suits a client whose user tells
    ///     of failures.
    public init(_ base: any HTTPClient, logger: Logger, failureLevel: Logger.Level? = nil) {
        self.base = base
        self.logger = logger
        self.failureLevel = failureLevel
    }

    /// Sends a request and returns the whole answer.
    public func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        logger.debug("request started", ["request": request.description])
        let start = ContinuousClock.now
        do throws(HTTPError) {
            let response = try await base.send(request)
            logger.debug(
                "request done",
                ["request": request.description, "status": "\(response.status)", "took": start.age])
            return response
        } catch {
            logger.log(
                failureLevel ?? error.logLevel, "request failed",
                ["request": request.description, "error": error.code, "took": start.age])
            throw error
        }
    }
}

extension HTTPError: LoggedError {
    /// The error's name; of an answer, its status.
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

    /// Networks fail, and the program copes with it.
    public var logLevel: Logger.Level { self == .cancelled ? .debug : .warning }
}
