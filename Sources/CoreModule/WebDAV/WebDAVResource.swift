public import Foundation

/// A resource on a WebDAV server, such as a list of tasks.
public struct WebDAVResource: Hashable, Sendable, CustomStringConvertible {
    /// Its address, without a user.
    public let url: URL
    /// Its name. Nil if it is unknown, or has none.
    public let name: String?

    /// Describes a resource.
    public init(url: URL, name: String? = nil) {
        self.url = url
        self.name = name
    }

    /// The address and the name, on one line.
    public var description: String {
        [url.absoluteString, name?.split(whereSeparator: \.isWhitespace).joined(separator: " ")]
            .compactMap(\.self).joined(separator: "  ")
    }
}
