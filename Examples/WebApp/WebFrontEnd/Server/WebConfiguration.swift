package import CoreModule
import Foundation
package import PersonalDictionary
package import TodoList

/// The decisions of a server before it starts.
package struct WebConfiguration: Sendable {
    /// Who may use the server.
    package enum Access: Sendable {
        /// The person of this computer, without an account.
        case onePerson
        /// The person of this computer, and nobody else who has an account on it: browsers sign in with the token, once.
        case token(String)
        /// One person, who signs in with a password. If a proxy stands before the server, the site is its address; else each host's
        /// name is allowed, because the browser sends the cookie of a login to the name only under which it signed in.
        case password(PasswordHash, site: Site? = nil)
        /// Those whom a proxy has authenticated. Its requests have the header `X-Proxy-Secret` with the secret and `X-Person` with
        /// the name.
        case proxy(secret: String, site: Site)

        /// With a new token.
        package static var newToken: Self { .token(Secrets.random()) }

        /// What browsers sign in with; nil if they need not.
        var loginKey: LoginKey? {
            switch self {
            case .onePerson, .proxy: nil
            case .token(let token): .token(token)
            case .password(let hash, _): .password(hash)
            }
        }
    }

    /// The scheme and the host, with the port if it is not the scheme's own, under which browsers reach a proxy.
    package struct Site: Sendable, Equatable {
        /// As in the header `Origin`: `https://words.example.org`.
        package let origin: String
        /// As in the header `Host`: `words.example.org`.
        package let host: String

        /// Reads the address of a site. Nil if it is none, or has a path.
        package init?(_ text: String) {
            guard let url = URLComponents(string: text), let scheme = url.scheme, let host = url.host, !host.isEmpty,
                ["http", "https"].contains(scheme), ["", "/"].contains(url.path), url.query == nil, url.user == nil
            else { return nil }
            self.host = (url.port.map { "\(host):\($0)" } ?? host).lowercased()
            origin = "\(scheme)://\(self.host)"
        }
    }

    /// The limits of the resources that clients use.
    package struct Limits: Sendable {
        /// The sessions with a live tree, those with open pages not counted. Of more, the least recently used are put away.
        package var liveSessions = 256
        /// The sessions whose place is remembered. The oldest are forgotten.
        package var knownSessions = 10_000
        /// The sessions of each person, if there are many people. The oldest are forgotten; if all are in use, a new one is refused.
        package var sessionsOfPerson = 32
        /// How long a session without an open page stays live.
        package var idleTime = Duration.seconds(600)
        /// The open streams of events of all sessions, of one, and of each person, if there are many people.
        package var streams = 1024
        package var streamsOfSession = 16
        package var streamsOfPerson = 64
        /// The bytes of a form, and of one with files.
        package var formSize = 256 * 1024
        package var uploadSize = 16 * 1024 * 1024
        /// The forms with files that are received and read at once, and those of each person. Each is in memory as a whole.
        package var uploads = 4
        package var uploadsOfPerson = 2
        /// How long a client may take to send a form.
        package var bodyTime = Duration.seconds(30)
        /// The open connections.
        package var connections = 2048

        /// Makes the limits that suit one process.
        package init() {}
    }

    /// The address or the name of the host to listen on. Another one than the loopback address needs a password.
    package var host = "127.0.0.1"
    /// The port; 0 for a free one.
    package var port = 8080
    /// The certificate, if browsers reach this server itself by https.
    package var tls: WebTLS?
    /// The languages of the pages, by their codes.
    package static let languages = ["en", "ru"]

    /// Who may use the server.
    package var access: Access
    /// The address at which a proxy logs people out; nil if it has none.
    package var logOut: String?
    /// The language of all pages, one of ``languages``. If nil, each browser's own.
    package var language: String?
    /// The limits.
    package var limits = Limits()
    /// The providers of translations.
    package var translation = TranslationConfiguration()
    /// How the to-do list is synchronized; nil if it stays here.
    package var todoServer: TodoServerConnection?
    /// How the folder is reached that words are synchronized with; all sessions share it. Nil if words stay on this device.
    package var sync: SyncConnection?
    /// Called with the settings of each session that opens, such as to connect the to-do list with its server.
    package var sessionOpened: @Sendable (AppSettings) async -> Void = { _ in }
    /// Time, identifiers and log. The language is the sessions'.
    package var environment = AppEnvironment()

    /// Whether browsers reach the server by https.
    var isSecure: Bool {
        switch access {
        case .proxy(_, let site), .password(_, let site?): site.origin.hasPrefix("https:")
        case .onePerson, .token, .password(_, nil): tls != nil
        }
    }

    /// Makes the configuration of a server.
    package init(access: Access = .onePerson) {
        self.access = access
    }
}
