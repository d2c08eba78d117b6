public import CoreModule
public import Foundation

/// Looks words up in the PONS online dictionary, version 1 of its interface, with the user's own key.
///
/// It sends one request for each look-up, and one more for each redirect. Its description and its errors contain neither the key nor the
/// word.
package struct PonsTranslationService: TranslationService, CustomStringConvertible, CustomReflectable {
    private static let publicURL = URL(string: "https://api.pons.com/v1")
    private static let maximumRedirects = 5

    /// The languages that PONS offers for parts of speech.
    static let languages: Set<Language> = Set(
        ["de", "el", "en", "es", "fr", "it", "pl", "pt", "ru", "sl", "tr", "zh"].map { Language(code: $0) })

    private let secret: Secret
    private let baseURL: URL?
    private let client: any HTTP.Client
    private let clock: WallClock
    private let language: Language?
    private let beforeRedirect: @Sendable () async throws(TranslationError) -> Void
    /// The dictionaries that have answered, which shows that the key is valid.
    private let answered = Locked<Set<String>>([])

    /// Makes a service with the key that PONS has given to the user. The language is that of the names of parts of speech, by default
    /// English. `beforeRedirect` is called before a redirect on the same host is followed, to wait until the limits allow it.
    package init(
        secret: Secret, baseURL: URL? = nil, client: any HTTP.Client, clock: WallClock, language: Language? = nil,
        beforeRedirect: @escaping @Sendable () async throws(TranslationError) -> Void = {}
    ) {
        self.beforeRedirect = beforeRedirect
        self.secret = secret
        self.baseURL = baseURL ?? Self.publicURL
        self.client = client
        self.clock = clock
        self.language = language
    }

    /// Whether the path of an address is PONS's own, which may be shown. Any other may contain a secret.
    static func isPathPublic(_ address: URL?) -> Bool {
        guard let address else { return true }
        return ["/v1", "/v1/"].contains(address.path(percentEncoded: true))
    }

    /// Looks a word up. Throws ``TranslationError/unsupportedDirection(_:)`` if PONS has no dictionary of the two languages, or none that
    /// the key covers, and ``TranslationError/unauthorized`` if it rejects the key, or the key cannot be sent.
    package func lookUp(
        _ text: WordText, _ direction: TranslationDirection
    ) async throws(TranslationError) -> DictionaryEntry {
        let response = try await answer(to: try request(text, direction), direction)
        switch response.status {
        case 204:
            noteAnswer(direction)
            throw .notFound
        case 200:
            let answer = try PonsAnswer(json: response.body)
            noteAnswer(direction)
            return try answer.entry(text, direction, at: clock.now())
        default: throw .malformedAnswer(Message("status \(response.status)"))
        }
    }

    /// The response after redirects.
    private func answer(
        to request: HTTP.Request, _ direction: TranslationDirection
    ) async throws(TranslationError) -> HTTP.Response {
        var request = request
        for _ in 0...Self.maximumRedirects {
            let response: HTTP.Response
            let next: HTTP.Request?
            do throws(HTTP.Error) {
                response = try await client.send(request)
                next = try request.redirected(by: response)
            } catch {
                throw reason(of: error, direction)
            }
            guard let next else { return response }
            try await beforeRedirect()
            request = next
        }
        throw .network(Message("more than \(Self.maximumRedirects) redirects"))
    }

    private func request(_ text: WordText, _ direction: TranslationDirection) throws(TranslationError) -> HTTP.Request {
        // A key read from a file may end with a line break, which must not start another header field.
        let key = secret.reveal().trimmingCharacters(in: .whitespacesAndNewlines)
        guard !key.isEmpty, key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .unauthorized }
        guard let baseURL else { throw .unreachable(Message("the address is no URL")) }
        return HTTP.Request(
            baseURL, path: "dictionary",
            query: [
                ("q", text.value), ("l", Self.dictionary(direction)), ("in", direction.source.code),
                // An entry that only refers to another one comes with that one.
                ("ref", "true"), ("language", language?.code),
            ], headers: ["X-Secret": key, "Accept": "application/json"])
    }

    /// The dictionary of two languages. Its name does not depend on the direction.
    private static func dictionary(_ direction: TranslationDirection) -> String {
        [direction.source, direction.target].sorted().map(\.code).joined()
    }

    private func noteAnswer(_ direction: TranslationDirection) {
        answered.withLock { _ = $0.insert(Self.dictionary(direction)) }
    }

    /// What a status of 401 or 403 means. PONS answers 403 to an invalid key, and for a dictionary that a valid key does not cover. The key
    /// is valid if another dictionary has answered, and this one has not.
    private func keyError(status: Int, _ direction: TranslationDirection) -> TranslationError {
        answered.withLock { answered in
            if status == 403, !answered.isEmpty, !answered.contains(Self.dictionary(direction)) {
                return .unsupportedDirection(direction)
            }
            answered = []
            return .unauthorized
        }
    }

    private func reason(of error: HTTP.Error, _ direction: TranslationDirection) -> TranslationError {
        guard case .status(let response) = error else { return TranslationError(error, now: clock.now()) }
        switch response.status {
        case 401, 403: return keyError(status: response.status, direction)
        case 404: return .unsupportedDirection(direction)
        default: return TranslationError(error, now: clock.now())
        }
    }

    package var description: String { "PONS at \(baseURL?.host() ?? "")" }
    package var customMirror: Mirror { Mirror(self, children: ["service": description]) }
}

extension LookUpProvider {
    /// PONS Online Dictionary, with a key, its usual or another address, and a time-out. At most one request a second and a thousand in
    /// any 31 days, as a free key allows.
    public static func pons(_ secret: Secret, url: URL? = nil, timeout: Duration = .seconds(15)) -> LookUpProvider {
        // No more of the address, because the rest may be a secret.
        let host = url.map { "(\($0.host() ?? "")\($0.port.map { ":\($0)" } ?? ""))" }
        let limits = [RequestLimit(1, per: .seconds(1)), RequestLimit(1000, per: .seconds(31 * 24 * 3600))]
        return remote(name: "\(TranslationProvider.pons)\(host ?? "")", limits: limits) { chain, gate in
            // The gate logs failures.
            let client = LoggingHTTPClient(
                SystemHTTPClient(timeout: timeout, followsRedirects: false), logger: chain.logger,
                failureLevel: .debug, showsPath: PonsTranslationService.isPathPublic(url))
            return PonsTranslationService(
                secret: secret, baseURL: url, client: client, clock: chain.clock,
                language: chain.language.flatMap { PonsTranslationService.languages.contains($0) ? $0 : nil },
                // What the provider asked for was checked before the first request; another process may have been told since.
                beforeRedirect: { () async throws(TranslationError) in
                    try await gate.acquirePermit(ignoresRetryAfter: true)
                })
        }
    }
}
