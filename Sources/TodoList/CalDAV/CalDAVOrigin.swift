public import CoreModule
import Foundation

/// A user of a CalDAV server. Sent by HTTP Basic authentication (RFC 7617) with each request, or by Digest authentication (RFC 7616)
/// once the server asks for it.
public struct CalDAVCredentials: Sendable {
    /// Returns the value of the header field `Authorization` for the next request. The argument is the value that the server has just
    /// refused; nil if none was.
    typealias Authorization = @Sendable (_ refused: Secret?) async throws(CalDAVError) -> Secret

    private enum Source {
        case password(Secret, user: String?)
        case closure(Authorization)
    }

    private let source: Source

    /// Makes credentials of a password, or of an app password if the server requires one. If the user name is nil, it is the one of
    /// the address, as in `https://user@host/`. An empty password counts as no credentials.
    public init(user: String? = nil, password: Secret) {
        source = .password(password, user: user)
    }

    /// Makes credentials that may expire, such as the token of a login.
    /// - Parameter authorization: returns the value of the header field `Authorization`, such as `Bearer …`. It is called for every
    ///   request, several at a time, with nil. If the server refuses a value (401), it is called once more with that value; if it then
    ///   returns another one, the request is sent again. What it throws ends the synchronization: after
    ///   ``CalDAVError/network(_:)`` there is another try, after ``CalDAVError/unauthorized`` the user must act.
    public init(authorization: @escaping @Sendable (_ refused: Secret?) async throws(CalDAVError) -> Secret) {
        source = .closure(authorization)
    }

    /// Whether there is no password.
    var isEmpty: Bool {
        if case .password(let password, _) = source { password.reveal().isEmpty } else { false }
    }

    /// Digest authentication with the password. Nil if there is none.
    func digest(userInAddress: String?) -> DigestAuthentication? {
        guard case .password(let password, let user) = source, let user = user ?? userInAddress else { return nil }
        return DigestAuthentication(user: user, password: password)
    }

    /// Makes the header field of the user. Throws ``CalDAVError/invalidAddress(_:)`` if a password has no user, or if its name contains
    /// a colon, which separates the name from the password.
    func authorization(userInAddress: String?) throws(CalDAVError) -> Authorization {
        switch source {
        case .closure(let authorization): return authorization
        case .password(let password, let user):
            guard let user = user ?? userInAddress, !user.isEmpty else {
                throw .invalidAddress(Message("no user is given"))
            }
            guard !user.contains(":") else { throw .invalidAddress(Message("a user name cannot contain a colon")) }
            let value = Secret("Basic " + Data("\(user):\(password.reveal())".utf8).base64EncodedString())
            return { (_) throws(CalDAVError) in value }
        }
    }
}

extension CalDAVError {
    /// The longest accepted `Retry-After`, in seconds. A server may name next year by mistake.
    private static let longestPause = 6 * 3600.0

    /// Makes the error of a request that failed.
    init(_ error: HTTP.Error, now: Date) {
        switch error {
        case .status(let response):
            let error = DAVReader.error(in: response.body)
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
    init(status: Int, precondition: String? = nil, reason: String? = nil, retryDate: Date? = nil) {
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

/// The scheme, host and port of a server. Credentials are sent to no other origin.
struct CalDAVOrigin: Hashable, Sendable {
    private static let defaultPorts = ["http": 80, "https": 443]

    /// `http` or `https`.
    let scheme: String
    /// In lower case, an IPv6 address without its brackets.
    let host: String
    let port: Int

    /// The origin of a URL. Throws ``CalDAVError/invalidAddress(_:)`` if it is not an HTTP URL.
    init(_ url: URL) throws(CalDAVError) {
        guard let scheme = url.scheme?.lowercased(), let defaultPort = Self.defaultPorts[scheme],
            let host = url.host(percentEncoded: true)?.lowercased(), !host.isEmpty
        else { throw .invalidAddress(Message("it does not begin with https:// and the name of a server")) }
        self.scheme = scheme
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        port = url.port ?? defaultPort
    }

    /// Whether both are one server: the same host, and the same port or both default ports.
    func isReachedAs(_ other: CalDAVOrigin) -> Bool {
        host == other.host && (port == other.port || (hasDefaultPort && other.hasDefaultPort))
    }

    /// Its name in an error about a redirect from another origin: the host, with the port if only that differs.
    func name(seenFrom other: CalDAVOrigin) -> String { host == other.host ? "\(host):\(port)" : host }

    /// Whether credentials may be sent: the connection is encrypted, or stays on this machine.
    var isSafe: Bool { scheme == "https" || host.isLoopbackHost }

    /// The address of a resource, without a user.
    func url(_ path: CalDAVPath) throws(CalDAVError) -> URL {
        let name = host.contains(":") ? "[\(host)]" : host
        let authority = hasDefaultPort ? name : "\(name):\(port)"
        guard let url = URL(string: "\(scheme)://\(authority)\(path.rawValue)") else {
            throw .invalidAddress(Message("it is no URL"))
        }
        return url
    }

    private var hasDefaultPort: Bool { port == Self.defaultPorts[scheme] }
}
