import CoreModule
package import Foundation

/// A word as a line of a file has it. What the line does not contain is nil; no string is empty. Only the form is checked: the text
/// may be too long for a word, and languages and status may be unknown. Dates are in whole milliseconds.
package struct ExchangeRecord: Hashable, Sendable {
    package var id: String?
    /// The word as in the file: not trimmed, not composed, but more than white space.
    package var text: String
    package var translation: String?
    /// The state of the translation: `pending`, `translated`, `notFound` or `failed`.
    package var status: String?
    package var provider: String?
    package var translatedAt: Date?
    package var sourceLang: String?
    package var targetLang: String?
    package var isFavorite: Bool?
    package var createdAt: Date?
    package var updatedAt: Date?
    /// The dictionary entry. Only JSON Lines contain it.
    package var entry: DictionaryEntry?

    package init(text: String) {
        self.text = text
    }

    /// Creates a record of a word. Dates are cut to whole milliseconds.
    package init(_ word: Word, entry: DictionaryEntry?) {
        func whole(_ date: Date) -> Date { Date(millisecondsSince1970: date.millisecondsSince1970) }
        id = word.id.rawValue
        text = word.text.value
        translation = word.translation.translation?.text
        status = word.translation.name
        provider = word.translation.translation?.provider.rawValue
        translatedAt = word.translation.translation.map { whole($0.date) }
        sourceLang = word.direction.source.code
        targetLang = word.direction.target.code
        isFavorite = word.isFavorite
        createdAt = whole(word.createdAt)
        updatedAt = whole(word.updatedAt)
        self.entry = entry
    }
}

/// A column of a table of words, or a key of a word's object. Files have them in this order.
enum ExchangeColumn: String, CodingKey, CaseIterable, Sendable {
    case id, text, translation, status, provider, translatedAt, sourceLang, targetLang, isFavorite, createdAt, updatedAt

    /// A name in any case and with any white space around it.
    static func normalized(_ name: String) -> String {
        name.trimmingCharacters(in: .whitespaces).lowercased()
    }
}

extension ExchangeRecord {
    /// Creates a record from its cells. An empty cell counts as missing.
    init(_ cells: [ExchangeColumn: String]) throws(ExchangeProblem) {
        func text(_ column: ExchangeColumn) -> String? {
            cells[column].flatMap { $0.isEmpty ? nil : $0 }
        }
        func date(_ column: ExchangeColumn) throws(ExchangeProblem) -> Date? {
            guard let text = text(column) else { return nil }
            guard let date = ISO8601Date.date(text) else {
                throw ExchangeProblem(reason: Message("\(column.rawValue) is no date"))
            }
            return date
        }
        guard let word = text(.text), !word.unicodeScalars.allSatisfy(\.properties.isWhitespace) else { throw .noText }
        self.init(text: word)
        id = text(.id)
        translation = text(.translation)
        status = text(.status)
        provider = text(.provider)
        translatedAt = try date(.translatedAt)
        sourceLang = text(.sourceLang)
        targetLang = text(.targetLang)
        isFavorite = try Self.claim(text(.isFavorite))
        createdAt = try date(.createdAt)
        updatedAt = try date(.updatedAt)
    }

    /// Nil for an empty cell, so that a favourite stays one.
    private static func claim(_ text: String?) throws(ExchangeProblem) -> Bool? {
        switch text.map(ExchangeColumn.normalized) {
        case nil, "": nil
        case "true", "1", "yes", "x": true
        case "false", "0", "no": false
        default: throw ExchangeProblem(reason: Message("isFavorite is neither true nor false"))
        }
    }

    /// The text of a column, or nil if there is none.
    func text(of column: ExchangeColumn) -> String? {
        switch column {
        case .id: id
        case .text: text
        case .translation: translation
        case .status: status
        case .provider: provider
        case .translatedAt: translatedAt.map(ISO8601Date.text)
        case .sourceLang: sourceLang
        case .targetLang: targetLang
        case .isFavorite: isFavorite.map { $0 ? "true" : "false" }
        case .createdAt: createdAt.map(ISO8601Date.text)
        case .updatedAt: updatedAt.map(ISO8601Date.text)
        }
    }
}
