import CoreModule
import Foundation

/// The scheme, host and port of a server: where credentials are sent, and nowhere else.
struct CalDAVOrigin: Hashable, Sendable {
    private static let defaultPorts = ["http": 80, "https": 443]

    /// `http` or `https`.
    let scheme: String
    /// In lower case, an IPv6 address without its brackets.
    let host: String
    let port: Int

    /// Takes the origin of a URL; throws ``CalDAVError/invalidAddress(_:)`` where it is not one of HTTP.
    init(_ url: URL) throws(CalDAVError) {
        guard let scheme = url.scheme?.lowercased(), let defaultPort = Self.defaultPorts[scheme],
            let host = url.host(percentEncoded: true)?.lowercased(), !host.isEmpty
        else { throw .invalidAddress(Message("it does not begin with https:// and the name of a server")) }
        self.scheme = scheme
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        port = url.port ?? defaultPort
    }

    /// Takes what stands in a URL before and behind `//`; what goes before an `@` is left out.
    init?(scheme: String, authority: Substring) {
        guard let defaultPort = Self.defaultPorts[scheme.lowercased()] else { return nil }
        var rest = authority
        if let end = rest.lastIndex(of: "@") { rest = rest[end...].dropFirst() }
        let host: Substring
        if rest.hasPrefix("["), let end = rest.firstIndex(of: "]") {
            host = rest[..<end].dropFirst()
            rest = rest[end...].dropFirst()
        } else {
            host = rest.prefix { $0 != ":" }
            rest = rest[host.endIndex...]
        }
        let digits = rest.dropFirst()
        guard !host.isEmpty, rest.isEmpty || rest.hasPrefix(":"),
            let port = digits.isEmpty ? defaultPort : Int(digits)
        else { return nil }
        self.scheme = scheme.lowercased()
        self.host = host.lowercased()
        self.port = port
    }

    /// Whether what lies here is asked for at the other origin: on the same host, and at the same port or at the scheme's own.
    func isReachedAs(_ other: CalDAVOrigin) -> Bool {
        host == other.host && (port == other.port || (hasDefaultPort && other.hasDefaultPort))
    }

    /// What to call it to one who was sent there from another: its host, and its port where that is what differs.
    func name(seenFrom other: CalDAVOrigin) -> String { host == other.host ? "\(host):\(port)" : host }

    /// Whether a password may be sent: it is encrypted, or does not leave the machine.
    var isSafe: Bool { scheme == "https" || isLoopback }

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

    /// `localhost`, 127.0.0.0/8 in its usual form, or ::1. A name that only begins so is another host's.
    private var isLoopback: Bool {
        if host == "localhost" || host == "::1" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers[0] == "127"
            && numbers.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } && UInt8($0) != nil }
    }
}
