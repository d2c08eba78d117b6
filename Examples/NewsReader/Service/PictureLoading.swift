package import CoreModule
package import Foundation

/// Loads pictures for the screens. What they look like is up to the front end.
package protocol PictureLoading: Sendable {
    /// The bytes of the picture at an address.
    func picture(_ address: URL) async throws(NewsError) -> Data
}

/// Loads pictures of a limited size over HTTP. The key of the news service is not sent.
package struct HTTPPictureLoader: PictureLoading {
    /// The longest picture that is loaded by default, in bytes.
    package static let standardLimit = 4 << 20

    private let client: any HTTP.Client
    private let limit: Int

    /// Sends requests through the system, which stops at the limit.
    package init(limit: Int = standardLimit, logger: EventLogger) {
        // The log of the newsroom has the failures.
        let system = SystemHTTPClient(maximumBodySize: limit)
        self.init(
            LoggingHTTPClient(system, logger: logger, failureLevel: .debug), limit: limit)
    }

    package init(_ client: any HTTP.Client, limit: Int = standardLimit) {
        self.client = client
        self.limit = limit
    }

    package func picture(_ address: URL) async throws(NewsError) -> Data {
        let response: HTTP.Response
        do throws(HTTP.Error) {
            response = try await client.send(HTTP.Request("GET", address, headers: ["Accept": "image/*"]))
        } catch {
            switch error {
            case .status, .foreignRedirect: throw .noPicture
            case .tooLarge: throw .pictureTooLarge
            default: throw NewsError(error)
            }
        }
        guard response.body.count <= limit else { throw .pictureTooLarge }
        // A page that says that there is no picture is none.
        let type = response.header("Content-Type")?.lowercased() ?? "image/"
        guard type.hasPrefix("image/"), !response.body.isEmpty else { throw .noPicture }
        return response.body
    }
}
