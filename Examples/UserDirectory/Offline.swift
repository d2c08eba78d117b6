package import CoreModule
import Foundation
import Synchronization

/// A users' server in memory, as a function from request to answer: for a local server that makes the directory work without a
/// network, and for tests. What is posted and patched is in its next list.
package final class OfflineUserServer: Sendable {
    private struct Record: Encodable {
        let id: Int
        var firstName = ""
        var lastName = ""
        var email = ""
        var avatarUrl: String?
        let createdAt: Date
        var updatedAt: Date
        let url: String

        init(id: Int, _ fields: [String: String], _ date: Date) {
            self.id = id
            (createdAt, updatedAt) = (date, date)
            url = "/users/\(id).json"
            apply(fields, date)
        }

        mutating func apply(_ fields: [String: String], _ date: Date) {
            firstName = fields["first_name"] ?? firstName
            lastName = fields["last_name"] ?? lastName
            email = fields["email"] ?? email
            avatarUrl = fields["avatar_url"] ?? avatarUrl
            updatedAt = date
        }

        /// As a server would, it says in English what is wrong, by field.
        func problems(among records: [Record]) -> [String: [String]] {
            var problems: [String: [String]] = [:]
            if firstName.isBlank { problems["first_name"] = ["can't be blank"] }
            if lastName.isBlank { problems["last_name"] = ["can't be blank"] }
            if !email.contains("@") { problems["email", default: []].append("is invalid") }
            if records.contains(where: { $0.id != id && $0.email.lowercased() == email.lowercased() }) {
                problems["email", default: []].append("has already been taken")
            }
            return problems
        }
    }

    private let records: Mutex<[Record]>
    private let clock: WallClock

    /// Makes a server with three invented users, the last of them without an avatar.
    package init(clock: WallClock = .system) {
        let now = clock.now()
        let names = [
            ("Vera", "Lindqvist", "/avatars/1.png"), ("Omar", "Haddad", "/avatars/2.png"), ("Mei", "Tanaka", nil),
        ]
        let users = names.enumerated().map { index, name in
            var fields = [
                "first_name": name.0, "last_name": name.1, "email": "\(name.0.lowercased())@directory.example",
            ]
            fields["avatar_url"] = name.2
            return Record(id: index + 1, fields, now)
        }
        records = Mutex(users)
        self.clock = clock
    }

    /// Answers a request. A status of 400 or above is an answer too.
    package func answer(_ request: HTTP.Request) -> HTTP.Response {
        let path = request.url.path()
        let id = path.wholeMatch(of: /\/users\/([0-9]+)\.json/).flatMap { Int($0.1) }
        return switch (request.method, path, id) {
        case ("GET", "/users.json", _): answer(request, records.withLock { $0 })
        case ("GET", "/avatars/1.png", _), ("GET", "/avatars/2.png", _):
            HTTP.Response(status: 200, url: request.url, headers: ["Content-Type": "image/png"], body: Self.picture)
        case ("POST", "/users.json", _): store(request, nil)
        case ("PATCH", _, let id?): store(request, id)
        default: answer(request, status: 404, ["error": "Not Found"])
        }
    }

    /// Adds or changes a user, or says why not.
    private func store(_ request: HTTP.Request, _ id: Int?) -> HTTP.Response {
        let fields: [String: String]
        do {
            fields = try JSONDecoder().decode([String: String].self, from: request.body ?? Data())
        } catch {
            return answer(request, status: 400, ["error": "Bad Request"])
        }
        let now = clock.now()
        return records.withLock { records in
            let index = id.map { id in records.firstIndex { $0.id == id } } ?? records.endIndex
            guard let index else { return answer(request, status: 404, ["error": "Not Found"]) }
            var record = index < records.endIndex ? records[index] : Record(id: records.count + 1, [:], now)
            record.apply(fields, now)
            let problems = record.problems(among: records)
            guard problems.isEmpty else { return answer(request, status: 422, problems) }
            records.replaceSubrange(index..<min(index + 1, records.endIndex), with: [record])
            return answer(request, status: id == nil ? 201 : 200, record)
        }
    }

    private func answer(_ request: HTTP.Request, status: Int = 200, _ value: some Encodable) -> HTTP.Response {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.dateEncodingStrategy = .iso8601
        do {
            let headers = ["Content-Type": "application/json"]
            return HTTP.Response(status: status, url: request.url, headers: headers, body: try encoder.encode(value))
        } catch {
            return HTTP.Response(status: 500, url: request.url)
        }
    }

    /// A picture of one point.
    private static let picture =
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
        ?? Data()
}
