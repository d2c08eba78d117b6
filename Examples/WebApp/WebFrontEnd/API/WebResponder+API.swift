import CoreModule
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PersonalDictionary

/// The API for programs. A token in the header `Authorization` opens it; cookies never do, so that no page of another site can use what
/// a browser knows. Answers say nothing of other origins (CORS), so that no such page can read them either.
extension WebResponder {
    private static let documentPath = "/api/openapi.json"

    /// Answers a request of a program. Each refusal is a ``Problem``.
    func api(_ request: Request, _ context: WebContext) async -> Response {
        var isRead = !request.hasBody
        var response: Response
        do {
            response = try await answerProgram(request, isRead: &isRead)
        } catch {
            response = answer(Problem(error), to: request)
            // Not the error itself: it may quote what the user has stored.
            if response.status == .internalServerError {
                logger.error("a program's request failed", ["error": "\(type(of: error))"])
            }
        }
        // The rest of a body would be read to its end.
        if !isRead { endConnection(&response, context) }
        return response
    }

    private func answerProgram(_ request: Request, isRead: inout Bool) async throws -> Response {
        let named = try requestGuard.checkProgram(request.head)
        let parts = (request.head.path ?? "/").split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        if parts[0] == Self.documentPath { return try document(request) }
        let (secret, token) = try await authorized(request, named)
        let (operation, id) = try APIOperation.find(request.method, String(parts[0]))
        let query = try APIField.read(operation.query, query: parts.count > 1 ? String(parts[1]) : "")
        let timeZone = try timeZone(ofProgram: request)
        var fields: [String: JSON] = [:]
        if let wanted = operation.body {
            fields = try APIField.read(wanted, try await object(request, isRead: &isRead))
        }
        let (body, locale, versions) = (fields, texts(request).locale, Self.versions(request))
        let result = try await sessions.programs.use(secret.person) {
            guard try await hasToken(token, of: secret.person) else { throw Problem.wrongToken }
        } _: { program in
            try await operation.perform(
                APICall(
                    program: program, id: id ?? "", query: query, body: body, versions: versions, timeZone: timeZone,
                    locale: locale))
        }
        if metrics.noteStore(isFailing: false) { logger.warning("the stores can be used again") }
        return answer(result)
    }

    // MARK: Tokens

    /// The token of a request, which counts. Throws a ``Problem`` if there is none.
    /// - Parameter named: the person whom a proxy names beside the token. It may name nobody, but not somebody else.
    private func authorized(
        _ request: Request, _ named: Person?
    ) async throws -> (secret: ProgramTokens.Secret, id: ProgramToken.ID) {
        let values = request.headers[values: .authorization]
        guard let value = values.first else { throw Problem.noToken }
        let parts = value.split(separator: " ", maxSplits: 1)
        guard values.count == 1, parts.count == 2, parts[0].lowercased() == "bearer" else { throw Problem.noToken }
        guard let secret = ProgramTokens.Secret(String(parts[1])), named == nil || named == secret.person,
            secret.person.isNamed == configuration.hasManyPeople
        else { throw Problem.wrongToken }
        let token = try await withTokens(of: secret.person) { try await $0.token(secret) }
        guard let token else { throw Problem.wrongToken }
        return (secret, token.id)
    }

    private func hasToken(_ id: ProgramToken.ID, of person: Person) async throws -> Bool {
        try await withTokens(of: person) { try await $0.contains(id) }
    }

    private func withTokens<Value: Sendable>(
        of person: Person, _ body: (ProgramTokens) async throws -> Value
    ) async throws -> Value {
        func tokens(_ store: DictionaryStore) -> ProgramTokens {
            ProgramTokens(AppSettings(store.settings), clock: configuration.environment.clock)
        }
        // The file is open already.
        guard person.isNamed else { return try await body(tokens(stores.shared)) }
        let store = try await stores.open(for: person)
        let result: Result<Value, any Error>
        do { result = .success(try await body(tokens(store))) } catch { result = .failure(error) }
        await store.close()
        return try result.get()
    }

    // MARK: Reading requests

    private func object(_ request: Request, isRead: inout Bool) async throws -> [String: JSON] {
        let type = request.headers[.contentType]?.split(separator: ";").first?.trimmingCharacters(in: .whitespaces)
        guard type?.lowercased() == "application/json" else { throw Problem.wrongType }
        let data = try await body(of: request, limit: configuration.limits.formSize)
        isRead = true
        do throws(JSON.Failure) {
            guard case .object(let members) = try JSON(data) else { throw JSON.Failure.syntax }
            return members
        } catch {
            throw error == .depth ? Problem.tooDeep : Problem.notJSON
        }
    }

    private func timeZone(ofProgram request: Request) throws(Problem) -> TimeZone {
        guard let name = request.headers[.timeZone] else { return .autoupdatingCurrent }
        guard let timeZone = TimeZone(identifier: name) else { throw .wrongField("X-Time-Zone") }
        return timeZone
    }

    /// The versions of `If-Match` (RFC 9110, section 13.1.1). A weak one never matches.
    private static func versions(_ request: Request) -> Set<String>? {
        let values = request.headers[values: .ifMatch]
        guard !values.isEmpty else { return nil }
        let tags = values.flatMap { $0.split(separator: ",") }.map { $0.trimmingCharacters(in: .whitespaces) }
        return Set(tags.filter { $0 == "*" || $0.hasPrefix("\"") }.map { $0.replacing("\"", with: "") })
    }

    // MARK: Answers

    private func document(_ request: Request) throws -> Response {
        guard [.get, .head].contains(request.method) else { throw Problem.wrongMethod(["GET", "HEAD"]) }
        guard let url = ResourceBundle.webFrontEnd.bundle?.url(forResource: "openapi.json", withExtension: nil) else {
            throw Problem.noAddress
        }
        return answer(ByteBuffer(bytes: try Data(contentsOf: url)), "application/openapi+json")
    }

    private func answer(_ result: APIAnswer) -> Response {
        guard let json = result.json else { return Response(status: result.status) }
        var response = answer(ByteBuffer(bytes: json.data), "application/json", status: result.status)
        response.headers[.eTag] = result.version.map { "\"\($0)\"" }
        response.headers[.location] = result.location
        return response
    }

    private func answer(_ problem: Problem, to request: Request) -> Response {
        if problem.isOfStore, metrics.noteStore(isFailing: true) {
            logger.warning("a store cannot be used", ["error": problem.code])
        }
        let texts = texts(request)
        var response = answer(
            ByteBuffer(bytes: problem.json(texts).data), "application/problem+json", status: problem.status)
        response.headers[.contentLanguage] = texts.locale.identifier
        if problem.status == .unauthorized {
            // RFC 6750, section 3.
            let isWrong = problem.code == Problem.wrongToken.code
            response.headers[.wwwAuthenticate] = isWrong ? #"Bearer error="invalid_token""# : "Bearer"
        }
        if !problem.allowed.isEmpty { response.headers[.allow] = problem.allowed.joined(separator: ", ") }
        response.headers[.retryAfter] = problem.retryAfter.map { "\($0)" }
        return response
    }
}

extension Request {
    /// Whether a program has sent it.
    var isAPI: Bool { uri.path.hasPrefix("/api/") }
}

extension WebConfiguration {
    /// Whether a proxy names the people.
    var hasManyPeople: Bool { if case .proxy = access { true } else { false } }
}
