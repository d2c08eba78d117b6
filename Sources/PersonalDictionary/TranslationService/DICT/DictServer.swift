import Foundation

/// A DICT server's address (RFC 2229; the `dict` URL scheme is in its section 5).
public struct DictServer: Hashable, Sendable, CustomStringConvertible {
    /// A name or an address.
    public let host: String
    /// The TCP port.
    public let port: UInt16

    /// Names a server, by default at the registered port of the protocol.
    public init(host: String, port: UInt16 = 2628) {
        self.host = host
        self.port = port
    }

    /// Reads `dict://host[:port]`; nil if the text is anything else.
    public init?(_ text: String) {
        guard let url = URL(string: text), url.scheme?.lowercased() == "dict", let host = url.host(), !host.isEmpty,
            url.path().isEmpty || url.path() == "/", url.user == nil
        else { return nil }
        guard let port = url.port else {
            self.init(host: host)
            return
        }
        guard let port = UInt16(exactly: port), port > 0 else { return nil }
        self.init(host: host, port: port)
    }

    /// `dict://host:port`.
    public var description: String { "dict://\(host):\(port)" }
}
