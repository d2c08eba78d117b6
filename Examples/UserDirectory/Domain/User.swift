package import CoreModule
package import Foundation

/// A person in the directory.
package struct User: Identifiable, Hashable, Codable, Sendable {
    package let id: Identifier<User>
    package var firstName: String
    package var lastName: String
    package var email: String
    /// The address of the avatar on a server; nil if there is none.
    package var avatar: URL?
    package var created: Date?
    package var updated: Date?

    package init(
        id: Identifier<User>, firstName: String, lastName: String, email: String, avatar: URL? = nil,
        created: Date? = nil, updated: Date? = nil
    ) {
        self.id = id
        self.firstName = firstName
        self.lastName = lastName
        self.email = email
        self.avatar = avatar
        self.created = created
        self.updated = updated
    }

    package var fullName: String { [firstName, lastName].filter { !$0.isBlank }.joined(separator: " ") }
}

/// The users that the server had at one time.
package struct UserList: Hashable, Codable, Sendable {
    /// In the server's order, with unique identifiers.
    package var users: [User]
    /// How many entries of the server's list could not be read.
    package var unreadableCount: Int
    package var date: Date

    package init(_ users: [User], unreadableCount: Int = 0, date: Date) {
        self.users = users
        self.unreadableCount = unreadableCount
        self.date = date
    }

    /// How old the list is, in words.
    package func age(now: Date) -> Message {
        let minutes = Int(max(0, now.timeIntervalSince(date))) / 60
        return switch minutes {
        case 0: Message("This list is less than a minute old")
        case ..<60: Message("This list is \(count: minutes) minutes old")
        case ..<(48 * 60): Message("This list is \(count: minutes / 60) hours old")
        default: Message("This list is \(count: minutes / (24 * 60)) days old")
        }
    }
}

/// What a list of users shows after an attempt to read it.
package struct UserListing: Hashable, Sendable {
    /// The server's list, or else the last one that is known; nil if there is none.
    package var list: UserList?
    /// Whether the server has just sent it.
    package var isCurrent = false
    /// The pictures that were chosen on this device and are only here.
    package var pictures: [User.ID: Data] = [:]
    /// What has failed, the cause first.
    package var failures: [UserError] = []
}

/// A picture of a user.
package enum UserPicture: Hashable, Sendable {
    case address(URL)
    /// A picture that was chosen on this device.
    case chosen(Data)
}

extension String {
    /// Whether it has nothing but white space.
    var isBlank: Bool { trimmed.isEmpty }

    var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
