/// How a text is spelt, to find texts that are spelt nearly so.
///
/// An edit inserts a letter, leaves one out, replaces one, or swaps two neighbours (optimal string alignment).
package struct Spelling: Sendable {
    private let letters: [Unicode.Scalar]
    let letterSet: LetterSet

    /// How many edits it may have if it is misspelt.
    package var maximumEdits: Int { letterSet.maximumEdits }

    /// Reads a text, folded for search.
    package init(_ text: ArraySlice<Unicode.Scalar>) {
        letters = Array(text)
        letterSet = LetterSet(text.flatMap { UTF8.encode($0).map(Array.init) ?? [] }[...])
    }

    /// How far another text is: twice the edits, and one more if the first letter differs, which most people know, unless it only changed
    /// places with the second one: hte. Nil if there are more edits than the maximum.
    ///
    /// The bits of a number are a column of the table of edits: Hyyrö, "A Bit-Vector Algorithm for Computing Levenshtein
    /// and Damerau Edit Distances", 2003.
    package func rank(of other: ArraySlice<Unicode.Scalar>) -> Int? {
        guard maximumEdits > 0 else { return letters.elementsEqual(other) ? 0 : nil }
        let last: UInt64 = 1 << (letters.count - 1)
        var (more, less, same, previous): (UInt64, UInt64, UInt64, UInt64) = (.max, 0, 0, 0)
        var edits = letters.count
        for letter in other {
            var (equal, bit): (UInt64, UInt64) = (0, 1)
            for own in letters {
                if own == letter { equal |= bit }
                bit &<<= 1
            }
            let swapped = (~same & equal) << 1 & previous
            same = (((equal & more) &+ more) ^ more) | equal | less | swapped
            let (right, left) = (less | ~(same | more), same & more)
            edits += (right & last == 0 ? 0 : 1) - (left & last == 0 ? 0 : 1)
            (more, less, previous) = (left << 1 | ~(same | right << 1 | 1), (right << 1 | 1) & same, equal)
        }
        guard edits <= maximumEdits else { return nil }
        let hasFirst = letters.first == other.first || letters.prefix(2).elementsEqual(other.prefix(2).reversed())
        return 2 * edits + (hasFirst ? 0 : 1)
    }
}

/// The number of letters of a text, and a set that tells most letters apart: what is compared before the letters.
package struct LetterSet: Sendable {
    private(set) var count = 0
    private var bits: UInt64 = 0

    /// The letters of a text in UTF-8.
    package init(_ text: ArraySlice<UInt8> = []) {
        for place in text.indices { add(text[place], before: place + 1 < text.endIndex ? text[place + 1] : 0) }
    }

    /// How many edits a misspelt text may have: one in three or four letters, two in up to eight, three in up to forty.
    var maximumEdits: Int {
        switch count {
        case 3...4: 1
        case 5...8: 2
        case 9...40: 3
        default: 0
        }
    }

    /// Adds a byte of UTF-8. The last byte of a letter stands for it.
    @inline(__always)
    mutating func add(_ byte: UInt8, before next: UInt8) {
        if !byte.isContinuation { count += 1 }
        if !next.isContinuation { bits |= 1 &<< UInt64(byte) }
    }

    /// How many of the letters another text lacks: no more than the edits between this text and any part of that one.
    func lack(in other: LetterSet) -> Int { (bits & ~other.bits).nonzeroBitCount }

    /// No more than the edits between texts with these letters: one adds at most one to the set, and takes at most one from it.
    @inline(__always)
    package func leastEdits(to other: LetterSet) -> Int {
        max(
            abs(count - other.count), (bits & ~other.bits).nonzeroBitCount, (other.bits & ~bits).nonzeroBitCount)
    }
}
