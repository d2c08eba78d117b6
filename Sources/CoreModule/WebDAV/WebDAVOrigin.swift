package import Foundation

/// The scheme, host and port of a server. Credentials are sent to no other origin.
package struct WebDAVOrigin: Hashable, Sendable {
    private static let defaultPorts = ["http": 80, "https": 443]

    /// `http` or `https`.
    package let scheme: String
    /// In lower case, an IPv6 address without its brackets.
    package let host: String
    package let port: Int

    /// The origin of a URL. Throws ``WebDAVError/invalidAddress(_:)`` if it is not an HTTP URL.
    package init(_ url: URL) throws(WebDAVError) {
        guard let scheme = url.scheme?.lowercased(), let defaultPort = Self.defaultPorts[scheme],
            let host = url.host(percentEncoded: true)?.lowercased(), !host.isEmpty
        else { throw .invalidAddress(Message("it does not begin with https:// and the name of a server")) }
        self.scheme = scheme
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        port = url.port ?? defaultPort
    }

    /// Whether both are one server: the same host, and the same port or both default ports.
    package func isReachedAs(_ other: WebDAVOrigin) -> Bool {
        host == other.host && (port == other.port || (hasDefaultPort && other.hasDefaultPort))
    }

    /// Its name in an error about a redirect from another origin: the host, with the port if only that differs.
    package func name(seenFrom other: WebDAVOrigin) -> String { host == other.host ? "\(host):\(port)" : host }

    /// Whether credentials may be sent: the connection is encrypted, or stays on this machine.
    package var isSafe: Bool { scheme == "https" || host.isLoopbackHost }

    /// The address of a resource, without a user.
    package func url(_ path: WebDAVPath) throws(WebDAVError) -> URL {
        let name = host.contains(":") ? "[\(host)]" : host
        let authority = hasDefaultPort ? name : "\(name):\(port)"
        guard let url = URL(string: "\(scheme)://\(authority)\(path.rawValue)") else {
            throw .invalidAddress(Message("it is no URL"))
        }
        return url
    }

    private var hasDefaultPort: Bool { port == Self.defaultPorts[scheme] }
}
