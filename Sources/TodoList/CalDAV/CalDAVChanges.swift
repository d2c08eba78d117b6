/// A resource of a collection, and its version.
public struct CalDAVEntry: Hashable, Sendable {
    /// Where it lies.
    public let path: CalDAVPath
    /// Its version.
    public let etag: ETag

    /// Describes a resource.
    public init(path: CalDAVPath, etag: ETag) {
        self.path = path
        self.etag = etag
    }
}

/// What a collection holds, or what has changed in it.
public struct CalDAVChanges: Hashable, Sendable {
    /// The resources that are there, each once, in the order of their paths; in a delta only those that are new or changed.
    /// Among them may be events, if the collection takes them too.
    public var changed: [CalDAVEntry]
    /// The resources that are there no longer, each once, in the order of their paths; empty in a full listing.
    public var removed: [CalDAVPath]
    /// Whether everything that is not in ``changed`` is not there.
    public var isFullListing: Bool
    /// What to ask with the next time; `nil` where the server has no `sync-collection`, and every answer is a full listing.
    public var token: String?

    /// Describes changes.
    public init(changed: [CalDAVEntry], removed: [CalDAVPath] = [], isFullListing: Bool, token: String?) {
        self.changed = changed
        self.removed = removed
        self.isFullListing = isFullListing
        self.token = token
    }
}

/// A resource of a collection with what is in it.
public struct CalDAVObject: Hashable, Sendable {
    /// Where it lies.
    public let path: CalDAVPath
    /// The version of these bytes.
    public let etag: ETag
    /// An iCalendar object. Its lines end in CRLF whatever the way to here has made of them (RFC 5545, section 3.1).
    public let data: [UInt8]

    /// Describes a resource.
    public init(path: CalDAVPath, etag: ETag, data: [UInt8]) {
        self.path = path
        self.etag = etag
        self.data = data
    }
}

/// Under what condition a resource is written (RFC 9110, section 13.1).
public enum CalDAVCondition: Hashable, Sendable {
    /// Nothing lies there yet.
    case isNew
    /// This version lies there.
    case matches(ETag)
}
