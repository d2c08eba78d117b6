public import CoreModule
public import Foundation

/// A collection of tasks on a CalDAV server (RFC 4791). It lists changes by `sync-collection` (RFC 6578) if the server supports it,
/// else by comparing ETags.
///
/// It remembers what the server supports; copies share this. Its description shows no credentials.
public struct CalDAVCollection: TodoCollection, CustomStringConvertible {
    /// The properties that describe a collection.
    static let properties = [
        "D:resourcetype", "D:displayname", "D:supported-report-set", "C:supported-calendar-component-set",
    ]
    static let pathsPerRequest = 500
    static let pathsReadOneByOne = 10
    static let concurrentRequests = 2
    private static let maximumPages = 10_000

    /// What the server supports. Nil if not known yet.
    struct Capabilities {
        var listsChanges: Bool?
        var supportsMultiget: Bool?
    }

    /// Its address, without a user.
    public let url: URL
    /// Its path, with a slash at the end.
    public let path: WebDAVPath
    /// Its name on the server. Nil if it has none, or was not asked.
    package let name: String?
    let server: WebDAVServer
    let capabilities: Locked<Capabilities>

    /// Opens the collection at an https or http address, without credentials for anonymous access. Sends nothing.
    ///
    /// Insecure connections send the credentials unencrypted, also to hosts other than this machine. The logger receives the requests,
    /// with method and host. Throws `WebDAVError.invalidAddress(_:)`, also if the address contains a password, and
    /// `WebDAVError.insecure(host:)`.
    public init(
        url: URL, credentials: WebDAVCredentials?, client: any HTTP.Client = Self.defaultClient(),
        clock: WallClock = .system, allowsInsecureConnections: Bool = false, logger: EventLogger = .disabled
    ) throws(WebDAVError) {
        let server = try WebDAVServer(
            url: url, credentials: credentials, client: client, clock: clock,
            allowsInsecureConnections: allowsInsecureConnections, logger: logger)
        try self.init(path: server.path, server: server)
    }

    /// A collection that its server describes. Nil if it is not a calendar that accepts tasks.
    init?(_ response: WebDAVResponse, path: WebDAVPath, server: WebDAVServer) throws(WebDAVError) {
        guard response.isCalendar, response.takesTasks else { return nil }
        let listsChanges = response.properties[.dav("supported-report-set")].map { set in
            set.all(.dav("supported-report")).flatMap { $0.all(.dav("report")) }
                .contains { $0.has(.dav("sync-collection")) }
        }
        try self.init(
            path: path, name: response.text(.dav("displayname")), server: server, listsChanges: listsChanges)
    }

    init(
        path: WebDAVPath, name: String? = nil, server: WebDAVServer, listsChanges: Bool? = nil
    ) throws(WebDAVError) {
        self.path = path.asCollection
        self.name = name
        self.server = server
        url = try server.origin.url(path.asCollection)
        capabilities = Locked(Capabilities(listsChanges: listsChanges))
    }

    /// The address.
    public var description: String { url.absoluteString }

    /// A client for CalDAV: a timeout of five minutes, which a first listing of tens of thousands of tasks needs, and answers up to 64 MiB.
    /// A server that is silent is given up sooner, except while it makes a listing: after 45 seconds, or 90 with a list of changes.
    public static func defaultClient() -> any HTTP.Client {
        SystemHTTPClient(timeout: .seconds(300), maximumBodySize: 64 << 20)
    }

    /// Whether the server lists its changes (RFC 6578). Nil if that is not known.
    package var listsChanges: Bool? { capabilities.withLock(\.listsChanges) }

    /// Lists the changes since a token, or everything if there is no token, if the server no longer knows it, or if it has no
    /// `sync-collection`. A listing is complete: a truncated answer is continued, and what cannot be read is named.
    public func changes(since token: String?) async throws(WebDAVError) -> CalDAVChanges {
        if let token, let changes = try await reported(since: token) { return changes }
        if listsChanges != false {
            // The token first: what changes between the two requests is listed again by the next report. A report without a token
            // comes last, since Radicale needs quadratic time for it.
            if let token = try await currentToken(), let changes = try await listing(token) { return changes }
            if let changes = try await reported(since: nil) { return changes }
        }
        // An answer without the collection itself may be empty by mistake.
        guard let changes = try await listing(nil) else { throw .malformed(Message("its list is incomplete")) }
        capabilities.withLock { $0.listsChanges = false }
        return changes
    }

    /// The changes since a token. Nil if the server does not know the token, or cannot list changes.
    private func reported(since token: String?) async throws(WebDAVError) -> CalDAVChanges? {
        guard listsChanges != false else { return nil }
        do throws(WebDAVError) {
            return try await synchronized(from: token)
        } catch {
            guard error.mayMeanNoSuchReport || token != nil && error.mayBeAboutToken else { throw error }
            return nil
        }
    }

    /// The present token (RFC 6578, section 4). Nil if the server does not tell it.
    private func currentToken() async throws(WebDAVError) -> String? {
        let (answer, _) = try await server.request(
            "PROPFIND", path, depth: "0", WebDAVRequestBody.propfind(["D:sync-token"]))
        return answer.responses.lazy.compactMap { $0.text(.dav("sync-token")) }.first
    }

    /// The changes by `sync-collection`. Nil if the answer shows that the server does not support it.
    private func synchronized(from first: String?) async throws(WebDAVError) -> CalDAVChanges? {
        var listing = CalDAVListing(path)
        var token = first
        var tokens: Set<String> = []
        while true {
            let (answer, base) = try await server.request(
                "REPORT", path, depth: "0", WebDAVRequestBody.syncCollection(token),
                silence: token == nil ? nil : .seconds(90))
            guard let next = answer.syncToken else { return nil }
            listing.isTruncated = false
            for response in answer.responses { try listing.add(response, base) }
            guard listing.isTruncated else { return try listing.changes(isFull: first == nil, token: next) }
            // RFC 6578, section 3.6: the rest are the changes since the new token.
            guard next != token, tokens.insert(next).inserted, tokens.count < Self.maximumPages else {
                throw .malformed(Message("its list does not end"))
            }
            token = next
        }
    }

    /// All resources, by PROPFIND. Nil if the answer is incomplete.
    private func listing(_ token: String?) async throws(WebDAVError) -> CalDAVChanges? {
        var listing = CalDAVListing(path)
        let (answer, base) = try await server.request(
            "PROPFIND", path, depth: "1", WebDAVRequestBody.propfind(["D:getetag", "D:resourcetype"]), silence: nil)
        for response in answer.responses { try listing.add(response, base) }
        guard let isCalendar = listing.isCalendar, !listing.isTruncated else { return nil }
        guard isCalendar else { throw .notTodoCollection }
        return try listing.changes(isFull: true, token: token)
    }

    /// Writes a resource and returns its ETag. Nil if the answer has none or a weak one. Some servers return a strong ETag although
    /// they store the properties in another order; the content is equivalent then.
    public func put(
        _ data: [UInt8], at path: WebDAVPath, condition: CalDAVCondition
    ) async throws(WebDAVError) -> ETag? {
        var headers = ["Content-Type": "text/calendar; charset=utf-8"]
        switch condition {
        case .isNew: headers["If-None-Match"] = "*"
        case .matches(let etag): headers["If-Match"] = etag.rawValue
        }
        let response = try await server.send("PUT", path, headers: headers, body: Data(data))
        return ETag(field: response.header("ETag")).flatMap { $0.isWeak ? nil : $0 }
    }

    /// Deletes a resource if it has not changed. 404 and 410 count as success.
    public func delete(_ path: WebDAVPath, matching etag: ETag) async throws(WebDAVError) {
        try await server.delete(path, headers: ["If-Match": etag.rawValue])
    }

    /// The path of a new resource: `name`, percent-encoded, and `.ics`. Slashes and other characters that servers refuse are written
    /// as `=` and two digits.
    public func path(named name: String) -> WebDAVPath { path.appending(name: name, suffix: ".ics") }
}

extension WebDAVResponse {
    /// RFC 4791, section 5.2.3: without the property, all components are accepted.
    fileprivate var takesTasks: Bool {
        guard let set = properties[.calDAV("supported-calendar-component-set")] else { return true }
        return set.all(.calDAV("comp")).contains { $0.attributes["name"]?.uppercased() == "VTODO" }
    }
}

extension WebDAVError {
    /// Whether a request may have failed because of its token: RFC 6578, section 3.2, has 403 or 409 with `valid-sync-token`; some
    /// servers answer 400, 410 or 412.
    fileprivate var mayBeAboutToken: Bool {
        switch self {
        case .forbidden("supported-report"): false
        case .forbidden, .conflict, .notFound, .preconditionFailed, .refused(400, _): true
        default: false
        }
    }

    /// Whether a report may have failed because the server does not support it (RFC 3253, section 3.6).
    var mayMeanNoSuchReport: Bool {
        switch self {
        case .forbidden(nil), .forbidden("supported-report"): true
        case .refused(let status, _): [400, 405, 406, 415, 422, 501].contains(status)
        default: false
        }
    }
}
