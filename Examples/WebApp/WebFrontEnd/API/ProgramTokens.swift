import CoreModule
import Foundation
import PersonalDictionary

/// A token, with which a program of a person reads and changes what is theirs.
struct ProgramToken: Codable, Hashable, Sendable, Identifiable {
    /// Names it in forms. No secret.
    let id: String
    /// The hash of its secret: a reader of the store cannot use it.
    let hash: String
    /// What the person calls the program.
    let name: String
    let made: Date
    /// When it was last used, to the hour; nil if it was never.
    var lastUse: Date?
}

/// The tokens of one person, in their settings.
struct ProgramTokens: Sendable {
    /// The text of a token: `superapp_`, a secret, and a person's name if there are many people. The name says in whose settings the
    /// token is; the secret alone decides whether it counts.
    struct Secret: Sendable {
        let person: Person
        let value: String

        init(_ person: Person) { (self.person, value) = (person, Secrets.random()) }

        /// Nil if a text has another form.
        init?(_ text: String) {
            guard text.utf8.count <= 400, text.hasPrefix(Self.prefix) else { return nil }
            let parts = text.dropFirst(Self.prefix.count).split(
                separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            guard Secrets.isRandom(String(parts[0])) else { return nil }
            value = String(parts[0])
            guard parts.count == 2 else {
                person = Person()
                return
            }
            guard let name = Data(base64Encoded: String(parts[1])), let text = String(validating: name, as: UTF8.self),
                Person(text).isNamed
            else { return nil }
            person = Person(text)
        }

        /// What the program sends in the header `Authorization`, behind `Bearer`.
        var text: String {
            let name = person.name.isEmpty ? "" : "." + Data(person.name.utf8).base64EncodedString()
            return Self.prefix + value + name
        }

        private static let prefix = "superapp_"
    }

    /// The key of the tokens in the settings.
    private static let key = SettingKey<[ProgramToken]>("webTokens", unreadable: nil)
    /// The most tokens of a person.
    static let mostTokens = 50
    /// The most characters of a name.
    static let longestName = 60

    private let settings: AppSettings
    private let clock: WallClock

    init(_ settings: AppSettings, clock: WallClock) { (self.settings, self.clock) = (settings, clock) }

    /// All tokens, the newest first.
    func all() async throws(StoreError) -> [ProgramToken] {
        (try await settings.value(Self.key) ?? []).sorted { ($0.made, $0.id) > ($1.made, $1.id) }
    }

    /// Stores a new token. Of too many, the one that was not used for longest ends.
    func add(_ secret: Secret, name: String) async throws(StoreError) {
        let token = ProgramToken(
            id: String(Secrets.random().prefix(16)), hash: Secrets.hash(secret.value), name: name, made: clock.now())
        try await settings.change(Self.key) { tokens in
            let newest = (tokens ?? []).sorted { $0.lastUse ?? $0.made > $1.lastUse ?? $1.made }
            tokens = [token] + newest.prefix(Self.mostTokens - 1)
        }
    }

    /// Ends a token. Nil if there is none.
    func end(_ id: ProgramToken.ID) async throws(StoreError) -> ProgramToken? {
        try await settings.change(Self.key) { tokens in
            guard let place = tokens?.firstIndex(where: { $0.id == id }) else { return nil }
            return tokens?.remove(at: place)
        }
    }

    /// The token with a secret; nil if there is none. Notes that it was used.
    ///
    /// Nobody guesses 256 bits, however often they try. Each try reads the settings of the person whom it names, though: a proxy limits them.
    func token(_ secret: Secret) async throws(StoreError) -> ProgramToken? {
        let tokens = try await all()
        guard !tokens.isEmpty else { return nil }
        let hash = Secrets.hash(secret.value)
        guard let found = tokens.first(where: { Secrets.areEqual($0.hash, hash) }) else { return nil }
        let now = clock.now()
        guard found.lastUse.map({ now.timeIntervalSince($0) >= 3600 }) != false else { return found }
        try await settings.change(Self.key) { tokens in
            guard let place = tokens?.firstIndex(where: { $0.id == found.id }) else { return }
            tokens?[place].lastUse = now
        }
        return found
    }

    /// Whether a token has not ended.
    func contains(_ id: ProgramToken.ID) async throws(StoreError) -> Bool {
        try await all().contains { $0.id == id }
    }
}
