import CoreModule
import Foundation

/// The words of one column, by their texts folded for search. Takes a few milliseconds to make.
struct GlossaryColumn: Sendable {
    private let keys: SortedKeys
    /// The concept of each key.
    private let concepts: [Int]
    /// The letters of each key.
    private let letters: [LetterSet]

    /// Reads the column with a number among those with words. The lines are the concepts in the text.
    init(_ column: Int, of text: [UInt8], _ lines: [Range<Int>]) {
        var bytes: [UInt8] = []
        var words: [(key: Range<Int>, concept: Int)] = []
        text.withUnsafeBufferPointer { text in
            for (number, line) in lines.enumerated() {
                var start = line.lowerBound
                for _ in 0...column { start = text.end(of: UInt8(ascii: "\t"), in: start..<line.upperBound) + 1 }
                let cell = start..<text.end(of: UInt8(ascii: "\t"), in: start..<line.upperBound)
                text.forEachPart(of: cell, separator: UInt8(ascii: "|")) { written in
                    let word = written.lowerBound..<GlossaryWord.endOfText(written, in: text)
                    let start = bytes.count
                    TextFolding.appendSearch(of: UnsafeBufferPointer(rebasing: text[word]), to: &bytes) { _, _ in }
                    if bytes.count > start { words.append((start..<bytes.count, number)) }
                }
            }
        }
        let sorted = SortedKeys.order(of: words.map(\.key), in: bytes).map { words[$0] }
        letters = sorted.map { LetterSet(bytes[$0.key]) }
        concepts = sorted.map(\.concept)
        keys = SortedKeys(bytes: bytes, ranges: sorted.map(\.key))
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
}
