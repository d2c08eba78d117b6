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

    /// Whether any of them is given.
    var isUsed: Bool {
        withoutToken || listen != Self.loopback || passwordFile != nil || certificate != nil || key != nil || plainHttp
    }

    private var isLoopback: Bool { listen == "localhost" || listen == "::1" || listen.hasPrefix("127.") }

    func validate() throws {
        guard (certificate == nil) == (key == nil) else {
            throw ValidationError("--certificate and --key belong together.")
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
            throw ValidationError("The file “\(passwordFile)” has no password that “web password” has made.")
        }
        guard let address = environment["WEB_SITE"], !address.isEmpty else { return .password(hash) }
        guard let site = WebConfiguration.Site(address) else {
            throw ValidationError("WEB_SITE is https://host[:port] without a path, not “\(address)”.")
        }
        return .password(hash, site: site)
    }

    /// The certificate and its key; nil if there are none.
    func tls() throws -> WebTLS? {
        guard let certificate, let key else { return nil }
        return try WebTLS(certificate: URL(filePath: certificate), key: URL(filePath: key))
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
