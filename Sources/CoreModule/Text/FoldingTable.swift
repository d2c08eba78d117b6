import Foundation

/// The folding of each scalar for search. For common Latin, Greek and Cyrillic letters it is computed once, from Foundation's
/// canonical decompositions; for all others at each use.
struct FoldingTable: Sendable {
    enum Folded {
        /// Up to four bytes of UTF-8, the first in the low byte; 0 for no text.
        case packed(UInt32)
        case computed(String)
    }

    static let filled = FoldingTable()

    private static let ranges: [ClosedRange<UInt32>] = [0x0000...0x052F, 0x1E00...0x1FFF]
    private static let unpackable = UInt32.max
    private let entries: [[UInt32]]
    /// The entries of scalars that are folded one by one, for `cmemory_fold`.
    let independent: [UInt32]

    private init() {
        entries = Self.ranges.map { range in
            range.map { value in
                guard let scalar = Unicode.Scalar(value) else { return Self.unpackable }
                return Self.pack(Self.compute(scalar)) ?? Self.unpackable
            }
        }
        independent = zip(Self.ranges[0], entries[0]).map { value, entry in
            // The entry of NUL would be that of no text.
            guard let scalar = Unicode.Scalar(value), value > 0, Self.ownLetter(scalar) == nil else {
                return Self.unpackable
            }
            // A mark may be composed with the letter before it. An acute is ignored with every letter but two.
            return scalar.properties.canonicalCombiningClass == .notReordered || value == 0x301
                ? entry : Self.unpackable
        }
    }

    subscript(scalar: Unicode.Scalar) -> Folded {
        for (index, range) in Self.ranges.enumerated() where range.contains(scalar.value) {
            let packed = entries[index][Int(scalar.value - range.lowerBound)]
            if packed != Self.unpackable { return .packed(packed) }
        }
        return .computed(Self.compute(scalar))
    }

    /// The lower-case letter, for those that fold to a plain one but are letters of their own: a query with one finds only that.
    static func ownLetter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        scalar == "ñ" || scalar == "Ñ" ? "ñ" : nil
    }

    /// An acute or grave accent as a separate scalar.
    static func isStressMark(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0x0301 || scalar.value == 0x0300
    }

    static func isCyrillic(_ scalar: Unicode.Scalar) -> Bool {
        (0x0400...0x052F).contains(scalar.value)
    }

    /// Letters whose mark is never ignored, in queries and in texts.
    private static let inseparable: Set<Unicode.Scalar> = ["й", "ў", "ї", "ѓ", "ќ"]

    /// Letters that Unicode does not decompose.
    private static let plain: [Unicode.Scalar: String] = [
        "ł": "l", "đ": "d", "ð": "d", "ø": "o", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i", "þ": "th", "ħ": "h",
        "ŧ": "t",
        "ς": "σ", "’": "'",
    ]

    private static func compute(_ scalar: Unicode.Scalar) -> String {
        let lower = scalar.properties.lowercaseMapping
        if let first = lower.unicodeScalars.first, inseparable.contains(first) { return String(first) }
        guard hasMarksThatAreIgnored(scalar) else { return lower }
        var result = ""
        // Typographic ligatures have only compatibility decompositions.
        let decomposed =
            (0xFB00...0xFB06).contains(scalar.value)
            ? lower.decomposedStringWithCompatibilityMapping : lower.decomposedStringWithCanonicalMapping
        for part in decomposed.unicodeScalars where !isIgnoredMark(part) {
            result += plain[part] ?? String(part)
        }
        return result
    }

    /// The scripts whose marks are ignored. In others (kana, Indic, Hebrew …) a mark may make another word.
    private static func hasMarksThatAreIgnored(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x052F, 0x1AB0...0x1AFF, 0x1D00...0x20FF, 0x2C60...0x2C7F, 0xA640...0xA69F, 0xA720...0xA7FF: true
        case 0x212A, 0x212B, 0xFB00...0xFB06: true
        default: false
        }
    }

    private static func isIgnoredMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF: true
        default: false
        }
    }

    private static func pack(_ text: String) -> UInt32? {
        let bytes = Array(text.utf8)
        guard bytes.count <= 4 else { return nil }
        let packed = bytes.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return packed == unpackable ? nil : packed
    }
}
