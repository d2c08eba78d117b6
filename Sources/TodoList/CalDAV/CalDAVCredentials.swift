public import CoreModule
import Foundation

/// A user of a CalDAV server. Sent by HTTP Basic authentication (RFC 7617) with each request.
public struct CalDAVCredentials: Sendable {
    /// The user name. Nil for the one in the address, as in `https://user@host/`.
    public let user: String?
    /// The password, or an app password if the server requires one.
    public let password: Secret

    /// Makes credentials.
    public init(user: String? = nil, password: Secret) {
        self.user = user
        self.password = password
    }

    /// The value of the header field `Authorization`. Throws ``CalDAVError/invalidAddress(_:)`` if there is no user, or if its name
    /// contains a colon, which separates the name from the password.
    func authorization(userInAddress: String?) throws(CalDAVError) -> Secret {
        guard let user = user ?? userInAddress, !user.isEmpty else {
            throw .invalidAddress(Message("no user is given"))
        }
        guard !user.contains(":") else { throw .invalidAddress(Message("a user name cannot contain a colon")) }
        return Secret("Basic " + Data("\(user):\(password.reveal())".utf8).base64EncodedString())
    }
}
