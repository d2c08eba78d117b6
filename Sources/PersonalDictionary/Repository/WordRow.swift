import CoreModule
import Foundation

/// A word as a row of its table.
enum WordRow {
    static let columns =
        "id, text, source, target, status, translation, provider, translated_at, retry_at, alternatives, is_favorite, note, "
        + "created_at, updated_at"

    /// The number of columns, which is the index of the first one after them.
    static let columnCount = Int32(columns.split(separator: ",").count)

    /// Reads a word from a row that begins with `columns`.
    static func word(_ row: SQLiteRow) throws -> Word {
        let direction = try direction(row.text(2), row.text(3))
        return try Word(
            id: WordID(row.text(0)),
            text: WordText(stored: row.text(1)),
            direction: direction,
            translation: state(row),
            isFavorite: row.bool(10),
            note: WordNote(stored: row.text(11)),
            createdAt: Date(millisecondsSince1970: row.integer(12)),
            updatedAt: Date(millisecondsSince1970: row.integer(13)))
    }

    /// Reads a direction. An impossible one means a damaged store.
    static func direction(_ source: String, _ target: String) throws(StoreError) -> TranslationDirection {
        do {
            return try TranslationDirection(from: Language(stored: source), to: Language(stored: target))
        } catch {
            throw StoreError(
                .damaged, path: nil, message: Message("the store holds the impossible direction \(source)→\(target)"))
        }
    }

    private static func state(_ row: SQLiteRow) throws -> TranslationState {
        switch try row.text(4) {
        case "pending": .pending
        case "notFound": .notFound
        case "failed": .failed(until: row.optionalInteger(8).map { Date(millisecondsSince1970: $0) })
        default:
            .translated(
                Translation(
                    text: try row.text(5), alternatives: try row.text(9).split(separator: "\n").map(String.init),
                    provider: TranslationProvider(rawValue: try row.text(6)),
                    date: Date(millisecondsSince1970: try row.integer(7))))
        }
    }

    /// Returns the values of `columns`.
    static func values(_ word: Word) -> [SQLiteValue] {
        [
            .text(word.id.rawValue), .text(word.text.value), .text(word.direction.source.code),
            .text(word.direction.target.code),
        ] + values(word.translation) + [
            .bool(word.isFavorite), .text(word.note.value), .integer(word.createdAt.millisecondsSince1970),
            .integer(word.updatedAt.millisecondsSince1970),
        ]
    }

    /// Returns the values of `status, translation, provider, translated_at, retry_at, alternatives`.
    static func values(_ state: TranslationState) -> [SQLiteValue] {
        let translation = state.translation
        let retryDate = if case .failed(let until) = state { until } else { Date?.none }
        return [
            .text(state.name), .text(translation?.text), .text(translation?.provider.rawValue),
            .integer(translation?.date.millisecondsSince1970), .integer(retryDate?.millisecondsSince1970),
            .text(translation?.alternatives.joined(separator: "\n") ?? ""),
        ]
    }
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
