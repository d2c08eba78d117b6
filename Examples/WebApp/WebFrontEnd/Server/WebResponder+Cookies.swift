import CoreModule
import Foundation
import HTTPTypes
import Hummingbird

/// What browsers say of themselves: cookies and languages.
extension WebResponder {
    /// What a cookie is for.
    enum CookieKind: String {
        case session, login
    }

    /// Browsers send a cookie to all ports of a host, so that several servers of one computer need names of their own.
    func cookieName(_ kind: CookieKind, _ request: Request) -> String {
        // No other host of the site can set a cookie of this kind (RFC 6265bis, section 4.1.3.2).
        let name = "\(configuration.isSecure ? "__Host-" : "")superapp-\(kind.rawValue)"
        if case .proxy = configuration.access { return name }
        let port = request.head.authority?.split(separator: ":").last.flatMap { UInt16($0) }
        return "\(name)-\(port ?? (configuration.isSecure ? 443 : 80))"
    }

    func cookie(of request: Request) -> SessionID? {
        request.cookies[cookieName(.session, request)].map { SessionID($0.value) }
    }

    func setCookie(_ id: SessionID, of request: Request, _ response: inout Response) {
        response.setCookie(
            Cookie(
                name: cookieName(.session, request), value: id.rawValue, path: "/", secure: configuration.isSecure,
                httpOnly: true, sameSite: .strict))
    }

    /// The first language of the browser's that the pages have. Browsers name the preferred one first.
    func language(of request: Request) -> String {
        let wanted = (request.headers[.acceptLanguage] ?? "").lowercased().split(separator: ",")
        let codes = wanted.map { String($0.trimmingCharacters(in: .whitespaces).prefix(2)) }
        return codes.first { WebConfiguration.languages.contains($0) } ?? "en"
    }

    /// The browser's time zone, which the script stores in a cookie. Nil if there is none.
    func timeZone(of request: Request) -> String? {
        let name = request.cookies["superapp-zone"].flatMap { PercentEncoding.decodedText($0.value.utf8) }
        return name.flatMap { TimeZone(identifier: $0) == nil ? nil : $0 }
    }
}
