import CoreModule

/// A search index of words in memory.
struct WordIndex: Sendable {
    /// The texts, by the numbers of their directions.
    var texts = SubstringIndex()
    /// A number for each direction, by which the index keeps words apart.
    private var groups: [TranslationDirection: Int32] = [:]

    /// Adds a word, or replaces the one with its key.
    mutating func insert(_ word: Word, key: Int64) {
        texts.insert(
            key: key, recency: word.createdAt.millisecondsSince1970, word: word.text.value,
            translation: word.translation.translation?.text, group: group(word.direction))
    }

    /// Returns the keys of the words that match a query, best first.
    mutating func search(_ query: WordQuery) -> [Int64] {
        var group: Int32?
        if let direction = query.direction {
            guard let known = groups[direction] else { return [] }
            group = known
        }
        return texts.search(query.text, in: query.mode, limit: query.limit, offset: query.offset, group: group)
    }

    /// Returns the number of a direction.
    mutating func group(_ direction: TranslationDirection) -> Int32 {
        if let group = groups[direction] { return group }
        let group = Int32(groups.count)
        groups[direction] = group
        return group
    }
}
