extension Unicode.Scalar {
    /// Whether the scalar is wide or fullwidth by Unicode's Standard Annex #11 and no emoji, which the standard library knows.
    /// Ranges run over what is not assigned between them.
    var isEastAsianWide: Bool {
        guard value >= 0x1100 else { return false }
        var low = 0
        var high = Self.wide.count
        while low < high {
            let middle = (low + high) / 2
            if Self.wide[middle].upperBound < value { low = middle + 1 } else { high = middle }
        }
        return low < Self.wide.count && Self.wide[low].contains(value)
    }

    /// In ascending order.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F, 0x2E80...0x303E, 0x3041...0x3247,
        0x3250...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B,
        0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x191D2, 0x1AFF0...0x1B2FB, 0x1D300...0x1D376,
        0x1F200...0x1F265, 0x20000...0x3FFFD,
    ]
}
