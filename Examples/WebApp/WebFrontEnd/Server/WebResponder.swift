import CoreModule
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PersonalDictionary
import ServiceLifecycle

/// The context of a request, with its channel, which is closed if the body is refused.
struct WebContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}

/// Answers requests: pages, actions, events, files of the front end, health and metrics.
struct WebResponder: HTTPResponder {
    typealias Context = WebContext

    let configuration: WebConfiguration
    let sessions: SessionStore
    let stores: any PersonStores
    /// The browsers that have signed in; nil if there is no password.
    let logins: Logins?
    let metrics = WebMetrics()
    private let uploads: UploadGate

    init(
        configuration: WebConfiguration, sessions: SessionStore, stores: any PersonStores, logins: Logins?
    ) {
        (self.configuration, self.sessions, self.stores) = (configuration, sessions, stores)
        self.logins = logins
        uploads = UploadGate(configuration.limits)
    }

    private var limits: WebConfiguration.Limits { configuration.limits }
    var logger: EventLogger { configuration.environment.logger.labelled("web") }
    var requestGuard: RequestGuard {
        RequestGuard(access: configuration.access, isSecure: configuration.isSecure)
    }

    @Sendable func respond(to request: Request, context: WebContext) async throws -> Response {
        let start = ContinuousClock.now
        var response: Response
        var refusal: Refusal?
        do {
            response =
                request.isAPI ? await api(request, context) : try await answer(request, context.channel)
        } catch let error as Refusal {
            refusal = error
            response = refuse(error, request)
        } catch let error as DictionaryError {
            response = failure(error, request)
        }
        secure(&response)
        // Only an action that is not refused has read the body to its end.
        if request.hasBody, !request.isAPI, refusal != nil || !request.isForm { endConnection(&response, context) }
        if request.method == .head { response = response.createHeadResponse() }
        let time = ContinuousClock.now - start
        let kind = Self.kind(request.uri.path)
        metrics.count(kind: kind, status: response.status.code, time: time)
        // Neither the path nor the query is logged: they contain words.
        if ["page", "action"].contains(kind), response.status.code < 500, refusal == nil,
            metrics.noteStore(isFailing: false)
        {
            logger.warning("the stores can be used again")
        }
        logger.info(
            "request",
            [
                "method": request.method.rawValue, "kind": kind, "status": "\(response.status.code)",
                "milliseconds": "\(Int(time / .milliseconds(1)))", "refused": refusal?.rawValue ?? "",
            ])
        return response
    }

    private static func kind(_ path: String) -> String {
        switch path.split(separator: "/").first {
        case "action": "action"
        case "api": "api"
        case "events": "events"
        case "health", "metrics": "operation"
        default: isAsset(path) ? "asset" : "page"
        }
    }

    private func answer(_ request: Request, _ channel: any Channel) async throws -> Response {
        let path = request.uri.path
        let isReading = request.method == .get || request.method == .head
        if path == "/metrics" || path.hasPrefix("/health/") {
            try requestGuard.checkLoopback(request.head)
            // Any client can send a loopback Host. Without an address it is a test.
            guard channel.remoteAddress?.isOfThisComputer ?? true else { throw Refusal.host }
            return try await operation(path)
        }
        let visitor = try requestGuard.person(request.head)
        if let logins, path == LoginPage.path { return try await login(request, channel, logins) }
        // The page on which one signs in needs them, too.
        if isReading, let asset = try asset(path, request) { return asset }
        if let response = try await loginByToken(request, channel) { return response }
        guard let (person, isRenewed) = try await signedIn(visitor, request) else {
            return try await signedOut(request)
        }
        var response: Response
        if request.isAction {
            guard request.method == .post else { throw Refusal.method }
            response = try await action(String(path.dropFirst(Request.actionPath.count)), request, person)
        } else {
            guard isReading else { throw Refusal.method }
            response =
                path == "/events" ? try await events(request, person, channel) : try await page(request, person)
        }
        if isRenewed { renewLogin(request, &response) }
        return response
    }

    // MARK: Pages and actions

    private func page(_ request: Request, _ person: Person) async throws -> Response {
        guard let address = Address(request.head.path ?? "/") else { throw Refusal.address }
        let id = cookie(of: request)
        let isKnown = await sessions.knows(id, person)
        if !isKnown, request.headers[.fetchSite] == "cross-site" {
            // A link of another site: the browser does not send the cookie, although it may have one. This page leads here again,
            // and then it does.
            let target = Destination(request.head.path ?? "/")?.path ?? address.path
            return html(
                Page("<!DOCTYPE html><meta http-equiv=\"refresh\" content=\"0; url=\(target)\"><title>…</title>"))
        }
        if let response = try await jump(request, address, person) { return response }
        let isRefresh = request.headers[.refresh] != nil
        // After an action, lists are up to date without a load.
        let asker: WebSession.Asker = isRefresh ? .page : request.headers[.script] == nil ? .browser : .script
        var loads = asker == .browser
        let (session, page) = try await sessions.use(
            id, person, language: language(of: request), timeZone: timeZone(of: request)
        ) { session -> (SessionID, Page?) in
            switch address.base {
            // The search field is one for all tabs, as is the filter of a list. A tab that shows what was chosen before stays as it is
            // until it is used.
            case _ where session.shows(otherThan: address):
                if isRefresh { return (session.id, nil) }
                loads = true
            // Nothing on them changes by itself, and what an import has done stays.
            case .importFile where isRefresh, .exportFile where isRefresh: return (session.id, nil)
            default: break
            }
            return (session.id, await session.render(address, isRefresh: !loads, asker: asker))
        }
        var response = page.map { html($0) } ?? Response(status: .noContent)
        if session != id { setCookie(session, of: request, &response) }
        return response
    }

    /// Whether a person opens the page: an image or a frame of another page does not.
    func isVisit(_ request: Request) -> Bool {
        request.method == .get && [nil, "document"].contains(request.headers[.fetchDestination])
    }

    /// Leads to the words of a day, or to the form of a new word with a text in it, if the address has one.
    private func jump(_ request: Request, _ address: Address, _ person: Person) async throws -> Response? {
        let query = Dictionary(request.fields) { _, last in last }
        let jump: @MainActor @Sendable (WebSession) async throws -> ActionResult
        if address == .newWord, let text = query["text"], isVisit(request) {
            jump = { try await Pages.fill(text, from: query["from"], to: query["to"], $0) }
        } else {
            guard let text = query["day"] else { return nil }
            let day: CalendarDay
            // An address with another text shows the beginning of the list.
            do { day = try CalendarDay(text) } catch { return nil }
            jump = { try await Pages.place(of: day, $0, address) }
        }
        let id = cookie(of: request)
        let (session, result) = try await sessions.use(
            id, person, language: language(of: request), timeZone: timeZone(of: request)
        ) { session in (session.id, try await jump(session)) }
        var response = response(result, request)
        if session != id { setCookie(session, of: request, &response) }
        return response
    }

    private func action(_ name: String, _ request: Request, _ person: Person) async throws -> Response {
        let type = request.headers[.contentType] ?? ""
        let isUpload = type.lowercased().hasPrefix("multipart/")
        let id = cookie(of: request)
        // A script keeps what is typed, asks for the new token, and sends the form again.
        let keepsFields = request.headers[.script] == nil
        // Before the body is read: without a session only what was typed is worth it.
        let isKnown = await sessions.knows(id, person)
        let refusal: Refusal = request.headers[.cookie] == nil ? .cookies : .token
        guard isKnown || keepsFields && !isUpload else { throw refusal }
        if isUpload { try uploads.enter(person) }
        defer { if isUpload { uploads.leave(person) } }
        let body = try await body(of: request, limit: isUpload ? limits.uploadSize : limits.formSize)
        let form = try Form(body, contentType: type)
        let (session, result) = try await sessions.use(
            id, person, language: language(of: request), timeZone: timeZone(of: request)
        ) { session -> (SessionID, ActionResult?) in
            if Secrets.areEqual(form["token"] ?? "", session.token) {
                return (session.id, await session.perform(name, form, keepsFields: keepsFields))
            }
            return (session.id, keepsFields ? .page(await session.refused(form, refusal)) : nil)
        }
        guard let result else { throw refusal }
        var response = response(result, request)
        if session != id { setCookie(session, of: request, &response) }
        return response
    }

    private func response(_ result: ActionResult, _ request: Request) -> Response {
        switch result {
        case .redirect(let address, let row):
            let place = row.map { "#\(PercentEncoding.encoded($0.utf8))" } ?? ""
            return Response(status: .seeOther, headers: [.location: address.path + place])
        case .page(let page): return html(page)
        case .signedOut: return signOut(request)
        case .text("", let status): return Response(status: .init(code: status))
        case .text(let text, let status):
            return answer(ByteBuffer(string: text), "text/plain; charset=utf-8", status: .init(code: status))
        case .file(let name, let type, let data):
            let plain = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "file"
            var response = answer(ByteBuffer(bytes: data), type)
            response.headers[.contentDisposition] = "attachment; filename*=UTF-8''\(plain)"
            return response
        }
    }

    /// Reads a form without files.
    func form(of request: Request) async throws -> Form {
        try Form(
            try await body(of: request, limit: limits.formSize), contentType: request.headers[.contentType] ?? "")
    }

    /// Reads a body. Throws a ``Refusal`` if it is too large or too slow.
    func body(of request: Request, limit: Int) async throws -> Data {
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit { throw Refusal.size }
        return try await withThrowingTaskGroup(of: Data.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                do {
                    return Data(try await request.body.collect(upTo: limit).readableBytesView)
                } catch is NIOTooManyBytesError {
                    throw Refusal.size
                }
            }
            group.addTask { [time = limits.bodyTime] in
                try await Task.sleep(for: time)
                throw Refusal.time
            }
            guard let data = try await group.next() else { throw Refusal.time }
            return data
        }
    }

    // MARK: Events

    private func events(_ request: Request, _ person: Person, _ channel: any Channel) async throws -> Response {
        // An image of another site has no Origin and no cookie: each would open a session.
        guard [nil, "same-origin"].contains(request.headers[.fetchSite]) else { throw Refusal.crossSite }
        let stream = try await sessions.hold(
            cookie(of: request), person, language: language(of: request), timeZone: timeZone(of: request)
        ) {
            // What was written to it waits for a reader that does not read.
            channel.close(promise: nil)
        }
        let headers: HTTPFields = [.contentType: "text/event-stream", .xAccelBuffering: "no"]
        let body = ResponseBody { writer in
            try await request.body.consumeWithInboundCloseHandler { _ in
                try await withGracefulShutdownHandler {
                    for await event in stream.events { try await writer.write(ByteBuffer(string: event.text)) }
                } onGracefulShutdown: {
                    stream.close()
                }
            } onInboundClosed: {
                stream.close()
            }
            await sessions.release(stream)
            try await writer.finish(nil)
        }
        var response = Response(status: .ok, headers: headers, body: body)
        if stream.session != cookie(of: request) { setCookie(stream.session, of: request, &response) }
        return response
    }

    // MARK: Operation

    private func operation(_ path: String) async throws -> Response {
        switch path {
        case "/health/live": break
        case "/health/ready": try await stores.check()
        case "/metrics":
            let text = metrics.text(await sessions.counts) + (await stores.metrics)
            return answer(ByteBuffer(string: text), "text/plain; version=0.0.4")
        default: throw Refusal.address
        }
        return answer(ByteBuffer(string: "ok\n"), "text/plain; charset=utf-8")
    }

    // MARK: Answers

    func answer(
        _ body: ByteBuffer, _ type: String, status: HTTPResponse.Status = .ok
    ) -> Response {
        Response(status: status, headers: [.contentType: type], body: ResponseBody(byteBuffer: body))
    }

    func html(_ page: Page) -> Response {
        answer(ByteBuffer(string: page.html.text), "text/html; charset=utf-8", status: .init(code: page.status))
    }

    private func refuse(_ refusal: Refusal, _ request: Request) -> Response {
        var response = message(refusal.explanation, refusal.status, request)
        if refusal == .method {
            // RFC 9110, section 15.5.6.
            response.headers[.allow] =
                request.isAction ? "POST" : request.uri.path == LoginPage.path ? "GET, HEAD, POST" : "GET, HEAD"
        }
        // The scheme of forms and cookies has no name of the standard's, and a browser asks for no password of its own.
        if refusal == .login { response.headers[.wwwAuthenticate] = "Cookie" }
        if refusal == .pages || refusal == .uploads { response.headers[.retryAfter] = "10" }
        return response
    }

    /// Ends the connection, because the rest of the body would be read to its end. The client has some seconds to read the answer, and
    /// a proxy is told not to send another request on it.
    func endConnection(_ response: inout Response, _ context: WebContext) {
        response.headers[.connection] = "close"
        let channel = context.channel
        _ = channel.eventLoop.scheduleTask(in: .seconds(5)) { channel.close(promise: nil) }
    }

    private func failure(_ error: DictionaryError, _ request: Request) -> Response {
        // Once, not at each request until it can be used again.
        if metrics.noteStore(isFailing: true) { logger.warning("a store cannot be used", ["error": error.code]) }
        var response = message(error.explanation, .serviceUnavailable, request)
        response.headers[.retryAfter] = "5"
        return response
    }

    private func message(_ message: Message, _ status: HTTPResponse.Status, _ request: Request) -> Response {
        let texts = texts(request)
        return html(
            Page(
                """
                <!DOCTYPE html>
                <html lang="\(texts.locale.identifier)">
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <title>\(status.code)</title>
                <link rel="stylesheet" href="/style.css">
                <main id="main" tabindex="-1"><div role="alert"><h1>\(texts(message))</h1></div>
                <p><a href="/">\(texts(Message("To the main page")))</a></p></main>
                </html>
                """, status: status.code))
    }

    /// The texts for a request without a session.
    func texts(_ request: Request) -> Localizer {
        let language = configuration.language ?? language(of: request)
        return Localizer.personalDictionary(locale: Locale(identifier: language), tables: [.webFrontEnd])
    }

    private func secure(_ response: inout Response) {
        response.headers[.contentSecurityPolicy] =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
            + "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        response.headers[.xContentTypeOptions] = "nosniff"
        response.headers[.crossOriginResourcePolicy] = "same-origin"
        // Not “no-referrer”: browsers would send “null” as the origin of a form.
        response.headers[.referrerPolicy] = "same-origin"
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
    }
}

extension Request {
    fileprivate static let actionPath = "/action/"

    /// Whether a form of a page has sent it.
    var isAction: Bool { uri.path.hasPrefix(Self.actionPath) }

    /// Whether its body is read to the end.
    fileprivate var isForm: Bool { isAction || uri.path == LoginPage.path }

    /// Whether a body follows.
    var hasBody: Bool {
        headers[.transferEncoding] != nil || headers[.contentLength].map { $0 != "0" } ?? false
    }
}
