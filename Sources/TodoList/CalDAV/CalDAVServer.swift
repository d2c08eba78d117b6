package import CoreModule
package import Foundation

/// A CalDAV server as one of its users reaches it: sends WebDAV requests, reads the answers, and finds the user's collections.
///
/// The address may be the one of the server, a user, a user's calendars, or one calendar. Its description shows no credentials.
package struct CalDAVServer: Sendable, CustomStringConvertible {
    /// The address, without a user.
    package let url: URL
    let path: CalDAVPath
    private(set) var origin: CalDAVOrigin
    private let authorization: CalDAVCredentials.Authorization?
    private let digest: DigestAuthentication?
    private let client: any HTTP.Client
    private let clock: WallClock

    /// Checks the address. Sends nothing. Parameters and errors are those of
    /// ``CalDAVCollection/init(url:credentials:client:clock:allowsInsecureConnections:logger:)``; the user is for credentials without one.
    package init(
        url: URL, user: String? = nil, credentials: CalDAVCredentials?,
        client: any HTTP.Client = CalDAVCollection.defaultClient(),
        clock: WallClock = .system, allowsInsecureConnections: Bool = false, logger: EventLogger = .disabled
    ) throws(CalDAVError) {
        path = CalDAVPath(url)
        origin = try CalDAVOrigin(url)
        self.url = try origin.url(path)
        guard url.password(percentEncoded: true) == nil else {
            throw .invalidAddress(Message("it contains a password, which is not allowed"))
        }
        authorization = try credentials.map { credentials throws(CalDAVError) in
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
    func moved(to url: URL) throws(CalDAVError) -> CalDAVServer {
        let answering = try CalDAVOrigin(url)
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
    private static let silence: Duration = .seconds(45)

    /// Sends a request, once more if the server asks for Digest authentication, or if other credentials are at hand than those that were
    /// refused. Throws for every status that is not a success.
    func send(
        _ method: String, _ path: CalDAVPath, headers: [String: String] = [:], body: Data? = nil,
        silence: Duration? = Self.silence
    ) async throws(CalDAVError) -> HTTP.Response {
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
                throw CalDAVError(error, now: clock.now())
            }
            var next: Secret?
            if let challenge = answer.header("WWW-Authenticate") {
                // After a redirect, the address that answered.
                let query = answer.url.query(percentEncoded: true).map { "?\($0)" } ?? ""
                let target = CalDAVPath(answer.url).rawValue + query
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
                throw CalDAVError(error, now: clock.now())
            }
        }
    }

    private func response(to request: HTTP.Request) async throws(CalDAVError) -> HTTP.Response {
        do throws(HTTP.Error) {
            return try await checked(client.send(request))
        } catch {
            throw CalDAVError(error, now: clock.now())
        }
    }

    /// Throws for a status that is not a success.
    private func checked(_ response: HTTP.Response) throws(HTTP.Error) -> HTTP.Response {
        guard 200..<300 ~= response.status else { throw .status(response) }
        return response
    }

    /// Sends XML and reads the multistatus answer.
    /// - Returns: the answer, and the address that sent it, which is the base of its hrefs.
    func request(
        _ method: String, _ path: CalDAVPath, depth: String? = nil, _ xml: String, silence: Duration? = Self.silence
    ) async throws(CalDAVError) -> (DAVMultistatus, URL) {
        let response = try await multistatus(method, path, depth: depth, xml, silence: silence)
        return (try DAVReader.multistatus(response.body), response.url)
    }

    /// Sends XML, and expects a multistatus answer.
    func multistatus(
        _ method: String, _ path: CalDAVPath, depth: String?, _ xml: String, silence: Duration?
    ) async throws(CalDAVError) -> HTTP.Response {
        var headers = ["Content-Type": "application/xml; charset=utf-8"]
        headers["Depth"] = depth
        let response = try await send(method, path, headers: headers, body: Data(xml.utf8), silence: silence)
        guard response.status == 207 else {
            throw .malformed(Message("status \(String(response.status)) instead of 207"))
        }
        return response
    }

    // MARK: Collections

    /// The collection at the address, else the only one of ``collections()``.
    ///
    /// Throws ``CalDAVError/severalCollections(_:)`` and ``CalDAVError/noCollection``, and what ``collections()`` throws.
    package func collection() async throws(CalDAVError) -> CalDAVCollection {
        let found = try await collections()
        guard let first = found.first else { throw .noCollection }
        guard found.count == 1 else {
            throw .severalCollections(found.map { TodoListAddress(url: $0.url, name: $0.name) })
        }
        return first
    }

    private static let properties =
        CalDAVCollection.properties + ["D:current-user-principal", "C:calendar-home-set"]

    /// Finds the collections that accept tasks, sorted by path.
    ///
    /// Looks at the address first. If it is not a calendar and contains none, looks up the user's principal and its calendars
    /// (RFC 5397; RFC 4791, section 6.2.1). If the address has no path, then does the same at `/.well-known/caldav` (RFC 6764,
    /// section 5), and throws ``CalDAVError/noCalDAV(host:_:)`` if neither answers.
    package func collections() async throws(CalDAVError) -> [CalDAVCollection] {
        // A bad answer at a path that the user gave is an error: no other list is used in its place.
        guard path.rawValue == "/" else { return try await calendars(at: path) ?? [] }
        var failures: [CalDAVError] = []
        for place in [path, CalDAVPath("/.well-known/caldav")].compactMap(\.self) {
            do throws(CalDAVError) {
                if let found = try await calendars(at: place) { return found }
            } catch {
                guard error.mayMeanNoWebDAV else { throw error }
                failures.append(error)
            }
        }
        // A server without WebDAV must not look like a user without collections, and one that refuses must not look like none.
        guard failures.count == 2 else { return [] }
        for case .forbidden(let rule) in failures { throw .forbidden(precondition: rule) }
        throw .noCalDAV(host: origin.host, failures[0].explanation)
    }

    /// Finds the collections of an address. Nil if it does not lead to a calendar.
    private func calendars(at path: CalDAVPath) async throws(CalDAVError) -> [CalDAVCollection]? {
        let (answer, base) = try await request(
            "PROPFIND", path, depth: "0", DAVRequestBody.propfind(Self.properties))
        let server = try moved(to: base)
        guard let response = answer.responses.first else { throw .malformed(Message("it is empty")) }
        if let status = response.failure { throw CalDAVError(status: status) }
        if response.isCalendar {
            // The path that it reports: the one that was requested may be an alias.
            guard let place = try CalDAVPath.usable(response.hrefs, on: base).first,
                let collection = try CalDAVCollection(response, path: place, server: server)
            else { throw .notTodoCollection }
            return [collection]
        }
        var homes = try response.paths(.calDAV("calendar-home-set"), on: base)
        if homes.isEmpty, response.isCollection {
            do throws(CalDAVError) {
                let found = try await server.calendars(in: [CalDAVPath(base)])
                if found.hasCalendars { return found.collections }
            } catch {
                // Some servers do not list what is above the users' collections, or other users'.
                guard path.rawValue == "/" ? error.mayMeanNoWebDAV : error.isRefusal else { throw error }
            }
        }
        // A principal names its lists, and a host has those of all paths.
        let isAnyListMeant = !homes.isEmpty || self.path.rawValue == "/"
        if homes.isEmpty { homes = try await server.homes(of: response, base) }
        guard !homes.isEmpty else { return nil }
        let found = try await server.calendars(in: homes).collections
        // A service begins above its lists. A list elsewhere on the host is not the one that was meant.
        let place = CalDAVPath(base).asCollection.rawValue
        let below = found.filter { isAnyListMeant || $0.path.rawValue.hasPrefix(place) }
        guard found.isEmpty || !below.isEmpty else { throw .notTodoCollection }
        return below
    }

    /// The calendar homes of the user in a response.
    private func homes(of response: DAVResponse, _ base: URL) async throws(CalDAVError) -> [CalDAVPath] {
        let name = DAVName.dav("current-user-principal")
        if response.properties[name]?.has(.dav("unauthenticated")) == true { throw .unauthorized }
        guard let principal = try response.paths(name, on: base).first else { return [] }
        let (answer, base) = try await request(
            "PROPFIND", principal, depth: "0", DAVRequestBody.propfind(["C:calendar-home-set"]))
        return try answer.responses.first?.paths(.calDAV("calendar-home-set"), on: base) ?? []
    }

    /// The collections in calendar homes that accept tasks, and whether there are any calendars.
    private func calendars(
        in homes: [CalDAVPath]
    ) async throws(CalDAVError) -> (collections: [CalDAVCollection], hasCalendars: Bool) {
        var found: [CalDAVPath: CalDAVCollection] = [:]
        var hasCalendars = false
        var failure: CalDAVError?
        for home in homes {
            let (answer, base) = try await request(
                "PROPFIND", home, depth: "1", DAVRequestBody.propfind(CalDAVCollection.properties))
            for response in answer.responses where response.isCalendar {
                hasCalendars = true
                do throws(CalDAVError) {
                    guard let path = try CalDAVPath.usable(response.hrefs, on: base).first,
                        let collection = try CalDAVCollection(response, path: path, server: self)
                    else { continue }
                    found[collection.path] = collection
                } catch {
                    failure = error
                }
            }
        }
        if let failure, found.isEmpty { throw failure }
        return (found.values.sorted { $0.path < $1.path }, hasCalendars)
    }
}

extension DAVResponse {
    /// The addresses in a property.
    fileprivate func paths(_ name: DAVName, on base: URL) throws(CalDAVError) -> [CalDAVPath] {
        try CalDAVPath.usable(properties[name]?.all(.dav("href")).compactMap(\.trimmedText) ?? [], on: base)
    }
}

extension CalDAVError {
    /// Whether the server does not show what is there.
    fileprivate var isRefusal: Bool {
        switch self {
        case .notFound, .forbidden: true
        default: false
        }
    }

    /// Whether the server's WebDAV may begin at another address.
    fileprivate var mayMeanNoWebDAV: Bool {
        switch self {
        case .malformed, .conflict: true
        case .refused(let status, _): status < 500 || status == 501
        default: isRefusal
        }
    }
}
