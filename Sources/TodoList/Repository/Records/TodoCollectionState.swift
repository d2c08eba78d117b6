public import CoreModule

/// What is stored of the collection that the list was synchronized with last. A store keeps it as it is, or coded: later versions of
/// the library read what earlier ones have coded.
public struct TodoCollectionState: Hashable, Sendable, Codable {
    /// The collection's address.
    package var address: String
    /// The server's sync token. Nil if there is none, or if everything must be listed.
    package var token: String?
    /// The token before, with which the changes are listed once more: the tokens of some servers are times in whole seconds, and do not
    /// show what changed in the second of the token, after its listing. Nil if that was done.
    package var tokenBefore: String?
    /// When everything was last compared with the server, in milliseconds since 1970.
    package var comparedAt: Int64?
    /// The name of this store in version vectors. Random, so that two devices of one name differ. Empty until the first
    /// synchronization.
    package var replica = ""

    package init(
        address: String, token: String? = nil, tokenBefore: String? = nil, comparedAt: Int64? = nil,
        replica: String = ""
    ) {
        self.address = address
        self.token = token
        self.tokenBefore = tokenBefore
        self.comparedAt = comparedAt
        self.replica = replica
    }
}

/// A resource of the collection, as it was read last.
public struct TodoKnownResource: Hashable, Sendable {
    /// Its version; nil if the server did not return the version that it stored.
    public var etag: ETag?
    /// The task that it holds; nil if it holds none.
    public var id: TodoID?
    /// Whether it holds a task, in the version that the last full comparison found.
    public var isConfirmed: Bool

    /// Describes a resource.
    public init(etag: ETag?, id: TodoID?, isConfirmed: Bool = false) {
        self.etag = etag
        self.id = id
        self.isConfirmed = isConfirmed
    }

    /// Whether it holds a task.
    var isTodo: Bool { id != nil }
}
