import CoreModule
import Foundation

/// A list of StarDict's words: each ends with a zero byte, and a number of a fixed size follows. They are sorted by the bytes, ignoring the
/// case of A to Z. A list in another order is sorted in memory.
///
/// Opening it reads it once, to check it, and to note where each 64th word is. A search reads a few kilobytes.
struct StarDictIndex: Sendable {
    struct Entry: Sendable {
        let word: ArraySlice<UInt8>
        let number: ArraySlice<UInt8>

        var text: String { String(decoding: word, as: UTF8.self) }
    }

    private static let pageSize = 64
    private var bytes: DictionaryBytes
    private let numberSize: Int
    /// The offsets of the first word, the 64th after it, and so on.
    private var pages: [Int] = []
    private(set) var count = 0
    /// Where the words are that the file has in another order, by their numbers in it.
    private var places: [Int] = []

    /// Reads all words. Throws ``DictionaryFileError`` if the last one is cut, or what the check throws for a number.
    init(
        _ bytes: DictionaryBytes, numberSize: Int,
        check: (_ number: ArraySlice<UInt8>) throws(DictionaryFileError) -> Void
    ) throws(DictionaryFileError) {
        (self.bytes, self.numberSize) = (bytes, numberSize)
        var cursor = Cursor(bytes, numberSize, at: 0)
        var previous: [UInt8] = []
        var isInOrder = true
        while let (offset, entry) = try cursor.next() {
            isInOrder = isInOrder && Self.order(previous[...], entry.word) <= 0
            try check(entry.number)
            previous = Array(entry.word)
            if count.isMultiple(of: Self.pageSize) { pages.append(offset) }
            count += 1
        }
        guard count > 0 else { throw bytes.file.failure(.truncated) }
        if !isInOrder { try sort() }
    }

    private mutating func sort() throws(DictionaryFileError) {
        guard bytes.size <= Gzip.maximumSize else { throw bytes.file.failure(.unsorted) }
        var entries: [(number: Int, entry: Entry)] = []
        var cursor = Cursor(bytes, numberSize, at: 0)
        while let (_, entry) = try cursor.next() { entries.append((entries.count, entry)) }
        guard entries.count == count else { throw bytes.file.failure(.changing) }
        entries.sort { Self.order($0.entry.word, $1.entry.word) < 0 }
        places = Array(repeating: 0, count: count)
        pages = []
        var sorted: [UInt8] = []
        for (place, (number, entry)) in entries.enumerated() {
            places[number] = place
            if place.isMultiple(of: Self.pageSize) { pages.append(sorted.count) }
            sorted += entry.word + [0] + entry.number
        }
        bytes = DictionaryBytes(sorted, of: bytes.file)
    }

    /// The entry with a number, from 0. Throws ``DictionaryFileError`` if there is none.
    func entry(_ number: Int) throws(DictionaryFileError) -> Entry {
        guard number < count else { throw bytes.file.failure(.truncated) }
        let number = places.isEmpty ? number : places[number]
        var cursor = Cursor(bytes, numberSize, at: pages[number / Self.pageSize])
        for _ in 0..<number % Self.pageSize { _ = try cursor.next() }
        guard let (_, entry) = try cursor.next() else { throw bytes.file.failure(.truncated) }
        return entry
    }

    /// The entries whose words are a text, or begin with it, ignoring the case of A to Z.
    func entries(_ text: String, isPrefix: Bool) throws(DictionaryFileError) -> [Entry] {
        let key = Array(text.utf8)
        var found: [Entry] = []
        try forEach(from: key) { entry in
            let word = isPrefix ? entry.word.prefix(key.count) : entry.word
            let order = Self.order(word, key[...])
            if order == 0 { found.append(entry) }
            return order <= 0
        }
        return found
    }

    /// Calls a body with words that begin as a text does: with its first letter; if there are too many, with its first two or three.
    func near(_ text: String, _ body: (_ word: ArraySlice<UInt8>) -> Void) throws(DictionaryFileError) {
        for length in 1...3 {
            let beginning = Array(text.prefix(length).utf8)
            let first = try page(before: beginning)
            // Not before the first one, also if the file is overwritten meanwhile.
            let pages = first...max(first, try page(before: beginning + [0xFF]))
            guard length == 3 || pages.count * Self.pageSize <= Self.maximumNear else { continue }
            return try forEach(from: beginning) { entry in
                let order = Self.order(entry.word.prefix(beginning.count), beginning[...])
                if order == 0 { body(entry.word) }
                return order <= 0
            }
        }
    }

    private static let maximumNear = 10_000

    /// Calls a body with the entries from a key on, and perhaps some before it, while it returns true.
    private func forEach(from key: [UInt8], _ body: (Entry) -> Bool) throws(DictionaryFileError) {
        var cursor = Cursor(bytes, numberSize, at: pages[try page(before: key)])
        while let (_, entry) = try cursor.next(), body(entry) {}
    }

    /// The last page whose first word comes before a key; 0 if there is none.
    private func page(before key: [UInt8]) throws(DictionaryFileError) -> Int {
        var (low, high) = (0, pages.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            var cursor = Cursor(bytes, numberSize, at: pages[middle])
            guard let (_, entry) = try cursor.next() else { throw bytes.file.failure(.truncated) }
            if Self.order(entry.word, key[...]) < 0 { low = middle } else { high = middle }
        }
        return low
    }

    /// A text as the index compares it.
    static func key(_ text: String) -> [UInt8] { text.utf8.map(lower) }

    private static func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

    /// Below zero if the first word comes before the second one, zero if they differ in the case of A to Z at most.
    private static func order(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Int {
        one.withUnsafeBufferPointer { one in
            other.withUnsafeBufferPointer { other in
                for place in 0..<min(one.count, other.count) where one[place] != other[place] {
                    let (first, second) = (lower(one[place]), lower(other[place]))
                    if first != second { return Int(first) - Int(second) }
                }
                return one.count - other.count
            }
        }
    }

    /// Reads entries from a place on.
    private struct Cursor {
        private let source: DictionaryBytes
        private let numberSize: Int
        private var block: [UInt8] = []
        /// The offset of the block in the source, and that of the next entry in the block.
        private var offset: Int
        private var place = 0
        private var blockSize = 1024

        init(_ source: DictionaryBytes, _ numberSize: Int, at offset: Int) {
            (self.source, self.numberSize, self.offset) = (source, numberSize, offset)
        }

        /// The next entry and its offset; nil after the last one.
        mutating func next() throws(DictionaryFileError) -> (offset: Int, entry: Entry)? {
            while true {
                let end = block.withUnsafeBufferPointer { $0.end(of: 0, in: place..<$0.count) }
                if end < block.count, end + numberSize < block.count {
                    let entry = Entry(word: block[place..<end], number: block[(end + 1)...(end + numberSize)])
                    defer { place = end + numberSize + 1 }
                    return (offset + place, entry)
                }
                // StarDict's own words have 255 bytes at most.
                guard end - place <= 8192 else { throw source.file.failure(.damaged) }
                let more = try source.bytes(at: offset + block.count, count: blockSize)
                if more.isEmpty {
                    if place == block.count { return nil }
                    throw source.file.failure(.truncated)
                }
                (block, offset, place) = (Array(block[place...]) + more, offset + place, 0)
                blockSize = min(2 * blockSize, 1 << 16)
            }
        }
    }
}
