import CoreModule
import PersonalDictionary

/// One row: the words of one direction.
struct StatisticsRow: Hashable, Identifiable {
    let direction: TranslationDirection
    var words = 0
    var translated = 0
    var favorites = 0

    var id: TranslationDirection { direction }
}

/// Counts words, and updates the counts when words change. A pure value. A change takes constant time.
struct WordStatistics {
    private var known: [WordID: Word] = [:]
    private var counts: [TranslationDirection: StatisticsRow] = [:]

    /// The directions that have words, the one with the most words first.
    var rows: [StatisticsRow] {
        counts.values.filter { $0.words > 0 }.sorted {
            ($1.words, $0.direction.source, $0.direction.target) < ($0.words, $1.direction.source, $1.direction.target)
        }
    }

    mutating func apply(_ change: WordChange) {
        switch change {
        case .added(let word), .updated(let word):
            count(known.updateValue(word, forKey: word.id), -1)
            count(word, 1)
        case .removed(let id):
            count(known.removeValue(forKey: id), -1)
        case .reloaded:
            break
        }
    }

    private mutating func count(_ word: Word?, _ number: Int) {
        guard let word else { return }
        var row = counts[word.direction] ?? StatisticsRow(direction: word.direction)
        row.words += number
        if word.translation.translation != nil { row.translated += number }
        if word.isFavorite { row.favorites += number }
        counts[word.direction] = row
    }
}
