import Foundation

/// Keeps to the limits of a service: a request waits for its permit, in the order of arrival, before another client sends it.
///
/// After a status of 429 or 503 with a `Retry-After`, it sends nothing before that date, at most six hours. Until then every request
/// fails at once with the same response, in which `Retry-After` is the time that is left. A cancelled request does not wait.
///
/// Share one client among all that call the service. It counts in memory: a new client knows of no earlier request.
public actor LimitedHTTPClient: HTTP.Client {
    private let base: any HTTP.Client
    private let limits: [RequestLimit]
    private let clock: WallClock
    private let sleep: InterruptibleSleep
    /// Held while a request waits for its permit.
    private let queue = AsyncMutex()
    private var record = RequestRecord()
    /// The last response with a `Retry-After`.
    private var limitedResponse: HTTP.Response?

    /// Makes a client that limits the requests of another one. The sleeper must use the same time as the clock.
    public init(
        _ base: any HTTP.Client, limits: [RequestLimit], clock: WallClock = .system, sleeper: Sleeper = .system()
    ) {
        self.base = base
        self.limits = limits
        self.clock = clock
        sleep = InterruptibleSleep(sleeper)
    }

    /// Sends a request as soon as the limits allow it, and returns the complete response.
    public func send(_ request: HTTP.Request) async throws(HTTP.Error) -> HTTP.Response {
        let date = try await acquirePermit()
        do throws(HTTP.Error) {
            return try await base.send(request)
        } catch {
            if case .unreachable = error {
                // The service has not received it, so the next one may be sent earlier.
                record.release(acquiredAt: date)
                sleep.interrupt()
            }
            if case .status(let response) = error { obeyRetryAfter(of: response) }
            throw error
        }
    }

    private func acquirePermit() async throws(HTTP.Error) -> Date {
        try checkRetryAfter()
        do { try await queue.enterUnlessCancelled() } catch { throw .cancelled }
        defer { queue.leave() }
        while true {
            try checkRetryAfter()
            let now = clock.now()
            guard let date = record.acquire(limits, now: now) else { return now }
            await sleep.sleep(until: date)
            guard !Task.isCancelled else { throw .cancelled }
        }
    }

    /// Throws that response before the date that it named.
    private func checkRetryAfter() throws(HTTP.Error) {
        let now = clock.now()
        let left = record.notBefore([], now: now).timeIntervalSince(now)
        if left > 0, let limitedResponse { throw .status(limitedResponse.retrying(after: left)) }
    }

    private func obeyRetryAfter(of response: HTTP.Response) {
        let now = clock.now()
        guard [429, 503].contains(response.status), let date = response.retryDate(now: now), date > now else { return }
        record.setRetryAfter(date, now: now)
        limitedResponse = response
        // The request that waits for its permit fails now, and then those behind it.
        sleep.interrupt()
    }
}

extension HTTP.Response {
    /// The response with another `Retry-After`, rounded up to a second.
    fileprivate func retrying(after seconds: TimeInterval) -> HTTP.Response {
        let headers = headers.merging(["retry-after": "\(Int(seconds.rounded(.up)))"]) { $1 }
        return HTTP.Response(status: status, url: url, headers: headers, body: body)
    }
}
