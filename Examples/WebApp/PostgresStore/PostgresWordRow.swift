import CoreModule
import PersonalDictionary

/// A word as a row of its table, and the numbers of changes.
enum PostgresWordRow {
    static let columns =
        "id, text, source, target, status, translation, alternatives, provider, date, is_favorite, note, created_at, "
        + "updated_at"
    /// The number of columns, which is the index of the first one after them.
    static let columnCount: Int32 = 13
    /// For how many changes removals are kept. A reader that has missed more reads all words again.
    private static let memory: Int64 = 10_000

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
            isFavorite: try row.bool(9), note: WordNote(stored: try row.text(10)), createdAt: try row.date(11),
            updatedAt: try row.date(12))
    }

    /// The values of `columns, identity, folded`.
    static func values(_ word: Word) -> [PostgresValue] {
        let state = StoredTranslation(word.translation)
        return [
            .key(word.id.rawValue), .text(word.text.value), .text(word.direction.source.code),
            .text(word.direction.target.code), .text(state.status), .text(state.translation),
            .text(state.alternatives?.joined(separator: "\n") ?? ""), .text(state.provider), .integer(state.date),
            .bool(word.isFavorite), .text(word.note.value), .date(word.createdAt), .date(word.updatedAt),
            .key(word.text.identity), .key(word.text.folded),
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
