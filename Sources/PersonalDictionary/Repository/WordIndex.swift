import CoreModule

/// A search index of words in memory.
struct WordIndex: Sendable {
    private var index = SubstringIndex()
    /// A number for each direction, by which the index keeps words apart.
    private var groups: [TranslationDirection: Int32] = [:]

    /// Adds a word, or replaces the one with its key.
    mutating func insert(_ word: Word, key: Int64) {
        index.insert(
            key: key, recency: word.createdAt.millisecondsSince1970, word: word.text.value,
            translation: word.translation.translation?.text, group: group(word.direction))
    }

    /// Adds a word by its parts, or replaces the one with its key.
    mutating func insert(
        key: Int64, recency: Int64, text: UnsafeBufferPointer<UInt8>, translation: UnsafeBufferPointer<UInt8>,
        group: Int32
    ) {
        index.insert(key: key, recency: recency, word: text, translation: translation, group: group)
    }

    /// Makes space for as many words.
    mutating func reserveCapacity(_ count: Int) {
        index.reserveCapacity(count)
    }

    /// Whether there are so many changes that the next search sorts everything.
    var needsSettling: Bool { index.needsSettling }

    /// Sorts everything if there are many changes.
    mutating func settle() {
        index.settleIfNeeded()
    }

    mutating func remove(_ key: Int64) {
        index.remove(key)
    }

    /// Returns the keys of the words that match a query, best first.
    mutating func search(_ query: WordQuery) -> [Int64] {
        var group: Int32?
        if let direction = query.direction {
            guard let known = groups[direction] else { return [] }
            group = known
        }
        return index.search(query.text, in: query.mode, limit: query.limit, offset: query.offset, group: group)
    }

    /// Returns the number of a direction.
    mutating func group(_ direction: TranslationDirection) -> Int32 {
        if let group = groups[direction] { return group }
        let group = Int32(groups.count)
        groups[direction] = group
        return group
    }
}
