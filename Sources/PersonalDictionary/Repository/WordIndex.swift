import CoreModule

/// A search index of words in memory.
struct WordIndex: Sendable {
    private struct Codes: Hashable {
        let source: String
        let target: String
    }

    private var index = SubstringIndex()
    /// A number for each direction, by which the index keeps words apart.
    private var groups: [Codes: Int64] = [:]
    /// The last direction: words mostly come in runs of one.
    private var last: (codes: Codes, group: Int64)?

    /// Adds a word, or replaces the one with its key.
    mutating func insert(_ word: Word, key: Int64) {
        insert(
            key: key, recency: word.createdAt.millisecondsSince1970, text: word.text.value,
            translation: word.translation.translation?.text, source: word.direction.source.code,
            target: word.direction.target.code)
    }

    /// Adds a word by its parts, or replaces the one with its key.
    mutating func insert(
        key: Int64, recency: Int64, text: String, translation: String?, source: String, target: String
    ) {
        index.insert(
            SubstringIndex.Entry(
                key: key, recency: recency, word: text, translation: translation,
                group: group(Codes(source: source, target: target))))
    }

    mutating func remove(_ key: Int64) {
        index.remove(key)
    }

    /// Returns the keys of the words that match a query, best first.
    mutating func search(_ query: WordQuery) -> [Int64] {
        var group: Int64?
        if let direction = query.direction {
            let codes = Codes(source: direction.source.code, target: direction.target.code)
            guard let known = groups[codes] else { return [] }
            group = known
        }
        return index.search(query.text, in: query.mode, limit: query.limit, offset: query.offset, group: group)
    }

    private mutating func group(_ codes: Codes) -> Int64 {
        if let last, last.codes == codes { return last.group }
        let group = groups[codes] ?? Int64(groups.count)
        groups[codes] = group
        last = (codes, group)
        return group
    }
}
