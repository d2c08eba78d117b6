import CoreModule
package import Foundation

/// A word as a line of a file has it. What the line does not contain is nil; no string is empty. Only the form is checked: the text
/// may be too long for a word, and languages and status may be unknown. Dates are in whole milliseconds.
package struct ExchangeRecord: Hashable, Sendable {
    package var id: String?
    /// The word as in the file: not trimmed, not composed, but more than white space.
    package var text = ""
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
    package var tags: [String] = []
    /// The dictionary entry.
    package var entry: DictionaryEntry?

    package init(text: String = "") {
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
        tags = word.tags.names
        self.entry = entry
    }

    /// Makes the word of this record. What the record does not say is as in a new word.
    func word(
        id: WordID, direction: TranslationDirection, translation: TranslationState, now: Date
    ) throws(DictionaryError) -> Word {
        let createdAt = createdAt ?? now
        return Word(
            id: id, text: try WordText(text), direction: direction, translation: translation,
            isFavorite: isFavorite ?? false, note: try WordNote(note ?? ""), tags: try WordTags(tags),
            createdAt: createdAt, updatedAt: updatedAt ?? createdAt)
    }

    /// What the user has written.
    var userTexts: [String] { [text] + [translation, note].compactMap(\.self) + alternatives + tags }

    /// Whether there is a text: one that is more than white space.
    var hasText: Bool { !text.unicodeScalars.allSatisfy(\.properties.isWhitespace) }

    /// The text as the value of its column.
    fileprivate var wordText: String? {
        get { text }
        set { text = newValue ?? "" }
    }
}

/// A column of a table of words, or a key of a word's object. Files have them in this order.
enum ExchangeColumn: String, CodingKey, CaseIterable, Sendable {
    case id, text, translation, status, provider, translatedAt, sourceLang, targetLang, isFavorite, createdAt, updatedAt
    case alternatives, note, tags, entry

    typealias Path<Value> = any WritableKeyPath<ExchangeRecord, Value> & Sendable

    /// Where a record has the value of a column, and how files write it.
    enum Value: Sendable {
        case text(Path<String?>)
        /// In ISO 8601.
        case date(Path<Date?>)
        case flag(Path<Bool?>)
        /// In JSON an array, in a table a cell with a space or a line break between two.
        case list(Path<[String]>, separator: String)
        /// In JSON an object, in a table the text of this object.
        case entry(Path<DictionaryEntry?>)
    }

    var value: Value {
        switch self {
        case .id: .text(\.id)
        case .text: .text(\.wordText)
        case .translation: .text(\.translation)
        case .status: .text(\.status)
        case .provider: .text(\.provider)
        case .translatedAt: .date(\.translatedAt)
        case .sourceLang: .text(\.sourceLang)
        case .targetLang: .text(\.targetLang)
        case .isFavorite: .flag(\.isFavorite)
        case .createdAt: .date(\.createdAt)
        case .updatedAt: .date(\.updatedAt)
        case .alternatives: .list(\.alternatives, separator: "\n")
        case .note: .text(\.note)
        case .tags: .list(\.tags, separator: " ")
        case .entry: .entry(\.entry)
        }
    }

    /// The columns of this program's tables, of whichever version. The others are read only behind these.
    static let first = allCases.prefix { $0 != .alternatives }

    /// A name in any case and with any white space around it or unseen characters in it.
    static func normalized(_ name: String) -> String {
        name.withoutUnseenCharacters.trimmingCharacters(in: .whitespaces).lowercased()
    }
}

extension ExchangeRecord {
    /// Sets the value of a column from its cell. An empty cell counts as missing.
    mutating func set(_ column: ExchangeColumn, _ cell: String) throws(ExchangeProblem) {
        guard !cell.isEmpty else { return }
        switch column.value {
        case .text(let path): self[keyPath: path] = cell
        case .date(let path):
            guard let date = ISO8601Date.date(cell) else {
                throw ExchangeProblem(reason: Message("\(column.rawValue) is no date"))
            }
            self[keyPath: path] = date
        case .flag(let path): self[keyPath: path] = try Self.flag(cell, column)
        case .entry(let path): self[keyPath: path] = try Self.entry(json: cell, column)
        case .list(let path, " "): self[keyPath: path] += cell.partsBetweenSpaces
        case .list(let path, _): self[keyPath: path] += cell.split(whereSeparator: \.isNewline).map(String.init)
        }
    }

    /// Nil for a blank cell, so that a favourite stays one.
    private static func flag(_ cell: String, _ column: ExchangeColumn) throws(ExchangeProblem) -> Bool? {
        switch ExchangeColumn.normalized(cell) {
        case "": nil
        case "true", "1", "yes", "x": true
        case "false", "0", "no": false
        default: throw ExchangeProblem(reason: Message("\(column.rawValue) is neither true nor false"))
        }
    }

    /// The cell of a column, or nil if the record has no value for it.
    func cell(_ column: ExchangeColumn) throws(ExchangeProblem) -> String? {
        switch column.value {
        case .text(let path): self[keyPath: path]
        case .date(let path): self[keyPath: path].map(ISO8601Date.text)
        case .flag(let path): self[keyPath: path].map { $0 ? "true" : "false" }
        case .list(let path, let separator):
            self[keyPath: path].isEmpty ? nil : self[keyPath: path].joined(separator: separator)
        case .entry(let path):
            try self[keyPath: path].map { entry throws(ExchangeProblem) in try Self.json(entry) }
        }
    }
}
