import Crypto
import CryptoExtras
import Foundation

/// A password as a file keeps it: a slow hash, with a salt of its own.
///
/// As text it is `$scrypt$ln=15,r=8,p=1$SALT$HASH`, in the PHC string format, with Base64 without padding. With these parameters a try takes
/// 32 MiB and about a tenth of a second.
package struct PasswordHash: Hashable, Sendable, CustomStringConvertible {
    /// The binary logarithm of scrypt's rounds.
    private let cost: Int
    private let salt: Data
    private let key: Data

    private static let standardCost = 15
    private static let (blockSize, parallelism) = (8, 1)

    /// Hashes a new password.
    package init(of password: String) throws {
        cost = Self.standardCost
        var generator = SystemRandomNumberGenerator()
        salt = Data((0..<16).map { _ in generator.next() as UInt8 })
        key = try Self.key(password, salt, cost)
    }

    /// Reads a hash; nil if the text is none, or would take more than 256 MiB.
    package init?(_ text: String) {
        let parts = text.trimmingCharacters(in: .whitespacesAndNewlines).split(
            separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt",
            let match = parts[2].wholeMatch(of: /ln=(\d{1,2}),r=8,p=1/), let cost = Int(match.1), 10...18 ~= cost,
            let salt = Self.data(parts[3]), let key = Self.data(parts[4]), !salt.isEmpty, key.count == 32
        else { return nil }
        (self.cost, self.salt, self.key) = (cost, salt, key)
    }

    /// The hash as text.
    package var description: String {
        "$scrypt$ln=\(cost),r=\(Self.blockSize),p=\(Self.parallelism)$\(Self.text(salt))$\(Self.text(key))"
    }

    /// Whether a password is this one, in a time that does not depend on it.
    package func matches(_ password: String) throws -> Bool {
        let other = try Self.key(password, salt, cost)
        return zip(key, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func key(_ password: String, _ salt: Data, _ cost: Int) throws -> Data {
        // Keyboards of different systems send é in different forms.
        let bytes = Data(password.precomposedStringWithCanonicalMapping.utf8)
        return try KDF.Scrypt.deriveKey(
            from: bytes, salt: salt, outputByteCount: 32, rounds: 1 << cost, blockSize: blockSize,
            parallelism: parallelism
        ).withUnsafeBytes { Data($0) }
    }

    private static func text(_ data: Data) -> String { data.base64EncodedString().replacing("=", with: "") }

    private static func data(_ text: Substring) -> Data? {
        Data(base64Encoded: text + String(repeating: "=", count: (4 - text.count % 4) % 4))
    }
}
