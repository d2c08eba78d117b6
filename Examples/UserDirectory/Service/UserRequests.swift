package import CoreModule
package import Foundation

/// Sends requests to the users' server. An answer with a status of 400 or above is an error.
package protocol UserRequests: Sendable {
    /// The body of the answer to a request for users.
    func send(_ request: HTTPRequest) async throws(UserError) -> Data

    /// The bytes at a picture's address.
    func picture(at url: URL) async throws(UserError) -> Data
}

/// Sends requests over HTTP. They are logged at debug level; failures are logged by ``Users``.
package struct HTTPUserRequests: UserRequests {
    private let client: any HTTPClient
    /// The paths of pictures are not logged: they may say who the user is.
    private let pictureClient: any HTTPClient

    package init(_ client: any HTTPClient = SystemHTTPClient(), logger: EventLogger = .disabled) {
        self.client = LoggingHTTPClient(client, logger: logger, failureLevel: .debug)
        pictureClient = LoggingHTTPClient(client, logger: logger, failureLevel: .debug, showsPath: false)
    }

    package func send(_ request: HTTPRequest) async throws(UserError) -> Data {
        var request = request
        request.headers["Accept"] = "application/json"
        do throws(HTTPError) {
            return try await client.send(request).body
        } catch {
            if case .status(let response) = error, response.status == 422 {
                throw .refused(UserProblems(response.body))
            }
            throw UserError(error)
        }
    }

    package func picture(at url: URL) async throws(UserError) -> Data {
        do throws(HTTPError) {
            return try await pictureClient.send(HTTPRequest("GET", url)).body
        } catch {
            throw UserError(error)
        }
    }
}
