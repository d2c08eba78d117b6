public import CoreModule
public import Foundation

/// Why a CalDAV server has not done what it was asked. It shows no password, no query and no task.
public enum CalDAVError: Error, Hashable, Sendable {
    /// There is no way to the server; why, in words for a person.
    case network(Message)
    /// The server did not answer in time.
    case timedOut
    /// The calling task was cancelled.
    case cancelled
    /// There is a user and no password. Nothing was sent.
    case passwordMissing
    /// The server does not accept the user or the password (status 401).
    case unauthorized
    /// The server does not allow it (403); the rule that it names, as `no-uid-conflict` (RFC 4791, section 5.3.2.1).
    case forbidden(precondition: String?)
    /// There is no such resource or collection (404, 410).
    case notFound
    /// It does not go together with what the server has, or the collection is not there (409; RFC 4918, section 9.7.1); the rule
    /// that it names.
    case conflict(precondition: String?)
    /// Another version is there than the condition says (412).
    case preconditionFailed
    /// The resource is locked (423).
    case locked
    /// The server allows no more requests (429), until a date if it names one.
    case rateLimited(until: Date?)
    /// The server is out of order (502, 503, 504), until a date if it names one.
    case unavailable(until: Date?)
    /// There is no more room on the server (507, or a quota that is used up).
    case full
    /// The password would go to this host without encryption. Nothing was sent.
    case insecure(host: String)
    /// The server names an address on another host, where nothing was sent; with the port, where only that differs.
    case foreignRedirect(host: String)
    /// What the server has sent cannot be understood; why, in words for a person.
    case malformed(Message)
    /// The address that was given cannot be used; why, in words for a person. Nothing was sent.
    case invalidAddress(Message)
    /// What lies at the address is no calendar, or one that takes no tasks.
    case notTodoCollection
    /// The user has no collection that takes tasks.
    case noCollection
    /// There are several collections that take tasks: their addresses, in their order.
    case severalCollections([URL])
    /// Any other status that is no success, and the rule that the server names.
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

    /// When to come back, where the server has said so; at most six hours from when it did.
    public var retryDate: Date? {
        switch self {
        case .rateLimited(let date), .unavailable(let date): date
        default: nil
        }
    }
}
