extension SubstringIndex {
    /// The texts that a misspelt one may mean, folded, each once: the fewest edits first, then those of about its length,
    /// then the newest. A text is compared as a whole; and its words with those of the misspelt one, in any order. A text
    /// that begins with a space is left out.
    ///
    /// Linear in the size of the index: 5 to 15 ms for 200,000 texts. If the task is cancelled, it ends soon.
    package func nearest(to text: String, in scope: Scope, limit: Int, group: Int32? = nil) -> [String] {
        guard limit > 0, text.utf8.count <= Self.maximumQuerySize, let wanted = MisspeltText(text) else { return [] }
        var nearest: [(text: String, rank: Int, order: (Int, Int64, Int64))] = []
        buffer.withUnsafeBufferPointer { bytes in
            for slot in starts.indices.reversed() where group == nil || groups[slot] == group {
                if slot & 4095 == 0, Task.isCancelled { return }
                guard !dead.contains(slot) else { continue }
                var start = scope == .translation ? translationPosition(slot) : wordPosition(slot)
                let last = scope == .word ? start + 1 : end(of: slot)
                while start < last {
                    let found = wanted.compare(bytes, from: start)
                    defer { start = found.end + 1 }
                    guard found.edits <= wanted.maximumEdits, bytes[start] != .space else { continue }
                    let order = (found.difference, ~recencies[slot], ~key(slot))
                    if nearest.count == limit, let worst = nearest.last,
                        found.edits > (order < worst.order ? worst.rank : worst.rank - 1) / 2
                    {
                        continue
                    }
                    let text = String(decoding: bytes[start..<found.end], as: UTF8.self)
                    guard let rank = wanted.rank(of: text) else { continue }
                    nearest.append((text, rank, order))
                    nearest.sort { $0.rank == $1.rank ? $0.order < $1.order : $0.rank < $1.rank }
                    var seen: Set<String> = []
                    nearest = Array(nearest.filter { seen.insert($0.text).inserted }.prefix(limit))
                }
            }
        }
        return nearest.map(\.text)
    }
}

private struct MisspeltText {
    private let whole: Spelling
    /// Its words, the longest first, or else itself.
    private let words: [Spelling]
    private let sets: [LetterSet]

    /// Nil if it has one or two letters, or more than forty.
    init?(_ text: String) {
        let letters = Array(TextFolding.fold(text, .search).unicodeScalars)
        whole = Spelling(letters[...])
        let words = letters.split { !Self.isOfWord($0) }.sorted { $0.count > $1.count }
        self.words = words.isEmpty ? [whole] : words.map { Spelling($0) }
        sets = self.words.map(\.letterSet)
        if maximumEdits == 0 { return nil }
    }

    var maximumEdits: Int { whole.maximumEdits }

    /// Reads a text up to the mark that ends it.
    /// - Returns: its end, no more than the edits to it, and how many letters more or less it has.
    func compare(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> (end: Int, edits: Int, difference: Int) {
        var (text, end, edits) = (LetterSet(), start, 0)
        while bytes[end] < SubstringIndex.furtherMark {
            text.add(bytes[end], before: bytes[end + 1])
            end += 1
        }
        for word in sets where edits <= maximumEdits {
            let isNear = word.lack(in: text) <= word.maximumEdits
            let least = isNear ? Self.leastEdits(from: word, toWordsOf: bytes, start..<end) : .max
            edits = least <= word.maximumEdits ? edits + least : 99
        }
        return (end, min(edits, whole.letterSet.leastEdits(to: text)), abs(whole.letterSet.count - text.count))
    }

    /// No more than the edits between a word and the nearest one of a text.
    private static func leastEdits(
        from word: LetterSet, toWordsOf bytes: UnsafeBufferPointer<UInt8>, _ text: Range<Int>
    ) -> Int {
        var (edits, place) = (Int.max, text.lowerBound)
        while place < text.upperBound {
            var other = LetterSet()
            while isOfWord(bytes[place]) {
                other.add(bytes[place], before: bytes[place + 1])
                place += 1
            }
            edits = min(edits, word.leastEdits(to: other))
            repeat { place += 1 } while place < text.upperBound && bytes[place].isContinuation
        }
        return edits
    }

    /// How far a folded text is, as a whole or by its words; nil if there are too many edits.
    func rank(of text: String) -> Int? {
        let letters = Array(text.unicodeScalars)
        let found = letters.split { !Self.isOfWord($0) }
        let wholeRank = whole.rank(of: letters[...])
        var (edits, first) = (0, 0)
        for word in words where edits <= maximumEdits {
            var rank = 2 * 99
            for other in found { rank = min(rank, word.rank(of: other) ?? rank) }
            edits += rank / 2
            first = max(first, rank % 2)
        }
        return edits > maximumEdits ? wholeRank : min(2 * edits + first, wholeRank ?? .max)
    }

    private static func isOfWord(_ letter: Unicode.Scalar) -> Bool {
        letter.isASCII ? isOfWord(UInt8(letter.value)) : letter.value >= 0xC0 && letter.value >> 12 != 2
    }

    /// Whether a byte is of a letter or digit. Beyond ASCII, U+0080 to 00BF and U+2000 to 2FFF are none; bytes behind their
    /// first one are not asked for.
    @inline(__always)
    private static func isOfWord(_ byte: UInt8) -> Bool {
        byte < 0x80 ? byte.isLetter || byte.isDigit : byte != 0xC2 && byte != 0xE2 && byte < SubstringIndex.furtherMark
    }
}
