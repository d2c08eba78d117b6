import SuperappMemory

extension SubstringIndex {
    private static let maximumQuerySize = 1 << 16

    /// The keys of the entries that contain the query: first those that equal it, then those that begin with it, then the rest;
    /// the newest first within each. If both texts of an entry match, the better match counts. An empty query finds nothing.
    ///
    /// It is mutating because the first search, and the first one after many changes, settles the index. If `group` is nil, it
    /// searches all groups.
    public mutating func search(
        _ query: String, in scope: Scope, limit: Int, offset: Int = 0, group: Int32? = nil
    ) -> [Int64] {
        // No text is that long, and folding takes more than linear time.
        guard limit > 0, query.utf8.count <= Self.maximumQuerySize, let needle = Needle(query, group) else { return [] }
        settleIfNeeded()
        let (end, isUnbounded) = limit.addingReportingOverflow(max(0, offset))
        let matches = matches(of: needle, scope, wanted: isUnbounded ? Int.max : end).sorted()
        return matches.dropFirst(max(0, offset)).prefix(limit).map(\.key)
    }

    /// A folded query.
    private struct Needle {
        var bytes: [UInt8] = []
        /// The letters in it that only match themselves.
        var letters: [OwnLetter] = []
        /// The group of the entries; any if nil.
        let group: Int32?

        init?(_ query: String, _ group: Int32?) {
            self.group = group
            var letters: [OwnLetter] = []
            var query = query
            query.withUTF8 { utf8 in
                TextFolding.appendSearch(of: utf8, to: &bytes) { letters.append(OwnLetter(offset: $0, letter: $1)) }
            }
            self.letters = letters
            if bytes.isEmpty { return nil }
        }

        /// Its first eight bytes as a big-endian number, filled up with a byte.
        func prefix(filler: UInt8) -> UInt64 {
            (0..<8).reduce(0) { $0 << 8 | UInt64($1 < bytes.count ? bytes[$1] : filler) }
        }
    }

    private enum Rank: UInt8 {
        case equal, beginning, within
    }

    private struct Match: Comparable {
        let rank: Rank
        let recency: Int64
        let key: Int64

        static func < (lhs: Match, rhs: Match) -> Bool {
            (lhs.rank.rawValue, rhs.recency, rhs.key) < (rhs.rank.rawValue, lhs.recency, lhs.key)
        }
    }

    /// The best matches, one for each entry: at least as many as wanted, if there are so many.
    private func matches(of needle: Needle, _ scope: Scope, wanted: Int) -> [Match] {
        var ranks: [Int: Rank] = [:]
        func note(_ slot: Int, _ rank: Rank) {
            if let known = ranks[slot], known.rawValue <= rank.rawValue { return }
            ranks[slot] = rank
        }
        if scope != .translation { beginnings(of: needle, wordOrder, at: wordPosition, wanted, note) }
        if scope != .word { beginnings(of: needle, translationOrder, at: translationPosition, wanted, note) }
        forEachMatch(of: needle, scope, in: settledCount..<starts.count) { position, slot in
            note(slot, rank(position, needle))
            return position + 1
        }
        // Entries of the tail with a match inside a text may be older than all others, so they do not count yet.
        let inTail = ranks.values.count { $0 == .within }
        var upper = settledCount
        var size = 512
        while upper > 0, ranks.count - inTail < wanted {
            let lower = max(0, upper - size)
            forEachMatch(of: needle, scope, in: lower..<upper) { _, slot in
                note(slot, .within)
                return end(of: slot)
            }
            upper = lower
            size *= 2
        }
        return ranks.map { Match(rank: $1, recency: recencies[$0], key: key($0)) }
    }

    /// Notes the settled slots whose text at a position begins with the needle. If there are more than wanted, only the newest
    /// of each rank.
    private func beginnings(
        of needle: Needle, _ order: PrefixOrder, at position: (_ slot: Int) -> Int, _ wanted: Int,
        _ note: (_ slot: Int, _ rank: Rank) -> Void
    ) {
        var equal = NewestSlots(wanted: wanted)
        var longer = NewestSlots(wanted: wanted)
        let slots = order.slots(from: needle.prefix(filler: 0), through: needle.prefix(filler: 0xFF)) {
            prefix(at: position($0))
        }
        if needle.bytes.count < 8 {
            // The prefix includes up to seven bytes and the mark after them, so texts that equal a short needle sort last.
            let equalOnes = slots.partitioningIndex { slot in
                buffer[position(Int(slot)) + needle.bytes.count] >= Self.translationMark
            }
            for slot in slots[..<equalOnes] { longer.insert(slot) { isMatch(position($0), needle, $0) } }
            for slot in slots[equalOnes...] { equal.insert(slot) { isMatch(position($0), needle, $0) } }
        } else {
            for slot in slots {
                let start = position(Int(slot))
                guard needle.bytes.count == 8 || begins(at: start, needle) else { continue }
                if rank(start, needle) == .equal {
                    equal.insert(slot) { isMatch(start, needle, $0) }
                } else {
                    longer.insert(slot) { isMatch(start, needle, $0) }
                }
            }
        }
        for slot in equal.slots { note(Int(slot), .equal) }
        for slot in longer.slots { note(Int(slot), .beginning) }
    }

    private func begins(at position: Int, _ needle: Needle) -> Bool {
        position + needle.bytes.count < buffer.count
            && buffer[position..<(position + needle.bytes.count)].elementsEqual(needle.bytes)
    }

    private func rank(_ position: Int, _ needle: Needle) -> Rank {
        guard buffer[position - 1] >= Self.translationMark else { return .within }
        return buffer[position + needle.bytes.count] >= Self.translationMark ? .equal : .beginning
    }

    private func isMatch(_ position: Int, _ needle: Needle, _ slot: Int) -> Bool {
        guard dead.isEmpty || !dead.contains(slot) else { return false }
        if let group = needle.group, groups[slot] != group { return false }
        return needle.letters.allSatisfy { letter(at: position + $0.offset) == $0.letter }
    }

    private func letter(at offset: Int) -> Unicode.Scalar? {
        let place = firstOwnLetter(from: offset)
        return place < ownLetters.count && ownLetters[place].offset == offset ? ownLetters[place].letter : nil
    }

    /// Calls the body with each match in the records of some slots. The body returns the position to continue from.
    private func forEachMatch(
        of needle: Needle, _ scope: Scope, in slots: Range<Int>, _ body: (_ position: Int, _ slot: Int) -> Int
    ) {
        guard !slots.isEmpty else { return }
        let end = end(of: slots.upperBound - 1)
        var position = Int(starts[slots.lowerBound])
        while let found = firstOccurrence(of: needle.bytes, in: position..<end) {
            // The mark that ends a text tells whether it is a word, without a search for its slot.
            if scope != .both, let mark = mark(behind: found), isWord(endingAt: mark) != (scope == .word) {
                position = mark
                continue
            }
            let slot = slots.partitioningIndex { Int(starts[$0]) > found } - 1
            position = isMatch(found, needle, slot) ? body(found, slot) : found + 1
        }
    }

    private func firstOccurrence(of bytes: [UInt8], in range: Range<Int>) -> Int? {
        guard !range.isEmpty else { return nil }
        return buffer.withUnsafeBytes { haystack in
            guard let base = haystack.baseAddress,
                let found = cmemory_find(base + range.lowerBound, range.count, bytes, bytes.count)
            else { return nil }
            return found - base
        }
    }

    private func mark(behind position: Int) -> Int? {
        var position = position
        while position < buffer.count, buffer[position] < Self.translationMark { position += 1 }
        return position < buffer.count ? position : nil
    }

    private func isWord(endingAt mark: Int) -> Bool { buffer[mark] == Self.translationMark }
}
