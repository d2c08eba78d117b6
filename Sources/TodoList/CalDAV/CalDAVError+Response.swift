import CoreModule
import Foundation

extension CalDAVError {
    /// The longest accepted `Retry-After`, in seconds. A server may name next year by mistake.
    private static let longestPause = 6 * 3600.0

    /// Makes the error of a request that failed.
    init(_ error: HTTPError, now: Date) {
        switch error {
        case .status(let response):
            self.init(
                status: response.status, precondition: DAVReader.precondition(in: response.body),
                retryDate: response.retryDate(now: now).map { min($0, now.addingTimeInterval(Self.longestPause)) })
        case .foreignRedirect(let host): self = .foreignRedirect(host: host)
        case .unreachable(let reason), .interrupted(let reason): self = .network(reason)
        case .timedOut: self = .timedOut
        case .tooLarge(let limit): self = .malformed(Message("there are more than \(limit) bytes"))
        case .cancelled: self = .cancelled
        }
    }

    /// Makes the error of a status that is not a success, of an answer or of one resource in it.
    init(status: Int, precondition: String? = nil, retryDate: Date? = nil) {
        switch status {
        case 401: self = .unauthorized
        // RFC 4331, section 6, uses 507; some servers send 403 with a reason.
        case 403 where precondition == "quota-not-exceeded" || precondition == "sufficient-disk-space": self = .full
        case 403: self = .forbidden(precondition: precondition)
        case 404, 410: self = .notFound
        case 409: self = .conflict(precondition: precondition)
        case 412: self = .preconditionFailed
        case 423: self = .locked
        case 429: self = .rateLimited(until: retryDate)
        case 502, 503, 504: self = .unavailable(until: retryDate)
        case 507: self = .full
        default: self = .refused(status: status, precondition: precondition)
        }
    }
}
