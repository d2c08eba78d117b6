import Foundation
import SuperappMemory

/// Folds texts so that similar words compare equal, in two strengths.
///
/// ``Strength/letters`` finds a headword that is written otherwise. It ignores case, stress marks and Unicode composition.
/// ``Strength/search`` also ignores diacritics, so that `uber` finds Über, `lodz` Łódź, `strasse` Straße and `змея` змея́. A
/// letter that is a letter of its own in its language keeps its mark: й is never и. A typed n finds ñ, but a typed ñ only ñ.
/// Marks of scripts other than Latin, Greek and Cyrillic are kept: か is not が.
public enum TextFolding {
    /// How much is ignored.
    public enum Strength: Sendable, Hashable {
        /// Case, composition, stress marks on Cyrillic letters.
        case letters
        /// Also diacritics and ligatures: ё is е, ß is ss, æ is ae.
        case search
    }

    /// The text without what the strength ignores. Folding a folded text changes nothing. Stores keep folded texts: another folding
    /// needs a migration.
    ///
    /// Linear in the length of the text.
    public static func fold(_ text: String, _ strength: Strength) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        switch strength {
        case .letters: appendLetters(of: text, to: &bytes)
        case .search:
            var text = text
            text.withUTF8 { appendSearch(of: $0, to: &bytes) { _, _ in } }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the UTF-8 of the text folded for search.
    /// - Parameter noteLetter: called with the offset in `bytes` and the scalar, before each letter that folds to a plain
    ///   one but is a letter of its own (ñ).
    package static func appendSearch(
        of utf8: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8],
        noteLetter: (_ offset: Int, _ letter: Unicode.Scalar) -> Void
    ) {
        guard let text = utf8.baseAddress else { return }
        let isFolded = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * utf8.count) { folded in
            guard let start = folded.baseAddress else { return true }
            var length = utf8.count
            // Like about nine of ten texts.
            let isASCII = cmemory_lower(text, length, start) != 0
            if !isASCII {
                length = FoldingTable.filled.independent.withUnsafeBufferPointer {
                    cmemory_fold(text, utf8.count, $0.baseAddress, $0.count, start)
                }
            }
            // SIZE_MAX.
            guard length >= 0 else { return false }
            bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: length))
            return true
        }
        guard !isFolded else { return }
        for scalar in composed(String(decoding: utf8, as: UTF8.self)).unicodeScalars {
            if scalar.isASCII {
                let byte = UInt8(truncatingIfNeeded: scalar.value)
                bytes.append(byte &- 0x41 < 26 ? byte | 0x20 : byte)
                continue
            }
            if let letter = FoldingTable.ownLetter(scalar) { noteLetter(bytes.count, letter) }
            switch FoldingTable.filled[scalar] {
            case .packed(var packed):
                while packed != 0 {
                    bytes.append(UInt8(truncatingIfNeeded: packed))
                    packed >>= 8
                }
            case .computed(let text):
                bytes.append(contentsOf: text.utf8)
            }
        }
    }

    private static func appendLetters(of text: String, to bytes: inout [UInt8]) {
        var previous: Unicode.Scalar?
        for scalar in text.precomposedStringWithCanonicalMapping.lowercased().unicodeScalars {
            if FoldingTable.isStressMark(scalar), let previous, FoldingTable.isCyrillic(previous) { continue }
            previous = scalar
            // Two Cyrillic letters with a grave accent are one scalar each.
            let plain: Unicode.Scalar = scalar == "\u{450}" ? "е" : scalar == "\u{45D}" ? "и" : scalar
            bytes.append(contentsOf: String(plain).utf8)
        }
    }

    /// The text in NFC. Skips the work if nothing in it can be composed.
    private static func composed(_ text: String) -> String {
        let mayChange = text.unicodeScalars.contains {
            // Latin, Greek and Cyrillic letters.
            if $0.value < 0x300 || (0x370..<0x483).contains($0.value) { return false }
            return $0.properties.canonicalCombiningClass != .notReordered || (0x1100...0x11FF).contains($0.value)
        }
        return mayChange ? text.precomposedStringWithCanonicalMapping : text
    }
}
