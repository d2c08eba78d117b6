package import CoreModule
package import Foundation

/// The users' server: a list of users as JSON, which can be added to and changed.
package struct UserService: Sendable {
    private let server: URL
    private let client: any HTTPClient
    /// The paths of pictures are not logged: they may say who the user is.
    private let pictureClient: any HTTPClient

    /// Makes a service. Requests are logged at debug level; failures are logged by ``Users``.
    package init(_ server: URL, client: any HTTPClient, logger: EventLogger) {
        self.server = server
        self.client = LoggingHTTPClient(client, logger: logger, failureLevel: .debug)
        pictureClient = LoggingHTTPClient(client, logger: logger, failureLevel: .debug, showsPath: false)
    }

    /// `GET /users.json`. Entries that cannot be read are counted, and do not hide the others.
    package func users(_ clock: WallClock) async throws(UserError) -> UserList {
        let response = try await send(HTTPRequest("GET", server.appending(component: "users.json")))
        let entries: [UserEntry?]
        do { entries = try JSONDecoder().decode([UserEntry?].self, from: response.body) } catch { throw .malformed }
        let records = entries.compactMap { $0?.record }
        var users: [User] = []
        var known: Set<User.ID> = []
        for user in records.map({ $0.user(server) }) where known.insert(user.id).inserted {
            users.append(user)
        }
        return UserList(users, unreadableCount: entries.count - records.count, date: clock.now())
    }

    /// `POST /users.json`.
    /// - Returns: the new identifier, if the answer has it.
    package func add(_ changes: UserChanges) async throws(UserError) -> User.ID? {
        let response = try await send(request("POST", server.appending(component: "users.json"), changes))
        do {
            return try JSONDecoder().decode(UserEntry.self, from: response.body).record?.id
        } catch {
            // The status says that it was added.
            return nil
        }
    }

    /// `PATCH /users/{id}.json`.
    package func edit(_ id: User.ID, _ changes: UserChanges) async throws(UserError) {
        let url = server.appending(component: "users").appending(component: "\(id).json")
        do throws(UserError) {
            _ = try await send(request("PATCH", url, changes))
        } catch {
            if error == .status(404) { throw .notFound }
            throw error
        }
    }

    /// The bytes at a picture's address.
    package func picture(at url: URL) async throws(UserError) -> Data {
        do throws(HTTPError) {
            return try await pictureClient.send(HTTPRequest("GET", url)).body
        } catch {
            throw UserError(error)
        }
    }

    private func request(_ method: String, _ url: URL, _ changes: UserChanges) throws(UserError) -> HTTPRequest {
        var fields = Dictionary(uniqueKeysWithValues: changes.texts.map { ($0.key.key, $0.value) })
        fields["avatar_url"] = changes.avatar?.absoluteString
        do {
            let body = try JSONEncoder().encode(fields)
            return HTTPRequest(method, url, headers: ["Content-Type": "application/json"], body: body)
        } catch {
            throw .malformed
        }
    }

    private func send(_ request: HTTPRequest) async throws(UserError) -> HTTPResponse {
        var request = request
        request.headers["Accept"] = "application/json"
        do throws(HTTPError) {
            return try await client.send(request)
        } catch {
            if case .status(let response) = error, response.status == 422 {
                throw .refused(UserProblems(response.body))
            }
            throw UserError(error)
        }
    }
}
