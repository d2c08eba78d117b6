/// An in-memory index that finds entries by any substring of their word or of one of their translations.
///
/// All folded texts (``TextFolding/Strength/search``) are in one buffer, most of it settled: sorted by age, with lists of the
/// slots sorted by their first letters. A binary search in those finds the texts that begin with a query. The other matches
/// are searched from the newest back, only until there are enough. So a common query takes microseconds, a rare one a pass.
///
/// Entries that were added or changed later are in a tail, which is always searched completely. When the tail and the removed
/// entries exceed a sixteenth of all, the next search settles everything again. So a change costs O(log n) on average.
///
/// It takes 34 bytes for each entry beside its folded texts, if keys ascend with age, and 12 for each further translation.
public struct SubstringIndex: Sendable {
    /// The texts of an entry to search.
    public enum Scope: String, Sendable, Hashable, Codable, CaseIterable {
        /// The word itself.
        case word
        /// Its translations.
        case translation
        /// Either.
        case both
    }

    // A record is: wordMark, folded word, translationMark, folded translations with furtherMarks between them. The marks cannot
    // occur in UTF-8, so no match contains one. The buffer ends with a wordMark.
    static let wordMark: UInt8 = 0xFF
    static let translationMark: UInt8 = 0xFE
    package static let furtherMark: UInt8 = 0xFD
    /// How many changes always stay in the tail.
    private let leastDisorder: Int

    private(set) var buffer: [UInt8] = [wordMark]
    /// The offset of the record of each slot.
    private(set) var starts: [UInt32] = []
    private(set) var recencies: [Int64] = []
    private(set) var groups: [Int32] = []
    private var settledKeys = KeyList()
    private var tailKeys = KeyList()
    /// The slots of removed entries.
    private(set) var dead: Set<Int> = []
    /// The letters such as ñ that were folded to a plain one, by ascending offset.
    private(set) var ownLetters: [OwnLetter] = []
    private(set) var wordOrder = PrefixOrder()
    private(set) var translationOrder = PrefixOrder()
    /// The settled translations that are not the first ones of their entries, with their slots, by ascending position.
    private(set) var further: (slots: [UInt32], positions: [UInt32]) = ([], [])
    /// The order of the places in `further`.
    private(set) var furtherOrder = PrefixOrder()

    struct OwnLetter: Sendable {
        let offset: Int
        let letter: Unicode.Scalar
    }

    /// Makes an empty index.
    public init() {
        self.init(leastDisorder: 1024)
    }

    /// Makes an empty index that settles after fewer changes, for tests.
    package init(leastDisorder: Int) {
        self.leastDisorder = leastDisorder
    }

    package var count: Int { starts.count - dead.count }

    /// How many slots from the first are settled; the rest is the tail.
    var settledCount: Int { settledKeys.count }

    /// Adds an entry, or replaces the one with the same key. A larger recency is newer; if equal, the larger key is newer. A search
    /// may be limited to the entries of one group.
    public mutating func insert(key: Int64, recency: Int64, word: String, translation: String?, group: Int32 = 0) {
        var (word, translation) = (word, translation ?? "")
        word.withUTF8 { word in
            translation.withUTF8 { insert(key: key, recency: recency, word: word, translation: $0, group: group) }
        }
    }

    /// Adds an entry by its texts in UTF-8, or replaces the one with the same key. There may be several translations, with
    /// `furtherMark` between them.
    package mutating func insert(
        key: Int64, recency: Int64, word: UnsafeBufferPointer<UInt8>, translation: UnsafeBufferPointer<UInt8>,
        group: Int32
    ) {
        remove(key)
        buffer.removeLast()
        starts.append(UInt32(buffer.count))
        tailKeys.append(key)
        recencies.append(recency)
        groups.append(group)
        buffer.append(Self.wordMark)
        append(word)
        buffer.append(Self.translationMark)
        var rest = translation[...]
        while let mark = rest.firstIndex(of: Self.furtherMark) {
            append(UnsafeBufferPointer(rebasing: rest[..<mark]))
            buffer.append(Self.furtherMark)
            rest = rest[(mark + 1)...]
        }
        append(UnsafeBufferPointer(rebasing: rest))
        buffer.append(Self.wordMark)
    }

    /// Makes space for entries like those that are there, so that adding them leaves no free memory behind.
    package mutating func reserveCapacity(_ count: Int) {
        guard count > starts.count, !starts.isEmpty else { return }
        buffer.reserveCapacity(buffer.count / starts.count * (count + count / 16))
        starts.reserveCapacity(count)
        recencies.reserveCapacity(count)
        groups.reserveCapacity(count)
        tailKeys.reserveCapacity(count)
    }

    /// Removes an entry, if it exists.
    public mutating func remove(_ key: Int64) {
        let inTail = tailKeys.place(of: key).map { settledCount + $0 }
        for slot in [inTail, settledKeys.place(of: key)] {
            if let slot { dead.insert(slot) }
        }
    }

    private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        guard text.contains(where: String.isFirstByteOfUnseen) else { return appendSeen(text) }
        // A text of an earlier version may have characters that nobody sees, which no query has.
        var seen = String(decoding: text, as: UTF8.self).withoutUnseenCharacters
        seen.withUTF8 { appendSeen($0) }
    }

    private mutating func appendSeen(_ text: UnsafeBufferPointer<UInt8>) {
        var letters: [OwnLetter] = []
        TextFolding.appendSearch(of: text, to: &buffer) { letters.append(OwnLetter(offset: $0, letter: $1)) }
        ownLetters.append(contentsOf: letters)
    }

    // MARK: Details

    func key(_ slot: Int) -> Int64 {
        slot < settledCount ? settledKeys[slot] : tailKeys[slot - settledCount]
    }

    /// The offset after a slot's record.
    func end(of slot: Int) -> Int {
        slot + 1 < starts.count ? Int(starts[slot + 1]) : buffer.count - 1
    }

    /// The index of the first own letter at or after an offset.
    func firstOwnLetter(from offset: Int) -> Int {
        ownLetters.indices.partitioningIndex { ownLetters[$0].offset >= offset }
    }

    /// Up to eight bytes of the text at a position, with the mark that ends it, as a big-endian number; nil if it is empty.
    func prefix(at position: Int) -> UInt64? {
        guard buffer[position] < Self.furtherMark else { return nil }
        let count = min(8, buffer.count - position)
        var prefix: UInt64 = 0
        withUnsafeMutableBytes(of: &prefix) { prefix in
            buffer.withUnsafeBytes { prefix.copyBytes(from: $0[position..<position + count]) }
        }
        // The first byte is the lowest. A mark has its upper six bits set: the lowest zero byte is the first mark.
        let others = ~UInt64(littleEndian: prefix) & 0xFCFC_FCFC_FCFC_FCFC
        let marks = (others &- 0x0101_0101_0101_0101) & ~others & 0x8080_8080_8080_8080
        let bytes = marks == 0 ? 8 : marks.trailingZeroBitCount / 8 + 1
        return UInt64(bigEndian: prefix) & (bytes == 8 ? .max : ~(UInt64.max >> (8 * bytes)))
    }

    func wordPosition(_ slot: Int) -> Int { Int(starts[slot]) + 1 }

    func translationPosition(_ slot: Int) -> Int {
        var position = wordPosition(slot)
        while buffer[position] != Self.translationMark { position += 1 }
        return position + 1
    }

    /// Whether there are so many changes that the next search settles everything.
    package var needsSettling: Bool {
        let disorder = starts.count - settledCount + dead.count
        return disorder > leastDisorder && disorder > starts.count / 16
    }

    /// Settles everything if there are too many changes to search quickly.
    package mutating func settleIfNeeded() {
        guard needsSettling else { return }
        let isNewAndInOrder = settledCount == 0 && dead.isEmpty && (1..<starts.count).allSatisfy { isOlder($0 - 1, $0) }
        if isNewAndInOrder { swap(&settledKeys, &tailKeys) } else { rebuild() }
        further = ([], [])
        var (slot, position) = (0, 0)
        while let mark = firstOccurrence(of: [Self.furtherMark], in: position..<buffer.count) {
            position = mark + 1
            while end(of: slot) < position { slot += 1 }
            further.slots.append(UInt32(slot))
            further.positions.append(UInt32(position))
        }
        var sorter = PrefixOrder.Sorter(max(settledCount, further.slots.count))
        wordOrder = sorter.order(settledCount) { prefix(at: wordPosition($0)) }
        translationOrder = sorter.order(settledCount) { prefix(at: translationPosition($0)) }
        furtherOrder = sorter.order(further.slots.count) { prefix(at: Int(further.positions[$0])) }
    }

    private func isOlder(_ slot: Int, _ other: Int) -> Bool {
        (recencies[slot], key(slot)) < (recencies[other], key(other))
    }

    /// Copies everything, sorted by age and without removed entries.
    private mutating func rebuild() {
        let old = self
        var order = old.starts.indices.filter { !old.dead.contains($0) }
        order.sort(by: old.isOlder)

        self = SubstringIndex(leastDisorder: leastDisorder)
        buffer.reserveCapacity(old.buffer.count + old.buffer.count / 16)
        starts.reserveCapacity(order.count + order.count / 16)
        for slot in order { copyRecord(slot, of: old) }
        recencies = order.map { old.recencies[$0] }
        groups = order.map { old.groups[$0] }
        settledKeys = KeyList(order.map(old.key))
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
