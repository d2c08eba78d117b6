package import CoreModule
package import Foundation

/// The users' server: a list of users, which can be added to and changed.
package protocol UserService: Sendable {
    /// All users. Entries that cannot be read are counted, and do not hide the others.
    func users(_ clock: WallClock) async throws(UserError) -> UserList

    /// Adds a user.
    /// - Returns: the new identifier, if the answer has it.
    func add(_ changes: UserChanges) async throws(UserError) -> User.ID?

    /// Changes fields of a user.
    func edit(_ id: User.ID, _ changes: UserChanges) async throws(UserError)

    /// The bytes at a picture's address.
    func picture(at url: URL) async throws(UserError) -> Data
}

/// A users' server that sends and receives JSON.
package struct HTTPUserService: UserService {
    /// The address above `users.json`.
    package let server: URL
    private let requests: any UserRequests

    package init(_ server: URL, _ requests: any UserRequests = HTTPUserRequests()) {
        self.server = server
        self.requests = requests
    }

    /// `GET /users.json`.
    package func users(_ clock: WallClock) async throws(UserError) -> UserList {
        let body = try await requests.send(HTTP.Request("GET", server.appending(component: "users.json")))
        let entries: [UserEntry?]
        do { entries = try JSONDecoder().decode([UserEntry?].self, from: body) } catch { throw .malformed }
        let records = entries.compactMap { $0?.record }
        var users: [User] = []
        var known: Set<User.ID> = []
        for user in records.map({ $0.user(server) }) where known.insert(user.id).inserted {
            users.append(user)
        }
        return UserList(users, unreadableCount: entries.count - records.count, date: clock.now())
    }

    /// `POST /users.json`.
    package func add(_ changes: UserChanges) async throws(UserError) -> User.ID? {
        let body = try await requests.send(request("POST", server.appending(component: "users.json"), changes))
        do {
            return try JSONDecoder().decode(UserEntry.self, from: body).record?.id
        } catch {
            // The status says that it was added.
            return nil
        }
    }

    /// `PATCH /users/{id}.json`.
    package func edit(_ id: User.ID, _ changes: UserChanges) async throws(UserError) {
        let url = server.appending(component: "users").appending(component: "\(id).json")
        do throws(UserError) {
            _ = try await requests.send(request("PATCH", url, changes))
        } catch {
            if error == .status(404) { throw .notFound }
            throw error
        }
    }

    package func picture(at url: URL) async throws(UserError) -> Data { try await requests.picture(at: url) }

    private func request(_ method: String, _ url: URL, _ changes: UserChanges) throws(UserError) -> HTTP.Request {
        var fields = Dictionary(uniqueKeysWithValues: changes.texts.map { ($0.key.key, $0.value) })
        fields["avatar_url"] = changes.avatar?.absoluteString
        do {
            let body = try JSONEncoder().encode(fields)
            return HTTP.Request(method, url, headers: ["Content-Type": "application/json"], body: body)
        } catch {
            throw .malformed
        }
    }
}
