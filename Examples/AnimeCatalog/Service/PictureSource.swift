package import CoreModule
package import Foundation

/// Loads pictures for a front end.
package protocol PictureSource: Sendable {
    /// The bytes of the picture at an address.
    func picture(at address: URL) async throws(CatalogError) -> Data
}

/// Loads pictures from the web.
package struct HTTPPictureSource: PictureSource {
    private let client: any HTTPClient
    private let clock: WallClock

    package init(_ client: any HTTPClient, clock: WallClock = .system, logger: EventLogger = .disabled) {
        // Which pictures the user sees is private.
        self.client = LoggingHTTPClient(client, logger: logger, failureLevel: .debug, showsPath: false)
        self.clock = clock
    }

    package func picture(at address: URL) async throws(CatalogError) -> Data {
        do throws(HTTPError) {
            return try await client.send(HTTPRequest(address)).body
        } catch {
            throw CatalogError(error, now: clock.now())
        }
    }
}
