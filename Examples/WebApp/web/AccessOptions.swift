import ArgumentParser
import Foundation
import WebFrontEnd

/// How one person reaches the server from other devices.
struct AccessOptions: ParsableArguments {
    private static let loopback = "127.0.0.1"

    @Option(help: "The address to listen on, such as 0.0.0.0 for all.")
    var listen = Self.loopback

    @Option(help: "A file that “web password” has made. Browsers sign in with its password.")
    var passwordFile: String?

    @Option(help: "The certificate in PEM, with those that prove it.")
    var certificate: String?

    @Option(help: "The private key of the certificate in PEM.")
    var key: String?

    @Flag(
        help:
            "Listen on other addresses without a certificate: whoever is on the way can read the password and the words."
    )
    var plainHttp = false

    @Flag(help: "Let everybody who has an account on this computer open the pages, without the token.")
    var withoutToken = false

    /// The names of those that are given.
    var used: String {
        let names = [
            ("--listen", listen != Self.loopback), ("--password-file", passwordFile != nil),
            ("--certificate", certificate != nil), ("--key", key != nil), ("--plain-http", plainHttp),
            ("--without-token", withoutToken),
        ]
        return names.filter(\.1).map(\.0).joined(separator: ", ")
    }

    private var isLoopback: Bool { ["127.0.0.1", "localhost", "::1"].contains(listen) }

    func validate() throws {
        guard (certificate == nil) == (key == nil) else {
            throw ValidationError("--certificate and --key belong together.")
        }
        guard passwordFile == nil || !withoutToken else {
            throw ValidationError("With --password-file there is no token: leave --without-token out.")
        }
        guard certificate == nil || !plainHttp else {
            throw ValidationError("With --certificate the server has https: leave --plain-http out.")
        }
        guard !isLoopback else { return }
        guard passwordFile != nil else {
            throw ValidationError(
                "--listen \(listen) needs a password: “web password FILE” makes one, and --password-file FILE uses it.")
        }
        guard certificate != nil || plainHttp else {
            throw ValidationError(
                """
                --listen \(listen) needs --certificate and --key, or --plain-http, with which the password and the words can be \
                read on the way.
                """)
        }
    }

    /// Who may use the server.
    func access(_ environment: [String: String]) throws -> WebConfiguration.Access {
        guard let passwordFile else { return withoutToken ? .onePerson : .newToken }
        let text: String
        do { text = try String(contentsOf: URL(filePath: passwordFile), encoding: .utf8) } catch {
            throw ValidationError("The file “\(passwordFile)” cannot be read: \(error.localizedDescription)")
        }
        guard let hash = PasswordHash(text) else {
            throw ValidationError("The file “\(passwordFile)” has no password. “web password FILE” makes one.")
        }
        guard let address = environment["WEB_SITE"], !address.isEmpty else { return .password(hash) }
        guard let site = WebConfiguration.Site(address), site.origin.hasPrefix("https:") else {
            throw ValidationError("WEB_SITE is https://host[:port] without a path, not “\(address)”.")
        }
        return .password(hash, site: site)
    }

    /// The certificate and its key; nil if there are none.
    func tls() throws -> WebTLS? {
        guard let certificate, let key else { return nil }
        do throws(WebTLS.Unusable) {
            return try WebTLS(certificate: URL(filePath: certificate), key: URL(filePath: key))
        } catch {
            throw ValidationError(error.description)
        }
    }

    /// The address to open. On another device, a name of this computer in place of “all addresses”.
    func address(port: Int, _ access: WebConfiguration.Access) -> String {
        let scheme = certificate == nil ? "http" : "https"
        let isAll = ["0.0.0.0", "::"].contains(listen)
        let host = isAll ? ProcessInfo.processInfo.hostName : listen.contains(":") ? "[\(listen)]" : listen
        let token = if case .token(let token) = access { "?token=\(token)" } else { "" }
        return "\(scheme)://\(host):\(port)/\(token)"
    }
}
