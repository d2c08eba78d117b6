/// Finds entries by any part of their word or of its translation, in memory.
///
/// All folded texts (``TextFolding/Strength/search``) lie in one buffer. Most of it is settled:
/// in the order of age, with the slots in the order of their first letters beside it. What equals a query or begins with it is
/// found there by bisection, and the rest from the newest back, only until there are as many as were asked for. So a common
/// query costs microseconds, and a rare one a pass over the buffer.
///
/// What was added or changed since stands behind, in a tail that is always searched whole. When the tail and what was removed
/// grow beyond a sixteenth of all, the next search settles everything again. So a change costs O(log n) on average.
///
/// Some twenty bytes an entry beside its folded texts, where keys ascend with age and both span no more than they usually do.
public struct SubstringIndex: Sendable {
    /// Which texts of an entry are looked at.
    public enum Scope: String, Sendable, Hashable, Codable, CaseIterable {
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
        /// A number that the entry shares with others of its kind: a search may be for one kind only.
        public let group: Int64

        /// Describes an entry.
        public init(key: Int64, recency: Int64, word: String, translation: String?, group: Int64 = 0) {
            self.group = group
            self.key = key
            self.recency = recency
            self.word = word
            self.translation = translation
        }
    }

    // A record is: wordMark, folded word, translationMark, folded translation. The marks cannot occur in UTF-8, so no match
    // reaches across them. The buffer ends with a wordMark.
    static let wordMark: UInt8 = 0xFF
    static let translationMark: UInt8 = 0xFE
    /// So many changes at least are left in the tail.
    private let leastDisorder: Int

    private(set) var buffer: [UInt8] = [wordMark]
    /// Where the record of each slot begins.
    private(set) var starts: [UInt32] = []
    private(set) var recencies = PackedIntegers()
    private(set) var groups = PackedIntegers()
    private var settledKeys = KeyList()
    private var tailKeys = KeyList()
    /// The slots of entries that are gone.
    private(set) var dead: Set<Int> = []
    /// Where letters such as ñ stand that were folded to a plain one, in ascending order.
    private(set) var ownLetters: [OwnLetter] = []
    private(set) var wordOrder = PrefixOrder()
    private(set) var translationOrder = PrefixOrder()

    struct OwnLetter: Sendable {
        let offset: Int
        let letter: Unicode.Scalar
    }

    /// Makes an empty index.
    public init() {
        self.init(leastDisorder: 1024)
    }

    /// Makes an empty index that settles when a test wants it to.
    package init(leastDisorder: Int) {
        self.leastDisorder = leastDisorder
    }

    /// How many entries there are.
    public var count: Int { starts.count - dead.count }

    /// So many slots, from the first, are settled; the rest are the tail.
    var settledCount: Int { settledKeys.count }

    /// Adds an entry, or replaces the one of the same key.
    public mutating func insert(_ entry: Entry) {
        remove(entry.key)
        buffer.removeLast()
        starts.append(UInt32(buffer.count))
        tailKeys.append(entry.key)
        recencies.append(entry.recency)
        groups.append(entry.group)
        buffer.append(Self.wordMark)
        append(entry.word)
        buffer.append(Self.translationMark)
        if let translation = entry.translation { append(translation) }
        buffer.append(Self.wordMark)
    }

    /// Takes an entry out, if it is there.
    public mutating func remove(_ key: Int64) {
        let inTail = tailKeys.place(of: key).map { settledCount + $0 }
        for slot in [inTail, settledKeys.place(of: key)] {
            if let slot { dead.insert(slot) }
        }
    }

    private mutating func append(_ text: String) {
        var letters: [OwnLetter] = []
        TextFolding.appendSearch(of: text, to: &buffer) { letters.append(OwnLetter(offset: $0, letter: $1)) }
        ownLetters.append(contentsOf: letters)
    }

    // MARK: Details

    func key(_ slot: Int) -> Int64 {
        slot < settledCount ? settledKeys[slot] : tailKeys[slot - settledCount]
    }

    /// Behind the last byte of a slot's record.
    func end(of slot: Int) -> Int {
        slot + 1 < starts.count ? Int(starts[slot + 1]) : buffer.count - 1
    }

    /// The place of the first own letter at an offset or behind it.
    func firstOwnLetter(from offset: Int) -> Int {
        ownLetters.indices.partitioningIndex { ownLetters[$0].offset >= offset }
    }

    /// The first bytes of a text that begins at a position, up to eight with the mark behind it, the first of them on top;
    /// `nil` where it is empty.
    func prefix(at position: Int) -> UInt64? {
        guard buffer[position] < Self.translationMark else { return nil }
        var prefix: UInt64 = 0
        var shift: UInt64 = 56
        for byte in buffer[position...] {
            prefix |= UInt64(byte) << shift
            if byte >= Self.translationMark || shift == 0 { break }
            shift -= 8
        }
        return prefix
    }

    func wordPosition(_ slot: Int) -> Int { Int(starts[slot]) + 1 }

    func translationPosition(_ slot: Int) -> Int {
        var position = wordPosition(slot)
        while buffer[position] != Self.translationMark { position += 1 }
        return position + 1
    }

    /// Puts everything in order if there is too much disorder to search quickly.
    mutating func settleIfNeeded() {
        let disorder = starts.count - settledCount + dead.count
        if disorder > leastDisorder, disorder > starts.count / 16 { settle() }
    }

    /// Builds everything anew, in the order of age and without what was removed.
    private mutating func settle() {
        let old = self
        var order = old.starts.indices.filter { !old.dead.contains($0) }
        let isOlder = { (old.recencies[$0], old.key($0)) < (old.recencies[$1], old.key($1)) }
        if !zip(order, order.dropFirst()).allSatisfy(isOlder) { order.sort(by: isOlder) }

        let room = order.count / 16
        self = SubstringIndex(leastDisorder: leastDisorder)
        buffer.reserveCapacity(old.buffer.count + old.buffer.count / 16)
        starts.reserveCapacity(order.count + room)
        for slot in order { copyRecord(slot, of: old) }
        recencies = PackedIntegers(order.map { old.recencies[$0] }, room: room)
        groups = PackedIntegers(order.map { old.groups[$0] }, room: room)
        settledKeys = KeyList(order.map(old.key), room: room)
        wordOrder = PrefixOrder(count: settledCount) { prefix(at: wordPosition($0)) }
        translationOrder = PrefixOrder(count: settledCount) { prefix(at: translationPosition($0)) }
    }

    private mutating func copyRecord(_ slot: Int, of old: SubstringIndex) {
        let record = Int(old.starts[slot])..<old.end(of: slot)
        buffer.removeLast()
        var place = old.firstOwnLetter(from: record.lowerBound)
        while place < old.ownLetters.count, old.ownLetters[place].offset < record.upperBound {
            let own = old.ownLetters[place]
            ownLetters.append(OwnLetter(offset: own.offset - record.lowerBound + buffer.count, letter: own.letter))
            place += 1
        }
        starts.append(UInt32(buffer.count))
        buffer.append(contentsOf: old.buffer[record])
        buffer.append(Self.wordMark)
    }
}
