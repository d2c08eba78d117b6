public import CoreModule
public import Foundation

/// A CalDAV server, and the collections of one of its users.
///
/// Its address may be that of the server, of a user, of all of a user's calendars, or of one of them. Its description shows no
/// credentials.
public struct CalDAVServer: Sendable, CustomStringConvertible, CustomReflectable {
    /// The address, without a user.
    public let url: URL
    let path: CalDAVPath
    let connection: CalDAVConnection

    /// Takes an address; nothing is sent.
    ///
    /// Throws ``CalDAVError/invalidAddress(_:)``, also where the address has a password in it, and
    /// ``CalDAVError/insecure(host:)``.
    /// - Parameters:
    ///   - url: the address, by https or http.
    ///   - credentials: who asks; `nil` for nobody.
    ///   - client: sends the requests.
    ///   - clock: tells when `Retry-After` counts from.
    ///   - allowsInsecureConnections: whether credentials are sent without encryption to other hosts than this one.
    public init(
        url: URL, credentials: CalDAVCredentials?, client: any HTTPClient = Self.defaultClient(),
        clock: WallClock = .system, allowsInsecureConnections: Bool = false
    ) throws(CalDAVError) {
        connection = try CalDAVConnection(
            url: url, credentials: credentials, client: client, clock: clock,
            allowsInsecureConnections: allowsInsecureConnections)
        path = CalDAVPath(url)
        self.url = try connection.origin.url(path)
    }

    /// A client for CalDAV: an answer may take a minute and have 64 megabytes.
    public static func defaultClient() -> any HTTPClient {
        URLSessionHTTPClient(timeout: .seconds(60), maximumBodySize: 64 << 20)
    }

    /// The address.
    public var description: String { url.absoluteString }
    /// A mirror that shows the address only.
    public var customMirror: Mirror { Mirror(self, children: ["url": url]) }

    /// The one collection: the address's own if it is one, else the only one that ``collections()`` finds.
    ///
    /// Throws ``CalDAVError/severalCollections(_:)`` and ``CalDAVError/noCollection``, and what ``collections()`` throws.
    public func collection() async throws(CalDAVError) -> CalDAVCollection {
        let (found, connection) = try await discover()
        guard let first = found.first else { throw .noCollection }
        guard found.count == 1 else { throw .severalCollections(found.map(\.url)) }
        return try CalDAVCollection(path: first.path, connection: connection, listsChanges: first.listsChanges)
    }

    /// One of the collections that ``collections()`` has found; nothing is sent.
    ///
    /// Throws ``CalDAVError/foreignRedirect(host:)`` where it is another server's.
    public func collection(_ info: CalDAVCollectionInfo) throws(CalDAVError) -> CalDAVCollection {
        try CalDAVCollection(
            path: info.path, connection: connection.moved(to: info.url), listsChanges: info.listsChanges)
    }

    /// The collections that take tasks, in the order of their paths; none is an empty array.
    ///
    /// The address is asked first. Where it is neither a calendar nor holds any, it is asked who the user is and where that
    /// user's calendars are (RFC 5397; RFC 4791, section 6.2.1); then the same is asked at `/.well-known/caldav` (RFC 6764,
    /// section 5). An address with a path at which there is nothing is ``CalDAVError/notFound``, at which there is nothing for
    /// this user ``CalDAVError/forbidden(precondition:)``, and one of a calendar that takes no tasks
    /// ``CalDAVError/notTodoCollection``: no other collection is given instead.
    public func collections() async throws(CalDAVError) -> [CalDAVCollectionInfo] {
        try await discover().collections
    }
}
