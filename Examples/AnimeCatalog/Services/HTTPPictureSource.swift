package import AnimeCatalogDomain
package import CoreModule
package import Foundation

/// Loads pictures from the web.
package struct HTTPPictureSource: PictureSource {
    private let client: any HTTP.Client
    private let clock: WallClock

    package init(
        _ client: any HTTP.Client = SystemHTTPClient(), clock: WallClock = .system, logger: EventLogger = .disabled
    ) {
        // Which pictures the user sees is private.
        self.client = LoggingHTTPClient(client, logger: logger, failureLevel: .debug, showsPath: false)
        self.clock = clock
    }

    package func picture(at address: URL) async throws(CatalogError) -> Data {
        do throws(HTTP.Error) {
            return try await client.send(HTTP.Request(address)).body
        } catch {
            throw CatalogError(error, now: clock.now())
        }
    }
}

extension CatalogError {
    init(_ error: HTTP.Error, now: Date) {
        switch error {
        case .status(let response) where response.status == 429: self = .limited(until: response.retryDate(now: now))
        case .status(let response) where response.status >= 500: self = .serviceDown
        case .status, .foreignRedirect, .tooLarge: self = .malformed
        case .unreachable, .interrupted: self = .offline
        case .timedOut: self = .timedOut
        case .cancelled: self = .cancelled
        }
    }
}
