import CoreModule
import Foundation

/// A word as a row of its table. The list of columns makes every statement: a field of a word is one line of it, and one of `word(_:)`.
enum WordRow {
    /// A column, and its value for a word.
    private struct Column: Sendable {
        enum Kind { case key, place, content }

        let name: String
        /// A key never changes. A place rarely changes, because indexes contain it.
        let kind: Kind
        /// Whether it is one of ``Word/searchedTexts``.
        let isSearched: Bool
        let value: @Sendable (Word) -> SQLiteValue

        init(
            _ name: String, _ kind: Kind = .content, isSearched: Bool = false,
            _ value: @escaping @Sendable (Word) -> SQLiteValue
        ) {
            (self.name, self.kind, self.isSearched, self.value) = (name, kind, isSearched, value)
        }
    }

    private static let list: [Column] = [
        Column("id", .key) { .text($0.id.rawValue) },
        Column("text", .place) { .text($0.text.value) },
        Column("source", .place) { .text($0.direction.source.code) },
        Column("target", .place) { .text($0.direction.target.code) },
        Column("status") { .text($0.translation.name) },
        Column("translation") { .text($0.translation.translation?.text) },
        Column("alternatives") { .text($0.translation.translation?.alternatives.joined(separator: "\n") ?? "") },
        Column("provider") { .text($0.translation.translation?.provider.rawValue) },
        Column("translated_at") { .integer($0.translation.translation?.date.millisecondsSince1970) },
        Column("retry_at") { .integer($0.translation.retryDate?.millisecondsSince1970) },
        Column("is_favorite") { .bool($0.isFavorite) },
        Column("note", isSearched: true) { .text($0.note.value) },
        Column("tags", isSearched: true) { .text($0.tags.stored) },
        Column("created_at", .key) { .integer($0.createdAt.millisecondsSince1970) },
        Column("updated_at") { .integer($0.updatedAt.millisecondsSince1970) },
    ]

    /// Reads a word from the columns of the list, in its order.
    static func word(_ row: SQLiteRow) throws -> Word {
        var cells = SQLiteRowReader(row)
        let (id, text) = (WordID(try cells.text()), WordText(stored: try cells.text()))
        let direction = try direction(try cells.text(), try cells.text())
        let (status, translation, alternatives) = (try cells.text(), try cells.optionalText(), try cells.text())
        let (provider, translatedAt, retryDate) = (
            try cells.optionalText(), cells.optionalInteger(), cells.optionalInteger()
        )
        guard status != "translated" || (translation != nil && provider != nil && translatedAt != nil) else {
            throw StoreError(.damaged, path: nil, message: Message("the store holds a translation without its parts"))
        }
        let state = StoredTranslation(
            status: status, translation: translation,
            alternatives: alternatives.isEmpty ? nil : alternatives.split(separator: "\n").map(String.init),
            provider: provider, date: translatedAt ?? retryDate
        ).state
        return Word(
            id: id, text: text, direction: direction, translation: state, isFavorite: try cells.integer() != 0,
            note: WordNote(stored: try cells.text()), tags: WordTags(stored: try cells.text()),
            createdAt: Date(millisecondsSince1970: try cells.integer()),
            updatedAt: Date(millisecondsSince1970: try cells.integer()))
    }

    /// Reads a direction. An impossible one means a damaged store.
    static func direction(_ source: String, _ target: String) throws(StoreError) -> TranslationDirection {
        do {
            return try TranslationDirection(from: Language(code: source), to: Language(code: target))
        } catch {
            throw StoreError(
                .damaged, path: nil, message: Message("the store holds the impossible direction \(source)→\(target)"))
        }
    }

    // MARK: Statements

    /// The names of all columns, to be read by `word(_:)`.
    static let columns = list.map(\.name).joined(separator: ", ")

    /// The number of columns, which is the index of the first one after them.
    static let columnCount = Int32(list.count)

    /// The names of the columns that a search reads as a whole.
    static let searchedColumns = list.filter(\.isSearched).map(\.name)

    /// The condition that a row of a selection fulfils, with its values.
    static func condition(_ selection: WordSelection) -> (sql: String, values: [SQLiteValue]) {
        switch selection {
        case .listed(let filter): condition(filter)
        case .awaitingTranslation: ("status IN ('pending', 'failed')", [])
        case .notFound: ("status = 'notFound'", [])
        }
    }

    private static func condition(_ filter: WordFilter) -> (sql: String, values: [SQLiteValue]) {
        var (conditions, values): ([String], [SQLiteValue]) = (["1"], [])
        if filter.isFavorite { conditions.append("is_favorite = 1") }
        if let tag = filter.tag, WordTags.isTag(tag) {
            // By instr, not LIKE: the tag may contain wildcards. The first condition lets SQLite use the index.
            conditions.append("tags <> '' AND (instr(' ' || tags || ' ', ?) OR instr(' ' || tags, ?))")
            values += [.text(" \(tag) "), .text(" \(tag)::")]
        } else if filter.tag != nil {
            conditions.append("0")
        }
        if let direction = filter.direction {
            conditions.append("source = ? AND target = ?")
            values += [.text(direction.source.code), .text(direction.target.code)]
        }
        return (conditions.joined(separator: " AND "), values)
    }

    /// Inserts a word, by `insertedValues(_:revision:)`. One that is brought back may have cards.
    static let insertion = """
        INSERT INTO word(\(columns), identity, folded, revision, is_begun)
        VALUES (
            \(Array(repeating: "?", count: list.count + 3).joined(separator: ", ")),
            EXISTS (SELECT 1 FROM review_card WHERE word = ?1)
        )
        """

    static func insertedValues(_ word: Word, revision: Int64) -> [SQLiteValue] {
        list.map { $0.value(word) } + [.text(word.text.identity), .text(word.text.folded), .integer(revision)]
    }

    /// Updates a word whose text and direction stay, by `updatedValues(_:revision:)`. None of their indexes is written.
    static let update = """
        UPDATE word SET \(assignments(.content)), revision = ?
        WHERE id = ? AND \(list.filter { $0.kind == .place }.map { "\($0.name) = ?" }.joined(separator: " AND "))
        """

    static func updatedValues(_ word: Word, revision: Int64) -> [SQLiteValue] {
        values(.content, word) + [.integer(revision), .text(word.id.rawValue)] + values(.place, word)
    }

    /// Updates the text and the direction of a word, by `movedValues(_:)`.
    static let move = "UPDATE word SET \(assignments(.place)), identity = ?, folded = ? WHERE id = ?"

    static func movedValues(_ word: Word) -> [SQLiteValue] {
        values(.place, word) + [.text(word.text.identity), .text(word.text.folded), .text(word.id.rawValue)]
    }

    private static func assignments(_ kind: Column.Kind) -> String {
        list.filter { $0.kind == kind }.map { "\($0.name) = ?" }.joined(separator: ", ")
    }

    private static func values(_ kind: Column.Kind, _ word: Word) -> [SQLiteValue] {
        list.lazy.filter { $0.kind == kind }.map { $0.value(word) }
    }
}

/// Reads the columns of a row one after the other.
private struct SQLiteRowReader {
    private let row: SQLiteRow
    private var column: Int32 = -1

    init(_ row: SQLiteRow) { self.row = row }

    private mutating func next() -> Int32 {
        column += 1
        return column
    }

    mutating func text() throws(SQLiteError) -> String { try row.text(next()) }
    mutating func optionalText() throws(SQLiteError) -> String? { try row.optionalText(next()) }
    mutating func integer() throws(SQLiteError) -> Int64 { try row.integer(next()) }
    mutating func optionalInteger() -> Int64? { row.optionalInteger(next()) }
}

/// The providers that were asked for a word, as its row stores them: a sorted JSON array of names.
extension Set<TranslationProvider> {
    /// The stored text is unreadable if a newer version wrote it: then the set is empty.
    init(stored text: String) {
        do {
            self = Set(try JSONDecoder().decode([TranslationProvider].self, from: Data(text.utf8)))
        } catch {
            self = []
        }
    }

    func stored() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return String(decoding: try encoder.encode(map(\.rawValue).sorted()), as: UTF8.self)
    }
}
