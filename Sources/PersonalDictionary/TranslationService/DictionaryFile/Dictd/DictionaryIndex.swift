import CoreModule
import Foundation

/// The index of a dictionary: sorted lines, each with a word, the place of its entry in the text, and the entry's size. A fourth
/// cell is the word as it is shown. Nothing of it is kept in memory.
///
/// The order is that of dictd (`compare` in its `index.c`). An index with the word `00-database-utf8`, `00-database-allchars` or
/// `00-database-8bit-new` is sorted by bytes, and has words as they are searched. Any other is sorted like a phone directory (`sort -df`): in lower case, by
/// letters, digits and spaces.
struct DictionaryIndex: Sendable {
    private let file: RandomAccessFile
    private var isSortedByBytes = true
    private var hasAllCharacters = false
    private var isCaseSensitive = false
    /// Whether the order is known, so that lines in another one are an error.
    private var isOrderKnown = false

    /// Finds the order out. Throws ``DictionaryFileError`` if the first line is none of an index.
    init(_ file: RandomAccessFile) throws(DictionaryFileError) {
        self.file = file
        var lines = DictionaryIndexLines(file, at: 0)
        guard let first = try lines.next(), row(first.bytes) != nil else { throw file.failure(.noIndex) }
        hasAllCharacters = try special("allchars") != nil
        isCaseSensitive = try special("case-sensitive") != nil
        let is8Bit = try special("8bit-new") != nil
        isSortedByBytes = try special("utf8") != nil || hasAllCharacters || is8Bit
        isOrderKnown = true
        try checkOrder(isUTF8: !is8Bit)
    }

    /// Reads all lines. Throws ``DictionaryFileError`` if one comes before the line before it, or may be in another encoding and is: no
    /// search would find it.
    private func checkOrder(isUTF8: Bool) throws(DictionaryFileError) {
        var (block, offset): ([UInt8], Int) = ([], 0)
        while offset < file.size {
            let more = try file.bytes(at: offset, count: 1 << 18)
            guard !more.isEmpty else { return }
            (block, offset) = (block + more, offset + more.count)
            var (last, start) = (0..<0, 0)
            let isInOrder = block.withUnsafeBufferPointer { bytes in
                while true {
                    let end = bytes.end(of: .lineFeed, in: start..<bytes.count)
                    if end == bytes.count { return true }
                    let word = start..<bytes.end(of: .tab, in: start..<end)
                    let isInOrder =
                        isSortedByBytes
                        ? UnsafeBufferPointer(rebasing: bytes[last]).order(to: .init(rebasing: bytes[word])) <= 0
                        : !sorted(block[word]).lexicographicallyPrecedes(sorted(block[last]))
                    if !isInOrder { return false }
                    (last, start) = (word, end + 1)
                }
            }
            guard isUTF8 || String(validUTF8: block[..<start]) != nil else { throw file.failure(.wrongEncoding) }
            guard isInOrder else { throw file.failure(.unsorted) }
            guard block.count - start <= 8192 else { throw file.failure(.damaged) }
            block.removeFirst(last.lowerBound)
        }
    }

    /// Lines from places all over the index.
    func samples(_ count: Int) throws(DictionaryFileError) -> [DictionaryRow] {
        var rows: [DictionaryRow] = []
        for number in 0..<count {
            var lines = DictionaryIndexLines(file, at: file.size / count * number)
            _ = try lines.next()
            if let line = try lines.next(), let row = row(line.bytes) { rows.append(row) }
        }
        return rows
    }

    /// The last line. Throws ``DictionaryFileError`` if its end is missing.
    func last() throws(DictionaryFileError) -> DictionaryRow? {
        let size = min(file.size, 8192)
        let end = try file.bytes(at: file.size - size, count: size)
        guard end.last == .lineFeed, let row = row(end.dropLast().split(separator: .lineFeed).last ?? []) else {
            throw file.failure(.truncated)
        }
        return row
    }

    /// The line of a property of the dictionary. Its word has no punctuation if the index has none.
    func special(_ name: String) throws(DictionaryFileError) -> DictionaryRow? {
        let row = try rows(Array("00-database-\(name)".utf8)).first
        return if let row { row } else { try rows(Array("00database\(name.filter { $0 != "-" })".utf8)).first }
    }

    /// The lines of a word, or those whose words begin with a text, in their order. Throws ``DictionaryFileError``.
    func rows(of text: String, isPrefix: Bool = false) throws(DictionaryFileError) -> [DictionaryRow] {
        let key = key(text)
        return key.isEmpty ? [] : try rows(Array(key.utf8), isPrefix: isPrefix)
    }

    /// A text as it is searched: case and punctuation are ignored as dictd ignores them (`tolower_alnumspace`).
    func key(_ text: String) -> String {
        var key = ""
        for scalar in text.precomposedStringWithCanonicalMapping.unicodeScalars {
            let properties = scalar.properties
            if properties.isWhitespace, !["\u{A0}", "\u{2007}", "\u{202F}", "\u{85}"].contains(scalar) {
                key += " "
            } else if hasAllCharacters || properties.isAlphabetic || properties.generalCategory == .decimalNumber {
                key += isCaseSensitive ? String(scalar) : properties.lowercaseMapping
            }
        }
        return key
    }

    private func rows(_ key: [UInt8], isPrefix: Bool = false) throws(DictionaryFileError) -> [DictionaryRow] {
        var lines = DictionaryIndexLines(file, at: try beginning(before: key))
        var rows: [DictionaryRow] = []
        var previous: ArraySlice<UInt8> = []
        while let line = try lines.next() {
            let word = sorted(line.bytes)
            try check(previous, before: word)
            previous = word
            if word.starts(with: key) {
                guard isPrefix || word.count == key.count else { break }
                guard let row = row(line.bytes) else { throw file.failure(.damaged) }
                rows.append(row)
            } else if key.lexicographicallyPrecedes(word) {
                break
            }
        }
        return rows
    }

    /// The offset of a line that comes before all lines of a key, at most a few kilobytes before them.
    private func beginning(before key: [UInt8]) throws(DictionaryFileError) -> Int {
        var (low, high) = (0, file.size)
        var (first, last): (ArraySlice<UInt8>, ArraySlice<UInt8>?) = ([], nil)
        while high - low > 2048 {
            let middle = low + (high - low) / 2
            var lines = DictionaryIndexLines(file, at: middle)
            // The rest of a line that began before the middle.
            _ = try lines.next()
            guard let line = try lines.next(), line.offset < high else {
                high = middle
                continue
            }
            let word = sorted(line.bytes)
            try check(first, before: word)
            if let last { try check(word, before: last) }
            if word.lexicographicallyPrecedes(key) {
                (low, first) = (line.offset, word)
            } else {
                (high, last) = (middle, word)
            }
        }
        return low
    }

    private func check(_ first: ArraySlice<UInt8>, before second: ArraySlice<UInt8>) throws(DictionaryFileError) {
        if isOrderKnown, second.lexicographicallyPrecedes(first) { throw file.failure(.unsorted) }
    }

    /// The words within the edits of a misspelt text, with their ranks, those of about its length first. Only those are compared that begin
    /// with its first letter; if there are too many, with its first two or three.
    func words(near text: String, _ spelling: Spelling) throws(DictionaryFileError) -> [(rank: Int, text: String)] {
        let letters = key(text)
        var (beginning, start): ([UInt8], Int) = ([], 0)
        for count in 1...3 {
            beginning = Array(letters.prefix(count).utf8)
            guard let last = beginning.last else { return [] }
            start = try self.beginning(before: beginning)
            let end = try self.beginning(before: beginning.dropLast() + [last + 1])
            if end - start <= Self.maximumRange { break }
        }
        var lines = DictionaryIndexLines(file, at: start)
        var (found, previous): (NearestWords, ArraySlice<UInt8>) = (NearestWords(text, spelling), [])
        while let line = try lines.next() {
            let word = sorted(line.bytes)
            guard word.starts(with: beginning) else {
                if beginning.lexicographicallyPrecedes(word) { break }
                continue
            }
            if word == previous { continue }
            previous = word
            found.take(word)
        }
        return found.sorted
    }

    /// About 10,000 words: a few milliseconds.
    private static let maximumRange = 1 << 18

    /// The word of a line in the form in which the lines are sorted.
    private func sorted(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let word = line.prefix { $0 != .tab }
        if isSortedByBytes { return word }
        return word.filter { $0 >= 0x80 || $0 == .space || $0.isDigit || $0.isLetter }
            .map { (0x41...0x5A).contains($0) && !isCaseSensitive ? $0 | 0x20 : $0 }[...]
    }

    /// Parses a line; nil if it is none of an index.
    private func row(_ line: ArraySlice<UInt8>) -> DictionaryRow? {
        let cells = line.split(separator: .tab, omittingEmptySubsequences: false)
        guard (3...4).contains(cells.count), let offset = Self.number(cells[1]), let size = Self.number(cells[2]) else {
            return nil
        }
        let word = String(decoding: cells.count == 4 ? cells[3] : cells[0], as: UTF8.self)
        return DictionaryRow(word: word, place: DictionaryText.Place(offset: offset, size: size))
    }

    private static let digits = Dictionary(
        uniqueKeysWithValues: zip("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8, 0...))

    /// A number in base 64, the most significant digit first; nil if it is none, or too large for a file.
    private static func number(_ text: ArraySlice<UInt8>) -> Int? {
        let values = text.compactMap { digits[$0] }
        return values.count == text.count && (1...9).contains(text.count) ? values.reduce(0) { $0 << 6 | $1 } : nil
    }
}

/// Reads the lines of an index from a place on.
struct DictionaryIndexLines {
    private let file: RandomAccessFile
    private var bytes: [UInt8] = []
    /// The offset of the bytes in the file, and that of the next line in the bytes.
    private var offset: Int
    private var place = 0
    private var blockSize = 512

    init(_ file: RandomAccessFile, at offset: Int) {
        self.file = file
        self.offset = offset
    }

    /// The next line without its end; nil after the last one. Throws ``DictionaryFileError`` if it does not end.
    mutating func next() throws(DictionaryFileError) -> (offset: Int, bytes: ArraySlice<UInt8>)? {
        while true {
            let rest = bytes[place...]
            let end = rest.firstIndex(of: .lineFeed)
            guard end != nil || rest.count <= 8192 else { throw file.failure(.damaged) }
            let more = end == nil ? try file.bytes(at: offset + bytes.count, count: blockSize) : []
            if end != nil || more.isEmpty {
                let line = (offset + place, bytes[place..<(end ?? bytes.count)])
                place = end.map { $0 + 1 } ?? bytes.count
                return end == nil && rest.isEmpty ? nil : line
            }
            blockSize = min(2 * blockSize, 1 << 16)
            (offset, bytes, place) = (offset + place, Array(rest) + more, 0)
        }
    }
}
