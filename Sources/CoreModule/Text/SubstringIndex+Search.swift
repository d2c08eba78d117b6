import SuperappMemory

extension SubstringIndex {
    static let maximumQuerySize = 1 << 16

    /// The keys of the entries that contain the query: first those that equal it, then those that begin with it, then the rest;
    /// the newest first within each. If several texts of an entry match, the best match counts. An empty query finds nothing.
    /// Characters that nobody sees, in texts or the query, do not count.
    ///
    /// With `inAnyOrder`, the last ones are those whose words begin with the words of the query, in any order and any of the texts.
    ///
    /// It is mutating because the first search, and the first one after many changes, settles the index. If `group` is nil, it
    /// searches all groups.
    public mutating func search(
        _ query: String, in scope: Scope, limit: Int, offset: Int = 0, group: Int32? = nil, inAnyOrder: Bool = false
    ) -> [Int64] {
        // No text is that long, and folding takes more than linear time.
        guard limit > 0, query.utf8.count <= Self.maximumQuerySize, let needle = Needle(query, group) else { return [] }
        settleIfNeeded()
        let words = inAnyOrder ? words(of: query, group) : []
        let (end, isUnbounded) = limit.addingReportingOverflow(max(0, offset))
        let matches = matches(of: needle, words, scope, isUnbounded ? Int.max : end).sorted()
        return matches.dropFirst(max(0, offset)).prefix(limit).map(\.key)
    }

    /// The keys of the entries that have a text that equals one of these, folded. Takes microseconds for each text, and searches the tail.
    /// Like a search it may settle the index.
    public mutating func keys(equalTo texts: some Sequence<String>, in scope: Scope) -> Set<Int64> {
        settleIfNeeded()
        var keys: Set<Int64> = []
        for needle in texts.compactMap({ $0.utf8.count > Self.maximumQuerySize ? nil : Needle($0, nil) }) {
            func note(_ slot: Int, _ rank: Rank) {
                if rank == .equal { keys.insert(key(slot)) }
            }
            beginnings(of: needle, scope, .max, isEqual: true, note)
            forEachMatch(of: needle, scope, in: settledCount..<starts.count) { position, slot in
                note(slot, rank(position, needle))
                return position + 1
            }
        }
        return keys
    }

    /// The words of a query, each once, the longest first. Empty if the query is one word.
    private func words(of query: String, _ group: Int32?) -> [Needle] {
        let words = Set(query.split(whereSeparator: \.isWhitespace))
        guard words.first?.utf8.count ?? query.utf8.count < query.utf8.count else { return [] }
        return words.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }.compactMap { Needle(String($0), group) }
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
            var query = query.withoutUnseenCharacters
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
        case equal, beginning, within, words
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
    private func matches(of needle: Needle, _ words: [Needle], _ scope: Scope, _ wanted: Int) -> [Match] {
        var ranks: [Int: Rank] = [:]
        func note(_ slot: Int, _ rank: Rank) {
            if let known = ranks[slot], known.rawValue <= rank.rawValue { return }
            ranks[slot] = rank
        }
        let tail = settledCount..<starts.count
        func scan(for needle: Needle, _ rank: Rank, where isIncluded: (_ position: Int, _ slot: Int) -> Bool) {
            // Entries of the tail with this rank may be older than all others, so they do not count yet.
            let inTail = ranks.values.count { $0 == rank }
            var upper = settledCount
            var size = 512
            while upper > 0, ranks.count - inTail < wanted {
                let lower = max(0, upper - size)
                forEachMatch(of: needle, scope, in: lower..<upper) { position, slot in
                    guard isIncluded(position, slot) else { return position + 1 }
                    note(slot, rank)
                    return end(of: slot)
                }
                upper = lower
                size *= 2
            }
        }
        beginnings(of: needle, scope, wanted, note)
        forEachMatch(of: needle, scope, in: tail) { position, slot in
            note(slot, rank(position, needle))
            return position + 1
        }
        scan(for: needle, .within) { _, _ in true }
        if let first = words.first {
            let hasAll = { (position: Int, slot: Int) in
                beginsWord(position) && words.dropFirst().allSatisfy { hasWord($0, scope, slot) }
            }
            forEachMatch(of: first, scope, in: tail) { position, slot in
                if hasAll(position, slot) { note(slot, .words) }
                return position + 1
            }
            scan(for: first, .words, where: hasAll)
        }
        return ranks.map { Match(rank: $1, recency: recencies[$0], key: key($0)) }
    }

    /// Whether a word of a record begins with the needle.
    private func hasWord(_ needle: Needle, _ scope: Scope, _ slot: Int) -> Bool {
        var isFound = false
        forEachMatch(of: needle, scope, in: slot..<slot + 1) { position, slot in
            isFound = beginsWord(position)
            return isFound ? end(of: slot) : position + 1
        }
        return isFound
    }

    /// Notes the settled slots with a text that begins with the needle, or only those with one that equals it. If there are more than
    /// wanted, only the newest of each rank of a kind of texts.
    private func beginnings(
        of needle: Needle, _ scope: Scope, _ wanted: Int, isEqual: Bool = false,
        _ note: (_ slot: Int, _ rank: Rank) -> Void
    ) {
        if scope != .translation {
            beginnings(of: needle, wordOrder, at: wordPosition, in: { $0 }, wanted, isEqual: isEqual, note)
        }
        guard scope != .word else { return }
        beginnings(of: needle, translationOrder, at: translationPosition, in: { $0 }, wanted, isEqual: isEqual, note)
        beginnings(
            of: needle, furtherOrder, at: { Int(further.positions[$0]) }, in: { Int(further.slots[$0]) }, wanted,
            isEqual: isEqual, note)
    }

    private func beginnings(
        of needle: Needle, _ order: PrefixOrder, at position: (_ item: Int) -> Int, in slot: (_ item: Int) -> Int,
        _ wanted: Int, isEqual: Bool, _ note: (_ slot: Int, _ rank: Rank) -> Void
    ) {
        var equal = NewestSlots(wanted: wanted)
        var longer = NewestSlots(wanted: wanted)
        let items = order.slots(from: needle.prefix(filler: 0), through: needle.prefix(filler: 0xFF)) {
            prefix(at: position($0))
        }
        func insert(_ item: UInt32, into slots: inout NewestSlots) {
            slots.insert(UInt32(slot(Int(item)))) { isMatch(position(Int(item)), needle, $0) }
        }
        if needle.bytes.count < 8 {
            // The prefix includes up to seven bytes and the mark after them, so texts that equal a short needle sort last.
            let equalOnes = items.partitioningIndex { item in
                buffer[position(Int(item)) + needle.bytes.count] >= Self.furtherMark
            }
            if !isEqual {
                for item in items[..<equalOnes] { insert(item, into: &longer) }
            }
            for item in items[equalOnes...] { insert(item, into: &equal) }
        } else {
            for item in items {
                let start = position(Int(item))
                guard needle.bytes.count == 8 || begins(at: start, needle) else { continue }
                if rank(start, needle) == .equal {
                    insert(item, into: &equal)
                } else if !isEqual {
                    insert(item, into: &longer)
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
        guard buffer[position - 1] >= Self.furtherMark else { return .within }
        return buffer[position + needle.bytes.count] >= Self.furtherMark ? .equal : .beginning
    }

    /// Whether no letter and no digit is before a position. Beyond ASCII, only what begins with these bytes is none.
    private func beginsWord(_ position: Int) -> Bool {
        let byte = buffer[position - 1]
        guard (0x80..<Self.furtherMark).contains(byte) else { return !byte.isLetter && !byte.isDigit }
        return buffer[position - 2] == 0xC2 || buffer[position - 3] == 0xE2
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

    func firstOccurrence(of bytes: [UInt8], in range: Range<Int>) -> Int? {
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
