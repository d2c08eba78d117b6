import CoreModule

/// A search index of words in memory.
struct WordIndex: Sendable {
    private var index = SubstringIndex()
    /// A number for each direction, by which the index keeps words apart.
    private var groups: [TranslationDirection: Int64] = [:]

    /// Adds a word, or replaces the one with its key.
    mutating func insert(_ word: Word, key: Int64) {
        insert(
            key: key, recency: word.createdAt.millisecondsSince1970, text: word.text.value,
            translation: word.translation.translation?.text, direction: word.direction)
    }

    /// Adds a word by its parts, or replaces the one with its key.
    mutating func insert(
        key: Int64, recency: Int64, text: String, translation: String?, direction: TranslationDirection
    ) {
        index.insert(key: key, recency: recency, word: text, translation: translation, group: group(direction))
    }

    mutating func remove(_ key: Int64) {
        index.remove(key)
    }

    /// Returns the keys of the words that match a query, best first.
    mutating func search(_ query: WordQuery) -> [Int64] {
        var group: Int64?
        if let direction = query.direction {
            guard let known = groups[direction] else { return [] }
            group = known
        }
        return index.search(query.text, in: query.mode, limit: query.limit, offset: query.offset, group: group)
    }

    private mutating func group(_ direction: TranslationDirection) -> Int64 {
        if let group = groups[direction] { return group }
        let group = Int64(groups.count)
        groups[direction] = group
        return group
    }
}
