import CoreModule
import Foundation

/// The scheme, host and port of a server. Credentials are sent to no other origin.
struct CalDAVOrigin: Hashable, Sendable {
    private static let defaultPorts = ["http": 80, "https": 443]

    /// `http` or `https`.
    let scheme: String
    /// In lower case, an IPv6 address without its brackets.
    let host: String
    let port: Int

    /// The origin of a URL. Throws ``CalDAVError/invalidAddress(_:)`` if it is not an HTTP URL.
    init(_ url: URL) throws(CalDAVError) {
        guard let scheme = url.scheme?.lowercased(), let defaultPort = Self.defaultPorts[scheme],
            let host = url.host(percentEncoded: true)?.lowercased(), !host.isEmpty
        else { throw .invalidAddress(Message("it does not begin with https:// and the name of a server")) }
        self.scheme = scheme
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        port = url.port ?? defaultPort
    }

    /// Whether both are one server: the same host, and the same port or both default ports.
    func isReachedAs(_ other: CalDAVOrigin) -> Bool {
        host == other.host && (port == other.port || (hasDefaultPort && other.hasDefaultPort))
    }

    /// Its name in an error about a redirect from another origin: the host, with the port if only that differs.
    func name(seenFrom other: CalDAVOrigin) -> String { host == other.host ? "\(host):\(port)" : host }

    /// Whether a password may be sent: the connection is encrypted, or stays on this machine.
    var isSafe: Bool { scheme == "https" || host.isLoopbackHost }

    /// The address of a resource, without a user.
    func url(_ path: CalDAVPath) throws(CalDAVError) -> URL {
        let name = host.contains(":") ? "[\(host)]" : host
        let authority = hasDefaultPort ? name : "\(name):\(port)"
        guard let url = URL(string: "\(scheme)://\(authority)\(path.rawValue)") else {
            throw .invalidAddress(Message("it is no URL"))
        }
        return url
    }

    private var hasDefaultPort: Bool { port == Self.defaultPorts[scheme] }
}
