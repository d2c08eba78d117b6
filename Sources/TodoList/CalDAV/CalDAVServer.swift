public import CoreModule
public import Foundation

/// A CalDAV server, and the collections of one of its users.
///
/// The address may be the one of the server, a user, a user's calendars, or one calendar. Its description shows no credentials.
public struct CalDAVServer: Sendable, CustomStringConvertible {
    /// The address, without a user.
    public let url: URL
    let path: CalDAVPath
    let connection: CalDAVConnection

    /// Opens the server at an address. Sends nothing.
    ///
    /// Throws ``CalDAVError/invalidAddress(_:)``, also if the address contains a password, and ``CalDAVError/insecure(host:)``.
    /// - Parameters:
    ///   - url: the address, https or http.
    ///   - credentials: the user and password. Nil for anonymous access.
    ///   - client: sends the requests.
    ///   - clock: the start of `Retry-After`.
    ///   - allowsInsecureConnections: whether credentials may be sent unencrypted to hosts other than this machine.
    ///   - logger: receives the requests, with method and host.
    public init(
        url: URL, credentials: CalDAVCredentials?, client: any HTTPClient = Self.defaultClient(),
        clock: WallClock = .system, allowsInsecureConnections: Bool = false, logger: EventLogger = .disabled
    ) throws(CalDAVError) {
        connection = try CalDAVConnection(
            url: url, credentials: credentials, client: client, clock: clock,
            allowsInsecureConnections: allowsInsecureConnections, logger: logger)
        path = CalDAVPath(url)
        self.url = try connection.origin.url(path)
    }

    /// A client for CalDAV: a timeout of five minutes, answers up to 64 MiB.
    ///
    /// A server that lists tens of thousands of tasks for the first time takes minutes before it answers.
    public static func defaultClient() -> any HTTPClient {
        SystemHTTPClient(timeout: .seconds(300), maximumBodySize: 64 << 20)
    }

    /// The address.
    public var description: String { url.absoluteString }

    /// The collection at the address, else the only one that `collections()` finds.
    ///
    /// Throws ``CalDAVError/severalCollections(_:)`` and ``CalDAVError/noCollection``, and what `collections()` throws.
    public func collection() async throws(CalDAVError) -> CalDAVCollection { try await onlyCollection().collection }

    /// The collection of ``collection()``, and its name.
    func onlyCollection() async throws(CalDAVError) -> (collection: CalDAVCollection, name: String?) {
        let (found, connection) = try await discover()
        guard let first = found.first else { throw .noCollection }
        guard found.count == 1 else {
            throw .severalCollections(found.map { TodoListAddress(url: $0.url, name: $0.displayName) })
        }
        let collection = try CalDAVCollection(
            path: first.path, connection: connection, listsChanges: first.listsChanges)
        return (collection, first.displayName)
    }

    /// Opens a collection that `collections()` found. Sends nothing.
    ///
    /// Throws ``CalDAVError/foreignRedirect(host:)`` if it is on another server.
    package func collection(_ info: CalDAVCollectionInfo) throws(CalDAVError) -> CalDAVCollection {
        try CalDAVCollection(
            path: info.path, connection: connection.moved(to: info.url), listsChanges: info.listsChanges)
    }

    /// Finds the collections that accept tasks, sorted by path.
    ///
    /// Looks at the address first. If it is not a calendar and contains none, looks up the user's principal and its calendars
    /// (RFC 5397; RFC 4791, section 6.2.1). If the address has no path, then does the same at `/.well-known/caldav` (RFC 6764,
    /// section 5), and throws ``CalDAVError/noCalDAV(host:_:)`` if neither answers. A bad answer at a path is an error: nothing
    /// else is used in its place.
    package func collections() async throws(CalDAVError) -> [CalDAVCollectionInfo] {
        try await discover().collections
    }
}
