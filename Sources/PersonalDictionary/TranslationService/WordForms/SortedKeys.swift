/// Keys in a buffer of bytes, in the order of their bytes, found by binary search.
struct SortedKeys: Sendable {
    let bytes: [UInt8]
    /// The keys in the bytes, sorted.
    let ranges: [Range<Int>]

    /// The lines of a file, each by its first cell. They must be sorted.
    static func lines(_ bytes: [UInt8]) -> SortedKeys {
        var ranges: [Range<Int>] = []
        var start = 0
        var end: Int?
        for (place, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "\t"), end == nil { end = place }
            guard byte == UInt8(ascii: "\n") else { continue }
            ranges.append(start..<(end ?? place))
            (start, end) = (place + 1, nil)
        }
        return SortedKeys(bytes: bytes, ranges: ranges)
    }

    /// A key.
    subscript(place: Int) -> ArraySlice<UInt8> { bytes[ranges[place]] }

    /// The rest of the line after a key, as cells.
    func cells(after place: Int) -> [Substring] {
        let line = bytes[ranges[place].upperBound...].dropFirst().prefix { $0 != UInt8(ascii: "\n") }
        return String(decoding: line, as: UTF8.self).split(separator: "\t", omittingEmptySubsequences: false)
    }

    /// The places of all keys that are equal to a text, or begin with it.
    func places(of key: String, isPrefix: Bool = false) -> Range<Int> {
        var key = key
        return key.withUTF8 { key in
            bytes.withUnsafeBufferPointer { bytes in
                func first(where isFound: (Slice<UnsafeBufferPointer<UInt8>>) -> Bool) -> Int {
                    var (low, high) = (0, ranges.count)
                    while low < high {
                        let middle = (low + high) / 2
                        let found = isFound(bytes[ranges[middle]].prefix(isPrefix ? key.count : .max))
                        if found { high = middle } else { low = middle + 1 }
                    }
                    return low
                }
                return first { !$0.lexicographicallyPrecedes(key) }..<first { key.lexicographicallyPrecedes($0) }
            }
        }
    }
}
