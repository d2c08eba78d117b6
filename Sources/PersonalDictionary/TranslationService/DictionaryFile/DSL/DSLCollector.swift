import CoreModule
import Foundation

/// Collects the words of a DSL file, of which it gets one block of bytes after the other.
///
/// A line that begins with `#` is a header, with a space a line of an entry, and any other one is a word, but for empty lines and comments.
/// Words that follow each other have one entry. A line of an entry that begins with `@` has a word too, of the lines up to the next such
/// line; behind an `@` without a word the entry goes on.
struct DSLCollector {
    private(set) var encoding = DSLEncoding.utf8
    private(set) var headers: [String: String] = [:]

    private let file: RandomAccessFile
    private var rest: [UInt8] = []
    /// The offset of the rest in the text; nil before the first block.
    private var offset: Int?
    private var lines: [UInt8] = []
    private var ranges: [Range<Int>] = []
    /// The words whose entry follows, or is being read.
    private var open: [String] = []
    /// The words of the entry that has the subentries.
    private var main: [String] = []
    private var entryStart: Int?
    /// Whether a comment has begun, in a line of its own, and not ended.
    private var isInComment = false

    init(_ file: RandomAccessFile) {
        self.file = file
    }

    /// All words, after ``end()``.
    var words: SortedKeys {
        lines.withUnsafeBufferPointer { bytes in
            let sorted = ranges.sorted {
                UnsafeBufferPointer(rebasing: bytes[$0]).order(to: UnsafeBufferPointer(rebasing: bytes[$1])) < 0
            }
            return SortedKeys(bytes: lines, ranges: sorted)
        }
    }

    /// A word as it is searched.
    static func key(_ word: String) -> String {
        DictEntryFormat.normalized(word).precomposedStringWithCanonicalMapping.lowercased()
    }

    mutating func take(_ block: [UInt8]) throws(DictionaryFileError) {
        if offset == nil {
            let found = DSLEncoding.found(block)
            (encoding, offset) = (found.0, 0)
            rest = []
            try takeLines(block, from: found.markSize)
        } else {
            try takeLines(rest + block, from: 0)
        }
    }

    /// Reads the last line. Throws ``DictionaryFileError`` if half a character is missing.
    mutating func end() throws(DictionaryFileError) {
        guard rest.count.isMultiple(of: encoding.unitSize) else { throw file.failure(.truncated) }
        let end = (offset ?? 0) + rest.count
        if !rest.isEmpty { try takeLine(rest[...], at: offset ?? 0) }
        guard !isInComment else { throw file.failure(.openComment) }
        endEntry(at: end)
    }

    private mutating func takeLines(_ bytes: [UInt8], from start: Int) throws(DictionaryFileError) {
        let first = offset ?? 0
        var place = start
        while let end = bytes.withUnsafeBufferPointer({ encoding.endOfLine($0, from: place) }) {
            try takeLine(bytes[place..<end], at: first + place)
            place = end
        }
        guard bytes.count - place <= 1 << 22 else { throw file.failure(.damaged) }
        (rest, offset) = (Array(bytes[place...]), first + place)
    }

    private mutating func takeLine(_ line: ArraySlice<UInt8>, at offset: Int) throws(DictionaryFileError) {
        let first = encoding.ascii(line, at: 0)
        if isInComment {
            isInComment = try !text(line).contains("}}")
        } else if first == .space || first == .tab {
            var place = 1
            while [.space, .tab].contains(encoding.ascii(line, at: place)) { place += 1 }
            if encoding.ascii(line, at: place) == UInt8(ascii: "@") {
                endEntry(at: offset)
                let word = try text(line.dropFirst((place + 1) * encoding.unitSize))
                let words = DSLMarkup.words(word, of: main.first)
                // A word without lines waits for those of the next one.
                open = words.isEmpty || open == main ? words : open + words
            } else if entryStart == nil {
                if open.isEmpty { open = main }
                if !open.isEmpty { entryStart = offset }
            }
        } else {
            try takeWord(text(line), at: offset)
        }
    }

    private static let header = SharedRegex(/#([A-Z_]+)\s+"?([^"\r\n]*)/)

    /// Reads a line that does not begin with a space. One without a word, such as an empty one or a comment, ends no entry.
    private mutating func takeWord(_ text: String, at offset: Int) {
        if text.hasPrefix("#"), ranges.isEmpty, open.isEmpty {
            guard let match = text.prefixMatch(of: Self.header) else { return }
            headers[String(match.1)] = DictEntryFormat.normalized(match.2)
            return
        }
        isInComment = text.hasPrefix("{{") && !text.contains("}}")
        let isWaiting = entryStart == nil && open.count == main.count && open.first == main.first
        let words = isInComment ? [] : DSLMarkup.words(text, of: isWaiting ? open.first : nil)
        guard !words.isEmpty else { return }
        endEntry(at: offset)
        // In place: a list of words without entries is not copied for each of them.
        if !isWaiting { (open, main) = ([], []) }
        open += words
        main += words
    }

    private func text(_ line: ArraySlice<UInt8>) throws(DictionaryFileError) -> String {
        guard let text = encoding.text(line) else { throw file.failure(.wrongEncoding) }
        return text
    }

    /// Notes the open words with the entry that ends here. Without an entry they wait for one.
    private mutating func endEntry(at end: Int) {
        guard let start = entryStart else { return }
        for word in open {
            let key = Self.key(word)
            guard !key.isEmpty, !key.contains("\t") else { continue }
            ranges.append(lines.count..<(lines.count + key.utf8.count))
            lines += "\(key)\t\(DictEntryFormat.normalized(word))\t\(start)\t\(end - start)\n".utf8
        }
        (open, entryStart) = ([], nil)
    }
}
