import Foundation

/// Logs the requests that another client sends, by method, host and path, with the status or the fault and the time it took:
/// never a header, a query or a body, which may hold secrets and private words, nor a path that may.
public struct LoggingHTTPClient: HTTPClient {
    private let base: any HTTPClient
    private let logger: Logger
    private let failureLevel: Logger.Level?
    private let showsPath: Bool

    /// Makes a client that tells of what another sends.
    /// - Parameters:
    ///   - base: sends the requests.
    ///   - logger: is told of them.
    ///   - failureLevel: the level at which failures are told; each error's own where `nil`. `debug` suits a client whose user tells
    ///     of failures.
    ///   - showsPath: whether the path is told. It had better not be where the user has chosen the address, which may be one that
    ///     only its owner knows.
    public init(
        _ base: any HTTPClient, logger: Logger, failureLevel: Logger.Level? = nil, showsPath: Bool = true
    ) {
        self.base = base
        self.logger = logger
        self.failureLevel = failureLevel
        self.showsPath = showsPath
    }

    /// Sends a request and returns the whole answer.
    public func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        let shown = showsPath ? request.description : "\(request.method) \(request.url.host() ?? "")"
        logger.debug("request started", ["request": shown])
        let start = ContinuousClock.now
        do throws(HTTPError) {
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
