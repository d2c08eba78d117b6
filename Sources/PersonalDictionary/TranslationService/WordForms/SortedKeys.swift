import Foundation

/// Keys in a buffer of bytes, in the order of their bytes, found by binary search.
struct SortedKeys: Sendable {
    let bytes: [UInt8]
    /// The keys in the bytes, sorted.
    let ranges: [Range<Int>]

    /// The lines of a file, each by its first cell. They must be sorted.
    static func lines(_ bytes: [UInt8]) -> SortedKeys {
        var ranges: [Range<Int>] = []
        bytes.withUnsafeBufferPointer { text in
            text.forEachPart(of: text.indices, separator: UInt8(ascii: "\n")) { line in
                guard line.upperBound < text.count else { return }
                ranges.append(line.lowerBound..<text.end(of: UInt8(ascii: "\t"), in: line))
            }
        }
        return SortedKeys(bytes: bytes, ranges: ranges)
    }

    /// A key.
    subscript(place: Int) -> ArraySlice<UInt8> { bytes[ranges[place]] }

    /// The rest of the line after a key, as cells.
    func cells(after place: Int) -> [Substring] { cells(at: min(ranges[place].upperBound + 1, bytes.count)) }

    /// The rest of a line from a place on, as cells.
    func cells(at start: Int) -> [Substring] {
        let end = bytes.withUnsafeBufferPointer { $0.end(of: UInt8(ascii: "\n"), in: start..<bytes.count) }
        return String(decoding: bytes[start..<end], as: UTF8.self)
            .split(separator: "\t", omittingEmptySubsequences: false)
    }

    /// The places of keys in the order of their bytes; equal ones in their own order. By `qsort`: `sort` takes five times as long in a
    /// debug build.
    static func order(of keys: [Range<Int>], in bytes: [UInt8]) -> [Int] {
        bytes.withUnsafeBufferPointer { bytes in
            var sorted = keys.enumerated().map { Key(bytes: UnsafeBufferPointer(rebasing: bytes[$1]), place: $0) }
            qsort(&sorted, sorted.count, MemoryLayout<Key>.stride) { one, other in
                guard let one = one?.load(as: Key.self), let other = other?.load(as: Key.self) else { return 0 }
                let order = one.bytes.order(to: other.bytes)
                return Int32(order == 0 ? one.place - other.place : order)
            }
            return sorted.map(\.place)
        }
    }

    private struct Key {
        let bytes: UnsafeBufferPointer<UInt8>
        let place: Int
    }

    /// The places of all keys that are equal to a text, or begin with it.
    func places(of key: String, isPrefix: Bool = false) -> Range<Int> {
        var key = key
        return key.withUTF8 { key in
            bytes.withUnsafeBufferPointer { bytes in
                func first(where isFound: (_ order: Int) -> Bool) -> Int {
                    var (low, high) = (0, ranges.count)
                    while low < high {
                        let middle = (low + high) / 2
                        let range = isPrefix ? ranges[middle].prefix(key.count) : ranges[middle]
                        let found = isFound(UnsafeBufferPointer(rebasing: bytes[range]).order(to: key))
                        if found { high = middle } else { low = middle + 1 }
                    }
                    return low
                }
                return first { $0 >= 0 }..<first { $0 > 0 }
            }
        }
    }
}

/// Bytes are searched and compared by the C library: loops in Swift take twenty times as long in a debug build.
extension UnsafeBufferPointer<UInt8> {
    /// The place of the first such byte in a range; the range's end if there is none.
    func end(of byte: UInt8, in range: Range<Int>) -> Int {
        guard let baseAddress, let found = memchr(baseAddress + range.lowerBound, Int32(byte), range.count) else {
            return range.upperBound
        }
        return UnsafeRawPointer(found) - UnsafeRawPointer(baseAddress)
    }

    /// Calls a body with each part of a range between separators, also with empty ones.
    func forEachPart(of range: Range<Int>, separator: UInt8, _ body: (Range<Int>) -> Void) {
        var start = range.lowerBound
        while true {
            let end = end(of: separator, in: start..<range.upperBound)
            body(start..<end)
            if end == range.upperBound { return }
            start = end + 1
        }
    }

    /// How it is ordered to other bytes: below zero if it comes first, zero if they are equal.
    func order(to other: UnsafeBufferPointer<UInt8>) -> Int {
        guard let baseAddress, let start = other.baseAddress else { return count - other.count }
        let order = memcmp(baseAddress, start, Swift.min(count, other.count))
        return order == 0 ? count - other.count : Int(order)
    }
}
