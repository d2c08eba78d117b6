import CMemory

/// Finds entries by any part of their word or of its translation, in memory.
///
/// All folded texts (``TextFolding/Strength/search``) lie in one buffer, in the order of their age, which is searched with
/// `memmem`. A rare query costs one pass. For a common one, what equals it or begins with it is found by a pass for each kind
/// of text, and the rest from the newest back, only until there are as many as were asked for.
///
/// An entry that comes out of its order, because it was changed or is older than the last, stands behind the others, in a tail
/// that is always searched whole; when the tail or what was removed grows to an eighth of all, everything is put in order
/// again. So the cost of a change is constant on average.
public struct SubstringIndex: Sendable {
    /// Which texts of an entry are looked at.
    public enum Scope: Sendable, Hashable, CaseIterable {
        /// The word itself.
        case word
        /// Its translation.
        case translation
        /// Either.
        case both
    }

    /// What the index is told of an entry.
    public struct Entry: Sendable {
        /// The entry's own number, unique.
        public let key: Int64
        /// The larger, the newer; among equals the larger key is newer.
        public let recency: Int64
        /// The word.
        public let word: String
        /// Its translation, if there is one.
        public let translation: String?

        /// Describes an entry.
        public init(key: Int64, recency: Int64, word: String, translation: String?) {
            self.key = key
            self.recency = recency
            self.word = word
            self.translation = translation
        }
    }

    // A record is: wordMark, folded word, translationMark, folded translation. The marks cannot occur in UTF-8, so no match
    // reaches across them. The buffer ends with a wordMark.
    private static let wordMark: UInt8 = 0xFF
    private static let translationMark: UInt8 = 0xFE
    private static let deadKey = Int64.min
    private static let maximumQuerySize = 1 << 16

    private var buffer: [UInt8] = [wordMark]
    private var starts: [UInt32] = []
    private var keys: [Int64] = []
    private var recencies: [Int64] = []
    private var slots: [Int64: Int32] = [:]
    private var deadCount = 0
    /// So many records, from the first, are in the order of their age; the rest are the tail.
    private var orderedCount = 0
    /// Where letters such as ñ stand that were folded to a plain one, in ascending order.
    private var ownLetters: [(offset: Int, letter: Unicode.Scalar)] = []

    /// Makes an empty index.
    public init() {}

    /// How many entries there are.
    public var count: Int { slots.count }

    /// Adds an entry, or replaces the one of the same key.
    public mutating func insert(_ entry: Entry) {
        remove(entry.key)
        slots[entry.key] = Int32(keys.count)
        append(entry)
    }

    /// Takes an entry out, if it is there.
    public mutating func remove(_ key: Int64) {
        guard let slot = slots.removeValue(forKey: key).map(Int.init) else { return }
        keys[slot] = Self.deadKey
        deadCount += 1
        putInOrderIfNeeded()
    }

    /// The keys of the entries in which the query occurs: those that equal it first, then those that begin with it, then the
    /// rest; the newest first among equals. Where both texts match, the better match counts. An empty query finds nothing.
    public func search(_ query: String, in scope: Scope, limit: Int, offset: Int = 0) -> [Int64] {
        // No text is that long; to fold one would take more than linear time.
        guard limit > 0, query.utf8.count <= Self.maximumQuerySize, let needle = Needle(query) else { return [] }
        let (end, isUnbounded) = limit.addingReportingOverflow(max(0, offset))
        let wanted = isUnbounded ? Int.max : end
        let matches = (all(of: needle, scope) ?? newest(of: needle, scope, wanted)).sorted()
        return matches.dropFirst(max(0, offset)).prefix(limit).map(\.key)
    }

    /// A query as it is looked for.
    private struct Needle {
        var bytes: [UInt8] = []
        /// Where in it letters stand that are only found as themselves.
        var letters: [(offset: Int, letter: Unicode.Scalar)] = []

        init?(_ query: String) {
            var letters: [(offset: Int, letter: Unicode.Scalar)] = []
            TextFolding.appendSearch(of: query, to: &bytes) { letters.append(($0, $1)) }
            self.letters = letters
            if bytes.isEmpty { return nil }
        }
    }

    private struct Match: Comparable {
        let rank: UInt8
        let recency: Int64
        let key: Int64
        let slot: Int

        static func < (lhs: Match, rhs: Match) -> Bool {
            (lhs.rank, rhs.recency, rhs.key) < (rhs.rank, lhs.recency, lhs.key)
        }
    }

    /// More matches than this make a query a common one.
    private static let manyMatches = 1000

    /// Every entry in which the needle occurs, each once; `nil` where there are many.
    private func all(of needle: Needle, _ scope: Scope) -> [Match]? {
        var matches: [Match] = []
        var isMany = false
        forEachOccurrence(of: needle.bytes, in: 0..<buffer.count) { position, slot in
            guard isMatch(position, needle, slot), isWithin(scope, position) else { return position + 1 }
            let rank = rank(position, needle)
            if let last = matches.last, last.slot == slot {
                if rank < last.rank { matches[matches.count - 1] = match(slot, rank) }
            } else {
                matches.append(match(slot, rank))
            }
            isMany = matches.count > Self.manyMatches
            return isMany ? buffer.count : position + 1
        }
        return isMany ? nil : matches
    }

    /// The best entries in which the needle occurs, each once: at least as many as are wanted if there are so many.
    private func newest(of needle: Needle, _ scope: Scope, _ wanted: Int) -> [Match] {
        var ranks: [Int: UInt8] = [:]
        var beginnings: [[Int]] = []
        for mark in scope.marks {
            var slots: [Int] = []
            forEachOccurrence(of: [mark] + needle.bytes, in: 0..<buffer.count) { position, slot in
                guard isMatch(position + 1, needle, slot) else { return position + 1 }
                if rank(position + 1, needle) == 0 { ranks[slot] = 0 } else { slots.append(slot) }
                return end(of: slot)
            }
            beginnings.append(slots)
        }
        // Of those that only begin with it the newest will do: the last ones, and all of the tail.
        let enough = wanted.addingReportingOverflow(ranks.count)
        for slots in beginnings {
            let tail = slots.reversed().prefix { $0 >= orderedCount }.count
            for slot in slots.suffix(
                enough.overflow ? slots.count : min(slots.count, tail + min(enough.partialValue, slots.count)))
            {
                ranks[slot] = min(ranks[slot] ?? 1, 1)
            }
        }
        var matches = ranks.map { match($0, $1) }
        if matches.count < wanted { matches += others(of: needle, scope, wanted - matches.count, Set(ranks.keys)) }
        return matches
    }

    private func match(_ slot: Int, _ rank: UInt8) -> Match {
        Match(rank: rank, recency: recencies[slot], key: keys[slot], slot: slot)
    }

    /// 0 where the occurrence is the whole text, 1 where the text begins with it, else 2.
    private func rank(_ position: Int, _ needle: Needle) -> UInt8 {
        guard buffer[position - 1] >= Self.translationMark else { return 2 }
        return buffer[position + needle.bytes.count] >= Self.translationMark ? 0 : 1
    }

    /// The newest of the other entries in which the needle occurs, at least as many as are wanted if there are so many.
    private func others(of needle: Needle, _ scope: Scope, _ wanted: Int, _ known: Set<Int>) -> [Match] {
        var matches = others(of: needle, scope, known, in: orderedCount..<keys.count)
        var upper = orderedCount
        var size = 512
        var found = 0
        while upper > 0, found < wanted {
            let lower = max(0, upper - size)
            let newer = others(of: needle, scope, known, in: lower..<upper)
            matches += newer
            found += newer.count
            upper = lower
            size *= 2
        }
        return matches
    }

    private func others(of needle: Needle, _ scope: Scope, _ known: Set<Int>, in range: Range<Int>) -> [Match] {
        guard !range.isEmpty else { return [] }
        var matches: [Match] = []
        forEachOccurrence(of: needle.bytes, in: Int(starts[range.lowerBound])..<end(of: range.upperBound - 1)) {
            position, slot in
            guard isMatch(position, needle, slot), isWithin(scope, position) else { return position + 1 }
            if !known.contains(slot) { matches.append(match(slot, 2)) }
            return end(of: slot)
        }
        return matches
    }

    private func isMatch(_ position: Int, _ needle: Needle, _ slot: Int) -> Bool {
        keys[slot] != Self.deadKey && needle.letters.allSatisfy { letter(at: position + $0.offset) == $0.letter }
    }

    private func isWithin(_ scope: Scope, _ position: Int) -> Bool {
        guard scope != .both else { return true }
        let isInWord = buffer[position...].first { $0 >= Self.translationMark } == Self.translationMark
        return isInWord == (scope == .word)
    }

    private mutating func append(_ entry: Entry) {
        let isInOrder = orderedCount == keys.count && isInOrder(entry)
        buffer.removeLast()
        starts.append(UInt32(buffer.count))
        keys.append(entry.key)
        recencies.append(entry.recency)
        buffer.append(Self.wordMark)
        append(entry.word)
        buffer.append(Self.translationMark)
        if let translation = entry.translation { append(translation) }
        buffer.append(Self.wordMark)
        if isInOrder { orderedCount += 1 } else { putInOrderIfNeeded() }
    }

    /// Whether an entry is newer than the last one.
    private func isInOrder(_ entry: Entry) -> Bool {
        guard let recency = recencies.last, let key = lastKey else { return keys.isEmpty }
        return (recency, key) < (entry.recency, entry.key)
    }

    /// The key of the last record; one that is dead has none, and what follows it is taken to be out of order.
    private var lastKey: Int64? {
        keys.last.flatMap { $0 == Self.deadKey ? nil : $0 }
    }

    private mutating func putInOrderIfNeeded() {
        let disorder = max(deadCount, keys.count - orderedCount)
        if disorder > 1024, disorder * 8 > keys.count { putInOrder() }
    }

    private mutating func append(_ text: String) {
        var letters: [(offset: Int, letter: Unicode.Scalar)] = []
        TextFolding.appendSearch(of: text, to: &buffer) { letters.append(($0, $1)) }
        ownLetters.append(contentsOf: letters)
    }

    /// Calls the body with each place of the needle in a range of the buffer; it returns where to go on.
    private func forEachOccurrence(
        of needle: [UInt8], in range: Range<Int>, _ body: (_ position: Int, _ slot: Int) -> Int
    ) {
        buffer.withUnsafeBytes { haystack in
            guard let base = haystack.baseAddress else { return }
            var position = range.lowerBound
            while position < range.upperBound,
                let found = cmemory_find(base + position, range.upperBound - position, needle, needle.count)
            {
                position = body(found - base, slot(at: found - base))
            }
        }
    }

    private func letter(at offset: Int) -> Unicode.Scalar? {
        let index = firstLetter(from: offset)
        return index < ownLetters.count && ownLetters[index].offset == offset ? ownLetters[index].letter : nil
    }

    /// The place of the first own letter at an offset or behind it.
    private func firstLetter(from offset: Int) -> Int {
        var low = 0
        var high = ownLetters.count
        while low < high {
            let middle = (low + high) / 2
            if ownLetters[middle].offset < offset { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The record that a position lies in.
    private func slot(at position: Int) -> Int {
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if Int(starts[middle]) <= position { low = middle } else { high = middle }
        }
        return low
    }

    private func end(of slot: Int) -> Int {
        slot + 1 < starts.count ? Int(starts[slot + 1]) : buffer.count - 1
    }

    /// Builds everything anew, in the order of age and without what was removed.
    private mutating func putInOrder() {
        let old = self
        self = SubstringIndex()
        buffer.reserveCapacity(old.buffer.count)
        let order = old.keys.indices.filter { old.keys[$0] != Self.deadKey }
            .sorted { (old.recencies[$0], old.keys[$0]) < (old.recencies[$1], old.keys[$1]) }
        for slot in order {
            let start = Int(old.starts[slot])
            let end = old.end(of: slot)
            buffer.removeLast()
            slots[old.keys[slot]] = Int32(keys.count)
            starts.append(UInt32(buffer.count))
            keys.append(old.keys[slot])
            recencies.append(old.recencies[slot])
            var letter = old.firstLetter(from: start)
            while letter < old.ownLetters.count, old.ownLetters[letter].offset < end {
                let own = old.ownLetters[letter]
                ownLetters.append((own.offset - start + buffer.count, own.letter))
                letter += 1
            }
            buffer.append(contentsOf: old.buffer[start..<end])
            buffer.append(Self.wordMark)
        }
        orderedCount = keys.count
    }
}

extension SubstringIndex.Scope {
    /// The marks behind which the texts of the scope stand.
    fileprivate var marks: [UInt8] {
        switch self {
        case .word: [0xFF]
        case .translation: [0xFE]
        case .both: [0xFF, 0xFE]
        }
    }
}
