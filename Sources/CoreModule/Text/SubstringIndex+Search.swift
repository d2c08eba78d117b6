import SuperappMemory

extension SubstringIndex {
    private static let maximumQuerySize = 1 << 16

    /// The keys of the entries in which the query occurs: those that equal it first, then those that begin with it, then the
    /// rest; the newest first among equals. Where both texts match, the better match counts. An empty query finds nothing.
    ///
    /// Where a group is named, only entries of that group are looked at.
    ///
    /// It changes the index only in how it is laid out: the first search, and the first after many changes, puts it in order.
    public mutating func search(
        _ query: String, in scope: Scope, limit: Int, offset: Int = 0, group: Int64? = nil
    ) -> [Int64] {
        // No text is that long; to fold one would take more than linear time.
        guard limit > 0, query.utf8.count <= Self.maximumQuerySize, let needle = Needle(query, group) else { return [] }
        settleIfNeeded()
        let (end, isUnbounded) = limit.addingReportingOverflow(max(0, offset))
        let matches = matches(of: needle, scope, wanted: isUnbounded ? Int.max : end).sorted()
        return matches.dropFirst(max(0, offset)).prefix(limit).map(\.key)
    }

    /// A query as it is looked for.
    private struct Needle {
        var bytes: [UInt8] = []
        /// Where in it letters stand that are only found as themselves.
        var letters: [OwnLetter] = []
        /// The group that an entry must be of; any where `nil`.
        let group: Int64?

        init?(_ query: String, _ group: Int64?) {
            self.group = group
            var letters: [OwnLetter] = []
            TextFolding.appendSearch(of: query, to: &bytes) { letters.append(OwnLetter(offset: $0, letter: $1)) }
            self.letters = letters
            if bytes.isEmpty { return nil }
        }

        /// Its first eight bytes, the first on top, and a filler in place of those that it has not.
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

    /// The best entries in which the needle occurs, each once: at least as many as are wanted if there are so many.
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
        // Those of the tail that only hold it may be older than any here, so they do not count as found.
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

    /// Notes the settled slots whose text at a position begins with the needle: all, or of each rank the newest if there are
    /// more than are wanted.
    private func beginnings(
        of needle: Needle, _ order: PrefixOrder, at position: (_ slot: Int) -> Int, _ wanted: Int,
        _ note: (_ slot: Int, _ rank: Rank) -> Void
    ) {
        var equal = NewestSlots(wanted: wanted)
        var longer = NewestSlots(wanted: wanted)
        let slots = order.slots(from: needle.prefix(filler: 0), through: needle.prefix(filler: 0xFF)) {
            prefix(at: position($0))
        }
        let isKnownToBegin = needle.bytes.count <= 8
        // Up to seven bytes and the mark behind them stand within the prefix: there the equal ones are the last of all.
        let equalOnes =
            needle.bytes.count < 8
            ? slots.indices.partitioningIndex {
                let place = position(Int(slots[$0])) + needle.bytes.count
                return buffer[place] >= Self.translationMark
            } : slots.endIndex
        for place in slots.indices {
            let slot = slots[place]
            if needle.bytes.count >= 8 {
                let start = position(Int(slot))
                guard isKnownToBegin || begins(at: start, needle) else { continue }
                if rank(start, needle) == .equal {
                    equal.insert(slot) { isMatch(start, needle, $0) }
                } else {
                    longer.insert(slot) { isMatch(start, needle, $0) }
                }
            } else if place >= equalOnes {
                equal.insert(slot) { isMatch(position($0), needle, $0) }
            } else {
                longer.insert(slot) { isMatch(position($0), needle, $0) }
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

    /// Calls the body with each match in the records of some slots; it returns where to go on.
    private func forEachMatch(
        of needle: Needle, _ scope: Scope, in slots: Range<Int>, _ body: (_ position: Int, _ slot: Int) -> Int
    ) {
        guard !slots.isEmpty else { return }
        let end = end(of: slots.upperBound - 1)
        var position = Int(starts[slots.lowerBound])
        while let found = firstOccurrence(of: needle.bytes, in: position..<end) {
            // The mark at the end of a text tells which one it is, without a look for the slot.
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
