import CoreModule

/// A search index of words in memory, for a store that cannot search itself.
///
/// It finds words by the rules of ``WordSnapshot/search(_:)``. Each word has a key of the store, such as the number of its row.
public struct WordIndex: Sendable {
    /// The texts, by the numbers of their directions.
    var texts = SubstringIndex()
    /// A number for each direction, by which the index keeps words apart.
    private var groups: [TranslationDirection: Int32] = [:]

    /// Creates an empty index.
    public init() {}

    /// Adds a word with its entry, or replaces the one with its key. Of two words that were added in the same millisecond, the one with
    /// the larger key is found first.
    public mutating func insert(_ word: Word, _ entry: DictionaryEntry?, key: Int64) {
        let translation = word.translation.translation
        var found = SearchedTexts(translation?.text.utf8)
        for text in translation?.alternatives ?? [] { found.add(linesOf: text.utf8) }
        found.add(linesOf: entry?.translationLines.utf8)
        for text in word.searchedTexts { found.add(whole: text.utf8) }
        let (recency, group) = (word.createdAt.millisecondsSince1970, group(word.direction))
        var text = word.text.value
        text.withUTF8 { text in
            found.bytes.withUnsafeBufferPointer {
                texts.insert(key: key, recency: recency, word: text, translation: $0, group: group)
            }
        }
    }

    /// Removes the word with a key, if there is one.
    public mutating func remove(_ key: Int64) {
        texts.remove(key)
    }

    /// Returns the keys of the words that match a query, best first.
    public mutating func search(_ query: WordQuery) -> [Int64] {
        texts.search(
            query.text, in: query.mode, limit: query.limit, offset: query.offset, group: knownGroup(query),
            inAnyOrder: true)
    }

    /// Returns the keys of the words with a translation that equals one of these texts, folded for search.
    public mutating func keys(translatedAs texts: Set<String>) -> Set<Int64> {
        self.texts.keys(equalTo: texts, in: .translation)
    }

    /// Returns up to three texts that a query may mean, folded, the nearest first.
    public func nearest(to query: WordQuery) -> [String] {
        texts.nearest(to: query.text, in: query.mode, limit: 3, group: knownGroup(query))
    }

    /// The number of a query's direction, or one that no word has.
    private func knownGroup(_ query: WordQuery) -> Int32? { query.direction.map { groups[$0] ?? -1 } }

    /// Returns the number of a direction.
    mutating func group(_ direction: TranslationDirection) -> Int32 {
        if let group = groups[direction] { return group }
        let group = Int32(groups.count)
        groups[direction] = group
        return group
    }
}

/// The texts beside its own by which a word is found, as ``SubstringIndex`` reads them: its translation, the user's others, those of
/// its entry, and the user's other texts.
struct SearchedTexts {
    private(set) var bytes: [UInt8] = []
    /// The length of the first text.
    private let firstCount: Int

    /// Begins with the translation.
    init(_ translation: (some Collection<UInt8>)?) {
        if let translation { bytes += translation }
        firstCount = bytes.count
    }

    /// Adds the lines of a text, except for the translation again.
    mutating func add(linesOf text: (some Collection<UInt8>)?) {
        for line in text?.split(separator: .lineFeed) ?? [] where !line.elementsEqual(bytes[..<firstCount]) {
            bytes.append(SubstringIndex.furtherMark)
            bytes += line
        }
    }

    /// Adds a text that is no translation, such as the note, with its lines as one. It begins with a space, so that no query is its
    /// beginning or means it.
    mutating func add(whole text: some Collection<UInt8>) {
        guard !text.isEmpty else { return }
        bytes += [SubstringIndex.furtherMark, .space]
        for byte in text { bytes.append(byte == .lineFeed ? .space : byte) }
    }
}

extension DictionaryEntry {
    /// All translations, one on each line.
    var translationLines: String {
        senses.flatMap(\.translations).map { $0.replacing("\n", with: " ") }.joined(separator: "\n")
    }
}
