public import CoreModule
import Foundation

/// Who asks a CalDAV server. Sent as HTTP's Basic authentication (RFC 7617), with each request.
public struct CalDAVCredentials: Sendable {
    /// The user's name at the server; `nil` for the one that stands in the address, as in `https://user@host/`.
    public let user: String?
    /// The password; an app password where the server wants one.
    public let password: Secret

    /// Takes a user and a password.
    public init(user: String? = nil, password: Secret) {
        self.user = user
        self.password = password
    }

    /// What the header field `Authorization` says. Throws ``CalDAVError/invalidAddress(_:)`` where there is no user, or one
    /// with a colon, which would be taken for the end of the name.
    func authorization(userInAddress: String?) throws(CalDAVError) -> Secret {
        guard let user = user ?? userInAddress, !user.isEmpty else {
            throw .invalidAddress(Message("no user is given"))
        }
        guard !user.contains(":") else { throw .invalidAddress(Message("a user's name has no colon")) }
        return Secret("Basic " + Data("\(user):\(password.reveal())".utf8).base64EncodedString())
    }
}
