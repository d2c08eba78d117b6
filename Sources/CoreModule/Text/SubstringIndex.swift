import CMemory

/// Finds entries by any part of their word or of its translation, in memory.
///
/// All folded texts (``TextFolding/Strength/search``) lie in one buffer, so that a search is one pass of `memmem` over it:
/// linear in the size of the buffer, with no work for an entry that does not match. An entry costs its folded bytes and
/// 22 more.
///
/// A removed or replaced entry's bytes stay until they make up half of the buffer, which is then built anew; so the cost of a
/// change is constant on average.
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
    private var deadBytes = 0
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
        deadBytes += end(of: slot) - Int(starts[slot])
        if deadBytes > 4096, deadBytes * 2 > buffer.count { compact() }
    }

    /// The keys of the entries in which the query occurs: those that equal it first, then those that begin with it, then the
    /// rest; the newest first among equals. Where both texts match, the better match counts. An empty query finds nothing.
    public func search(_ query: String, in scope: Scope, limit: Int, offset: Int = 0) -> [Int64] {
        // No text is that long; to fold one would take more than linear time.
        guard query.utf8.count <= Self.maximumQuerySize else { return [] }
        var needle: [UInt8] = []
        var needleLetters: [(offset: Int, letter: Unicode.Scalar)] = []
        TextFolding.appendSearch(of: query, to: &needle) { needleLetters.append(($0, $1)) }
        guard !needle.isEmpty, limit > 0 else { return [] }
        var matches: [Match] = []
        forEachOccurrence(of: needle) { position, slot in
            guard needleLetters.allSatisfy({ letter(at: position + $0.offset) == $0.letter }) else { return }
            guard keys[slot] != Self.deadKey, let rank = rank(of: position, length: needle.count, in: slot, scope)
            else {
                return
            }
            if let last = matches.last, last.slot == slot {
                matches[matches.count - 1].rank = min(last.rank, rank)
            } else {
                matches.append(Match(rank: rank, recency: recencies[slot], key: keys[slot], slot: slot))
            }
        }
        matches.sort()
        return matches.dropFirst(max(0, offset)).prefix(limit).map(\.key)
    }

    private struct Match: Comparable {
        var rank: UInt8
        let recency: Int64
        let key: Int64
        let slot: Int

        static func < (lhs: Match, rhs: Match) -> Bool {
            (lhs.rank, rhs.recency, rhs.key) < (rhs.rank, lhs.recency, lhs.key)
        }
    }

    private mutating func append(_ entry: Entry) {
        buffer.removeLast()
        starts.append(UInt32(buffer.count))
        keys.append(entry.key)
        recencies.append(entry.recency)
        buffer.append(Self.wordMark)
        append(entry.word)
        buffer.append(Self.translationMark)
        if let translation = entry.translation { append(translation) }
        buffer.append(Self.wordMark)
    }

    private mutating func append(_ text: String) {
        var letters: [(offset: Int, letter: Unicode.Scalar)] = []
        TextFolding.appendSearch(of: text, to: &buffer) { letters.append(($0, $1)) }
        ownLetters.append(contentsOf: letters)
    }

    private func forEachOccurrence(of needle: [UInt8], _ body: (_ position: Int, _ slot: Int) -> Void) {
        buffer.withUnsafeBytes { haystack in
            guard let base = haystack.baseAddress else { return }
            var position = 0
            while let found = cmemory_find(base + position, haystack.count - position, needle, needle.count) {
                position = found - base
                body(position, slot(at: position))
                position += 1
            }
        }
    }

    /// 0 where the occurrence is the whole text, 1 where the text begins with it, else 2; `nil` where it lies outside the scope.
    private func rank(of position: Int, length: Int, in slot: Int, _ scope: Scope) -> UInt8? {
        let before = buffer[position - 1]
        let after = buffer[position + length]
        if scope != .both {
            let isInWord = buffer[position...].first { $0 >= Self.translationMark } == Self.translationMark
            guard isInWord == (scope == .word) else { return nil }
        }
        guard before >= Self.translationMark else { return 2 }
        return after >= Self.translationMark ? 0 : 1
    }

    private func letter(at offset: Int) -> Unicode.Scalar? {
        var low = 0
        var high = ownLetters.count
        while low < high {
            let middle = (low + high) / 2
            if ownLetters[middle].offset < offset { low = middle + 1 } else { high = middle }
        }
        return low < ownLetters.count && ownLetters[low].offset == offset ? ownLetters[low].letter : nil
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

    private mutating func compact() {
        let old = self
        self = SubstringIndex()
        buffer.reserveCapacity(old.buffer.count - old.deadBytes)
        var letters = old.ownLetters[...]
        for slot in old.keys.indices where old.keys[slot] != Self.deadKey {
            buffer.removeLast()
            let start = Int(old.starts[slot])
            letters = letters.drop { $0.offset < start }
            slots[old.keys[slot]] = Int32(keys.count)
            starts.append(UInt32(buffer.count))
            keys.append(old.keys[slot])
            recencies.append(old.recencies[slot])
            while let own = letters.first, own.offset < old.end(of: slot) {
                ownLetters.append((own.offset - start + buffer.count, own.letter))
                letters.removeFirst()
            }
            buffer.append(contentsOf: old.buffer[start..<old.end(of: slot)])
            buffer.append(Self.wordMark)
        }
    }
}
