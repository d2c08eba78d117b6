public import CoreModule
public import Foundation

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
                SystemHTTPClient(timeout: timeout, followsRedirects: false), logger: chain.logger.labelled("http"),
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
