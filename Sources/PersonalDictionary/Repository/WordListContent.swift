public import CoreModule

/// Which words a list shows.
public enum WordListContent: Sendable {
    /// Those of a selection, in its order.
    case selection(WordSelection)
    /// Those of these identifiers that exist, in this order.
    case ids([WordID])
    /// Those that meet a condition, newest first. For each page all words are read until it is full.
    case matching(@Sendable (Word) -> Bool)

    /// Whether a list that shows the other words shows these; false if that cannot be known.
    func isSame(as other: Self?) -> Bool {
        switch (self, other) {
        case (.selection(let selection), .selection(let other)?): selection == other
        case (.ids(let ids), .ids(let other)?): ids == other
        default: false
        }
    }

    /// What a log shows of it.
    var logText: String {
        switch self {
        case .selection(let selection): "\(selection)"
        case .ids(let ids): "\(ids.count) identifiers"
        case .matching: "a condition"
        }
    }

    /// How a list of them follows changes.
    var rule: LiveList<Word>.Rule {
        switch self {
        // Which providers were asked is not known in a list.
        case .selection(.notFound): return .asLoaded
        case .selection(let selection):
            return .ordered(
                by: { selection.isBefore($0.position, $1.position) },
                includes: { selection.contains($0, askedProviders: []) })
        case .ids(let ids):
            let places = Self.places(of: ids)
            return .ordered(
                by: { places[$0.id, default: 0] < places[$1.id, default: 0] }, includes: { places[$0.id] != nil })
        case .matching(let condition):
            return .ordered(by: { $0.position < $1.position }, includes: condition)
        }
    }

    /// Reads at most `limit` of them, those after a word or the first.
    func read(after last: Word?, limit: Int, in words: any WordSnapshot) throws(DictionaryError) -> [Word] {
        var found: [Word] = []
        switch self {
        case .selection(let selection):
            found = try words.words(selection, WordPage(after: last?.position, limit: limit))
        case .ids(let ids):
            let places = Self.places(of: ids)
            let start = last.flatMap { places[$0.id] }.map { $0 + 1 } ?? 0
            for (place, id) in ids.enumerated().dropFirst(start) where found.count < limit && places[id] == place {
                if let word = try words.word(id) { found.append(word) }
            }
        case .matching(let condition):
            var page = WordPage(after: last?.position, limit: 500)
            while found.count < limit {
                let read = try words.words(.all, page)
                found += read.lazy.filter(condition).prefix(limit - found.count)
                guard read.count == page.limit else { break }
                page.start = read.last?.position
            }
        }
        return found
    }

    /// Of equal identifiers the first counts.
    private static func places(of ids: [WordID]) -> [WordID: Int] {
        Dictionary(zip(ids, ids.indices), uniquingKeysWith: { first, _ in first })
    }
}
