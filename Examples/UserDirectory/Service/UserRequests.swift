package import CoreModule
package import Foundation

/// Sends requests to the users' server. An answer with a status of 400 or above is an error.
package protocol UserRequests: Sendable {
    /// The body of the answer to a request for users.
    func send(_ request: HTTP.Request) async throws(UserError) -> Data

    /// The bytes at a picture's address.
    func picture(at url: URL) async throws(UserError) -> Data
}

/// Sends requests over HTTP. They are logged at debug level; failures are logged by ``Users``.
package struct HTTPUserRequests: UserRequests {
    private let client: any HTTP.Client
    /// The paths of pictures are not logged: they may say who the user is.
    private let pictureClient: any HTTP.Client

    package init(_ client: any HTTP.Client = SystemHTTPClient(), logger: EventLogger = .disabled) {
        self.client = LoggingHTTPClient(client, logger: logger, failureLevel: .debug)
        pictureClient = LoggingHTTPClient(client, logger: logger, failureLevel: .debug, showsPath: false)
    }

    package func send(_ request: HTTP.Request) async throws(UserError) -> Data {
        var request = request
        request.headers["Accept"] = "application/json"
        do throws(HTTP.Error) {
            return try await client.send(request).body
        } catch {
            if case .status(let response) = error, response.status == 422 {
                throw .refused(UserProblems(response.body))
            }
            throw UserError(error)
        }
    }

    package func picture(at url: URL) async throws(UserError) -> Data {
        do throws(HTTP.Error) {
            return try await pictureClient.send(HTTP.Request("GET", url)).body
        } catch {
            throw UserError(error)
        }
    }
}
