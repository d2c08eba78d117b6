import CoreModule

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
        var words: [(key: Range<Int>, concept: Int)] = []
        var word: [UInt8] = []
        text.withUnsafeBufferPointer { text in
            for (number, line) in lines.enumerated() {
                var place = line.lowerBound
                for _ in 0...column { place = Self.end(UInt8(ascii: "\t"), in: text, place..<line.upperBound) + 1 }
                let end = Self.end(UInt8(ascii: "\t"), in: text, place..<line.upperBound)
                while place < end {
                    let next = Self.end(UInt8(ascii: "|"), in: text, place..<end)
                    let gender = Self.end(UInt8(ascii: ":"), in: text, place..<next)
                    word.removeAll(keepingCapacity: true)
                    // Without stress marks, which would have to be composed first.
                    for at in place..<(next - gender < 4 ? gender : next) where !Self.isStressMark(text, at) {
                        word.append(text[at])
                    }
                    let start = bytes.count
                    word.withUnsafeBufferPointer { TextFolding.appendSearch(of: $0, to: &bytes) { _, _ in } }
                    if bytes.count > start { words.append((start..<bytes.count, number)) }
                    place = next + 1
                }
            }
        }
        bytes.withUnsafeBufferPointer { bytes in
            words.sort {
                let (first, second) = (bytes[$0.key], bytes[$1.key])
                return first.elementsEqual(second)
                    ? $0.concept < $1.concept : first.lexicographicallyPrecedes(second)
            }
        }
        letters = words.map { LetterSet(bytes[$0.key]) }
        concepts = words.map(\.concept)
        keys = SortedKeys(bytes: bytes, ranges: words.map(\.key))
    }

    /// The concepts that have a word, in the order of the file.
    func concepts(_ key: String) -> ArraySlice<Int> { concepts[keys.places(of: key)] }

    /// The keys that begin with a text, the shortest first.
    func keys(beginningWith prefix: String, limit: Int) -> [String] {
        var found: [String] = []
        for place in keys.places(of: prefix, isPrefix: true).sorted(by: { keys[$0].count < keys[$1].count }) {
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
