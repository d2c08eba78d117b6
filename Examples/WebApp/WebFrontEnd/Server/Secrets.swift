import CCrypt
import Foundation

/// Random values that nobody can guess, and their comparison.
enum Secrets {
    /// 256 bits of the system's random numbers, as hexadecimal digits.
    static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<4).map { _ in
            let digits = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// Whether a text may be one of ``random()``.
    static func isRandom(_ text: String) -> Bool {
        text.utf8.count == 64
            && text.utf8.allSatisfy {
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
            }
    }

    /// The hash of a random value, or of the hash of a password. It is quick, because nobody can try all random values.
    static func hash(_ value: String) -> String {
        var memory: UnsafeMutableRawPointer?
        var size: Int32 = 0
        defer { free(memory) }
        // SHA-256, with as few rounds as there are, and without a salt: each value is there once.
        guard let hash = crypt_ra(value, "$5$rounds=1000$", &memory, &size) else {
            preconditionFailure("libxcrypt has SHA-256: \(String(cString: strerror(errno)))")
        }
        return String(cString: hash).split(separator: "$").last.map { String($0) } ?? ""
    }

    /// Whether two secrets are equal, in constant time for secrets of one length.
    static func areEqual(_ one: String, _ other: String) -> Bool {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
