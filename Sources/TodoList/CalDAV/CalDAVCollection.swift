public import CoreModule
public import Foundation

/// A collection of tasks on a CalDAV server (RFC 4791), with its changes listed by `sync-collection` where the server has it
/// (RFC 6578), and by the resources' ETags where it has not.
///
/// It notes which way the server goes; copies of it share the note. Its description shows no credentials.
public struct CalDAVCollection: TodoCollection, CustomStringConvertible, CustomReflectable {
    static let pathsPerRequest = 100
    static let concurrentRequests = 2
    private static let maximumPages = 10_000

    /// What has turned out about the server; `nil` where nothing has yet.
    struct Abilities {
        var listsChanges: Bool?
        var readsSeveral: Bool?
    }

    /// Its address, without a user.
    public let url: URL
    /// Its path, with a slash at the end.
    public let path: CalDAVPath
    let connection: CalDAVConnection
    let abilities: Locked<Abilities>

    /// Takes the collection at an address that is known to be one: nothing is sent.
    ///
    /// Throws ``CalDAVError/invalidAddress(_:)``, also where the address has a password in it, and
    /// ``CalDAVError/insecure(host:)``.
    /// - Parameters:
    ///   - url: its address, by https or http.
    ///   - credentials: who asks; `nil` for nobody.
    ///   - client: sends the requests.
    ///   - clock: tells when `Retry-After` counts from.
    ///   - allowsInsecureConnections: whether credentials are sent without encryption to other hosts than this one.
    public init(
        url: URL, credentials: CalDAVCredentials?, client: any HTTPClient = CalDAVServer.defaultClient(),
        clock: WallClock = .system, allowsInsecureConnections: Bool = false
    ) throws(CalDAVError) {
        let connection = try CalDAVConnection(
            url: url, credentials: credentials, client: client, clock: clock,
            allowsInsecureConnections: allowsInsecureConnections)
        try self.init(path: CalDAVPath(url), connection: connection, listsChanges: nil)
    }

    init(path: CalDAVPath, connection: CalDAVConnection, listsChanges: Bool?) throws(CalDAVError) {
        self.path = path.asCollection
        self.connection = connection
        url = try connection.origin.url(path.asCollection)
        abilities = Locked(Abilities(listsChanges: listsChanges))
    }

    /// The address.
    public var description: String { url.absoluteString }
    /// A mirror that shows the address only.
    public var customMirror: Mirror { Mirror(self, children: ["url": url]) }

    /// Lists what has changed since a token was given out, in one request where nothing or little has.
    ///
    /// Without a token, with one that the server does not know any more, and where the server has no `sync-collection`, it lists
    /// everything. A listing is whole or there is none: an answer that the server breaks off is continued, and one that leaves
    /// out an ETag is ``CalDAVError/malformed(_:)``.
    public func changes(since token: String?) async throws(CalDAVError) -> CalDAVChanges {
        var token = token
        while abilities.withLock({ $0.listsChanges }) != false {
            do throws(CalDAVError) {
                if let changes = try await synchronized(from: token) { return changes }
            } catch {
                if token != nil, error.mayBeAboutToken {
                    token = nil
                    continue
                }
                guard error.mayMeanNoSuchReport else { throw error }
            }
            let changes = try await listing()
            abilities.withLock { $0.listsChanges = false }
            return changes
        }
        return try await listing()
    }

    /// What `sync-collection` answers; `nil` where the answer shows that the server does not really have it.
    private func synchronized(from first: String?) async throws(CalDAVError) -> CalDAVChanges? {
        var listing = CalDAVListing(path)
        var token = first
        var tokens: Set<String> = []
        while true {
            let (answer, base) = try await connection.ask(
                "REPORT", path, depth: "0", DAVRequestBody.syncCollection(token))
            guard let next = answer.syncToken else { return nil }
            listing.isTruncated = false
            for response in answer.responses { try listing.add(response, base) }
            guard listing.isTruncated else { return listing.changes(isFull: first == nil, token: next) }
            // RFC 6578, section 3.6: the rest is what has changed since the new token.
            guard next != token, tokens.insert(next).inserted, tokens.count < Self.maximumPages else {
                throw .malformed(Message("its list has no end"))
            }
            token = next
        }
    }

    /// Everything that is there, by PROPFIND.
    private func listing() async throws(CalDAVError) -> CalDAVChanges {
        var listing = CalDAVListing(path)
        let (answer, base) = try await connection.ask(
            "PROPFIND", path, depth: "1", DAVRequestBody.propfind(["D:getetag", "D:resourcetype"]))
        for response in answer.responses { try listing.add(response, base) }
        // Without the collection itself, an answer cannot be told from one that is empty by mistake.
        guard let isCalendar = listing.isCalendar, !listing.isTruncated else {
            throw .malformed(Message("its list is not whole"))
        }
        guard isCalendar else { throw .notTodoCollection }
        return listing.changes(isFull: true, token: nil)
    }

    /// Writes a resource; `nil` where the answer has no ETag or a weak one. A server may give out an ETag and store the
    /// properties in another order; what it has stored then means the same.
    public func put(
        _ data: [UInt8], at path: CalDAVPath, condition: CalDAVCondition
    ) async throws(CalDAVError) -> ETag? {
        var headers = ["Content-Type": "text/calendar; charset=utf-8"]
        switch condition {
        case .isNew: headers["If-None-Match"] = "*"
        case .matches(let etag): headers["If-Match"] = etag.rawValue
        }
        let response = try await connection.send("PUT", path, headers: headers, body: Data(data))
        guard let etag = ETag(field: response.header("ETag")), !etag.isWeak else { return nil }
        return etag
    }

    /// Deletes a resource if it has not changed; 404 and 410 count as done.
    public func delete(_ path: CalDAVPath, matching etag: ETag) async throws(CalDAVError) {
        do throws(CalDAVError) {
            let response = try await connection.send("DELETE", path, headers: ["If-Match": etag.rawValue])
            guard response.status == 207 else { return }
            // RFC 4918, section 9.6.1: it names what could not be deleted.
            for failure in try DAVReader.multistatus(response.body).responses.compactMap(\.failure) {
                throw CalDAVError(status: failure)
            }
        } catch .notFound {
            return
        }
    }

    /// Where a new resource goes: `name`, percent-encoded, and `.ics`. What no server takes in a name, slashes above all, is
    /// written as `=` and two digits.
    public func path(named name: String) -> CalDAVPath { path.appending(name: name, suffix: ".ics") }
}

extension CalDAVError {
    /// Whether a request with a token may have failed because of the token: RFC 6578, section 3.2, has 403 or 409 with
    /// `valid-sync-token`, servers also answer 400, 410 or 412.
    fileprivate var mayBeAboutToken: Bool {
        switch self {
        case .forbidden("supported-report"): false
        case .forbidden, .conflict, .notFound, .preconditionFailed, .refused(400, _): true
        default: false
        }
    }

    /// Whether a report may have failed because the server does not have it (RFC 3253, section 3.6).
    var mayMeanNoSuchReport: Bool {
        switch self {
        case .forbidden(nil), .forbidden("supported-report"): true
        case .refused(let status, _): [400, 405, 406, 415, 422, 501].contains(status)
        default: false
        }
    }
}
