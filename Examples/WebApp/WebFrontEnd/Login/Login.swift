package import Foundation

/// A browser that has signed in.
package struct Login: Hashable, Sendable, Codable, Identifiable {
    /// Names it in forms and sessions. No secret.
    package let id: String
    /// The hash of its cookie: a reader of the store cannot sign in with it.
    let cookieHash: String
    /// Which password it was made with, or that it was a token. With another password it counts no more.
    let key: String
    /// The header `User-Agent`.
    package let browser: String
    /// When it signed in.
    package let begin: Date
    /// When it was last used, to the hour.
    package var lastUse: Date

    /// The browser and its system as people know them, such as “Firefox, Android”. Empty if it has said nothing.
    package var title: String {
        // A browser also names those that it is compatible with. The more specific name comes first: https://developer.mozilla.org/docs/Web/HTTP/Headers/User-Agent.
        let names = [
            ("Firefox", "Firefox"), ("Edg", "Edge"), ("OPR", "Opera"), ("Chrome", "Chrome"), ("Safari", "Safari"),
        ]
        let systems = [
            ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"),
            ("Mac OS X", "macOS"),
            ("Linux", "Linux"),
        ]
        let known = [names, systems].compactMap { list in list.first { browser.contains($0.0) }?.1 }
        return known.isEmpty ? String(browser.prefix(60)) : known.joined(separator: ", ")
    }
}
