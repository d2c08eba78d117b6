import CoreModule
import Foundation

/// What a cookie stands for, as long as the session is known.
struct SessionCookie: Sendable {
    let id: SessionID
    let person: Person
    let token: String
    /// Names the session in its pages. No secret.
    let name: String
    let language: String
    /// The browser's time zone, by its own name for it; the server's if the browser has not said it.
    var timeZone: String

    init(_ person: Person, language: String, timeZone: String?) {
        (self.person, self.language) = (person, language)
        self.timeZone = timeZone ?? TimeZone.autoupdatingCurrent.identifier
        id = SessionID(Secrets.random())
        token = Secrets.random()
        name = String(Secrets.random().prefix(16))
    }
}
