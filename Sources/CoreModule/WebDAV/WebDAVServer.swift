package import Foundation

/// A WebDAV server as one of its users reaches it: sends requests, and reads the answers. Its description shows no credentials.
package struct WebDAVServer: Sendable, CustomStringConvertible {
    /// The address, without a user.
    package let url: URL
    package let path: WebDAVPath
    package private(set) var origin: WebDAVOrigin
    private let authorization: WebDAVCredentials.Authorization?
    private let digest: DigestAuthentication?
    private let client: any HTTP.Client
    private let clock: WallClock

    /// Checks the address. Sends nothing. Throws ``WebDAVError/invalidAddress(_:)``, also if the address contains a password, and
    /// ``WebDAVError/insecure(host:)``. The user is for credentials without one; the logger receives the requests, with method and host.
    package init(
        url: URL, user: String? = nil, credentials: WebDAVCredentials?,
        client: any HTTP.Client,
        clock: WallClock = .system, allowsInsecureConnections: Bool = false, logger: EventLogger = .disabled
    ) throws(WebDAVError) {
        path = WebDAVPath(url)
        origin = try WebDAVOrigin(url)
        self.url = try origin.url(path)
        guard url.password(percentEncoded: true) == nil else {
            throw .invalidAddress(Message("it contains a password, which is not allowed"))
        }
        authorization = try credentials.map { credentials throws(WebDAVError) in
            try credentials.authorization(userInAddress: user ?? url.user(percentEncoded: false))
        }
        digest = credentials?.digest(userInAddress: user ?? url.user(percentEncoded: false))
        guard authorization == nil || origin.isSafe || allowsInsecureConnections else {
            throw .insecure(host: origin.host)
        }
        // The user has chosen the address: its path may be a secret.
        self.client = LoggingHTTPClient(client, logger: logger, showsPath: false)
        self.clock = clock
    }

    /// The server at the address that answered: it may have redirected from http to https.
    package func moved(to url: URL) throws(WebDAVError) -> WebDAVServer {
        let answering = try WebDAVOrigin(url)
        guard origin.isReachedAs(answering), origin.scheme == answering.scheme || answering.scheme == "https" else {
            throw .foreignRedirect(host: answering.name(seenFrom: origin))
        }
        var moved = self
        moved.origin = answering
        return moved
    }

    /// The address.
    package var description: String { url.absoluteString }

    // MARK: Requests

    /// The longest time that a server may be silent, unless it makes a listing.
    package static let silence: Duration = .seconds(45)

    /// Sends a request, once more if the server asks for Digest authentication, or if other credentials are at hand than those that were
    /// refused. Throws for every status that is not a success.
    package func send(
        _ method: String, _ path: WebDAVPath, headers: [String: String] = [:], body: Data? = nil,
        silence: Duration? = WebDAVServer.silence
    ) async throws(WebDAVError) -> HTTP.Response {
        guard !Task.isCancelled else { throw .cancelled }
        var request = HTTP.Request(method, try origin.url(path), headers: headers, body: body)
        request.silence = silence
        guard let authorization else { return try await response(to: request) }
        var value = digest?.authorization(method, path.rawValue)
        if value == nil { value = try await authorization(nil) }
        request.headers["Authorization"] = value?.reveal()
        do throws(HTTP.Error) {
            return try await checked(client.send(request))
        } catch {
            guard case .status(let answer) = error, answer.status == 401 else {
                throw WebDAVError(error, now: clock.now())
            }
            var next: Secret?
            if let challenge = answer.header("WWW-Authenticate") {
                // After a redirect, the address that answered.
                let query = answer.url.query(percentEncoded: true).map { "?\($0)" } ?? ""
                let target = WebDAVPath(answer.url).rawValue + query
                next = digest?.authorization(method, target, meeting: challenge)
                if next != nil { request.url = answer.url }
            }
            if next == nil { next = try await authorization(value) }
            guard next?.reveal() != value?.reveal() else { throw .unauthorized }
            request.headers["Authorization"] = next?.reveal()
            do throws(HTTP.Error) {
                return try await checked(client.send(request))
            } catch {
                // Its newest nonce is too old for it, but the password is right.
                if case .status(let answer) = error, answer.status == 401,
                    answer.header("WWW-Authenticate").map(DigestAuthentication.isStale(in:)) == true
                {
                    throw .unavailable(until: nil)
                }
                throw WebDAVError(error, now: clock.now())
            }
        }
    }

    /// Deletes a resource. A missing one is no error.
    package func delete(_ path: WebDAVPath, headers: [String: String] = [:]) async throws(WebDAVError) {
        do throws(WebDAVError) {
            let response = try await send("DELETE", path, headers: headers)
            guard response.status == 207 else { return }
            // RFC 4918, section 9.6.1: it lists what could not be deleted.
            for failure in try WebDAVReader.multistatus(response.body).responses.compactMap(\.failure) {
                throw WebDAVError(status: failure)
            }
        } catch {
            guard error == .notFound else { throw error }
        }
    }

    private func response(to request: HTTP.Request) async throws(WebDAVError) -> HTTP.Response {
        do throws(HTTP.Error) {
            return try await checked(client.send(request))
        } catch {
            throw WebDAVError(error, now: clock.now())
        }
    }

    /// Throws for a status that is not a success.
    private func checked(_ response: HTTP.Response) throws(HTTP.Error) -> HTTP.Response {
        guard 200..<300 ~= response.status else { throw .status(response) }
        return response
    }

    /// Sends XML and reads the multistatus answer.
    /// - Returns: the answer, and the address that sent it, which is the base of its hrefs.
    package func request(
        _ method: String, _ path: WebDAVPath, depth: String? = nil, _ xml: String,
        silence: Duration? = WebDAVServer.silence
    ) async throws(WebDAVError) -> (WebDAVMultistatus, URL) {
        let response = try await multistatus(method, path, depth: depth, xml, silence: silence)
        return (try WebDAVReader.multistatus(response.body), response.url)
    }

    /// Sends XML, and expects a multistatus answer.
    package func multistatus(
        _ method: String, _ path: WebDAVPath, depth: String?, _ xml: String, silence: Duration?
    ) async throws(WebDAVError) -> HTTP.Response {
        var headers = ["Content-Type": "application/xml; charset=utf-8"]
        headers["Depth"] = depth
        let response = try await send(method, path, headers: headers, body: Data(xml.utf8), silence: silence)
        guard response.status == 207 else {
            throw .malformed(Message("status \(String(response.status)) instead of 207"))
        }
        return response
    }
}
