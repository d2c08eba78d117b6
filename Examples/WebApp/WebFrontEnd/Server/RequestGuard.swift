import CoreModule
package import HTTPTypes

/// Why a request is not answered.
package enum Refusal: String, Error {
    /// It was sent to another host's name, as after DNS rebinding.
    case host
    /// It comes from a page of another site.
    case crossSite = "cross_site"
    /// It did not come through the proxy, or the proxy names nobody.
    case proxy
    /// Its form is of another session, or of one before the server has started again.
    case token
    /// It has no cookie, although every page sets one.
    case cookies
    /// The browser has not signed in, or not any more.
    case login
    /// It is larger than allowed.
    case size
    /// It was not complete in time.
    case time
    /// It cannot be read.
    case form
    /// There are as many streams of events, or sessions of the person, as allowed.
    case pages
    /// As many files are being received as allowed.
    case uploads
    /// There is no such address.
    case address
    /// The address is not for this method.
    case method

    /// The status of the answer.
    var status: HTTPResponse.Status {
        switch self {
        case .host: .misdirectedRequest
        // RFC 9110, section 15.5.2.
        case .login: .unauthorized
        case .crossSite, .proxy, .token, .cookies: .forbidden
        case .size: .contentTooLarge
        case .time: .requestTimeout
        case .form: .badRequest
        case .pages, .uploads: .tooManyRequests
        case .address: .notFound
        case .method: .methodNotAllowed
        }
    }

    /// What the user reads.
    var explanation: Message {
        switch self {
        case .token: Message("This page was out of date, so nothing was saved. Check it, and do it again.")
        case .cookies: Message("Nothing was saved, because this browser sends no cookies. Allow them for this site.")
        case .login:
            Message(
                "Nothing was saved, because this browser is not signed in. Sign in on another page, and do it again.")
        case .size: Message("This is too large. A file may have 16 MiB, and a page’s texts 256 KiB.")
        case .address: Message("There is no such page.")
        case .pages: Message("Too many pages are open. Close some of them.")
        case .uploads: Message("Other files are being read. Try again in a moment.")
        case .host, .crossSite, .proxy, .time, .form, .method: Message("This request was refused.")
        }
    }
}

/// Decides whether a request may be answered, and who has sent it.
package struct RequestGuard: Sendable {
    let access: WebConfiguration.Access
    private let scheme: String

    /// Makes the guard of a server.
    /// - Parameters:
    ///   - access: who may use it.
    ///   - isSecure: whether browsers reach it by https.
    package init(access: WebConfiguration.Access, isSecure: Bool = false) {
        self.access = access
        scheme = isSecure ? "https" : "http"
    }

    /// The names of this computer's loopback address.
    private static let loopbackNames: Set<Substring> = ["127.0.0.1", "localhost", "[::1]"]

    /// Returns who has sent a request for a page or an action: with a password, whoever has signed in. Throws a ``Refusal``.
    package func person(_ request: HTTPRequest) throws(Refusal) -> Person {
        let origin = try checkPlace(request)
        var person = Person()
        if case .proxy = access {
            person = Person(try only(.person, request))
            guard person.isNamed else { throw .proxy }
        }
        try checkOrigin(request, origin)
        return person
    }

    /// Allows a request of a program, which has a token in place of a cookie. A page of another site cannot send it.
    /// - Returns: the person whom a proxy names; nil if it names nobody, because the token does.
    package func checkProgram(_ request: HTTPRequest) throws(Refusal) -> Person? {
        let origin = try checkPlace(request)
        guard request.headerFields[values: .origin].allSatisfy({ $0 == origin }),
            [nil, "same-origin", "none"].contains(request.headerFields[.fetchSite])
        else { throw .crossSite }
        guard case .proxy = access, request.headerFields[.person] ?? "" != "" else { return nil }
        return Person(try only(.person, request))
    }

    /// Checks the host to which a request was sent, and the proxy through which it came. Returns the origin of the pages there.
    private func checkPlace(_ request: HTTPRequest) throws(Refusal) -> String {
        switch access {
        case .onePerson, .token:
            try checkLoopback(request)
            return Self.origin(scheme, request)
        case .password(_, let site):
            try checkHostCount(request)
            guard site == nil || request.authority?.lowercased() == site?.host else { throw .host }
            return site?.origin ?? Self.origin(scheme, request)
        case .proxy(let secret, let site):
            guard Secrets.areEqual(try only(.proxySecret, request), secret) else { throw .proxy }
            try checkHostCount(request)
            guard request.authority?.lowercased() == site.host else { throw .host }
            return site.origin
        }
    }

    /// Allows what belongs to nobody, such as metrics, to programs of this computer. A page of another site cannot read it, because
    /// it has another host's name.
    package func checkLoopback(_ request: HTTPRequest) throws(Refusal) {
        try checkHostCount(request)
        let host = request.authority?.lowercased() ?? ""
        let end = host.lastIndex(of: ":").flatMap { host[$0...].dropFirst().allSatisfy(\.isNumber) ? $0 : nil }
        guard Self.loopbackNames.contains(host[..<(end ?? host.endIndex)]) else { throw .host }
    }

    private static func origin(_ scheme: String, _ request: HTTPRequest) -> String {
        "\(scheme)://\(request.authority?.lowercased() ?? "")"
    }

    /// The first header `Host` became the authority. With a second one, a proxy may mean another site than this server: RFC 9112,
    /// section 3.2.
    private func checkHostCount(_ request: HTTPRequest) throws(Refusal) {
        guard request.headerFields[values: .secondHost].isEmpty else { throw .form }
    }

    /// Pages may be opened from everywhere; they change nothing. What changes something, and the events, come from a page of this
    /// site. Browsers say so in `Origin`, which a page cannot forge.
    private func checkOrigin(_ request: HTTPRequest, _ origin: String) throws(Refusal) {
        let site = request.headerFields[.fetchSite]
        if request.method != .get, request.method != .head {
            guard request.headerFields[values: .origin] == [origin] else { throw .crossSite }
            guard site == nil || site == "same-origin" else { throw .crossSite }
        } else if let sent = request.headerFields[.origin], sent != origin {
            throw .crossSite
        }
    }

    /// The value of a header that must be there once.
    private func only(_ name: HTTPField.Name, _ request: HTTPRequest) throws(Refusal) -> String {
        let values = request.headerFields[values: name]
        guard values.count == 1 else { throw .proxy }
        return values[0]
    }
}

extension HTTPField.Name {
    /// The secret that only the proxy and this server know.
    package static let proxySecret = own("X-Proxy-Secret")
    /// The name of the person whom the proxy has authenticated.
    package static let person = own("X-Person")
    static let secondHost = own("Host")
    static let fetchSite = own("Sec-Fetch-Site")
    static let fetchDestination = own("Sec-Fetch-Dest")
    /// Of a request by which a page brings itself up to date.
    package static let refresh = own("X-Refresh")
    /// Of a form that the script sends, and of the page after it.
    package static let script = own("X-Script")
    /// Where the user of a program is, such as `Europe/Berlin`.
    static let timeZone = own("X-Time-Zone")
    static let referrerPolicy = own("Referrer-Policy")
    static let xAccelBuffering = own("X-Accel-Buffering")

    private static func own(_ name: String) -> Self {
        guard let name = Self(name) else { preconditionFailure("The program's own names are valid.") }
        return name
    }
}
