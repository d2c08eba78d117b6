import Foundation

/// Message digests in hexadecimal digits: for HTTP Digest authentication, and for identifiers made from a content. Linux has no library of
/// the system for them that can be relied on.
package enum MessageDigest: Sendable {
    /// RFC 1321.
    case md5
    /// FIPS 180-4.
    case sha256

    /// The digest of a text in UTF-8.
    package func hex(of text: String) -> String {
        let words =
            switch self {
            case .md5: Self.md5(Self.blocks(of: text, isBigEndian: false)).map(\.byteSwapped)
            case .sha256: Self.sha256(Self.blocks(of: text, isBigEndian: true))
            }
        return words.map { padded($0, 8, radix: 16) }.joined()
    }

    /// The text with a one, zeros and its length in bits, in words of four bytes, sixteen in each block.
    private static func blocks(of text: String, isBigEndian: Bool) -> [UInt32] {
        var bytes = Array(text.utf8)
        let length = UInt64(bytes.count) * 8
        bytes.append(0x80)
        while bytes.count % 64 != 56 { bytes.append(0) }
        for place in 0..<8 {
            bytes.append(UInt8(truncatingIfNeeded: length >> (8 * (isBigEndian ? 7 - place : place))))
        }
        return stride(from: 0, to: bytes.count, by: 4).map { start in
            let word = bytes[start..<start + 4].reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
            return isBigEndian ? word : word.byteSwapped
        }
    }

    private static func md5(_ message: [UInt32]) -> [UInt32] {
        let shifts: [[UInt32]] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]]
        let sines = (1...64).map { UInt32(abs(sin(Double($0))) * 4_294_967_296) }
        var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476]
        for block in stride(from: 0, to: message.count, by: 16) {
            var (a, b, c, d) = (state[0], state[1], state[2], state[3])
            for step in 0..<64 {
                let (mixed, place) =
                    switch step / 16 {
                    case 0: (b & c | ~b & d, step)
                    case 1: (d & b | ~d & c, (5 * step + 1) % 16)
                    case 2: (b ^ c ^ d, (3 * step + 5) % 16)
                    default: (c ^ (b | ~d), 7 * step % 16)
                    }
                let sum = a &+ mixed &+ sines[step] &+ message[block + place]
                (a, d, c, b) = (d, c, b, b &+ sum.rotated(left: shifts[step / 16][step % 4]))
            }
            for (place, word) in [a, b, c, d].enumerated() { state[place] &+= word }
        }
        return state
    }

    private static func sha256(_ message: [UInt32]) -> [UInt32] {
        var state: [UInt32] = [
            0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
        ]
        for block in stride(from: 0, to: message.count, by: 16) {
            var words = Array(message[block..<block + 16])
            for place in 16..<64 {
                let (old, new) = (words[place - 15], words[place - 2])
                let first = old.rotated(left: 25) ^ old.rotated(left: 14) ^ old >> 3
                let second = new.rotated(left: 15) ^ new.rotated(left: 13) ^ new >> 10
                words.append(words[place - 16] &+ first &+ words[place - 7] &+ second)
            }
            var now = state
            for step in 0..<64 {
                let (a, e) = (now[0], now[4])
                let choice = e & now[5] ^ ~e & now[6]
                let majority = a & now[1] ^ a & now[2] ^ now[1] & now[2]
                let first = e.rotated(left: 26) ^ e.rotated(left: 21) ^ e.rotated(left: 7)
                let second = a.rotated(left: 30) ^ a.rotated(left: 19) ^ a.rotated(left: 10)
                let sum = now[7] &+ first &+ choice &+ cubes[step] &+ words[step]
                now = [sum &+ second &+ majority, a, now[1], now[2], now[3] &+ sum, e, now[5], now[6]]
            }
            for (place, word) in now.enumerated() { state[place] &+= word }
        }
        return state
    }

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    private static let cubes: [UInt32] = [
        0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5,
        0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174,
        0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
        0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967,
        0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
        0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
        0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
        0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
    ]
}

extension UInt32 {
    fileprivate func rotated(left count: UInt32) -> UInt32 { self << count | self >> (32 - count) }
}
