import CoreModule
import PersonalDictionary

/// A word as a row of its table, and the numbers of changes.
enum PostgresWordRow {
    private typealias Column = (name: String, value: @Sendable (Word, StoredTranslation) -> PostgresValue)

    /// The columns of a word, and their values: the list makes every statement. The first one is the key.
    private static let list: [Column] = [
        ("id", { word, _ in .key(word.id.rawValue) }),
        ("text", { word, _ in .text(word.text.value) }),
        ("source", { word, _ in .text(word.direction.source.code) }),
        ("target", { word, _ in .text(word.direction.target.code) }),
        ("status", { _, state in .text(state.status) }),
        ("translation", { _, state in .text(state.translation) }),
        ("alternatives", { _, state in .text(state.alternatives?.joined(separator: "\n") ?? "") }),
        ("provider", { _, state in .text(state.provider) }),
        ("date", { _, state in .integer(state.date) }),
        ("is_favorite", { word, _ in .bool(word.isFavorite) }),
        ("note", { word, _ in .text(word.note.value) }),
        ("tags", { word, _ in .text(word.tags.stored) }),
        ("created_at", { word, _ in .date(word.createdAt) }),
        ("updated_at", { word, _ in .date(word.updatedAt) }),
    ]

    /// The names of the columns, to be read by ``word(_:)``.
    static let columns = list.map(\.name).joined(separator: ", ")
    /// The number of columns, which is the index of the first one after them.
    static let columnCount = Int32(list.count)
    /// All columns that a word writes, in the order of ``values(_:revision:)``, and the parameters for them.
    static let written = "\(columns), identity, folded, revision"
    static let parameters = (1...list.count + 3).map { "$\($0)" }.joined(separator: ", ")
    /// For how many changes removals are kept. A reader that has missed more reads all words again.
    static let memory: Int64 = 10_000

    /// Reads a word from a row that begins with `columns`.
    static func word(_ row: PostgresRow) throws -> Word {
        let (source, target) = (Language(code: try row.text(2)), Language(code: try row.text(3)))
        let state = StoredTranslation(
            status: try row.text(4), translation: row.optionalText(5),
            alternatives: try row.text(6).split(separator: "\n").map(String.init), provider: row.optionalText(7),
            date: try row.optionalInteger(8)
        ).state
        return Word(
            id: WordID(try row.text(0)), text: WordText(stored: try row.text(1)),
            direction: try TranslationDirection(from: source, to: target), translation: state,
            isFavorite: try row.bool(9), note: WordNote(stored: try row.text(10)),
            tags: WordTags(stored: try row.text(11)), createdAt: try row.date(12), updatedAt: try row.date(13))
    }

    /// The condition that a row of a selection fulfils, with the values of its parameters, of which `$2` is the first.
    static func condition(_ selection: WordSelection) throws -> (sql: String, values: [PostgresValue]) {
        switch selection {
        case .listed(let filter): condition(filter)
        case .awaitingTranslation: ("status IN ('pending', 'failed')", [])
        case .notFound(let providers) where providers.isEmpty: ("false", [])
        case .notFound(let providers): ("status = 'notFound' AND NOT asked @> $2::jsonb", [try .json(providers)])
        }
    }

    private static func condition(_ filter: WordFilter) -> (sql: String, values: [PostgresValue]) {
        var (conditions, values): ([String], [PostgresValue]) = (["true"], [])
        if filter.isFavorite { conditions.append("is_favorite") }
        if let tag = filter.tag, WordTags.isTag(tag) {
            conditions.append("tags <> '' AND (strpos(' ' || tags || ' ', $2) > 0 OR strpos(' ' || tags, $3) > 0)")
            values += [.text(" \(tag) "), .text(" \(tag)::")]
        } else if filter.tag != nil {
            conditions.append("false")
        }
        if let direction = filter.direction {
            conditions.append("source = $\(values.count + 2) AND target = $\(values.count + 3)")
            values += [.text(direction.source.code), .text(direction.target.code)]
        }
        return (conditions.joined(separator: " AND "), values)
    }

    /// The values of ``written``.
    static func values(_ word: Word, revision: Int64) -> [PostgresValue] {
        let state = StoredTranslation(word.translation)
        return list.map { $0.value(word, state) } + [
            .key(word.text.identity), .key(word.text.folded), .integer(revision),
        ]
    }

    /// Deletes removals that are too old.
    static func forgetRemovals(at revision: Int64, _ transaction: PostgresTransaction) throws {
        try transaction.run("DELETE FROM word_removal WHERE revision < $1", [.integer(revision - memory)])
    }

    /// Whether all changes after a number are still known.
    static func isComplete(since revision: Int64, until latest: Int64) -> Bool {
        revision <= latest && revision >= latest - memory
    }
}
