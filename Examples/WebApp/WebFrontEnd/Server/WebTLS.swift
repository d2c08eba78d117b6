package import Foundation
import NIOSSL

/// The certificate and the key by which browsers reach the server itself with https.
package struct WebTLS: Sendable {
    /// A file that cannot be used.
    package struct Unusable: Error, CustomStringConvertible {
        /// What the user reads.
        package let description: String
    }

    let configuration: TLSConfiguration

    /// Reads both files, in PEM.
    /// - Parameters:
    ///   - certificate: the certificate of the server, and after it those that prove it.
    ///   - key: the private key, without a passphrase.
    package init(certificate: URL, key: URL) throws(Unusable) {
        do {
            let chain = try NIOSSLCertificate.fromPEMFile(certificate.path(percentEncoded: false))
            guard !chain.isEmpty else { throw NIOSSLError.failedToLoadCertificate }
            let privateKey = try NIOSSLPrivateKey(file: key.path(percentEncoded: false), format: .pem)
            configuration = .makeServerConfiguration(
                certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
            // Of a key that belongs to another certificate, browsers would be told first.
            _ = try NIOSSLContext(configuration: configuration)
        } catch {
            throw Unusable(
                description:
                    "The certificate “\(certificate.relativePath)” and the key “\(key.relativePath)” cannot be used: \(error)"
            )
        }
    }
}
