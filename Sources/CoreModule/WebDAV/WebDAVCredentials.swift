import Foundation

/// A user of a WebDAV or CalDAV server. Sent by HTTP Basic authentication (RFC 7617) with each request, or by Digest authentication (RFC 7616)
/// once the server asks for it.
public struct WebDAVCredentials: Sendable {
    /// Returns the value of the header field `Authorization` for the next request. The argument is the value that the server has just
    /// refused; nil if none was.
    typealias Authorization = @Sendable (_ refused: Secret?) async throws(WebDAVError) -> Secret

    private enum Source {
        case password(Secret, user: String?)
        case closure(Authorization)
    }

    private let source: Source

    /// Makes credentials of a password, or of an app password if the server requires one. If the user name is nil, it is the one of
    /// the address, as in `https://user@host/`. An empty password counts as no credentials.
    public init(user: String? = nil, password: Secret) {
        source = .password(password, user: user)
    }

    /// Makes credentials that may expire, such as the token of a login.
    /// - Parameter authorization: returns the value of the header field `Authorization`, such as `Bearer …`. It is called for every
    ///   request, several at a time, with nil. If the server refuses a value (401), it is called once more with that value; if it then
    ///   returns another one, the request is sent again. What it throws ends what is done: after
    ///   ``WebDAVError/network(_:)`` there is another try, after ``WebDAVError/unauthorized`` the user must act.
    public init(authorization: @escaping @Sendable (_ refused: Secret?) async throws(WebDAVError) -> Secret) {
        source = .closure(authorization)
    }

    /// Whether there is no password.
    package var isEmpty: Bool {
        if case .password(let password, _) = source { password.reveal().isEmpty } else { false }
    }

    /// Digest authentication with the password. Nil if there is none.
    func digest(userInAddress: String?) -> DigestAuthentication? {
        guard case .password(let password, let user) = source, let user = user ?? userInAddress else { return nil }
        return DigestAuthentication(user: user, password: password)
    }

    /// Makes the header field of the user. Throws ``WebDAVError/invalidAddress(_:)`` if a password has no user, or if its name contains
    /// a colon, which separates the name from the password.
    func authorization(userInAddress: String?) throws(WebDAVError) -> Authorization {
        switch source {
        case .closure(let authorization): return authorization
        case .password(let password, let user):
            guard let user = user ?? userInAddress, !user.isEmpty else {
                throw .invalidAddress(Message("no user is given"))
            }
            guard !user.contains(":") else { throw .invalidAddress(Message("a user name cannot contain a colon")) }
            let value = Secret("Basic " + Data("\(user):\(password.reveal())".utf8).base64EncodedString())
            return { (_) throws(WebDAVError) in value }
        }
    }
}
