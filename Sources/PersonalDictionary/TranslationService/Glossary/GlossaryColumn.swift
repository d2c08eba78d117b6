import CoreModule
import Foundation

/// The words of one column, by their texts folded for search. Takes a few milliseconds to make.
struct GlossaryColumn: Sendable {
    private let keys: SortedKeys
    /// The concept of each key.
    private let concepts: [Int]
    /// The letters of each key.
    private let letters: [LetterSet]

    /// - Parameters:
    ///   - column: its number among the columns with words.
    ///   - lines: the concepts in the text.
    init(_ column: Int, of text: [UInt8], _ lines: [Range<Int>]) {
        var bytes: [UInt8] = []
        var words: [Word] = []
        var word: [UInt8] = []
        text.withUnsafeBufferPointer { text in
            for (number, line) in lines.enumerated() {
                var place = line.lowerBound
                for _ in 0...column { place = Self.end(UInt8(ascii: "\t"), in: text, place..<line.upperBound) + 1 }
                let end = Self.end(UInt8(ascii: "\t"), in: text, place..<line.upperBound)
                while place < end {
                    let next = Self.end(UInt8(ascii: "|"), in: text, place..<end)
                    word.removeAll(keepingCapacity: true)
                    // Without stress marks, which would have to be composed first.
                    for at in place..<GlossaryWord.endOfText(text[place..<next]) where !Self.isStressMark(text, at) {
                        word.append(text[at])
                    }
                    let start = bytes.count
                    word.withUnsafeBufferPointer { TextFolding.appendSearch(of: $0, to: &bytes) { _, _ in } }
                    if bytes.count > start { words.append(Word(key: start..<bytes.count, concept: number)) }
                    place = next + 1
                }
            }
        }
        bytes.withUnsafeBufferPointer { bytes in
            words.sort { one, other in
                let order = Self.order(of: one.key, other.key, in: bytes)
                return order == 0 ? one.concept < other.concept : order < 0
            }
        }
        letters = words.map { LetterSet(bytes[$0.key]) }
        concepts = words.map(\.concept)
        keys = SortedKeys(bytes: bytes, ranges: words.map(\.key))
    }

    private struct Word {
        let key: Range<Int>
        let concept: Int
    }

    /// How two keys are ordered by their bytes: below zero if the first one comes first. By `memcmp`, since generic
    /// comparisons take a third of a second in a debug build.
    private static func order(of one: Range<Int>, _ other: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        guard let start = bytes.baseAddress else { return 0 }
        let order = memcmp(start + one.lowerBound, start + other.lowerBound, min(one.count, other.count))
        return order == 0 ? one.count - other.count : Int(order)
    }

    /// The concepts that have a word, in the order of the file.
    func concepts(_ key: String) -> ArraySlice<Int> { concepts[keys.places(of: key)] }

    /// The keys that begin with a text, the shortest first.
    func keys(beginningWith prefix: String, limit: Int) -> [String] {
        var found: [String] = []
        let places = keys.places(of: prefix, isPrefix: true)
        for place in places.sorted(by: { (keys[$0].count, $0) < (keys[$1].count, $1) }) {
            guard found.count < limit else { break }
            let key = String(decoding: keys[place], as: UTF8.self)
            if found.last != key { found.append(key) }
        }
        return found
    }

    /// The keys that may be within some edits of a text, in the order of the file.
    func keys(near text: String, edits: Int) -> [String] {
        let wanted = LetterSet(Array(text.utf8)[...])
        return letters.indices.filter { letters[$0].leastEdits(to: wanted) <= edits }
            .sorted { concepts[$0] < concepts[$1] }.map { String(decoding: keys[$0], as: UTF8.self) }
    }

    /// The place of a byte, or the end of the range.
    private static func end(_ byte: UInt8, in text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int {
        var place = range.lowerBound
        while place < range.upperBound, text[place] != byte { place += 1 }
        return place
    }

    /// Whether a byte belongs to U+0301.
    private static func isStressMark(_ text: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
        text[place] == 0xCC && text[place + 1] == 0x81 || text[place] == 0x81 && text[place - 1] == 0xCC
    }
}
