public import CoreModule
package import Foundation

/// What is stored of the collection that the list was synchronized with last. A store keeps it as it is.
///
/// It can be coded. Later versions of the library read what earlier ones have written.
public struct TodoCollectionState: Hashable, Sendable {
    /// The collection's address.
    package var address: String
    /// The server's sync token. Nil if there is none, or if everything must be listed.
    package var token: String?
    /// When everything was last compared with the server.
    package var comparedAt: Date?
    /// The name of this store in version vectors. Random, so that two devices of one name differ. Empty until the first
    /// synchronization.
    package var replica = ""

    package init(address: String, token: String? = nil, comparedAt: Date? = nil, replica: String = "") {
        self.address = address
        self.token = token
        self.comparedAt = comparedAt
        self.replica = replica
    }
}

extension TodoCollectionState: Codable {
    private enum CodingKeys: String, CodingKey {
        case address, token, comparedAt, replica
    }

    /// Reads what ``encode(to:)`` has written.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        address = try values.decode(String.self, forKey: .address)
        token = try values.decodeIfPresent(String.self, forKey: .token)
        comparedAt = try values.decodeIfPresent(Int64.self, forKey: .comparedAt).map(Date.init(millisecondsSince1970:))
        replica = try values.decode(String.self, forKey: .replica)
    }

    /// Writes everything, dates as milliseconds since 1970.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(address, forKey: .address)
        try values.encodeIfPresent(token, forKey: .token)
        try values.encodeIfPresent(comparedAt?.millisecondsSince1970, forKey: .comparedAt)
        try values.encode(replica, forKey: .replica)
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
