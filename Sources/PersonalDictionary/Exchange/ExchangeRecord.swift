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
    /// The user's translations beside the first one, each one line.
    package var alternatives: [String] = []
    package var note: String?
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
        alternatives = word.translation.translation?.alternatives ?? []
        note = word.note == .empty ? nil : word.note.value
        self.entry = entry
    }
}

/// A column of a table of words, or a key of a word's object. Files have them in this order.
enum ExchangeColumn: String, CodingKey, CaseIterable, Sendable {
    case id, text, translation, status, provider, translatedAt, sourceLang, targetLang, isFavorite, createdAt, updatedAt
    case alternatives, note

    /// The columns of this program's tables, of whichever version. The others are read only behind these.
    static let first = allCases.prefix { $0 != .alternatives }

    /// A name in any case and with any white space around it.
    static func normalized(_ name: String) -> String {
        name.trimmingCharacters(in: .whitespaces).lowercased()
    }
}

extension ExchangeRecord {
    /// Sets the value of a column from its cell. An empty cell counts as missing.
    mutating func set(_ column: ExchangeColumn, _ cell: String) throws(ExchangeProblem) {
        guard !cell.isEmpty else { return }
        switch column {
        case .id: id = cell
        case .text: text = cell
        case .translation: translation = cell
        case .status: status = cell
        case .provider: provider = cell
        case .translatedAt: translatedAt = try Self.date(cell, column)
        case .sourceLang: sourceLang = cell
        case .targetLang: targetLang = cell
        case .isFavorite: isFavorite = try Self.claim(cell)
        case .createdAt: createdAt = try Self.date(cell, column)
        case .updatedAt: updatedAt = try Self.date(cell, column)
        case .alternatives: alternatives = cell.split(whereSeparator: \.isNewline).map(String.init)
        case .note: note = cell
        }
    }

    /// Whether there is a text: a cell that is neither missing nor blank.
    var hasText: Bool { !text.unicodeScalars.allSatisfy(\.properties.isWhitespace) }

    private static func date(_ cell: String, _ column: ExchangeColumn) throws(ExchangeProblem) -> Date {
        guard let date = ISO8601Date.date(cell) else {
            throw ExchangeProblem(reason: Message("\(column.rawValue) is no date"))
        }
        return date
    }

    /// Nil for a blank cell, so that a favourite stays one.
    private static func claim(_ cell: String) throws(ExchangeProblem) -> Bool? {
        switch ExchangeColumn.normalized(cell) {
        case "": nil
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
        case .alternatives: alternatives.isEmpty ? nil : alternatives.joined(separator: "\n")
        case .note: note
        }
    }
}
