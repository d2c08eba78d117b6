import CoreModule
import PersonalDictionary

/// What a signed-in browser can see and do about the logins.
struct SessionLogins: Sendable {
    /// The browser's own.
    let own: Login.ID
    private let logins: Logins
    private let endSessions: @MainActor @Sendable (Set<Login.ID>) async throws(DictionaryError) -> Void

    /// - Parameters:
    ///   - own: the browser's own login.
    ///   - logins: those of all browsers.
    ///   - endSessions: ends logins, and what their browsers have open.
    init(
        own: Login.ID, logins: Logins,
        endSessions: @escaping @MainActor @Sendable (Set<Login.ID>) async throws(DictionaryError) -> Void
    ) {
        (self.own, self.logins) = (own, logins)
        self.endSessions = endSessions
    }

    /// The logins of all browsers, the browser's own first.
    func all() async throws(DictionaryError) -> [Login] {
        let all: [Login]
        do throws(StoreError) { all = try await logins.all() } catch { throw .store(error) }
        return all.filter { $0.id == own } + all.filter { $0.id != own }
    }

    /// Signs browsers out.
    func end(_ ids: Set<Login.ID>) async throws(DictionaryError) { try await endSessions(ids) }
}
