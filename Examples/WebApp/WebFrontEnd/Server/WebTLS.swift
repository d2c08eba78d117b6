package import Foundation
import NIOSSL

/// The certificate and the key by which browsers reach the server itself with https.
package struct WebTLS: Sendable {
    /// A file that cannot be used.
    package struct Unusable: Error, CustomStringConvertible {
        /// What the user reads.
        package let description: String

        fileprivate init(_ description: String) { self.description = description }
    }

    let configuration: TLSConfiguration

    /// Reads both files, in PEM.
    /// - Parameters:
    ///   - certificate: the certificate of the server, and after it those that prove it.
    ///   - key: the private key, without a passphrase.
    package init(certificate: URL, key: URL) throws(Unusable) {
        let chain: [NIOSSLCertificate]
        do { chain = try NIOSSLCertificate.fromPEMFile(certificate.path(percentEncoded: false)) } catch {
            throw Unusable("The certificate “\(certificate.relativePath)” cannot be read as PEM.")
        }
        let privateKey: NIOSSLPrivateKey
        do { privateKey = try NIOSSLPrivateKey(file: key.path(percentEncoded: false), format: .pem) } catch {
            throw Unusable("The key “\(key.relativePath)” cannot be read as PEM. It may have no passphrase.")
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
        configuration.minimumTLSVersion = .tlsv12
        // Checks now that the key belongs to the certificate.
        do { _ = try NIOSSLContext(configuration: configuration) } catch {
            throw Unusable(
                "The key “\(key.relativePath)” does not belong to the certificate “\(certificate.relativePath)”.")
        }
        self.configuration = configuration
    }
}
