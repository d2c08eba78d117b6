public import CoreModule

/// A collection of tasks on a server.
///
/// Methods may be called concurrently. A resource with an unchanged ETag is unchanged. A write or deletion whose condition does not
/// hold changes nothing and throws `WebDAVError.preconditionFailed`. A cancelled call throws `WebDAVError.cancelled`; its write
/// may still have arrived, as after `WebDAVError.timedOut` and `WebDAVError.network(_:)`.
public protocol TodoCollection: Sendable {
    /// Lists the changes since a token. Lists everything if there is no token, or if the server does not know it.
    func changes(since token: String?) async throws(WebDAVError) -> CalDAVChanges

    /// Reads resources, sorted by path, without the missing ones; those that cannot be read are marked. May return events if the
    /// collection accepts them.
    func objects(at paths: [WebDAVPath]) async throws(WebDAVError) -> [CalDAVObject]

    /// Reads all tasks in one request, for the first synchronization of many. May leave out any, by default all: they are read by
    /// ``objects(at:)``.
    func tasks() async throws(WebDAVError) -> [CalDAVObject]

    /// Writes a resource.
    /// - Returns: the new version. Nil if the server does not return it reliably; then the resource must be read again.
    func put(_ data: [UInt8], at path: WebDAVPath, condition: CalDAVCondition) async throws(WebDAVError) -> ETag?

    /// Deletes a resource if it has not changed. A missing resource is no error.
    func delete(_ path: WebDAVPath, matching etag: ETag) async throws(WebDAVError)

    /// The path of a new resource: `name` in this collection, with `.ics`. Every text is allowed, even with slashes. Different
    /// names have different paths.
    func path(named name: String) -> WebDAVPath
}

extension TodoCollection {
    /// Returns none.
    public func tasks() async throws(WebDAVError) -> [CalDAVObject] { [] }
}

/// A resource of a collection, and its version.
public struct CalDAVEntry: Hashable, Sendable {
    /// Its path.
    public let path: WebDAVPath
    /// Its version.
    public let etag: ETag

    /// Describes a resource.
    public init(path: WebDAVPath, etag: ETag) {
        self.path = path
        self.etag = etag
    }
}

/// A full listing of a collection, or its changes since a token.
public struct CalDAVChanges: Hashable, Sendable {
    /// The existing resources, each once, sorted by path; without a full listing only new and changed ones. May contain events, if
    /// the collection accepts them.
    public var changed: [CalDAVEntry]
    /// The removed resources, each once, sorted by path. Empty in a full listing.
    public var removed: [WebDAVPath]
    /// Whether ``changed`` has all resources.
    public var isFullListing: Bool
    /// The token for the next request. Nil if the server has no `sync-collection`; then every answer is a full listing.
    public var token: String?
    /// The addresses of resources that cannot be used, as the server gives them: they are malformed, or on another host.
    public var unusable: [String]
    /// The resources that exist and cannot be read: they have an error status of their own, or no ETag. Sorted by path.
    public var unreadable: [WebDAVPath]

    /// Describes changes.
    public init(
        changed: [CalDAVEntry], removed: [WebDAVPath] = [], isFullListing: Bool, token: String?,
        unusable: [String] = [], unreadable: [WebDAVPath] = []
    ) {
        self.changed = changed
        self.unusable = unusable
        self.unreadable = unreadable
        self.removed = removed
        self.isFullListing = isFullListing
        self.token = token
    }
}

/// A resource of a collection, with its content.
public struct CalDAVObject: Hashable, Sendable {
    /// Its path.
    public let path: WebDAVPath
    /// The version of the contents.
    public let etag: ETag
    /// An iCalendar object. Its lines end in CRLF (RFC 5545, section 3.1), even if the server sent LF.
    public let data: [UInt8]
    /// Whether it exists, and the server does not return it. Then it has no data, and its version is not known.
    public let isRefused: Bool

    /// Describes a resource.
    public init(path: WebDAVPath, etag: ETag, data: [UInt8]) {
        self.path = path
        self.etag = etag
        self.data = data
        isRefused = false
    }

    /// Describes a resource that exists, and that the server does not return.
    public init(refused path: WebDAVPath) {
        self.path = path
        (etag, data, isRefused) = (ETag(""), [], true)
    }
}

/// The condition of a write (RFC 9110, section 13.1).
public enum CalDAVCondition: Hashable, Sendable {
    /// The path has no resource yet.
    case isNew
    /// The resource has this version.
    case matches(ETag)
}
