package import CoreModule
package import Foundation

/// The text fields of the form, in the order of the Return key.
package enum UserField: CaseIterable, Sendable {
    case firstName, lastName, email

    /// The field after this one; the first one after the last.
    package var next: UserField {
        switch self {
        case .firstName: .lastName
        case .lastName: .email
        case .email: .firstName
        }
    }
}

/// What the user edits: a user without dates.
package struct UserDraft: Hashable, Sendable {
    package var firstName = ""
    package var lastName = ""
    package var email = ""
    /// The address of the avatar on a server.
    package var avatar: URL?
    /// The picture that was chosen on this device and is not on a server.
    package var picture: Data?

    package init(firstName: String = "", lastName: String = "", email: String = "", avatar: URL? = nil) {
        self.firstName = firstName
        self.lastName = lastName
        self.email = email
        self.avatar = avatar
    }

    init(_ user: User) {
        self.init(firstName: user.firstName, lastName: user.lastName, email: user.email, avatar: user.avatar)
    }

    package subscript(field: UserField) -> String {
        get {
            switch field {
            case .firstName: firstName
            case .lastName: lastName
            case .email: email
            }
        }
        set {
            switch field {
            case .firstName: firstName = newValue
            case .lastName: lastName = newValue
            case .email: email = newValue
            }
        }
    }

    /// Whether no field is blank.
    package var isFilled: Bool { UserField.allCases.allSatisfy { !self[$0].isBlank } }

    /// What is wrong; nil if it can be sent.
    package func problems(_ validator: any EmailValidator) -> UserProblems? {
        var problems = UserProblems()
        for field in UserField.allCases where self[field].isBlank { problems.fields[field] = Message("Fill this in") }
        if !email.isBlank, !validator.isValid(email.trimmed) {
            problems.fields[.email] = Message("This is not an e-mail address")
        }
        return problems.fields.isEmpty ? nil : problems
    }

    /// What must be sent so that a user who was like another draft becomes like this one. A missing avatar is no change: it would
    /// remove the one on the server.
    package func changes(from base: UserDraft) -> UserChanges {
        var changes = UserChanges()
        for field in UserField.allCases where self[field] != base[field] && self[field].trimmed != base[field] {
            changes.texts[field] = self[field].trimmed
        }
        if avatar != base.avatar { changes.avatar = avatar }
        return changes
    }

    /// The draft after what it began with was read again: what the user has not changed is new.
    func rebased(from old: UserDraft, to new: UserDraft) -> UserDraft {
        var draft = self
        for field in UserField.allCases where self[field] == old[field] { draft[field] = new[field] }
        if avatar == old.avatar { draft.avatar = new.avatar }
        if picture == old.picture { draft.picture = new.picture }
        return draft
    }
}

/// The fields of a user that a request changes.
package struct UserChanges: Hashable, Sendable {
    package var texts: [UserField: String] = [:]
    package var avatar: URL?

    var isEmpty: Bool { texts.isEmpty && avatar == nil }
}

/// Why a draft was refused, here or by the server.
package struct UserProblems: Hashable, Sendable {
    package var fields: [UserField: Message] = [:]
    /// What belongs to no field.
    package var general: Message?

    package init(fields: [UserField: Message] = [:], general: Message? = nil) {
        self.fields = fields
        self.general = general
    }
}
