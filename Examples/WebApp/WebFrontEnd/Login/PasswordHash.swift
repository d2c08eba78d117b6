import CCrypt
import Foundation

/// A password as a file keeps it: a slow hash, with a salt of its own.
///
/// As text it is what `/etc/shadow` has, and `mkpasswd --method=yescrypt` prints: `$y$j9T$SALT$HASH`. It is made by
/// [libxcrypt](https://github.com/besser82/libxcrypt).
package struct PasswordHash: Hashable, Sendable, CustomStringConvertible {
    /// Why a password cannot be used.
    package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// It is shorter than ``PasswordHash/shortest``.
        case short
        /// It has more than 500 bytes, or a NUL character.
        case unusable
        /// It was not typed as UTF-8, so that some of its bytes are lost.
        case encoding
        /// The system's library cannot hash it, for the reason that `errno` gives.
        case library(Int32)

        /// What the user reads.
        package var description: String {
            switch self {
            case .short: "The password needs at least \(PasswordHash.shortest) characters."
            case .unusable: "The password may have at most \(PasswordHash.longest) bytes, and no NUL character."
            case .encoding: "The password is not in UTF-8. Type it in a terminal with that encoding."
            case .library(let code): "The password cannot be hashed: \(String(cString: strerror(code)))."
            }
        }
    }

    /// The characters that a new password needs at least.
    package static let shortest = 8
    /// The library takes 511 bytes.
    fileprivate static let longest = 500
    /// The name of yescrypt, which is slow and needs much memory.
    private static let method = "$y$"

    /// The hash as text.
    package let description: String

    /// Hashes a new password.
    package init(of password: String) throws(Failure) {
        guard password.count >= Self.shortest else { throw .short }
        // What is no UTF-8 has become this character.
        guard !password.contains("\u{FFFD}") else { throw .encoding }
        guard let setting = crypt_gensalt_ra(Self.method, 0, nil, 0) else { throw .library(errno) }
        defer { free(setting) }
        description = try Self.hash(password, String(cString: setting))
    }

    /// Reads a hash; nil if the text is none of yescrypt.
    package init?(_ text: String) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.hasPrefix(Self.method), text.utf8.count <= 200, text.split(separator: "$").count == 4,
            crypt_checksalt(text) == CRYPT_SALT_OK
        else { return nil }
        description = text
    }

    /// Whether a password is this one. It takes about a twentieth of a second, and does not depend on what is right in it.
    package func matches(_ password: String) throws(Failure) -> Bool {
        Secrets.areEqual(try Self.hash(password, description), description)
    }

    private static func hash(_ password: String, _ setting: String) throws(Failure) -> String {
        // Keyboards of different systems send é in different forms.
        let password = password.precomposedStringWithCanonicalMapping
        guard password.utf8.count <= longest, !password.utf8.contains(0) else { throw .unusable }
        var memory: UnsafeMutableRawPointer?
        var size: Int32 = 0
        defer { free(memory) }
        guard let hash = crypt_ra(password, setting, &memory, &size) else { throw .library(errno) }
        return String(cString: hash)
    }
}
