import CoreModule
import Foundation

extension UserField {
    /// The name in JSON.
    var key: String {
        switch self {
        case .firstName: "first_name"
        case .lastName: "last_name"
        case .email: "email"
        }
    }
}

/// One element of the server's list.
struct UserEntry: Decodable {
    /// Nil if it cannot be read.
    let record: UserRecord?

    init(from decoder: any Decoder) throws {
        do { record = try UserRecord(from: decoder) } catch is DecodingError { record = nil }
    }
}

/// A user as the server sends it. Only the identifier must be there, in `id` or at the end of `url`.
struct UserRecord: Decodable {
    let id: User.ID
    private let firstName, lastName, email: String
    private let avatar, created, updated: String?

    private enum CodingKeys: String, CodingKey {
        case id, url, email
        case firstName = "first_name"
        case lastName = "last_name"
        case avatar = "avatar_url"
        case created = "created_at"
        case updated = "updated_at"
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        let text = { try fields.decodeIfPresent(String.self, forKey: $0) }
        id = try Self.identifier(fields)
        firstName = try text(.firstName) ?? ""
        lastName = try text(.lastName) ?? ""
        email = try text(.email) ?? ""
        avatar = try text(.avatar)
        created = try text(.created)
        updated = try text(.updated)
    }

    private static func identifier(_ fields: KeyedDecodingContainer<CodingKeys>) throws -> User.ID {
        if let id = try fields.decodeIfPresent(UserNumber.self, forKey: .id) { return User.ID(id.text) }
        let url = try fields.decodeIfPresent(String.self, forKey: .url) ?? ""
        guard let encoded = url.firstMatch(of: /users\/([^\/?#]+)\.json$/)?.1,
            let id = PercentEncoding.decodedText(encoded.utf8), !id.isEmpty
        else {
            throw DecodingError.dataCorruptedError(forKey: .id, in: fields, debugDescription: "there is no identifier")
        }
        return User.ID(id)
    }

    func user(_ server: URL) -> User {
        User(
            id: id, firstName: firstName, lastName: lastName, email: email,
            avatar: avatar.flatMap { Self.url($0, server) },
            created: created.flatMap(ISO8601Date.date), updated: updated.flatMap(ISO8601Date.date))
    }

    /// An avatar's address, which may be relative; nil if it is none that a server could have.
    private static func url(_ text: String, _ server: URL) -> URL? {
        guard !text.isBlank, let url = URL(string: text.trimmed, relativeTo: server)?.absoluteURL else { return nil }
        return ["http", "https"].contains(url.scheme?.lowercased()) && url.host() != nil ? url : nil
    }
}

/// An identifier as a number or a text.
private struct UserNumber: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        do { text = String(try value.decode(Int64.self)) } catch { text = try value.decode(String.self) }
    }
}

extension UserProblems {
    /// Reads the body of a response with status 422: `{"email": ["is taken"]}`, or any other form.
    init(_ body: Data) {
        self.init()
        var others: [String] = []
        for (key, messages) in Self.messages(body) where !messages.isEmpty {
            let text = messages.joined(separator: ", ")
            if let field = UserField.allCases.first(where: { $0.key == key }) {
                fields[field] = Message("\(text)")
            } else {
                others.append(text)
            }
        }
        if !others.isEmpty { general = Message("\(others.sorted().joined(separator: ", "))") }
        if fields.isEmpty, general == nil { general = Message("The server refused these data") }
    }

    private static func messages(_ body: Data) -> [String: [String]] {
        do { return try JSONDecoder().decode([String: [String]].self, from: body) } catch { return [:] }
    }
}
