import Foundation
import NIOCore

extension SocketAddress {
    /// Where a client is. One household has many addresses of IPv6 with the same beginning.
    var place: String {
        switch octets {
        case .v4(let octets): octets.map { String($0) }.joined(separator: ".")
        case .v6(let octets): octets[..<8].map { String($0, radix: 16) }.joined(separator: " ")
        case nil: ""
        }
    }

    /// Whether it is the loopback address, or a socket without one.
    var isOfThisComputer: Bool {
        switch octets {
        case .v4(let octets): octets[0] == 127
        case .v6(let octets): octets == Array(repeating: 0, count: 15) + [1]
        case nil: true
        }
    }

    private enum Octets {
        case v4([UInt8]), v6([UInt8])
    }

    /// Nil for a socket of this computer.
    private var octets: Octets? {
        switch self {
        case .v4(let address):
            return .v4(withUnsafeBytes(of: address.address.sin_addr) { Array($0) })
        case .v6(let address):
            let octets = withUnsafeBytes(of: address.address.sin6_addr) { Array($0) }
            // An address of IPv4, as a server of both has it: RFC 4291, section 2.5.5.2.
            let isMapped = octets[..<10].allSatisfy { $0 == 0 } && octets[10] == 0xFF && octets[11] == 0xFF
            return isMapped ? .v4(Array(octets[12...])) : .v6(octets)
        case .unixDomainSocket: return nil
        }
    }
}
