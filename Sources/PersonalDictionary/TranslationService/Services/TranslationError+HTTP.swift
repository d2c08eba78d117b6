public import CoreModule
public import Foundation

extension TranslationError {
    /// What the failure of a request means for a translation service over HTTP. Contains no address, because it may contain the word.
    ///
    /// The statuses 401 and 403 mean that the service does not accept the key. After 429 and 503 it allows no more requests, until the
    /// date in `Retry-After`, which is counted from now, if there is one. Any other status below 500 makes a malformed answer: a service
    /// first decides itself what 404 means, for example ``notFound``.
    public init(_ error: HTTP.Error, now: Date) {
        self =
            switch error {
            case .status(let response):
                switch response.status {
                case 401, 403: .unauthorized
                case 429, 503: .rateLimited(until: response.retryDate(now: now))
                case 500...: .network(Message("status \(response.status)"))
                default: .malformedAnswer(Message("status \(response.status)"))
                }
            case .foreignRedirect: .network(Message("sent to another host"))
            case .unreachable(let reason): .unreachable(reason)
            case .interrupted(let reason): .network(reason)
            case .timedOut: .network(Message("timed out"))
            case .tooLarge(let limit): .malformedAnswer(Message("more than \(limit) bytes"))
            case .cancelled: .cancelled
            }
    }
}
