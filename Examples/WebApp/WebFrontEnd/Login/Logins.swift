package import CoreModule
package import Foundation

/// What a browser signs in with.
package enum LoginKey: Hashable, Sendable {
    /// The password of a file.
    case password(PasswordHash)
    /// A random text that the server has printed. It is another one after each start, and the logins with earlier ones go on.
    case token(String)

    /// Which one it is, for ``Login/key``.
    fileprivate var name: String {
        switch self {
        case .password(let hash): String(Secrets.hash(hash.description).prefix(16))
        case .token: "token"
        }
    }
}

/// The browsers that have signed in, also before a restart, and the limits on tries.
package actor Logins {
    /// Why a browser may not sign in.
    package enum Failure: Error, Hashable, Sendable {
        /// It is another password, or another token.
        case password
        /// There were too many tries. The next one may be made then.
        case tries(until: Date)
        /// The logins cannot be read or written.
        case store(StoreError)
        /// The password cannot be compared.
        case hash(PasswordHash.Failure)
        /// The server compares as many passwords as it may.
        case busy
    }

    /// How long a browser that is not used stays signed in, in seconds.
    package static let lifetime: TimeInterval = 90 * 86_400
    /// The key of the logins in the settings.
    package static let settingsKey = "webLogins"
    private static let mostLogins = 100
    /// Passwords are compared one after another, because that takes a processor and 16 MiB. So many may wait for it.
    private static let mostWaiting = 16

    private let key: LoginKey
    private let keyName: String
    private let settings: any SettingsStore
    private let clock: WallClock
    private let logger: EventLogger
    private let comparison = AsyncMutex()
    private var waiting = 0
    private var tries = LoginTries()
    /// The hashes of the cookies of logins: a page has many requests.
    private var hashes: [String: String] = [:]

    /// Makes the logins that a store remembers.
    package init(
        _ key: LoginKey, _ settings: any SettingsStore, clock: WallClock, logger: EventLogger = .disabled
    ) {
        (self.key, self.settings, self.clock) = (key, settings, clock)
        self.logger = logger.labelled("login")
        keyName = key.name
    }

    /// Signs a browser in.
    /// - Parameters:
    ///   - typed: what was typed as the password, or the token.
    ///   - address: from where. Tries are counted by it.
    ///   - browser: the header `User-Agent`.
    /// - Returns: the value of the browser's cookie.
    package func begin(_ typed: String, from address: String, browser: String) async throws(Failure) -> String {
        let now = clock.now()
        let isRight =
            switch key {
            case .password(let password): try await isRight(typed, password, from: address, now: now)
            // Nobody guesses it, however often they try.
            case .token(let token): Secrets.areEqual(typed, token)
            }
        guard isRight else {
            logger.warning("a login was refused", ["address": address])
            throw .password
        }
        let cookie = Secrets.random()
        let login = Login(
            id: String(Secrets.random().prefix(16)), cookieHash: Secrets.hash(cookie), key: keyName,
            browser: String(browser.prefix(300)), begin: now, lastUse: now)
        do throws(StoreError) { try await change { $0.append(login) } } catch { throw .store(error) }
        logger.info("a browser has signed in", ["address": address])
        return cookie
    }

    /// The login of a cookie, and whether the cookie must be sent again so that the browser keeps it. Nil if there is none any more.
    package func login(of cookie: String?) async throws(StoreError) -> (login: Login, isRenewed: Bool)? {
        guard let cookie, Secrets.isRandom(cookie) else { return nil }
        let (hash, now) = (hashes[cookie] ?? Secrets.hash(cookie), clock.now())
        guard let found = try await all().first(where: { Secrets.areEqual($0.cookieHash, hash) }) else {
            hashes[cookie] = nil
            return nil
        }
        hashes[cookie] = hash
        guard now.timeIntervalSince(found.lastUse) >= 3600 else { return (found, false) }
        try await change { logins in
            for index in logins.indices where logins[index].id == found.id { logins[index].lastUse = now }
        }
        return (found, true)
    }

    /// All browsers that are signed in, the one that was used last first.
    package func all() async throws(StoreError) -> [Login] { valid(try await settings.text(Self.settingsKey)) }

    /// Signs browsers out.
    package func end(_ ids: Set<Login.ID>) async throws(StoreError) {
        try await change { logins in logins.removeAll { ids.contains($0.id) } }
    }

    private func isRight(
        _ typed: String, _ password: PasswordHash, from address: String, now: Date
    ) async throws(Failure) -> Bool {
        guard waiting < Self.mostWaiting else { throw .busy }
        if let end = tries.begin(address, now: now) { throw .tries(until: end) }
        waiting += 1
        await comparison.enter()
        let result = await Self.compare(typed, password)
        comparison.leave()
        waiting -= 1
        // One that was not compared is no wrong one.
        if result != .success(false) { tries.succeed(address) }
        return try result.get()
    }

    @concurrent private static func compare(
        _ typed: String, _ password: PasswordHash
    ) async -> Result<Bool, Failure> {
        do throws(PasswordHash.Failure) { return .success(try password.matches(typed)) } catch {
            // A text that cannot be hashed is not the password.
            return error == .unusable ? .success(false) : .failure(.hash(error))
        }
    }

    private func change(_ edit: @escaping @Sendable (inout [Login]) -> Void) async throws(StoreError) {
        try await settings.change(Self.settingsKey) { [self] text throws(StoreError) in
            var logins = valid(text)
            edit(&logins)
            logins = Array(logins.sorted { $0.lastUse > $1.lastUse }.prefix(Self.mostLogins))
            do { text = String(decoding: try JSONEncoder().encode(logins), as: UTF8.self) } catch {
                preconditionFailure("Texts and dates can be encoded: \(error)")
            }
        }
    }

    /// The logins of a text that still count.
    private nonisolated func valid(_ text: String?) -> [Login] {
        guard let text else { return [] }
        let logins: [Login]
        do { logins = try JSONDecoder().decode([Login].self, from: Data(text.utf8)) } catch {
            logger.warning("the logins cannot be read, so all browsers sign in again", ["error": "\(error)"])
            return []
        }
        let now = clock.now()
        return logins.filter { now.timeIntervalSince($0.lastUse) < Self.lifetime && $0.key == keyName }
            .sorted { $0.lastUse > $1.lastUse }
    }
}
