package import CoreModule
import Crypto
package import Foundation

/// A browser that has signed in.
package struct Login: Hashable, Sendable, Codable, Identifiable {
    /// Its name in forms and sessions. No secret.
    package let id: String
    /// The hash of its cookie: who reads the store cannot sign in with it.
    fileprivate let cookieHash: String
    /// What the browser calls itself.
    package let browser: String
    /// When it signed in.
    package let begin: Date
    /// When it was last used, to the hour.
    package fileprivate(set) var lastUse: Date
}

/// The browsers that have signed in with the password, also after a restart, and the limits on tries.
package actor Logins {
    /// Why a browser may not sign in.
    package enum Failure: Error, Hashable, Sendable {
        /// It is another password.
        case password
        /// There were too many tries; the next one may be made then.
        case tries(until: Date)
        case store(StoreError)
    }

    private struct Tries {
        var failures = 0
        var until = Date.distantPast
    }

    /// How long a browser that is not used stays signed in, in seconds.
    package static let lifetime: TimeInterval = 90 * 86_400
    private static let key = "webLogins"
    private static let mostLogins = 100
    /// Of more addresses, the tries of all are counted together.
    private static let mostAddresses = 10_000
    private static let backoff = Backoff(first: .seconds(1), longest: .seconds(900))
    /// How many tries of one address fail before it must wait.
    private static let freeTries = 4

    private let password: PasswordHash
    private let settings: any SettingsStore
    private let clock: WallClock
    private var tries: [String: Tries] = [:]

    /// Makes the logins that a store remembers.
    package init(_ password: PasswordHash, _ settings: any SettingsStore, clock: WallClock) {
        (self.password, self.settings, self.clock) = (password, settings, clock)
    }

    /// Signs a browser in.
    /// - Parameters:
    ///   - typed: what was typed as the password.
    ///   - address: from where; tries are counted by it.
    ///   - browser: what the browser calls itself.
    /// - Returns: the value of the browser's cookie.
    package func begin(_ typed: String, from address: String, browser: String) async throws(Failure) -> String {
        let now = clock.now()
        let place = tries[address] != nil || tries.count < Self.mostAddresses ? address : ""
        let before = tries[place] ?? Tries()
        guard before.until <= now else { throw .tries(until: before.until) }
        // Counted before the hash is computed: tries that are sent at once do not get round the limit.
        var failed = before
        failed.failures += 1
        if failed.failures >= Self.freeTries {
            failed.until = Self.backoff.end(afterFailures: failed.failures - Self.freeTries + 1, now: now, jitter: 1)
        }
        tries[place] = failed
        let isRight: Bool
        do { isRight = try password.matches(typed) } catch { isRight = false }
        guard isRight else { throw .password }
        tries[place] = nil
        let cookie = Secrets.random()
        let login = Login(
            id: String(Secrets.random().prefix(16)), cookieHash: Self.hash(cookie),
            browser: String(browser.prefix(200)), begin: now, lastUse: now)
        try await change { $0.append(login) }
        return cookie
    }

    /// The login of a cookie; nil if there is none any more.
    package func login(of cookie: String?) async throws(Failure) -> Login? {
        guard let cookie else { return nil }
        let (hash, now) = (Self.hash(cookie), clock.now())
        guard let found = try await all().first(where: { $0.cookieHash == hash }) else { return nil }
        if now.timeIntervalSince(found.lastUse) >= 3600 {
            try await change { logins in
                for index in logins.indices where logins[index].id == found.id { logins[index].lastUse = now }
            }
        }
        return found
    }

    /// All browsers that are signed in, the last one first.
    package func all() async throws(Failure) -> [Login] {
        let text: String?
        do throws(StoreError) { text = try await settings.text(Self.key) } catch { throw .store(error) }
        return Self.logins(text, clock.now())
    }

    /// Signs browsers out.
    package func end(_ ids: Set<Login.ID>) async throws(Failure) {
        try await change { logins in logins.removeAll { ids.contains($0.id) } }
    }

    private func change(_ body: @escaping @Sendable (inout [Login]) -> Void) async throws(Failure) {
        let now = clock.now()
        do throws(StoreError) {
            try await settings.change(Self.key) { text throws(StoreError) in
                var logins = Self.logins(text, now)
                body(&logins)
                logins = Array(logins.sorted { $0.lastUse > $1.lastUse }.prefix(Self.mostLogins))
                text = logins.isEmpty ? nil : Self.text(logins)
            }
        } catch {
            throw .store(error)
        }
    }

    private static func logins(_ text: String?, _ now: Date) -> [Login] {
        guard let text else { return [] }
        // Those of a store that was damaged sign in again.
        let known = (try? JSONDecoder().decode([Login].self, from: Data(text.utf8))) ?? []
        return known.filter { now.timeIntervalSince($0.lastUse) < lifetime }.sorted { $0.begin > $1.begin }
    }

    private static func text(_ logins: [Login]) -> String? {
        (try? JSONEncoder().encode(logins)).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func hash(_ cookie: String) -> String {
        SHA256.hash(data: Data(cookie.utf8)).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0\(digits)" : digits
        }.joined()
    }
}
