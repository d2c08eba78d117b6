import Foundation

/// Keeps to the limits of a service: a request waits for its turn, in the order of arrival, before another client sends it.
///
/// After a status of 429 or 503 with a `Retry-After`, it sends nothing before that date, at most six hours. Until then every request
/// fails at once with the same response, in which `Retry-After` is the time that is left. A cancelled request does not wait.
///
/// Share one client among all that call the service. It counts in memory: a new client knows of no earlier request.
public actor LimitedHTTPClient: HTTPClient {
    private let base: any HTTPClient
    private let limits: [RequestLimit]
    private let clock: WallClock
    private let sleep: InterruptibleSleep
    /// Held while a request waits for its turn.
    private let queue = AsyncMutex()
    private var record = RequestRecord()
    /// The response that began the pause.
    private var refusal: HTTPResponse?

    /// Makes a client that limits the requests of another one. The sleeper must use the same time as the clock.
    public init(
        _ base: any HTTPClient, limits: [RequestLimit], clock: WallClock = .system, sleeper: Sleeper = .system()
    ) {
        self.base = base
        self.limits = limits
        self.clock = clock
        sleep = InterruptibleSleep(sleeper)
    }

    /// Sends a request when its turn comes, and returns the complete response.
    public func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        let turn = try await waitForTurn()
        do throws(HTTPError) {
            return try await base.send(request)
        } catch {
            if case .unreachable = error {
                // The service has not received it, so the turn of the next one may come earlier.
                record.release(grantedAt: turn)
                sleep.interrupt()
            }
            if case .status(let response) = error { pause(after: response) }
            throw error
        }
    }

    private func waitForTurn() async throws(HTTPError) -> Date {
        try checkPause()
        do { try await queue.enterUnlessCancelled() } catch { throw .cancelled }
        defer { queue.leave() }
        while true {
            try checkPause()
            let now = clock.now()
            guard let date = record.reserve(limits, now: now) else { return now }
            await sleep.sleep(until: date)
            guard !Task.isCancelled else { throw .cancelled }
        }
    }

    /// Throws the refusal as long as the pause lasts.
    private func checkPause() throws(HTTPError) {
        let now = clock.now()
        let left = record.turn([], now: now).timeIntervalSince(now)
        if left > 0, let refusal { throw .status(refusal.retrying(after: left)) }
    }

    private func pause(after response: HTTPResponse) {
        let now = clock.now()
        guard [429, 503].contains(response.status), let date = response.retryDate(now: now), date > now else { return }
        record.pause(until: date, now: now)
        refusal = response
        // The request that waits for its turn fails now, and then those behind it.
        sleep.interrupt()
    }
}

extension HTTPResponse {
    /// The response with another `Retry-After`, rounded up to a second.
    fileprivate func retrying(after seconds: TimeInterval) -> HTTPResponse {
        let headers = headers.merging(["retry-after": "\(Int(seconds.rounded(.up)))"]) { $1 }
        return HTTPResponse(status: status, url: url, headers: headers, body: body)
    }
}
