import CoreModule
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PersonalDictionary

/// Signing in, if the server has a password.
extension WebResponder {
    /// Who has sent a request, and whether the cookie of the login must be sent again. Without a password, the visitor; nil if the
    /// browser must sign in first.
    func signedIn(_ visitor: Person, _ request: Request) async throws -> (person: Person, isRenewed: Bool)? {
        guard let logins else { return (visitor, false) }
        let login: (login: Login, isRenewed: Bool)?
        do throws(StoreError) {
            login = try await logins.login(of: request.cookies[cookieName(.login, request)]?.value)
        } catch {
            throw DictionaryError.store(error)
        }
        return login.map { (Person($0.login.id), $0.isRenewed) }
    }

    /// Leads to the page on which one signs in, or refuses what has no page.
    func signedOut(_ request: Request) async throws -> Response {
        let isReading = request.method == .get || request.method == .head
        if isReading, request.uri.path != "/events" {
            return Response(
                status: .seeOther, headers: [.location: LoginPage.path(to: request.head.path ?? "/")])
        }
        guard request.isAction, request.headers[.script] == nil,
            request.headers[.contentType]?.hasPrefix("application/x-www-form-urlencoded") == true
        else { throw Refusal.login }
        let form = try await form(of: request)
        var page = loginPage(request, next: LoginPage.next(form["from"]))
        (page.failure, page.typed) = (
            Message("Nothing was saved, because this browser is not signed in. Copy what you typed, then sign in."),
            form.typed
        )
        return html(Page(page.html, status: Int(Refusal.login.status.code)))
    }

    /// The page on which one signs in, and its form.
    func login(_ request: Request, _ channel: any Channel, _ logins: Logins) async throws -> Response {
        switch request.method {
        case .get, .head:
            let next = LoginPage.next(request.fields.last { $0.name == "next" }?.value)
            guard try await signedIn(Person(), request) == nil else { return leading(to: next) }
            return html(Page(loginPage(request, next: next).html))
        case .post: break
        default: throw Refusal.method
        }
        let form = try await form(of: request)
        return try await signIn(form["password"] ?? "", LoginPage.next(form["next"]), request, channel, logins)
    }

    /// Signs in a browser that opens the printed address, and leads to the address without the token. Nil if it has none.
    func loginByToken(_ request: Request, _ channel: any Channel) async throws -> Response? {
        guard let logins, case .token = configuration.access, isVisit(request) else { return nil }
        guard let token = request.fields.last(where: { $0.name == "token" })?.value else { return nil }
        let next = LoginPage.next(request.head.path)
        guard try await signedIn(Person(), request) == nil else { return leading(to: next) }
        return try await signIn(token, next, request, channel, logins)
    }

    private func signIn(
        _ typed: String, _ next: Destination, _ request: Request, _ channel: any Channel, _ logins: Logins
    ) async throws -> Response {
        let browser = request.headers[.userAgent] ?? ""
        do throws(Logins.Failure) {
            let cookie = try await logins.begin(
                typed, from: channel.remoteAddress?.place ?? "", browser: browser)
            var response = leading(to: next)
            setLogin(cookie, of: request, &response)
            return response
        } catch {
            if case .store(let error) = error { throw DictionaryError.store(error) }
            return refuse(error, loginPage(request, next: next))
        }
    }

    /// Ends the login in the browser, after it has ended in the store.
    func signOut(_ request: Request) -> Response {
        var response = Response(status: .seeOther, headers: [.location: LoginPage.path])
        setLogin(nil, of: request, &response)
        return response
    }

    /// Sends the cookie of a login that was renewed again, so that the browser keeps it as long. Not if the login has just ended.
    func renewLogin(_ request: Request, _ response: inout Response) {
        let name = cookieName(.login, request)
        guard let cookie = request.cookies[name]?.value,
            !response.headers[values: .setCookie].contains(where: { $0.hasPrefix("\(name)=") })
        else { return }
        setLogin(cookie, of: request, &response)
    }

    private func refuse(_ failure: Logins.Failure, _ page: LoginPage) -> Response {
        let now = configuration.environment.clock.now()
        let status: HTTPResponse.Status =
            switch failure {
            case .password: .forbidden
            case .tries, .busy: .tooManyRequests
            case .store, .hash: .serviceUnavailable
            }
        if case .hash(let reason) = failure { logger.error("a password cannot be compared", ["error": "\(reason)"]) }
        var page = page
        page.failure = failure.explanation(now: now, asksForToken: page.asksForToken)
        var response = html(Page(page.html, status: Int(status.code)))
        if failure == .busy { response.headers[.retryAfter] = "2" }
        if case .tries(let end) = failure {
            response.headers[.retryAfter] = "\(Int(end.timeIntervalSince(now).rounded(.up)))"
        }
        return response
    }

    private func loginPage(_ request: Request, next: Destination) -> LoginPage {
        var asksForToken = false
        if case .token = configuration.access { asksForToken = true }
        return LoginPage(asksForToken: asksForToken, texts: texts(request), next: next)
    }

    private func leading(to next: Destination) -> Response {
        Response(status: .seeOther, headers: [.location: next.path])
    }

    /// Links of other sites may lead here with the cookie: they only read. What is changed needs the cookie of the session, too.
    private func setLogin(_ value: String?, of request: Request, _ response: inout Response) {
        response.setCookie(
            Cookie(
                name: cookieName(.login, request), value: value ?? "", maxAge: value == nil ? 0 : Int(Logins.lifetime),
                path: "/", secure: configuration.isSecure, httpOnly: true, sameSite: .lax))
    }
}
