public import CoreModule
public import Foundation

/// The failure of a CalDAV request. It contains no password, no query and no task.
public enum CalDAVError: Error, Hashable, Sendable {
    /// The server cannot be reached, with the reason.
    case network(Message)
    /// The server did not answer in time.
    case timedOut
    /// The calling task was cancelled.
    case cancelled
    /// There is a user but no password. Nothing was sent.
    case passwordMissing
    /// The server does not accept the user or the password (status 401).
    case unauthorized
    /// The server does not allow it (403), with the precondition, such as `no-uid-conflict` (RFC 4791, section
    /// 5.3.2.1).
    case forbidden(precondition: String?)
    /// There is no such resource or collection (404, 410).
    case notFound
    /// It conflicts with the server's state, or the collection does not exist (409; RFC 4918, section 9.7.1), with the
    /// precondition.
    case conflict(precondition: String?)
    /// The condition does not hold: the server has another version (412).
    case preconditionFailed
    /// The resource is locked (423).
    case locked
    /// The server allows no more requests (429), until a date if it names one.
    case rateLimited(until: Date?)
    /// The server is unavailable (502, 503, 504), until a date if it names one.
    case unavailable(until: Date?)
    /// There is no more room on the server (507, or a quota that is used up).
    case full
    /// The password would go to this host without encryption. Nothing was sent.
    case insecure(host: String)
    /// The server names an address on another host, where nothing was sent; with the port if only that differs.
    case foreignRedirect(host: String)
    /// The response is malformed, with the reason.
    case malformed(Message)
    /// The given address is invalid, with the reason. Nothing was sent.
    case invalidAddress(Message)
    /// The address is not a calendar, or one without tasks.
    case notTodoCollection
    /// The user has no collection for tasks.
    case noCollection
    /// There are several collections for tasks, with their addresses in order.
    case severalCollections([URL])
    /// Any other failure status, with the precondition.
    case refused(status: Int, precondition: String?)

    /// The error's code, a stable name for scripts.
    public var code: String {
        switch self {
        case .network, .timedOut, .unavailable: "network"
        case .unauthorized, .passwordMissing: "unauthorized"
        case .rateLimited: "rateLimited"
        case .cancelled: "cancelled"
        default: "sync"
        }
    }

    /// Whether the same operation may succeed later without the user's action.
    public var isTransient: Bool {
        switch self {
        case .network, .timedOut, .locked, .rateLimited, .unavailable: true
        case .refused(let status, _): status == 408 || status == 425 || status >= 500 && status != 501
        default: false
        }
    }

    /// The retry date, if the server sent one; at most six hours later.
    public var retryDate: Date? {
        switch self {
        case .rateLimited(let date), .unavailable(let date): date
        default: nil
        }
    }
}
