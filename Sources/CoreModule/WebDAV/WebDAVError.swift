public import Foundation

/// The failure of a request to a WebDAV or CalDAV server. It contains no password and no query.
public enum WebDAVError: Error, Hashable, Sendable {
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
    /// The server forbids the request (403), with the violated precondition, such as `no-uid-conflict` (RFC 4791, section
    /// 5.3.2.1).
    case forbidden(precondition: String?)
    /// There is no such resource or collection (404, 410).
    case notFound
    /// The request conflicts with the server's state, or the collection does not exist (409; RFC 4918, section 9.7.1).
    case conflict(precondition: String?)
    /// The condition of a write does not hold: the server has another version (412).
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
    /// What is needed is not at the address, or not once, with the reason, and with the resources that may be meant, sorted by address.
    case unsuitable(Message, alternatives: [WebDAVResource] = [])
    /// Any other failure status, with the precondition, or else with what the server says in words, which may quote what was sent.
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

    /// Whether the user lacks a privilege for the collection (RFC 3744, section 7.1.1), so that the object does not matter.
    package var deniesPrivilege: Bool {
        switch self {
        case .forbidden(nil), .forbidden("need-privileges"), .refused(405, _): true
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

extension WebDAVError {
    /// The longest accepted `Retry-After`, in seconds. A server may name next year by mistake.
    private static let longestPause = 6 * 3600.0

    /// Makes the error of a request that failed.
    package init(_ error: HTTP.Error, now: Date) {
        switch error {
        case .status(let response):
            let error = WebDAVReader.error(in: response.body)
            self.init(
                status: response.status, precondition: error?.precondition, reason: error?.reason,
                retryDate: response.retryDate(now: now).map { min($0, now.addingTimeInterval(Self.longestPause)) })
        case .foreignRedirect(let host): self = .foreignRedirect(host: host)
        case .unreachable(let reason), .interrupted(let reason): self = .network(reason)
        case .timedOut: self = .timedOut
        case .tooLarge(let limit): self = .malformed(Message("there are more than \(limit) bytes"))
        case .cancelled: self = .cancelled
        }
    }

    /// Makes the error of a status that is not a success, of an answer or of one resource in it.
    package init(status: Int, precondition: String? = nil, reason: String? = nil, retryDate: Date? = nil) {
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
        default: self = .refused(status: status, precondition: precondition ?? reason)
        }
    }
}

extension WebDAVError: ExplainedError {
    /// What went wrong, for the user.
    public var explanation: Message {
        switch self {
        case .network(let reason): Message("the server cannot be reached: \(reason)")
        case .timedOut: Message("the server did not answer in time")
        case .cancelled: Message("the exchange with the server was cancelled")
        case .passwordMissing: Message("the password is missing")
        case .unauthorized: Message("the server does not accept the user or the password")
        case .forbidden(nil): Message("the server does not allow it")
        case .forbidden(let rule?): Message("the server does not allow it (\(rule))")
        case .notFound: Message("there is nothing at this address of the server")
        case .conflict(nil):
            Message("the request conflicts with the server's state, or its list or folder does not exist")
        case .conflict(let rule?): Message("the request conflicts with the server's state (\(rule))")
        case .preconditionFailed: Message("it was changed on the server meanwhile")
        case .locked: Message("it is locked on the server")
        case .rateLimited(nil): Message("the server allows no more requests now")
        case .rateLimited(let date?): Message("the server allows no more requests until \(date)")
        case .unavailable(nil): Message("the server is unavailable now")
        case .unavailable(let date?): Message("the server is unavailable until \(date)")
        case .full: Message("there is no more room on the server")
        case .insecure(let host): Message("the password would go to \(host) without encryption; use https")
        case .foreignRedirect(let host):
            Message("the server sends us to another host, \(host); if you trust it, give its address")
        case .malformed(let reason): Message("the server's answer cannot be understood: \(reason)")
        case .invalidAddress(let reason): Message("the address of the server cannot be used: \(reason)")
        case .unsuitable(let reason, let alternatives) where alternatives.isEmpty: reason
        case .unsuitable(let reason, let alternatives):
            Message("\(reason): \(alternatives.map(\.description).joined(separator: "; "))")
        case .refused(let status, nil): Message("the server refuses it with status \(String(status))")
        case .refused(let status, let rule?): Message("the server refuses it with status \(String(status)) (\(rule))")
        }
    }
}
