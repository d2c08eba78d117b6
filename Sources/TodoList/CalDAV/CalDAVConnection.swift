public import CoreModule
import Foundation

/// Sends WebDAV requests to one server and reads the answers.
struct CalDAVConnection: Sendable {
    private(set) var origin: CalDAVOrigin
    private let authorization: Secret?
    private let client: any HTTPClient
    private let clock: WallClock

    /// Checks the address. Sends nothing.
    init(
        url: URL, credentials: CalDAVCredentials?, client: any HTTPClient, clock: WallClock,
        allowsInsecureConnections: Bool, logger: EventLogger
    ) throws(CalDAVError) {
        origin = try CalDAVOrigin(url)
        guard url.password(percentEncoded: true) == nil else {
            throw .invalidAddress(Message("it contains a password, which is not allowed"))
        }
        authorization = try credentials.map { credentials throws(CalDAVError) in
            try credentials.authorization(userInAddress: url.user(percentEncoded: false))
        }
        guard authorization == nil || origin.isSafe || allowsInsecureConnections else {
            throw .insecure(host: origin.host)
        }
        // The user has chosen the address: its path may be a secret.
        self.client = LoggingHTTPClient(client, logger: logger, showsPath: false)
        self.clock = clock
    }

    /// A connection to the address that answered: the server may have redirected from http to https.
    func moved(to url: URL) throws(CalDAVError) -> CalDAVConnection {
        let answering = try CalDAVOrigin(url)
        guard origin.isReachedAs(answering), origin.scheme == answering.scheme || answering.scheme == "https" else {
            throw .foreignRedirect(host: answering.name(seenFrom: origin))
        }
        var moved = self
        moved.origin = answering
        return moved
    }

    /// Sends a request. Throws for every status that is not a success.
    func send(
        _ method: String, _ path: CalDAVPath, headers: [String: String] = [:], body: Data? = nil
    ) async throws(CalDAVError) -> HTTPResponse {
        guard !Task.isCancelled else { throw .cancelled }
        var request = HTTPRequest(method, try origin.url(path), headers: headers, body: body)
        if let authorization { request.headers["Authorization"] = authorization.reveal() }
        let response: HTTPResponse
        do throws(HTTPError) {
            response = try await client.send(request)
        } catch {
            throw CalDAVError(error, now: clock.now())
        }
        guard 200..<300 ~= response.status else { throw CalDAVError(status: response.status) }
        return response
    }

    /// Sends XML and reads the multistatus answer.
    /// - Returns: the answer, and the address that sent it, which is the base of its hrefs.
    func request(
        _ method: String, _ path: CalDAVPath, depth: String? = nil, _ xml: String
    ) async throws(CalDAVError) -> (DAVMultistatus, URL) {
        let response = try await multistatus(method, path, depth: depth, xml)
        return (try DAVReader.multistatus(response.body), response.url)
    }

    /// Sends XML, and expects a multistatus answer.
    func multistatus(
        _ method: String, _ path: CalDAVPath, depth: String?, _ xml: String
    ) async throws(CalDAVError) -> HTTPResponse {
        var headers = ["Content-Type": "application/xml; charset=utf-8"]
        headers["Depth"] = depth
        let response = try await send(method, path, headers: headers, body: Data(xml.utf8))
        guard response.status == 207 else {
            throw .malformed(Message("status \(String(response.status)) instead of 207"))
        }
        return response
    }
}

/// A user of a CalDAV server. Sent by HTTP Basic authentication (RFC 7617) with each request.
public struct CalDAVCredentials: Sendable {
    /// The user name. Nil for the one in the address, as in `https://user@host/`.
    public let user: String?
    /// The password, or an app password if the server requires one.
    public let password: Secret

    /// Makes credentials.
    public init(user: String? = nil, password: Secret) {
        self.user = user
        self.password = password
    }

    /// The value of the header field `Authorization`. Throws ``CalDAVError/invalidAddress(_:)`` if there is no user, or if its name
    /// contains a colon, which separates the name from the password.
    func authorization(userInAddress: String?) throws(CalDAVError) -> Secret {
        guard let user = user ?? userInAddress, !user.isEmpty else {
            throw .invalidAddress(Message("no user is given"))
        }
        guard !user.contains(":") else { throw .invalidAddress(Message("a user name cannot contain a colon")) }
        return Secret("Basic " + Data("\(user):\(password.reveal())".utf8).base64EncodedString())
    }
}

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

    /// Whether a password may be sent: the connection is encrypted, or stays on this machine.
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
