import CoreModule
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
